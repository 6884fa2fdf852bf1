// The results of a benchmark run: figures with their goals, printed, stored, and compared with
// those of an earlier run. A figure is a ratio to a bare program of the same run wherever possible.
import { execFileSync } from "node:child_process";
import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { dirname } from "node:path";

export interface Figure {
  /** Identifies the figure in every run, so that runs can be compared. */
  readonly name: string;
  readonly value: number;
  readonly unit: "of bare" | "times bare" | "of without" | "ms" | "MiB" | "times";
  readonly better: "higher" | "lower";
  /** The goal: a minimum if more is better, else a maximum. */
  readonly goal?: number;
  /** The difference between the largest and the smallest round, as a share of the value. */
  readonly spread?: number;
  /** Absolute values, which can only be compared within the same run. */
  readonly detail?: string;
}

/** The figures of one run. */
export interface Results {
  readonly commit: string;
  readonly at: string;
  readonly node: string;
  readonly figures: readonly Figure[];
}

/** Smaller differences are noise. */
const NOISE = 0.1;

/** The median, so that one disturbed round does not count. */
export function median(values: readonly number[]): number {
  return values.toSorted((one, other) => one - other)[Math.floor(values.length / 2)] ?? NaN;
}

/** The median of the rounds with their spread. */
export function ofRounds(values: readonly number[]): { value: number; spread: number } {
  const value = median(values);
  return { value, spread: (Math.max(...values) - Math.min(...values)) / value };
}

/**
 * The geometric mean of several pairs of programs that were measured side by side. Each process
 * keeps its speed for life, so every pair counts equally, wherever most of the rounds lie.
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

/** Prints a figure on one line, with its goal. */
export function print(figure: Figure): void {
  const { name, value, unit, goal, better, detail } = figure;
  const verdict = isReached(figure) === true ? "reached" : "missed";
  const bound = better === "higher" ? "at least" : "at most";
  const aim = goal === undefined ? "" : ` (goal: ${bound} ${goal}, ${verdict})`;
  console.log(`${name}: ${rounded(value)} ${unit}${aim}`);
  if (detail !== undefined) console.log(detail.replaceAll(/^/gm, "  "));
}

/** By what share of its earlier value a figure is worse; negative if it is better. */
function loss(before: Figure, now: Figure): number {
  const change = (now.value - before.value) / before.value;
  return now.better === "higher" ? -change : change;
}

/** What became worse or better by more than the spread of either run. */
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

/** The measured commit, marked if the working tree differs from it. */
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

/** @throws Error when the file contains no results */
export function read(file: string): Results {
  const results = JSON.parse(readFileSync(file, "utf8")) as Partial<Results>;
  if (!Array.isArray(results.figures)) throw new Error(`${file} holds no figures`);
  return results as Results;
}
