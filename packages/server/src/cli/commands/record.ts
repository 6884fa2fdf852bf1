// `antechamber record`: records what is played as a test.
import { stat, writeFile } from "node:fs/promises";
import { join } from "node:path";
import type { Command } from "commander";
import type { Act } from "../acting.ts";
import type { ProgramStartError, StartedProgram } from "../deps.ts";
import { durationOf } from "../durations.ts";
import { after as afterMs } from "../environment.ts";
import { CommandFailure, exitCodes, wrongUsage } from "../failures.ts";
import { newestEntry } from "./journal/journal.ts";
import { withOffers } from "../offers.ts";
import { MAIN_WORLD, type Session } from "../session.ts";
import {
  exportText,
  filesOf,
  runnerOf,
  testRunners,
  testQuery,
  withTestOptions,
  type ExportQuery,
  type TestOptions,
  type TestRunner,
} from "../test-files.ts";

/** The exit code after a second Ctrl-C, as in a shell. */
const KILLED = 130;

/** The longest recording, in real milliseconds; one that is not ended is ended after a day. */
const LONGEST_MS = 86_400_000;

interface Recording extends TestOptions {
  readonly dir?: string;
  readonly for?: string;
  readonly inline?: boolean;
  readonly force?: boolean;
}

export function addRecord(program: Command, act: Act): void {
  act(
    withOffers(
      withTestOptions(
        program
          .command("record")
          .description("Record what users do from now on as a test, until Ctrl-C")
          .usage("[options] <name> [-- <command...>]")
          .argument("<name>", "name of the test and its files")
          .argument("[command...]", "a program to run: the recording ends with it")
          .option("--as <runner>", "vitest, jest, node or pytest (default: vitest)")
          .option("--dir <folder>", "folder to write the files to (default: the current one)")
          .option("--for <duration>", "stop after this long, in real time")
          .option("--inline", "put the world into the test, not into a file beside it")
          .option("--force", "overwrite existing files"),
      ),
      { "--as": testRunners },
    ),
    record,
  );
}

/** The files to write. */
interface Plan {
  readonly name: string;
  readonly runner: TestRunner;
  readonly test: string;
  /** The path of the world file, and its path in the test; undefined if the world is inline. */
  readonly world: { readonly path: string; readonly name: string } | undefined;
}

async function record(
  session: Session,
  options: Recording,
  name = "",
  ...command: readonly string[]
): Promise<number> {
  const plan = planOf(name, options);
  const ms = options.for === undefined ? undefined : lengthOf(options.for);
  const files = [plan.test, ...(plan.world === undefined ? [] : [plan.world.path])];
  if (options.force !== true) for (const file of files) await refuseExisting(file);

  const after = (await newestEntry(session)) ?? "0";
  const snapshot = `record-${name}-${after}`;
  await session.call("control.snapshots.create", { body: { name: snapshot } });
  let code: number = exitCodes.done;
  try {
    const how = ms === undefined ? ", and end with Ctrl-C" : "";
    const hint = command.length === 0 ? `play now${how}` : `${command[0] ?? ""} plays`;
    const world = session.worldName ?? MAIN_WORLD;
    session.out.note(`antechamber: recording ${world} after entry ${after}; ${hint}`);
    code = await play(session, ms, command);
    await writeRecording(session, plan, { after, snapshot, name, ...testQuery(options) });
  } finally {
    await session.call("control.snapshots.delete", { path: { name: snapshot } });
  }
  const result = {
    test: plan.test,
    ...(plan.world === undefined ? {} : { world: plan.world.path }),
  };
  session.out.show(result, () => files.map((file) => `  wrote ${file}`));
  return code;
}

/**
 * Waits until the recording ends.
 *
 * @returns the exit code of the program that plays; 0 if it was stopped, 130 if it was killed
 */
async function play(
  session: Session,
  ms: number | undefined,
  command: readonly string[],
): Promise<number> {
  // Signals are handled before the program starts, since a signal in between would otherwise not
  // end it.
  const interrupted = session.deps.interrupted();
  const player = command.length === 0 ? undefined : await startPlayer(session, command);
  const code = await untilEnded(interrupted, ms, player);
  if (code !== undefined || player === undefined) return code ?? exitCodes.done;
  player.end();
  // A second Ctrl-C kills a program that takes long to end; the recording is written all the same.
  const secondInterrupt = session.deps.interrupted();
  secondInterrupt.addEventListener("abort", () => player.kill());
  await player.ended;
  return secondInterrupt.aborted ? KILLED : exitCodes.done;
}

/** Starts a program that plays, with the service in its environment. @throws CommandFailure */
async function startPlayer(
  { deps, url, controlKey, worldName }: Session,
  command: readonly string[],
): Promise<StartedProgram> {
  const env = {
    ...deps.env,
    ANTECHAMBER_URL: url,
    ANTECHAMBER_CONTROL_KEY: controlKey,
    ...(worldName === undefined ? {} : { ANTECHAMBER_WORLD_NAME: worldName }),
  };
  try {
    return await deps.startProgram(command, env);
  } catch (error) {
    if (!isStartError(error)) throw error;
    throw new CommandFailure(error.message, error.exitCode);
  }
}

function isStartError(error: unknown): error is ProgramStartError {
  return error instanceof Error && "exitCode" in error;
}

/** The duration of a recording, in real milliseconds. @throws CommandFailure */
function lengthOf(text: string): number {
  const ms = durationOf(text);
  return ms <= LONGEST_MS ? ms : wrongUsage(`--for: "${text}" is more than a day`);
}

/** @throws CommandFailure */
function planOf(name: string, { as, dir = ".", inline = false }: Recording): Plan {
  if (!/^[A-Za-z][A-Za-z0-9_-]{0,39}$/.test(name)) {
    wrongUsage(`"${name}" is not a valid name: up to 40 letters, digits, - and _`);
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

async function writeRecording(
  session: Session,
  { runner, test, world }: Plan,
  query: Omit<ExportQuery, "as">,
): Promise<void> {
  const worldFile = world === undefined ? {} : { world_file: world.name };
  const text = await exportText(session, { ...query, ...worldFile, as: runner });
  if (world !== undefined) {
    await write(world.path, await exportText(session, { ...query, as: "world" }));
  }
  await write(test, text);
}

/**
 * Resolves when the recording is interrupted, when its time is over, or when the program has ended.
 *
 * @returns the program's exit code if it ended by itself
 */
function untilEnded(
  interrupted: AbortSignal,
  ms: number | undefined,
  player: StartedProgram | undefined,
): Promise<number | undefined> {
  return new Promise((resolve) => {
    const end = (code?: number) => {
      cancel();
      resolve(code);
    };
    // The timer also keeps the process alive until the recording is interrupted.
    const cancel = afterMs(ms ?? LONGEST_MS, () => resolve(undefined));
    void player?.ended.then(end);
    if (interrupted.aborted) end();
    else interrupted.addEventListener("abort", () => end(), { once: true });
  });
}

async function refuseExisting(file: string): Promise<void> {
  const exists = await stat(file).then(
    () => true,
    () => false,
  );
  if (exists) throw new CommandFailure(`${file} exists already; --force overwrites it`);
}

async function write(file: string, text: string): Promise<void> {
  await writeFile(file, text.endsWith("\n") ? text : `${text}\n`).catch((error: unknown) => {
    throw new CommandFailure(`cannot write ${file}: ${(error as Error).message}`);
  });
}
