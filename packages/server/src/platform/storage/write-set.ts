// The view of one transaction before its commit: its own writes over what the database returns.
// Shared by both adapters.
import { ReadRecords } from "./read-records.ts";
import { compareText, isStorableKey } from "../records/storage-keys.ts";
import { layoutOf, type Layouts, type RecordLayout } from "./table-schema.ts";
import type {
  AnyTable,
  EventRecord,
  PrefixHit,
  PrefixSearch,
  Reader,
  Search,
  Table,
  Writer,
} from "../store.ts";
import {
  entryChanges,
  hasUniqueValue,
  sortWrites,
  type SortedWrites,
  type TableChange,
  type TableAccess,
  type UnreadPuts,
} from "./table-changes.ts";
import { mapMaybePromise, type MaybePromise } from "../async/maybe-promise.ts";

/** What an adapter reads from its database. Cached results come without a promise. */
export interface Source extends Pick<Reader, "findByPrefix"> {
  get<R extends object>(table: Table<R>, key: string): MaybePromise<R | undefined>;
  lookup<R extends object>(
    table: Table<R>,
    unique: string,
    value: string,
  ): MaybePromise<R | undefined>;
  find<R extends object>(table: Table<R>, search?: Search): MaybePromise<readonly R[]>;
  /** The records under these keys, as far as they exist. */
  getMany<R extends object>(table: Table<R>, keys: readonly string[]): Promise<readonly R[]>;
  /** With keys: counts only the records under these. */
  count<R extends object>(
    table: Table<R>,
    search?: Search,
    keys?: readonly string[],
  ): MaybePromise<number>;
  /**
   * Whether records that are put unread are assumed to be new, and the transaction is retried when
   * one is not: nearly all are, and checking would cost a round trip to the database.
   */
  readonly assumesNew?: (table: AnyTable) => boolean;
  /**
   * Whether the adapter checks for existing records itself as it applies the changes. In a
   * transaction that gives out unique values of the table, it does so for inserted records only:
   * the values that other records free must be known in advance.
   */
  readonly detectsExisting?: boolean;
}

const READ_FIRST: UnreadPuts = { inserted: "read", others: "read" };
const APPLY_INSERTED: UnreadPuts = { inserted: "apply", others: "read" };
const APPLY_ALL: UnreadPuts = { inserted: "apply", others: "apply" };

/** The view that a transaction's work uses. */
export class WriteSet implements Writer {
  readonly events: EventRecord[] = [];
  readonly #source: Source;
  readonly #tables = new Map<string, TableAccess>();
  #isEnded = false;

  constructor(source: Source) {
    this.#source = source;
  }

