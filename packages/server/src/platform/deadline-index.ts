// The index that orders records by their deadlines.
import type { Millis } from "./clock.ts";
import type { Cause } from "./journal.ts";
import { instantKey } from "./records/storage-keys.ts";

/** The failures of a record's deadline, which is retried and finally given up. */
export interface PostponedDeadline {
  /** The instant of the deadline: a moved deadline starts without failures. */
  readonly of: Millis;
  readonly attempts: number;
  /** When it is retried; absent once it was given up. */
  readonly until?: Millis;
}

/** A record with the notes of the scheduler. */
interface SchedulerNotes {
  readonly deadlinePutOff?: PostponedDeadline;
  /** The id of the journal entry that caused it, followed by its trace if that differs. */
  readonly deadlineCause?: string;
}

/** The failures of a record's deadline, if any. */
export function postponementOf(
  record: object,
  of: Millis | undefined,
): PostponedDeadline | undefined {
  const { deadlinePutOff } = record as SchedulerNotes;
  return of !== undefined && deadlinePutOff?.of === of ? deadlinePutOff : undefined;
}

/** The same record with its deadline put off. */
export function withPostponement<R extends object>(
  record: R,
  deadlinePutOff: PostponedDeadline,
): R {
  return { ...record, deadlinePutOff };
}

/** The record as its domain put it, without the notes of the scheduler. */
export function withoutNotes<R extends object>(record: R): R {
  const { deadlinePutOff: _putOff, deadlineCause: _cause, ...own } = record as SchedulerNotes;
  return own as R;
}

/** The journal entry that last set or left a record's deadline, as far as it was recorded. */
export function causeOf(record: object): Cause | undefined {
  const [id, trace = id] = (record as SchedulerNotes).deadlineCause?.split(" ") ?? [];
  return id === undefined || trace === undefined ? undefined : { id, trace };
}

/** The same record with the cause of its deadline, if it is known. */
export function withCause<R extends object>(record: R, cause: Cause | undefined): R {
  if (cause === undefined) return record;
  const { id, trace } = cause;
  return { ...record, deadlineCause: id === trace ? id : `${id} ${trace}` };
}

/** When a record's deadline is due, retries included. */
export function dueAt<R extends object>(
  deadline: (record: R) => Millis | undefined,
  record: R,
): Millis | undefined {
  const at = deadline(record);
  const postponement = postponementOf(record, at);
  return postponement === undefined ? at : postponement.until;
}

/** Returns the function that reads the index's value of a record. */
export function deadlineIndex<R extends object>(deadline: (record: R) => Millis | undefined) {
  const read = (record: R) => {
    const at = dueAt(deadline, record);
    return at === undefined ? undefined : instantKey(at);
  };
  const { version } = deadline as { readonly version?: number };
  return version === undefined ? read : Object.assign(read, { version });
}
