// `antechamber journal`: shows what happened.
import { writeFile } from "node:fs/promises";
import { journalKinds } from "@antechamber/contract/journal-kinds";
import { journalLimits } from "@antechamber/contract/journal-limits";
import type { ControlInput, types } from "@antechamber/sdk/control";
import type { Command } from "commander";
import type { Act } from "../../acting.ts";
import { instantBefore } from "../../durations.ts";
import { CommandFailure, wrongUsage } from "../../failures.ts";
import { addJournalExport } from "./journal-export.ts";
import { entryLine } from "../../journal-lines.ts";
import { withOffers } from "../../offers.ts";
import { LIST_MAX, type Session } from "../../session.ts";

type Filters = NonNullable<ControlInput<"control.journal.list">["query"]>;

/** The filters, each as the help shows it; `since` is an option of its own. */
const filterHelp: {
  readonly [
    F in Exclude<keyof Filters, "since" | "world" | "after" | "before" | "limit" | "follow">
  ]-?: string;
} = {
  trace: "trace:",
  kind: "kind:",
  application: "app:",
  user: "user:",
  name: "name: (with *)",
  status: "status: (4xx, >=400)",
  text: "text:",
};

const filterNames = Object.keys(filterHelp);

interface Reading {
  readonly follow?: boolean;
  readonly filter?: readonly string[];
  readonly since?: string;
  readonly limit?: string;
  readonly har?: string;
  readonly jsonl?: boolean;
}

/** The default number of entries. */
const USUAL_PAGE = 100;
/** The most calls in one archive. */
const ARCHIVE_MAX = journalLimits.journalExport.value;

export function addJournal(program: Command, act: Act): void {
  const command = act(
    withOffers(
      program
        .command("journal")
        .description("Show what happened, the newest last")
        .option("-f, --follow", "keep printing new entries")
        .option(
          "--filter <filters...>",
          `${Object.values(filterHelp).join(", ")}; other words are searched for`,
        )
        .option("--since <when>", "a duration such as 5m, or an instant, on the world's clock")
        .option(
          "--limit <number>",
          "at most this many entries, the newest (default: 100, in an archive 10,000)",
        )
        .option("--har <file>", "write the calls found as an HTTP archive; - prints it")
        .option("--jsonl", "print one line of JSON for each entry"),
      { "--filter": journalKinds.map((each) => `kind:${each}`) },
    ),
    journal,
  );
  addJournalExport(command, act);
}

/** `kind:refusal`, `text:"two words"`, `"two words"` or a word. */
const FILTER_PART = /([a-z]+):("[^"]*"|\S*)|("[^"]*"|\S+)/g;

/** Short names of filters, as in the console. */
const shortNames: Readonly<Record<string, string>> = { app: "application" };

/** What joins the values of a filter that is given several times: any of the kinds, or one text. */
const joints: Readonly<Record<string, string>> = { kind: ",", text: " " };

/** Parses filters: `kind:refusal status:4xx "some words"`. @throws CommandFailure */
export function filtersOf(words: readonly string[]): Filters {
  const filters: Record<string, string> = {};
  for (const [, prefix = "text", named, bare = ""] of words.join(" ").matchAll(FILTER_PART)) {
    const name = shortNames[prefix] ?? prefix;
    if (!filterNames.includes(name)) {
      wrongUsage(
        `--filter: there is no filter "${prefix}"; the filters are ${filterNames.join(", ")}`,
      );
    }
    const value = (named ?? bare).replace(/^"(.*)"$/, "$1");
    if (value === "") wrongUsage(`--filter: "${prefix}:" has no value`);
    const { [name]: before } = filters;
    const { [name]: joint } = joints;
    if (before !== undefined && joint === undefined) {
      wrongUsage(`--filter: "${prefix}:" is given twice; only kind: and text: may be repeated`);
    }
    filters[name] = before === undefined ? value : `${before}${joint}${value}`;
  }
  return filters;
}

async function journal(session: Session, options: Reading): Promise<void> {
  const { follow = false, har } = options;
  const filters = await filtersOfOptions(session, options);
  const count = countOf(options);
  if (har !== undefined) return writeArchive(session, filters, { file: har, limit: count, follow });
  const limit = count ?? USUAL_PAGE;
  const page = await session.call("control.journal.list", { query: { ...filters, limit } });
  const inLines = follow || options.jsonl === true;
  if (session.out.isJson && !inLines) return session.out.show(page, () => []);
  const print = printer(session, options.jsonl === true || session.out.isJson);
  for (const entry of page.items) print(entry);
  if (follow) await followJournal(session, filters, { print, last: page.items.at(-1)?.id });
  else if (page.items.length === 0) session.out.note("antechamber: no entries found");
}

