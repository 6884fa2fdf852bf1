// How much of a processor programs of Node, and acts of this one, take, whatever else the machine does.
import { spawn } from "node:child_process";

/** Has a program write its processor time in microseconds as its last line of errors. */
const TELLS_TIME = `data:text/javascript,${encodeURIComponent(
  `process.on("exit", () => {
    const { user, system } = process.cpuUsage();
    process.stderr.write("\\n" + (user + system));
  });`,
)}`;

/** The environment without what a run of tests, or one that measures coverage, asks of its children. */
const plainEnvironment = Object.fromEntries(
  Object.entries(process.env).filter(([name]) => !/^(NODE_|VITEST|TEST$|ANTECHAMBER_)/.test(name)),
);

export interface ProgramOptions {
  readonly env?: Readonly<Record<string, string>>;
  readonly cwd?: string;
  /** What stands on its stdin, which ends with it, or once the output has what was waited for. */
  readonly input?: string;
  readonly until?: RegExp;
}

export interface TimedProgram {
  readonly code: number | null;
  readonly output: string;
  /** Milliseconds of processor time. */
  readonly ms: number;
}

/** Runs a program of Node to its end. */
function timed(
  words: readonly string[],
  { env, cwd, input = "", until }: ProgramOptions,
): Promise<TimedProgram> {
  const child = spawn(process.execPath, ["--import", TELLS_TIME, ...words], {
    env: { ...plainEnvironment, ...env },
    ...(cwd === undefined ? {} : { cwd }),
  });
  let [output, errors] = ["", ""];
  child.stdout.on("data", (chunk: Buffer) => {
    output += chunk.toString();
    if (until?.test(output) === true) child.stdin.end();
  });
  child.stderr.on("data", (chunk: Buffer) => (errors += chunk.toString()));
  // A program that reads nothing may have ended before.
  child.stdin.on("error", () => undefined);
  child.stdin.write(input);
  if (until === undefined) child.stdin.end();
  return new Promise((resolve) => {
    child.once("close", (code) => {
      resolve({ code, output, ms: Number(errors.split("\n").at(-1)) / 1000 });
    });
  });
}

const RUNS = 7;
/** As many where most do not do what they are timed for. */
const RUNS_MAX = 60;

/** What Node takes to start and to end on a machine with nothing else to do, in milliseconds. */
const NODE_MS = 22;

export interface Compared {
  /** What Node itself runs: nothing. */
  readonly bare?: readonly string[];
  /** Tells runs that did what they are timed for; some must. */
  readonly isWhole?: (run: TimedProgram) => boolean;
}

/**
 * How much more a program takes than Node itself, at the pace of a machine with nothing else to do:
 * each run is held against one of Node right before it. Of several the second least counts: what a
 * busy machine adds is not the program's, and the least may be luck.
 */
export async function overNode(
  words: readonly string[],
  options: ProgramOptions = {},
  { bare = ["-e", "0"], isWhole = () => true }: Compared = {},
): Promise<TimedProgram> {
  const runs: TimedProgram[] = [];
  const whole: TimedProgram[] = [];
  while (runs.length < RUNS || (whole.length < 2 && runs.length < RUNS_MAX)) {
    const node = await timed(bare, {});
    const run = await timed(words, options);
    const slowness = Math.max(1, node.ms / NODE_MS);
    const compared = { ...run, ms: (run.ms - node.ms) / slowness };
    runs.push(compared);
    if (isWhole(compared)) whole.push(compared);
  }
  const [least, second = least] = whole.toSorted((a, b) => a.ms - b.ms);
  if (second === undefined)
    throw new Error(`no run did it: ${JSON.stringify(runs.slice(0, RUNS))}`);
  return second;
}

/** The milliseconds of processor time that an act in this process takes. */
export async function timeOf(act: () => Promise<unknown>): Promise<number> {
  const before = process.cpuUsage();
  await act();
  const { user, system } = process.cpuUsage(before);
  return (user + system) / 1000;
}

const TRIES = 3;

/** The same at its best. */
export async function leastTimeOf(act: () => Promise<unknown>): Promise<number> {
  const times: number[] = [];
  while (times.length < TRIES) times.push(await timeOf(act));
  return Math.min(...times);
}
