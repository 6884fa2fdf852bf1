// The changes of a transaction to its tables, in stored form.
import type { ReadRecords } from "./read-records.ts";
import type { EntryLayout, RecordLayout } from "./table-schema.ts";
import type { AnyTable } from "../store.ts";

/** A record in its stored form. */
export interface KeyedBody {
  readonly key: string;
  readonly body: string;
}

/** A record that is put without reading its key, and so may replace a stored one. */
export interface UnreadRecord extends KeyedBody {
  readonly record: object;
}

/** A value of an index, and the key of a record that has it. */
export type EntryPair = readonly [value: string, key: string];

export interface EntryChange {
  readonly entry: EntryLayout;
  readonly removed: readonly EntryPair[];
  readonly added: readonly EntryPair[];
}

/** The changes of a transaction to one table: removals are applied before additions. */
export interface TableChange {
  readonly layout: RecordLayout;
  readonly deleted: readonly string[];
  readonly put: readonly KeyedBody[];
  readonly unread: readonly UnreadRecord[];
  /** Records that are assumed to be new: an existing key fails the transaction. */
  readonly created: readonly KeyedBody[];
  /** The changed entries of all records except those in `unread`. */
  readonly entries: readonly EntryChange[];
  readonly written: TableAccess["written"];
  readonly readRecords: Pick<ReadRecords, "get">;
}

/** What a transaction has read and written of one table so far. */
export interface TableAccess {
  readonly table: AnyTable;
  readonly hasEntries: boolean;
  /** Written records by key; undefined: deleted. */
  readonly written: Map<string, object | undefined>;
  /** Records that were read; undefined: there is none. */
  readonly readRecords: ReadRecords;
  /** The keys of inserted records, which were just generated. */
  inserted?: Set<string>;
}

const NO_VALUES: readonly string[] = [];

export function hasUniqueValue({ unique }: AnyTable, record: object): boolean {
  for (const name in unique) if (unique[name]?.(record) !== undefined) return true;
  return false;
}

/** The writes to one table, by how they are applied. */
export interface SortedWrites {
  readonly deleted: readonly string[];
  readonly put: readonly KeyedBody[];
  readonly unread: readonly UnreadRecord[];
  readonly created: readonly KeyedBody[];
}

/**
 * How a record is put whose key was not read: the old record is read first, the adapter checks as
 * it applies the changes, or the key must be free.
 */
export type UnreadPut = "read" | "apply" | "create";

/** How unread records are put: those that were inserted, and all others. */
export interface UnreadPuts {
  readonly inserted: UnreadPut;
  readonly others: UnreadPut;
}

export function sortWrites(
  { form }: RecordLayout,
  { written, readRecords, inserted }: TableAccess,
  unreadPuts: UnreadPuts,
): SortedWrites {
  const deleted: string[] = [];
  const put: KeyedBody[] = [];
  const unread: UnreadRecord[] = [];
  const created: KeyedBody[] = [];
  for (const [key, record] of written) {
    if (record === undefined) {
      deleted.push(key);
      continue;
    }
    const body = form.write(record, key);
    const isInserted = inserted?.has(key) === true;
    const method = isInserted ? unreadPuts.inserted : unreadPuts.others;
    if (method === "create" && (isInserted || !readRecords.has(key))) created.push({ key, body });
    else if (method === "apply" && !readRecords.has(key)) unread.push({ key, body, record });
    else put.push({ key, body });
  }
  return { deleted, put, unread, created };
}

export function entryChanges(
  layout: RecordLayout,
  { written, readRecords }: TableAccess,
  { deleted, put, created }: SortedWrites,
): readonly EntryChange[] {
  const changes: EntryChange[] = [];
  for (const entry of layout.entries) {
    const removed: EntryPair[] = [];
    const added: EntryPair[] = [];
    const change = (key: string) => {
      addChange({ removed, added }, key, {
        before: valuesOf(entry, readRecords.get(key)),
        after: valuesOf(entry, written.get(key)),
      });
    };
    for (const key of deleted) change(key);
    for (const { key } of put) change(key);
    for (const { key } of created) change(key);
    if (removed.length + added.length > 0) changes.push({ entry, removed, added });
  }
  return changes;
}

function valuesOf(entry: EntryLayout, record: object | undefined): readonly string[] {
  return record === undefined ? NO_VALUES : entry.values(record);
}

/** Adds the changed entries of one record, by its values before and after. */
function addChange(
  { removed, added }: { readonly removed: EntryPair[]; readonly added: EntryPair[] },
  key: string,
  { before, after }: { readonly before: readonly string[]; readonly after: readonly string[] },
): void {
  for (const value of difference(before, after)) removed.push([value, key]);
  for (const value of difference(after, before)) added.push([value, key]);
}

/** The changed entries of one record, which may be absent before or after. */
export function entryChange(
  entry: EntryLayout,
  key: string,
  { old, record }: { readonly old: object | undefined; readonly record: object | undefined },
): EntryChange {
  const change = { entry, removed: [], added: [] };
  addChange(change, key, { before: valuesOf(entry, old), after: valuesOf(entry, record) });
  return change;
}

function difference(values: readonly string[], others: readonly string[]): readonly string[] {
  if (values.length === 0 || others.length === 0) return values;
  // Most records have one value in an index, and keep it.
  if (values.length === 1 && others.length === 1) {
    return values[0] === others[0] ? NO_VALUES : values;
  }
  const otherValues = new Set(others);
  return values.filter((value) => !otherValues.has(value));
}
