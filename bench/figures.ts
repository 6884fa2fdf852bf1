// What a run of the benchmark found: figures with their goals, printed, kept, and held against those of
// an earlier run. A figure is a ratio to a bare program of the same run wherever there can be one.
import { execFileSync } from "node:child_process";
import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { dirname } from "node:path";

export interface Figure {
  /** The same in every run: by it two runs are compared. */
  readonly name: string;
  readonly value: number;
  readonly unit: "of bare" | "times bare" | "of without" | "ms" | "MiB" | "times";
  readonly better: "higher" | "lower";
  /** The least that is aimed for where more is better, else the most. */
  readonly goal?: number;
  /** How far apart the rounds were: the largest less the smallest, as a share of the value. */
  readonly spread?: number;
  /** Absolute values, which mean something beside those of the same run alone. */
  readonly detail?: string;
}

/** The figures of one run. */
export interface Results {
  readonly commit: string;
  readonly at: string;
  readonly node: string;
  readonly figures: readonly Figure[];
}

/** What differs by less was not shown to differ: machines are noisy. */
const NOISE = 0.1;

/** The middle of several values, so that one disturbed round does not count. */
export function median(values: readonly number[]): number {
  return values.toSorted((one, other) => one - other)[Math.floor(values.length / 2)] ?? NaN;
}

/** The middle of the rounds with how far apart they were. */
export function ofRounds(values: readonly number[]): { value: number; spread: number } {
  const value = median(values);
  return { value, spread: (Math.max(...values) - Math.min(...values)) / value };
}

/**
 * Of several pairs of programs that were measured beside one another: processes keep for their
 * lives how fast they are, so each pair counts as much, and not where most of the rounds happen to
 * be.
 */
export function ofPairs(pairs: readonly (readonly number[])[]): { value: number; spread: number } {
  const product = pairs.reduce((before, rounds) => before * median(rounds), 1);
  const value = product ** (1 / pairs.length);
  return { ...ofRounds(pairs.flat()), value };
}

export function isReached({ value, goal, better }: Figure): boolean | undefined {
  if (goal === undefined) return undefined;
  return better === "higher" ? value >= goal : value <= goal;
}

function rounded(value: number): string {
  return value.toFixed(value < 100 ? 2 : 0);
}

/** One line for a figure, with its goal. */
export function print(figure: Figure): void {
  const { name, value, unit, goal, better, detail } = figure;
  const verdict = isReached(figure) === true ? "reached" : "missed";
  const bound = better === "higher" ? "at least" : "at most";
  const aim = goal === undefined ? "" : ` (goal: ${bound} ${goal}, ${verdict})`;
  console.log(`${name}: ${rounded(value)} ${unit}${aim}`);
  if (detail !== undefined) console.log(detail.replaceAll(/^/gm, "  "));
}

/** By what share of its earlier value a figure is worse; negative where it is better. */
function loss(before: Figure, now: Figure): number {
  const change = (now.value - before.value) / before.value;
  return now.better === "higher" ? -change : change;
}

/** What became worse, or better, by more than the rounds of either run differ. */
export function compared(before: readonly Figure[], now: readonly Figure[]) {
  const worse: string[] = [];
  const better: string[] = [];
  for (const figure of now) {
    const earlier = before.find(({ name }) => name === figure.name);
    if (earlier === undefined || earlier.value === 0) continue;
    const noise = Math.max(NOISE, earlier.spread ?? 0, figure.spread ?? 0);
    const by = loss(earlier, figure);
    const line = `${figure.name}: ${rounded(earlier.value)} then, ${rounded(figure.value)} now`;
    if (by > noise) worse.push(line);
    if (by < -noise) better.push(line);
  }
  return { worse, better };
}

function git(...args: readonly string[]): string {
  return execFileSync("git", args, { cwd: import.meta.dirname, encoding: "utf8" }).trim();
}

/** The commit that was measured, with a mark when files differ from it. */
function commit(): string {
  const isChanged = git("status", "--porcelain", "--untracked-files=no") !== "";
  return git("rev-parse", "HEAD") + (isChanged ? "+" : "");
}

export function write(file: string, figures: readonly Figure[]): void {
  const results: Results = {
    commit: commit(),
    at: new Date().toISOString(),
    node: process.version,
    figures,
  };
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, `${JSON.stringify(results, undefined, 2)}\n`);
  console.log(`written to ${file}`);
}

/** @throws Error when the file holds no results */
export function read(file: string): Results {
  const results = JSON.parse(readFileSync(file, "utf8")) as Partial<Results>;
  if (!Array.isArray(results.figures)) throw new Error(`${file} holds no figures`);
  return results as Results;
}
