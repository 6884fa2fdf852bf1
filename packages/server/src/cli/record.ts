// `antechamber record`: play once, and keep it as a test.
import { stat, writeFile } from "node:fs/promises";
import { join } from "node:path";
import type { Command } from "commander";
import type { Act } from "./acting.ts";
import { durationOf } from "./durations.ts";
import { after as afterMs } from "./environment.ts";
import { CommandFailure, wrongUsage } from "./failures.ts";
import { newestEntry } from "./journal.ts";
import type { Session } from "./session.ts";
import {
  exportedText,
  filesOf,
  runnerOf,
  testQuery,
  withTestOptions,
  type ExportQuery,
  type TestOptions,
  type TestRunner,
} from "./test-files.ts";

interface Recording extends TestOptions {
  readonly dir?: string;
  readonly for?: string;
  readonly inline?: boolean;
  readonly force?: boolean;
}

export function addRecord(program: Command, act: Act): void {
  act(
    withTestOptions(
      program
        .command("record")
        .description("Keep what is played from now on as a test, until Ctrl-C")
        .argument("<name>", "of the test and its files")
        .option("--as <runner>", "vitest, jest, node or pytest (default: vitest)")
        .option("--dir <folder>", "where the files are written (default: here)")
        .option("--for <duration>", "end by itself after this long, in real time")
        .option("--inline", "let the world stand in the test, not in a file beside it")
        .option("--force", "write over files that are there"),
    ),
    record,
  );
}

/** What is to be written, and where. */
interface Plan {
  readonly name: string;
  readonly runner: TestRunner;
  readonly test: string;
  /** The path of the world's file, and its name for the test; undefined: it stands in the test. */
  readonly world: { readonly path: string; readonly name: string } | undefined;
}

async function record(session: Session, options: Recording, name = ""): Promise<void> {
  const plan = planOf(name, options);
  const ms = options.for === undefined ? undefined : durationOf(options.for);
  const files = [plan.test, ...(plan.world === undefined ? [] : [plan.world.path])];
  if (options.force !== true) for (const file of files) await refuseWhereThereIs(file);

  const after = (await newestEntry(session)) ?? "0";
  const snapshot = `record-${name}-${after}`;
  await session.call("control.snapshots.create", { body: { name: snapshot } });
  try {
    const world = session.worldName ?? "main";
    const how = ms === undefined ? ", and end with Ctrl-C" : "";
    session.out.note(`antechamber: recording ${world} after entry ${after}; play now${how}`);
    await ended(session, ms);
    await writePlayed(session, plan, { after, snapshot, name, ...testQuery(options) });
  } finally {
    await session.call("control.snapshots.delete", { path: { name: snapshot } });
  }
  const told = { test: plan.test, ...(plan.world === undefined ? {} : { world: plan.world.path }) };
  session.out.show(told, () => files.map((file) => `  wrote ${file}`));
}

/** @throws CommandFailure */
function planOf(name: string, { as, dir = ".", inline = false }: Recording): Plan {
  if (!/^[A-Za-z][A-Za-z0-9_-]{0,39}$/.test(name)) {
    wrongUsage(`"${name}" is no name for a file: up to 40 letters, digits, - and _`);
  }
  const runner = runnerOf(as);
  const { test, world } = filesOf(name, runner);
  return {
    name,
    runner,
    test: join(dir, test),
    world: inline ? undefined : { path: join(dir, world), name: `./${world}` },
  };
}

async function writePlayed(
  session: Session,
  { runner, test, world }: Plan,
  query: Omit<ExportQuery, "as">,
): Promise<void> {
  const beside = world === undefined ? {} : { world_file: world.name };
  const text = await exportedText(session, { ...query, ...beside, as: runner });
  if (world !== undefined) {
    await write(world.path, await exportedText(session, { ...query, as: "world" }));
  }
  await write(test, text);
}

/** Resolves when somebody ends it, or when the time is over. */
function ended({ deps }: Session, ms: number | undefined): Promise<void> {
  const interrupted = deps.interrupted();
  return new Promise((resolve) => {
    const cancel = ms === undefined ? () => undefined : afterMs(ms, resolve);
    const end = () => {
      cancel();
      resolve();
    };
    if (interrupted.aborted) end();
    else interrupted.addEventListener("abort", end, { once: true });
  });
}

async function refuseWhereThereIs(file: string): Promise<void> {
  const isThere = await stat(file).then(
    () => true,
    () => false,
  );
  if (isThere) throw new CommandFailure(`${file} is there already; --force writes over it`);
}

async function write(file: string, text: string): Promise<void> {
  await writeFile(file, text.endsWith("\n") ? text : `${text}\n`).catch((error: unknown) => {
    throw new CommandFailure(`cannot write ${file}: ${(error as Error).message}`);
  });
}
