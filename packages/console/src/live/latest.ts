// The most recent entries and failures, collected as they arrive, because searching a hundred
// thousand entries many times a second would be too slow.
import { matcherOf } from "../search/filter.ts";
import type { JournalEntry } from "./journal-index.ts";
import type { FailureCause } from "./messages.ts";

/** The most items of each list. */
const LATEST_MAX = 12;
const MINUTE_MS = 60_000;

const isRoot = matcherOf([{ field: "is", value: "root" }]);
const hasFailed = matcherOf([{ field: "is", value: "failed" }]);

/** A key that equal failures share. */
function causeOf({ kind, name, status, refusal }: JournalEntry): string {
  return `${kind} ${name} ${status ?? ""} ${refusal?.step ?? ""} ${refusal?.error.name ?? ""}`;
}

export class Latest {
  #roots: readonly JournalEntry[] = [];
  /** Causes of failures, the most recent last. */
  readonly #causes = new Map<string, FailureCause>();
  /** The times of failed calls, in real time. */
  #failures: number[] = [];

  add(entry: JournalEntry): void {
    if (isRoot(entry)) this.#roots = [entry, ...this.#roots.slice(0, LATEST_MAX - 1)];
    // A refused call also has an entry with its status, so its refusal is not counted.
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

  /** The root entries of the most recent traces, newest first. */
  get roots(): readonly JournalEntry[] {
    return this.#roots;
  }

  /** The causes of failures, most recent first. */
  get failed(): readonly FailureCause[] {
    return [...this.#causes.values()].toReversed();
  }

  /**
   * The number of calls that failed within the minute before a time, and when the first of them
   * becomes older than that.
   */
  failuresAt(nowMs: number): { readonly count: number; readonly untilMs: number | undefined } {
    this.#failures = this.#failures.filter((at) => at > nowMs - MINUTE_MS);
    const [oldest] = this.#failures;
    return {
      count: this.#failures.length,
      untilMs: oldest === undefined ? undefined : oldest + MINUTE_MS,
    };
  }
}