async function filtersOfOptions(
  session: Session,
  { filter = [], since }: Reading,
): Promise<Filters> {
  const filters = filtersOf(filter);
  return since === undefined ? filters : { ...filters, since: await instantBefore(session, since) };
}

function countOf({ limit: text, har }: Reading): number | undefined {
  if (text === undefined) return undefined;
  const max = har === undefined ? LIST_MAX : ARCHIVE_MAX;
  const count = Number(text);
  if (Number.isInteger(count) && count >= 1 && count <= max) return count;
  return wrongUsage(`--limit: "${text}" is not a number from 1 to ${max}`);
}

type Print = (entry: types.JournalEntry) => void;

function printer({ out }: Session, isJson: boolean): Print {
  return (entry) => {
    if (isJson) out.document(JSON.stringify(entry));
    else out.line(entryLine(entry, out));
  };
}

interface Following {
  readonly print: Print;
  /** The entry that was printed last. */
  readonly last: string | undefined;
}

async function followJournal(
  session: Session,
  filters: Filters,
  { print, last }: Following,
): Promise<void> {
  // Without a last entry, following starts at the newest: older entries were not requested.
  const lastEventId = last ?? (await newestEntry(session));
  let isLost = false;
  const events = session.control.follow({
    query: filters as Readonly<Record<string, string>>,
    ...(lastEventId === undefined ? {} : { lastEventId }),
    signal: session.deps.interrupted(),
    lost() {
      if (!isLost)
        session.out.note(
          "antechamber: the service cannot be reached; the output goes on when it is back",
        );
      isLost = true;
    },
  });
  let epoch: string | undefined;
  for await (const event of events) {
    if (event.event === "entry") print(event.data);
    if (event.event === "gap")
      session.out.note(`antechamber: ${event.data.missed} entries were missed`);
    if (event.event !== "hello") continue;
    isLost = false;
    if (epoch !== undefined && epoch !== event.data.epoch) {
      session.out.note("antechamber: the world was replaced, or the service restarted");
    }
    ({ epoch } = event.data);
  }
}

/** The id of the newest entry. */
export async function newestEntry(session: Session): Promise<string | undefined> {
  const { items } = await session.call("control.journal.list", { query: { limit: 1 } });
  return items.at(-1)?.id;
}

interface Archive {
  readonly file: string;
  /** The most calls, if no trace is named; undefined: the maximum. */
  readonly limit: number | undefined;
  readonly follow: boolean;
}

/** Writes a whole trace, or the calls that match the filters. */
async function writeArchive(
  session: Session,
  filters: Filters,
  { file, limit = ARCHIVE_MAX, follow }: Archive,
): Promise<void> {
  if (follow) wrongUsage("--har cannot be combined with --follow: an archive is written once");
  const text = JSON.stringify(await archiveOf(session, filters, limit));
  if (file === "-") return session.out.showDocument("har", text);
  await writeFile(file, text).catch((error: unknown) => {
    throw new CommandFailure(`cannot write ${file}: ${(error as Error).message}`);
  });
  session.out.show({ file }, () => [`  wrote ${file}`]);
}

async function archiveOf(session: Session, filters: Filters, limit: number): Promise<unknown> {
  const { trace: only } = filters;
  if (only !== undefined && Object.keys(filters).length === 1) {
    return session.call("control.journal.export", { query: { trace: only, as: "har" } });
  }
  const { ids, hasOlder } = await newestCalls(session, filters, limit);
  if (ids.length === 0) throw new CommandFailure("no calls found to write");
  if (hasOlder)
    session.out.note(`antechamber: there are more calls; these are the newest ${limit}`);
  return session.call("control.journal.exportEntries", { body: { entries: ids, as: "har" } });
}

/** The newest calls that match the filters, read page by page. */
async function newestCalls(session: Session, filters: Filters, max: number) {
  const ids: string[] = [];
  let before: string | null = null;
  do {
    const page: types.JournalPage = await session.call("control.journal.list", {
      query: {
        kind: ["request", "delivery"],
        ...filters,
        limit: Math.min(LIST_MAX, max - ids.length),
        ...(before === null ? {} : { before }),
      },
    });
    ids.unshift(...page.items.map(({ id }) => id));
    before = page.previous;
  } while (before !== null && ids.length < max);
  return { ids, hasOlder: before !== null };
}
