// What falls due, be it a job or a record's own deadline: how it is found, run, and tried again.
import type { Millis } from "../clock.ts";
import type { Context } from "../context.ts";
import type { Cause, Journal, Origin } from "../journal.ts";
import { definedFields } from "../defined-fields.ts";
import { instantKey } from "../records/storage-keys.ts";
import type { Reader, Search } from "../store.ts";

/** Something that falls due. */
export interface DueItem {
  readonly table: string;
  /** The key of its record. */
  readonly key: string;
  readonly at: Millis;
  readonly kind: string;
  /** The id of what it falls due for; null for work that is about nothing in particular. */
  readonly subject: string | null;
  /** Does it in a transaction of its own, if it still is due; failures are put off. */
  readonly run: () => Promise<void>;
}

/** Which records of a table are asked for, in the order of instants and keys. */
export interface DueSearch {
  /** What falls due later is left out. */
  readonly until?: Millis;
  /** Only what comes after this instant, or after this key of this instant. */
  readonly after?: { readonly at: Millis; readonly key?: string };
  readonly limit: number;
}

/** A table whose records fall due, as it is listed. */
export interface DueList {
  readonly table: string;
  find(search: DueSearch): Promise<readonly Omit<DueItem, "run">[]>;
}

/** A table whose records fall due. */
export interface DueSource extends DueList {
  /** What falls due at one instant runs one after the other, in the order of its keys. */
  readonly keepsOrder: boolean;
  /** @param tx a view that is open already */
  find(search: DueSearch, tx?: Reader): Promise<readonly DueItem[]>;
}

/** How something that fell due could not be done. */
export interface DueFailure {
  readonly error: unknown;
  /** It is not tried again. */
  readonly isGivenUp: boolean;
}

/** What a source stands on. */
export interface DueDeps {
  /** Others run what falls due, too: what is unknown here may be known to a later version. */
  readonly isShared?: boolean;
  readonly read: <T>(work: (tx: Reader) => Promise<T>) => Promise<T>;
  readonly transaction: <T>(work: (ctx: Context) => Promise<T>, origin?: Origin) => Promise<T>;
  /** Called on every failure. */
  readonly failed: (kind: string, failure: DueFailure) => void;
  /** Where it is written down what falls due. */
  readonly journal?: Journal | undefined;
}

/** What came of something that fell due. */
type DueOutcome = "done" | "failed" | "not due any more";

/** Runs what is due as an entry of the journal, so that what comes of it names it. */
export async function inJournal(
  { journal }: DueDeps,
  due: {
    readonly kind: string;
    readonly subject: string | null;
    readonly cause?: Cause | undefined;
  },
  run: (origin?: Origin) => Promise<DueOutcome>,
): Promise<void> {
  if (journal === undefined) return void (await run());
  const { kind, subject, cause } = due;
  const entry = journal.begin({ kind: "job", name: kind, cause });
  let outcome: keyof typeof outcomes = "interrupted";
  try {
    outcome = await run(entry);
  } finally {
    entry.end({ note: outcomes[outcome], payload: { subject } });
  }
}

const outcomes: Readonly<Record<DueOutcome | "interrupted", string>> = {
  done: "was done",
  failed: "failed, and is put off",
  interrupted: "failed, and could not be put off",
  "not due any more": "was not due any more",
};

/** Tries after which what falls due is given up and reported. */
export const ATTEMPTS_MAX = 12;
/** Wait after the first failure; it doubles with each one up to the longest. */
export const FIRST_RETRY_MS = 1000;
const LONGEST_RETRY_MS = 600_000;

/** How long to wait after so many failures; undefined: it is given up. */
export function retryDelay(attempts: number): Millis | undefined {
  if (attempts >= ATTEMPTS_MAX) return undefined;
  return Math.min(FIRST_RETRY_MS * 2 ** (attempts - 1), LONGEST_RETRY_MS);
}

/**
 * A search of records whose keys begin with their instants and a colon. ";" follows ":" in text
 * order, so that those of the bounds themselves are among what is found.
 */
export function instantSearch({ until, after, limit }: DueSearch): Search<never> {
  return {
    limit,
    ...definedFields({
      before: until === undefined ? undefined : `${instantKey(until)};`,
      after: after && (after.key ?? `${instantKey(after.at)};`),
    }),
  };
}