  get<R extends object>(table: Table<R>, key: string): Promise<R | undefined> {
    if (this.#isEnded) return Promise.reject(usedAfterEnd());
    const { written, readRecords, hasEntries } = this.#accessTo(table);
    if (written.has(key)) return Promise.resolve(written.get(key) as R | undefined);
    const found = this.#source.get(table, key);
    if (!hasEntries) return Promise.resolve(found);
    const noteRead = (record: R | undefined) => {
      readRecords.add(key, record);
      return record;
    };
    return Promise.resolve(mapMaybePromise(found, noteRead));
  }

  lookup<R extends object>(table: Table<R>, unique: string, value: string): Promise<R | undefined> {
    if (this.#isEnded) return Promise.reject(usedAfterEnd());
    const { written, readRecords, hasEntries } = this.#accessTo(table);
    const valueOf = table.unique[unique];
    for (const record of written.values() as Iterable<R | undefined>) {
      if (record !== undefined && valueOf?.(record) === value) return Promise.resolve(record);
    }
    const noteRead = (found: R | undefined) => {
      if (found === undefined || written.has(table.key(found))) return undefined;
      if (hasEntries) readRecords.add(table.key(found), found);
      return found;
    };
    // Writes that are made before this is awaited count, too.
    return Promise.resolve(this.#source.lookup(table, unique, value)).then(noteRead);
  }

  find<R extends object>(table: Table<R>, search: Search = {}): Promise<readonly R[]> {
    if (this.#isEnded) return Promise.reject(usedAfterEnd());
    const { written, readRecords, hasEntries } = this.#accessTo(table);
    // Any of the written keys may be among the first results, and drop out of them.
    const limit = search.limit === undefined ? undefined : search.limit + written.size;
    const noteRead = (found: readonly R[]) => {
      if (hasEntries)
        readRecords.addSorted(search.newestFirst === true ? found.toReversed() : found);
      return written.size === 0 ? found : merge(table, search, { found, written });
    };
    const wider = limit === undefined || written.size === 0 ? search : { ...search, limit };
    // Writes that are made before this is awaited count, too.
    return Promise.resolve(this.#source.find(table, wider)).then(noteRead);
  }

  async count<R extends object>(table: Table<R>, search: Search = {}): Promise<number> {
    const { written } = this.#accessTo(table);
    const { limit, ...unlimited } = search;
    // Any of the written keys may be among the counted ones.
    const further = limit === undefined ? {} : { limit: limit + written.size };
    const stored = await this.#source.count(table, { ...unlimited, ...further });
    if (written.size === 0) return stored;
    const overwritten = await this.#source.count(table, unlimited, [...written.keys()]);
    const all = stored - overwritten + matchingWrites(table, search, written).length;
    return limit === undefined ? all : Math.min(all, Math.max(0, limit));
  }

  async findByPrefix<R extends object>(
    table: Table<R>,
    search: PrefixSearch,
  ): Promise<readonly PrefixHit<R>[]> {
    const { written, readRecords, hasEntries } = this.#accessTo(table);
    const limit = written.size === 0 ? search.limit : Number.MAX_SAFE_INTEGER;
    const found = await this.#source.findByPrefix(table, { ...search, limit });
    if (hasEntries) for (const { record } of found) readRecords.add(table.key(record), record);
    if (written.size === 0) return found;
    const storedHits = found.filter(({ record }) => !written.has(table.key(record)));
    const records = [...written.values()].filter((record) => record !== undefined) as R[];
    return [...storedHits, ...hitsAmong(table, search, records)]
      .toSorted((a, b) => compareHits(table, a, b))
      .slice(0, Math.max(0, search.limit));
  }

  put<R extends object>(table: Table<R>, record: R): void {
    const key = table.key(record);
    if (!isStorableKey(key)) {
      throw new RangeError(`no record of "${table.name}" can be kept under ${JSON.stringify(key)}`);
    }
    this.#accessTo(table).written.set(key, record);
  }

  insert<R extends object>(table: Table<R>, record: R): void {
    this.put(table, record);
    (this.#accessTo(table).inserted ??= new Set()).add(table.key(record));
  }

  delete<R extends object>(table: Table<R>, key: string): void {
    if (isStorableKey(key)) this.#accessTo(table).written.set(key, undefined);
  }

  append(event: EventRecord): void {
    this.#refuseIfEnded();
    this.events.push(event);
  }

  /** Closes the view: calls that the work forgot to await must not take effect later. */
  end(): void {
    this.#isEnded = true;
  }

  /**
   * The changes to apply, in stored form. To remove old entries, the old records must be known:
   * those that were not read yet are read now.
   */
  changes(layouts: Layouts): readonly TableChange[] | Promise<readonly TableChange[]> {
    const sorted: TableWrites[] = [];
    let reading: Promise<void>[] | undefined;
    for (const access of this.#tables.values()) {
      if (access.written.size === 0) continue;
      const layout = layoutOf(layouts, access.table);
      const writes = sortWrites(layout, access, this.#unreadPuts(access));
      sorted.push({ access, layout, writes });
      const unread = unreadKeys(access, writes);
      if (unread.length > 0) (reading ??= []).push(this.#readMissing(access, unread));
    }
    if (reading === undefined) return sorted.map(changeOf);
    return Promise.all(reading).then(() => sorted.map(changeOf));
  }

  async #readMissing({ table, readRecords }: TableAccess, keys: readonly string[]): Promise<void> {
    for (const record of await this.#source.getMany<object>(table, keys)) {
      readRecords.add(table.key(record), record);
    }
  }

  #unreadPuts({ table, hasEntries, written }: TableAccess): UnreadPuts {
    const { assumesNew, detectsExisting } = this.#source;
    if (assumesNew !== undefined) {
      const others = hasEntries && assumesNew(table) ? "create" : "read";
      return { inserted: "create", others };
    }
    if (!hasEntries || detectsExisting !== true) return READ_FIRST;
    for (const record of written.values()) {
      if (record !== undefined && hasUniqueValue(table, record)) return APPLY_INSERTED;
    }
    return APPLY_ALL;
  }

  #accessTo(table: AnyTable): TableAccess {
    this.#refuseIfEnded();
    let access = this.#tables.get(table.name);
    if (access === undefined) {
      const hasEntries = hasAny(table.indexes) || hasAny(table.unique);
      access = { table, hasEntries, written: new Map(), readRecords: new ReadRecords(table) };
      this.#tables.set(table.name, access);
    }
    return access;
  }

  #refuseIfEnded(): void {
    if (this.#isEnded) throw usedAfterEnd();
  }
}

function usedAfterEnd(): Error {
  return new Error("a transaction was used after its end");
}

/** The writes to one table. */
interface TableWrites {
  readonly access: TableAccess;
  readonly layout: RecordLayout;
  readonly writes: SortedWrites;
}

/** The keys of old records that are needed, and were not read. */
function unreadKeys(
  { readRecords, hasEntries }: TableAccess,
  { deleted, put }: SortedWrites,
): string[] {
  const unread: string[] = [];
  if (!hasEntries) return unread;
  for (const key of deleted) if (!readRecords.has(key)) unread.push(key);
  for (const { key } of put) if (!readRecords.has(key)) unread.push(key);
  return unread;
}

function changeOf({ access, layout, writes }: TableWrites): TableChange {
  const { written, readRecords } = access;
  const { deleted, put, unread, created } = writes;
  const entries = entryChanges(layout, access, writes);
  return { deleted, put, unread, created, written, readRecords, layout, entries };
}

function matches<R extends object>(table: Table<R>, search: Search, record: R): boolean {
  const { index, value, after, before } = search;
  const key = table.key(record);
  if (after !== undefined && compareText(key, after) <= 0) return false;
  if (before !== undefined && compareText(key, before) >= 0) return false;
  return index === undefined || value === undefined || hasValue(table, index, { record, value });
}

function hasValue<R extends object>(
  table: Table<R>,
  index: string,
  { record, value }: { readonly record: R; readonly value: string },
): boolean {
  const values = table.indexes[index]?.(record);
  return typeof values === "string" ? values === value : (values?.includes(value) ?? false);
}

function compareHits<R extends object>(table: Table<R>, a: PrefixHit<R>, b: PrefixHit<R>): number {
  return compareText(a.value, b.value) || compareText(table.key(a.record), table.key(b.record));
}

function hitsAmong<R extends object>(
  table: Table<R>,
  { index, prefix, after, before }: PrefixSearch,
  records: readonly R[],
): readonly PrefixHit<R>[] {
  const isBefore = (value: string) => before === undefined || compareText(value, before) < 0;
  const isAfter = (value: string, key: string) =>
    after === undefined || (compareText(value, after.value) || compareText(key, after.key)) > 0;
  return records.flatMap((record) =>
    [...new Set([table.indexes[index]?.(record) ?? []].flat())]
      .filter(
        (value) => value.startsWith(prefix) && isBefore(value) && isAfter(value, table.key(record)),
      )
      .map((value) => ({ value, record })),
  );
}

function matchingWrites<R extends object>(
  table: Table<R>,
  search: Search,
  written: ReadonlyMap<string, object | undefined>,
): readonly R[] {
  const records = [...written.values()] as readonly (R | undefined)[];
  return records.filter((record) => record !== undefined && matches(table, search, record)) as R[];
}

function merge<R extends object>(
  table: Table<R>,
  search: Search,
  from: {
    readonly found: readonly R[];
    readonly written: ReadonlyMap<string, object | undefined>;
  },
): readonly R[] {
  const stored = from.found.filter((record) => !from.written.has(table.key(record)));
  const all = [...stored, ...matchingWrites(table, search, from.written)];
  const direction = search.newestFirst === true ? -1 : 1;
  all.sort((a, b) => direction * compareText(table.key(a), table.key(b)));
  return search.limit === undefined ? all : all.slice(0, Math.max(0, search.limit));
}

function hasAny(declarations: object): boolean {
  for (const _ in declarations) return true;
  return false;
}
