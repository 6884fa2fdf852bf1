// Deadlines: work that falls due for a record at an instant that the record itself holds, such as a
// lobby that idles out or a token that expires. Nothing is scheduled for it: putting the record
// sets, moves or clears its deadline in the same transaction, and deleting it needs no clean-up.
import type { Millis } from "../clock.ts";
import type { Context } from "../context.ts";
import { definedFields } from "../defined-fields.ts";
import {
  causeOf,
  dueAt,
  postponementOf,
  withoutNotes,
  withPostponement,
} from "../deadline-index.ts";
import {
  inJournal,
  retryDelay,
  type DueDeps,
  type DueItem,
  type DueSearch,
  type DueSource,
} from "./due.ts";
import type { Origin } from "../journal.ts";
import { instantKey } from "../records/storage-keys.ts";
import type { AnyTable, PrefixSearch, Reader, Table } from "../store.ts";

/** The work to do when a record's deadline has come. */
export interface DeadlineRule<R extends object> {
  /** The name of the work, such as `lobby.idle`. */
  readonly kind: string | ((record: R) => string);
  /** The id of what it falls due for, for listings and the journal. */
  readonly subject: (record: R) => string;
  /** Deletes the record, or puts it with a later deadline or none. */
  readonly run: (ctx: Context, record: R) => void | Promise<void>;
}

/** A table with its rule, as lists of deadlines hold it. */
export interface Deadline {
  readonly table: AnyTable;
  readonly rule: DeadlineRule<never>;
}

/** Binds the work to do at the deadline of a table's records. */
export function onDeadline<R extends object>(table: Table<R>, rule: DeadlineRule<R>): Deadline {
  if (table.deadline === undefined) throw new Error(`"${table.name}" declares no deadline`);
  return { table, rule };
}

/** The records of a table as due items. */
export function deadlineSource(deps: DueDeps, deadline: Deadline): DueSource {
  const table = deadline.table as Table<object>;
  const rule = deadline.rule as DeadlineRule<object>;
  return {
    table: table.name,
    keepsOrder: false,
    async find(search, view) {
      const readDue = (tx: Reader) => dueRecords(tx, table, search);
      const hits = await (view === undefined ? deps.read(readDue) : readDue(view));
      return hits.map(({ record, at }): DueItem => {
        const key = table.key(record);
        const kind = kindOf(rule, record);
        const subject = rule.subject(record);
        const cause = causeOf(record);
        return {
          table: table.name,
          key,
          at,
          kind,
          subject,
          run: () =>
            inJournal(deps, { kind, subject, cause }, (origin) =>
              runIfDue(deps, { table, rule, origin }, key),
            ),
        };
      });
    },
  };
}

/** The last code point: no key comes after it. */
const LAST_KEY = "\u{10FFFF}";

/** Records in the order of their deadlines, and of their keys where these are the same. */
export async function dueRecords<R extends object>(
  tx: Reader,
  table: Table<R>,
  { until, after, limit }: DueSearch,
): Promise<readonly { readonly record: R; readonly at: Millis }[]> {
  const search: PrefixSearch = {
    index: "deadline",
    prefix: "",
    limit,
    ...definedFields({
      before: until === undefined ? undefined : instantKey(until + 1),
      after: after && { value: instantKey(after.at), key: after.key ?? LAST_KEY },
    }),
  };
  const hits = await tx.findByPrefix(table, search);
  return hits.map(({ record, value }) => ({ record, at: Number(value) }));
}

interface BoundRule {
  readonly table: Table<object>;
  readonly rule: DeadlineRule<object>;
  readonly origin?: Origin | undefined;
}

/** The record under a key, if its deadline has come. */
async function dueRecord(ctx: Context, table: Table<object>, key: string) {
  const record = await ctx.tx.get(table, key);
  const at = record === undefined ? undefined : dueAt(deadlineOf(table), record);
  return record !== undefined && at !== undefined && at <= ctx.now ? { record, at } : undefined;
}

function deadlineOf(table: Table<object>): (record: object) => Millis | undefined {
  return table.deadline ?? (() => undefined);
}

function kindOf({ kind }: DeadlineRule<object>, record: object): string {
  return typeof kind === "string" ? kind : kind(record);
}

/** Runs the rule for a record, if it is still due. */
async function runIfDue(deps: DueDeps, { table, rule, origin }: BoundRule, key: string) {
  try {
    return await deps.transaction(async (ctx) => {
      const due = await dueRecord(ctx, table, key);
      if (due === undefined) return "not due any more";
      await rule.run(ctx, withoutNotes(due.record));
      // After a clock jump the next deadline may have come too, but the same one must not remain.
      if ((await dueRecord(ctx, table, key))?.at === due.at) {
        throw new Error(`a record of "${table.name}" kept the deadline that it had`);
      }
      return "done";
    }, origin);
  } catch (error) {
    await postpone(deps, { table, rule }, { key, error });
    return "failed";
  }
}

/** Stores the failure in the record, so that the work is retried whatever happens meanwhile. */
async function postpone(
  deps: DueDeps,
  { table, rule }: BoundRule,
  { key, error }: { readonly key: string; readonly error: unknown },
): Promise<void> {
  const failure = await deps.transaction(async (ctx) => {
    const record = (await dueRecord(ctx, table, key))?.record;
    const of = record === undefined ? undefined : deadlineOf(table)(record);
    if (record === undefined || of === undefined) return undefined;
    const attempts = (postponementOf(record, of)?.attempts ?? 0) + 1;
    const waitMs = retryDelay(attempts);
    const until = waitMs === undefined ? undefined : ctx.now + waitMs;
    ctx.tx.put(table, withPostponement(record, { of, attempts, ...definedFields({ until }) }));
    return { kind: kindOf(rule, record), isGivenUp: waitMs === undefined };
  });
  if (failure !== undefined) deps.failed(failure.kind, { error, isGivenUp: failure.isGivenUp });
}
