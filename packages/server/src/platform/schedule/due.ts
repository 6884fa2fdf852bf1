// Due work, whether a job or a record's deadline: how it is found, run, and retried.
import type { Millis } from "../clock.ts";
import type { Context } from "../context.ts";
import type { Cause, Journal, Origin } from "../journal.ts";
import { definedFields } from "../defined-fields.ts";
import { AFTER_PART_END } from "../records/compound-keys.ts";
import { instantKey } from "../records/storage-keys.ts";
import type { Reader, Search } from "../store.ts";

/** Something that falls due. */
export interface DueItem {
  readonly table: string;
  /** The key of its record. */
  readonly key: string;
  readonly at: Millis;
  readonly kind: string;
  /** The id of what it falls due for; null for work without a subject. */
  readonly subject: string | null;
  /** Runs it in a transaction of its own, if it is still due; after a failure it is put off. */
  readonly run: () => Promise<void>;
}

/** A search for due items of a table, in the order of instants and keys. */
export interface DueSearch {
  /** Items that fall due later are left out. */
  readonly until?: Millis;
  /** Only items after this instant, or after this key at this instant. */
  readonly after?: { readonly at: Millis; readonly key?: string };
  readonly limit: number;
}

/** A table whose records fall due, for listings. */
export interface DueList {
  readonly table: string;
  find(search: DueSearch): Promise<readonly Omit<DueItem, "run">[]>;
}

/** A table whose records fall due. */
export interface DueSource extends DueList {
  /** Whether items of one instant run one after the other, in the order of their keys. */
  readonly keepsOrder: boolean;
  /** @param tx an open view to read from */
  find(search: DueSearch, tx?: Reader): Promise<readonly DueItem[]>;
}

/** A failure of due work. */
export interface DueFailure {
  readonly error: unknown;
  /** Whether it is not retried. */
  readonly isGivenUp: boolean;
}

/** The dependencies of a due source. */
export interface DueDeps {
  /** Whether other processes run due work, too: a later version may have kinds unknown here. */
  readonly isShared?: boolean;
  readonly read: <T>(work: (tx: Reader) => Promise<T>) => Promise<T>;
  readonly transaction: <T>(work: (ctx: Context) => Promise<T>, origin?: Origin) => Promise<T>;
  /** Called on every failure, once it is stored that the work is put off or given up. */
  readonly failed: (kind: string, failure: DueFailure) => void;
  /** The journal in which due work is recorded. */
  readonly journal?: Journal | undefined;
}

/** The result of a due item. */
type DueOutcome = "done" | "failed" | "not due any more";

/** Runs a due item as a journal entry, which is the cause of everything that follows from it. */
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

/** The number of attempts after which due work is given up and reported. */
export const ATTEMPTS_MAX = 12;
/** The wait after the first failure; it doubles with each one up to the longest. */
export const FIRST_RETRY_MS = 1000;
const LONGEST_RETRY_MS = 600_000;

/** How long to wait after this many failures; undefined: it is given up. */
export function retryDelay(attempts: number): Millis | undefined {
  if (attempts >= ATTEMPTS_MAX) return undefined;
  return Math.min(FIRST_RETRY_MS * 2 ** (attempts - 1), LONGEST_RETRY_MS);
}

/** A search of records whose keys begin with their instants; a bound covers all of its instant. */
export function instantSearch({ until, after, limit }: DueSearch): Search<never> {
  return {
    limit,
    ...definedFields({
      before: until === undefined ? undefined : instantKey(until) + AFTER_PART_END,
      after: after && (after.key ?? instantKey(after.at) + AFTER_PART_END),
    }),
  };
}
