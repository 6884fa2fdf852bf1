// Measures the processor time of Node programs and of functions, largely independent of other load.
import { spawn } from "node:child_process";

/**
 * A module that makes a program print its processor time in microseconds as the last line of
 * stderr.
 */
const TELLS_TIME = `data:text/javascript,${encodeURIComponent(
  `process.on("exit", () => {
    const { user, system } = process.cpuUsage();
    process.stderr.write("\\n" + (user + system));
  });`,
)}`;

/** The environment without the variables that a test run or coverage sets for child processes. */
const plainEnvironment = Object.fromEntries(
  Object.entries(process.env).filter(([name]) => !/^(NODE_|VITEST|TEST$|ANTECHAMBER_)/.test(name)),
);

export interface ProgramOptions {
  readonly env?: Readonly<Record<string, string>>;
  readonly cwd?: string;
  /** Written to stdin, which is closed after it, or once the output matches `until`. */
  readonly input?: string;
  readonly until?: RegExp;
}

export interface TimedProgram {
  readonly code: number | null;
  readonly output: string;
  /** Processor time in milliseconds. */
  readonly ms: number;
}

/** Runs a Node program to its end. */
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
  // A program that does not read stdin may have ended already.
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
/** The most runs, if too few of them did what they are measured for. */
const RUNS_MAX = 60;

/** The processor time in which Node starts and ends on an idle machine, in milliseconds. */
const NODE_MS = 22;

export interface Compared {
  /** The arguments of Node for the baseline; absent: an empty script. */
  readonly bare?: readonly string[];
  /** True for runs that did what they are measured for; at least one must. */
  readonly isWhole?: (run: TimedProgram) => boolean;
}

/**
 * How much more processor time a program takes than Node itself, scaled to an idle machine: each
 * run is compared with a run of Node right before it. The second smallest of several is returned:
 * what other load adds does not count, and the smallest may be an outlier.
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

/** The processor time of a function in this process, in milliseconds. */
export async function timeOf(act: () => Promise<unknown>): Promise<number> {
  const before = process.cpuUsage();
  await act();
  const { user, system } = process.cpuUsage(before);
  return (user + system) / 1000;
}

const TRIES = 3;

/** The shortest processor time of several calls of a function, in milliseconds. */
export async function leastTimeOf(act: () => Promise<unknown>): Promise<number> {
  const times: number[] = [];
  while (times.length < TRIES) times.push(await timeOf(act));
  return Math.min(...times);
}
