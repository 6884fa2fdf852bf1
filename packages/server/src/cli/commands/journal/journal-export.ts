// `antechamber journal export`: writes a part of the journal as a test or a script.
import type { Command } from "commander";
import type { Act } from "../../acting.ts";
import { wrongUsage } from "../../failures.ts";
import { withOffers } from "../../offers.ts";
import type { Session } from "../../session.ts";
import {
  exportText,
  testQuery,
  testRunners,
  withTestOptions,
  type ExportQuery,
  type TestOptions,
} from "../../test-files.ts";
import { rootOf } from "../trace.ts";

/** The formats in which a part of the journal can be exported. */
export const formats = ["curl", "har", "jsonl", ...testRunners, "world"] as const;

export function addJournalExport(journal: Command, act: Act): void {
  act(
    withOffers(
      withTestOptions(
        journal
          .command("export")
          .description("Write a trace, or what happened after an entry, as a test or a script")
          .argument("[trace]", "id of a trace, an interaction or an entry")
          .requiredOption("--as <format>", "vitest, jest, node, pytest, curl, har, jsonl or world")
          .option("--after <entry>", "everything after this entry, instead of one trace")
          .option("--before <entry>", "with --after: only what came before this entry")
          .option("--name <name>", "name of the test (default: recorded)")
          .option(
            "--snapshot <snapshot>",
            "snapshot that the test starts from (default: the world as it is now)",
          )
          .option(
            "--world-file <path>",
            "file that the test loads the world from (default: the world is in the test)",
          ),
      ),
      { "--as": formats },
    ),
    exportPart,
  );
}

interface Exporting extends TestOptions {
  readonly after?: string;
  readonly before?: string;
  readonly name?: string;
  readonly snapshot?: string;
  readonly worldFile?: string;
}

async function exportPart(session: Session, options: Exporting, reference?: string): Promise<void> {
  const { after, before, name, snapshot, worldFile: world_file } = options;
  if ((reference === undefined) === (after === undefined)) {
    wrongUsage("pass either the id of a trace, or --after with the id of an entry");
  }
  const as = formatOf(options.as ?? "");
  const part =
    reference === undefined ? { after, before } : { trace: await rootOf(session, reference) };
  const testOptions = { ...part, as, name, snapshot, world_file, ...testQuery(options) };
  const query = Object.fromEntries(
    Object.entries(testOptions).filter(([, value]) => value !== undefined),
  ) as typeof testOptions & { as: typeof as };
  session.out.showDocument(as, await exportText(session, query as ExportQuery));
}

/** @throws CommandFailure */
export function formatOf(format: string): (typeof formats)[number] {
  const found = formats.find((each) => each === format);
  return found ?? wrongUsage(`--as: "${format}" is not one of ${formats.join(", ")}`);
}
