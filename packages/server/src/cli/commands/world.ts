// `antechamber world`: world files, and the worlds of a service.
import type { Command } from "commander";
import { withChoice, type Act } from "../acting.ts";
import type { WorldSide } from "../deps.ts";
import { exitCodes, wrongFile, wrongUsage } from "../failures.ts";
import { addPull } from "./pull/pull.ts";
import { withOffers } from "../offers.ts";
import type { Session } from "../session.ts";
import { showDiff } from "./snapshot.ts";
import { addWorlds } from "./worlds.ts";

export function addWorld(program: Command, act: Act): void {
  const world = program.command("world").description("World files, and the worlds of a service");
  act(
    world
      .command("schema")
      .description("Print the JSON Schema of world files, for editors and validators"),
    schema,
  );
  act(
    world
      .command("check")
      .description(
        "Check a world file, and list its faults with lines and columns; needs no service",
      )
      .argument("<file>", "JSON or YAML"),
    check,
  );
  act(
    withOffers(
      withChoice(
        world.command("export").description("Print the state as a world file, with secrets hashed"),
        "--format <format>",
        "default: yaml",
        ["yaml", "json"],
      ).option("--without <parts>", "leave out messages, files, or both separated by a comma"),
      { "--without": { parts } },
    ),
    exportWorld,
  );
  act(
    world
      .command("diff")
      .description("Show how two worlds differ; exits with 5 if they do")
      .argument("<before>", "a world file, or the name of a world of the service")
      .argument("<after>", "a world file, or the name of a world of the service"),
    diff,
  );
  act(world.command("reset").description("Restore the world loaded at the start"), reset);
  addPull(world, act);
  addWorlds(world, act);
}

async function schema({ deps, out }: Session): Promise<void> {
  const text = await deps.worldFiles.schema();
  if (out.isJson) out.show(JSON.parse(text), () => []);
  else out.document(text);
}

async function check({ deps, out }: Session, _: object, file = ""): Promise<number> {
  const faults = await deps.worldFiles.faults(file).catch(wrongFile);
  out.show({ faults }, () =>
    faults.length === 0
      ? [`  ${out.paint("green", "✓")} ${file} is a world file without faults`]
      : faults.map((each) => `  ${out.paint("red", "✕")} ${each}`),
  );
  return faults.length === 0 ? exitCodes.done : exitCodes.found;
}

const parts = ["messages", "files"] as const;

interface Exporting {
  readonly format?: "yaml" | "json";
  readonly without?: string;
}

async function exportWorld(
  session: Session,
  { format = "yaml", without }: Exporting,
): Promise<void> {
  const { out } = session;
  const omitted = without === undefined ? {} : { without: partsOf(without) };
  const responseFormat = out.isJson ? "json" : format;
  const world: unknown = await session.call("control.world.get", {
    query: { ...omitted, format: responseFormat },
  });
  if (out.isJson) out.show(world, () => []);
  else out.document(typeof world === "string" ? world : JSON.stringify(world, undefined, 2));
}

/** `messages,files` -> the parts to leave out. @throws CommandFailure */
function partsOf(text: string): (typeof parts)[number][] {
  return text.split(",").map((word) => {
    const part = parts.find((each) => each === word.trim());
    return part ?? wrongUsage(`--without: "${word}" is not one of ${parts.join(", ")}`);
  });
}

async function diff(session: Session, _: object, before = "", after = ""): Promise<number> {
  const sides = [await sideOf(session, before), await sideOf(session, after)] as const;
  const found = await session.deps.worldFiles.diff(...sides).catch(wrongFile);
  return showDiff(found, session.out, "the worlds do not differ");
}

/** Names of worlds contain neither dots nor slashes; file names do. */
async function sideOf(session: Session, reference: string): Promise<WorldSide> {
  if (/[./\\]/.test(reference)) return { file: reference };
  const other = session.inWorld(reference);
  return { world: await other.call("control.world.get", { query: { format: "json" } }) };
}

async function reset(session: Session): Promise<void> {
  await session.call("control.world.reset");
  session.out.show({}, () => ["  the world is as it was at the start"]);
}
