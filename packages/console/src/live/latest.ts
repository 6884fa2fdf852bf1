// What happened last, and why something failed last: kept as it comes, since nobody can look through a
// hundred thousand entries many times a second.
import { matcherOf } from "../search/filter.ts";
import type { JournalEntry } from "./journal-index.ts";
import type { FailureCause } from "./messages.ts";

/** Of each so many are shown. */
const LATEST_MAX = 12;
const MINUTE_MS = 60_000;

const isRoot = matcherOf([{ field: "is", value: "root" }]);
const hasFailed = matcherOf([{ field: "is", value: "failed" }]);

/** Two that failed alike have the same. */
function causeOf({ kind, name, status, refusal }: JournalEntry): string {
  return `${kind} ${name} ${status ?? ""} ${refusal?.step ?? ""} ${refusal?.error.name ?? ""}`;
}

export class Latest {
  #roots: readonly JournalEntry[] = [];
  /** The last to fail is the last here. */
  readonly #causes = new Map<string, FailureCause>();
  /** When calls failed, in real time. */
  #failures: number[] = [];

  add(entry: JournalEntry): void {
    if (isRoot(entry)) this.#roots = [entry, ...this.#roots.slice(0, LATEST_MAX - 1)];
    // The call that was refused stands for its refusal.
    if (!hasFailed(entry) || (entry.kind === "refusal" && entry.status !== undefined)) return;
    const cause = causeOf(entry);
    const count = (this.#causes.get(cause)?.count ?? 0) + 1;
    this.#causes.delete(cause);
    this.#causes.set(cause, { count, newest: entry });
    const [oldest] = this.#causes.keys();
    if (this.#causes.size > LATEST_MAX && oldest !== undefined) this.#causes.delete(oldest);
    if (entry.kind === "request") this.#failures.push(Date.parse(entry.real_at));
  }

  clear(): void {
    this.#roots = [];
    this.#causes.clear();
    this.#failures = [];
  }

  /** The roots of what happened last, the newest first. */
  get roots(): readonly JournalEntry[] {
    return this.#roots;
  }

  /** Why something failed, what failed last first. */
  get failed(): readonly FailureCause[] {
    return [...this.#causes.values()].toReversed();
  }

  /** How many calls failed within the minute before a moment, and when the first of them is older. */
  failuresAt(nowMs: number): { readonly count: number; readonly untilMs: number | undefined } {
    this.#failures = this.#failures.filter((at) => at > nowMs - MINUTE_MS);
    const [oldest] = this.#failures;
    return {
      count: this.#failures.length,
      untilMs: oldest === undefined ? undefined : oldest + MINUTE_MS,
    };
  }
}
