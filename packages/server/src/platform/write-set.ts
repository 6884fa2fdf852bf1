// What one transaction reads and writes before it goes out: its own writes laid over what the
// database gives. Shared by both adapters.
import { compareText, isStorableKey } from "./key-text.ts";
import { layoutOf, type EntryLayout, type Layouts, type RecordLayout } from "./record-layout.ts";
import type { AnyTable, EventRecord, Reader, Search, Table, Writer } from "./store.ts";

/** What an adapter reads from its database. */
export interface Source extends Reader {
  /** The records under these keys, as far as there are any. */
  getMany<R extends object>(table: Table<R>, keys: readonly string[]): Promise<readonly R[]>;
  /** With `among`: counts only records under these keys. */
  count<R extends object>(
    table: Table<R>,
    search?: Search,
    among?: readonly string[],
  ): Promise<number>;
  /**
   * Puts the records whose keys are free, and returns those keys. For databases where reading that
   * a key is free would make transactions conflict that create records of neighbouring keys.
   */
  claim?(table: AnyTable, records: readonly KeyedBody[]): Promise<ReadonlySet<string>>;
}

/** A record in its stored form. */
export interface KeyedBody {
  readonly key: string;
  readonly body: string;
}

/** A value of an index, and the key that it leads to. */
export type EntryPair = readonly [value: string, key: string];

export interface EntryChange {
  readonly entry: EntryLayout;
  readonly removed: readonly EntryPair[];
  readonly added: readonly EntryPair[];
}

/** What a transaction does to one table: first all that goes, then all that comes. */
export interface TableChange {
  readonly layout: RecordLayout;
  readonly deleted: readonly string[];
  readonly put: readonly KeyedBody[];
  readonly entries: readonly EntryChange[];
}

interface Touched {
  readonly table: AnyTable;
  readonly hasEntries: boolean;
  /** By key; undefined: deleted. */
  readonly written: Map<string, object | undefined>;
  /** What the database was seen to hold; undefined: nothing. */
  readonly seen: Map<string, object | undefined>;
}

/** The view of one transaction's work. */
export class WriteSet implements Writer {
  readonly events: EventRecord[] = [];
  readonly #source: Source;
  readonly #tables = new Map<string, Touched>();
  #ended = false;

  constructor(source: Source) {
    this.#source = source;
  }

  async get<R extends object>(table: Table<R>, key: string): Promise<R | undefined> {
    const { written, seen, hasEntries } = this.#touched(table);
    if (written.has(key)) return written.get(key) as R | undefined;
    const record = await this.#source.get(table, key);
    if (hasEntries) seen.set(key, record);
    return record;
  }

  async lookup<R extends object>(
    table: Table<R>,
    unique: string,
    value: string,
  ): Promise<R | undefined> {
    const { written } = this.#touched(table);
    const valueOf = table.unique[unique];
    for (const record of written.values() as Iterable<R | undefined>) {
      if (record !== undefined && valueOf?.(record) === value) return record;
    }
    const found = await this.#source.lookup(table, unique, value);
    return found === undefined || written.has(table.key(found)) ? undefined : found;
  }

  async find<R extends object>(table: Table<R>, search: Search = {}): Promise<readonly R[]> {
    const { written, seen, hasEntries } = this.#touched(table);
    // Any of the written keys may be among the first ones found, and fall out of them.
    const limit = search.limit === undefined ? undefined : search.limit + written.size;
    const found = await this.#source.find(
      table,
      limit === undefined || written.size === 0 ? search : { ...search, limit },
    );
    if (hasEntries) for (const record of found) seen.set(table.key(record), record);
    return written.size === 0 ? found : merged(table, search, { found, written });
  }

  async count<R extends object>(table: Table<R>, search: Search = {}): Promise<number> {
    const { written } = this.#touched(table);
    const stored = await this.#source.count(table, search);
    if (written.size === 0) return stored;
    const covered = await this.#source.count(table, search, [...written.keys()]);
    return stored - covered + matching(table, search, written).length;
  }

  put<R extends object>(table: Table<R>, record: R): void {
    const key = table.key(record);
    if (!isStorableKey(key)) {
      throw new RangeError(`no record of "${table.name}" can be kept under ${JSON.stringify(key)}`);
    }
    this.#touched(table).written.set(key, record);
  }

  delete<R extends object>(table: Table<R>, key: string): void {
    if (isStorableKey(key)) this.#touched(table).written.set(key, undefined);
  }

  append(event: EventRecord): void {
    this.#refuseIfEnded();
    this.events.push(event);
  }

  /** From here on the work's view is closed: what it forgot to wait for must not slip out later. */
  end(): void {
    this.#ended = true;
  }

  /** What goes out, in the form in which it is stored. */
  async changes(layouts: Layouts): Promise<readonly TableChange[]> {
    const changes: TableChange[] = [];
    for (const touched of this.#tables.values()) {
      if (touched.written.size === 0) continue;
      const layout = layoutOf(layouts, touched.table);
      const bodies = bodiesOf(touched.written);
      const claimed = touched.hasEntries ? await this.#seeAll(touched, bodies) : NO_TEXTS;
      changes.push({
        layout,
        deleted: [...touched.written.keys()].filter((key) => !bodies.has(key)),
        put: [...bodies.values()].filter(({ key }) => !claimed.has(key)),
        entries: entryChanges(layout, touched),
      });
    }
    return changes;
  }

  /**
   * To take old entries away, the old records must be known.
   *
   * @returns the keys of records that were put on the way
   */
  async #seeAll(
    { table, written, seen }: Touched,
    bodies: ReadonlyMap<string, KeyedBody>,
  ): Promise<ReadonlySet<string>> {
    const isUnseen = (key: string) => !seen.has(key);
    const puts = [...bodies.values()].filter(({ key }) => isUnseen(key));
    const claimed = puts.length > 0 ? await this.#source.claim?.(table, puts) : undefined;
    for (const key of claimed ?? NO_TEXTS) seen.set(key, undefined);
    const unseen = [...written.keys()].filter(isUnseen);
    if (unseen.length > 0) {
      for (const record of await this.#source.getMany<object>(table, unseen)) {
        seen.set(table.key(record), record);
      }
    }
    return claimed ?? NO_TEXTS;
  }

  #touched(table: AnyTable): Touched {
    this.#refuseIfEnded();
    let touched = this.#tables.get(table.name);
    if (touched === undefined) {
      const hasEntries =
        Object.keys(table.indexes).length > 0 || Object.keys(table.unique).length > 0;
      touched = { table, hasEntries, written: new Map(), seen: new Map() };
      this.#tables.set(table.name, touched);
    }
    return touched;
  }

  #refuseIfEnded(): void {
    if (this.#ended) throw new Error("a transaction was used after its end");
  }
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

function matching<R extends object>(
  table: Table<R>,
  search: Search,
  written: ReadonlyMap<string, object | undefined>,
): readonly R[] {
  const records = [...written.values()] as readonly (R | undefined)[];
  return records.filter((record) => record !== undefined && matches(table, search, record)) as R[];
}

function merged<R extends object>(
  table: Table<R>,
  search: Search,
  from: {
    readonly found: readonly R[];
    readonly written: ReadonlyMap<string, object | undefined>;
  },
): readonly R[] {
  const kept = from.found.filter((record) => !from.written.has(table.key(record)));
  const all = [...kept, ...matching(table, search, from.written)];
  const direction = search.newestFirst === true ? -1 : 1;
  all.sort((a, b) => direction * compareText(table.key(a), table.key(b)));
  return search.limit === undefined ? all : all.slice(0, Math.max(0, search.limit));
}

const NO_TEXTS: ReadonlySet<string> = new Set();

function bodiesOf(written: Touched["written"]): ReadonlyMap<string, KeyedBody> {
  const bodies = new Map<string, KeyedBody>();
  for (const [key, record] of written) {
    if (record !== undefined) bodies.set(key, { key, body: JSON.stringify(record) });
  }
  return bodies;
}

function entryChanges(layout: RecordLayout, touched: Touched): readonly EntryChange[] {
  return layout.entries
    .map((entry) => entryChange(entry, touched))
    .filter(({ removed, added }) => removed.length + added.length > 0);
}

function entryChange(entry: EntryLayout, { written, seen }: Touched): EntryChange {
  const removed: EntryPair[] = [];
  const added: EntryPair[] = [];
  for (const [key, record] of written) {
    const old = seen.get(key);
    const before = old === undefined ? NO_TEXTS : entry.values(old);
    const after = record === undefined ? NO_TEXTS : entry.values(record);
    for (const value of before) if (!after.has(value)) removed.push([value, key]);
    for (const value of after) if (!before.has(value)) added.push([value, key]);
  }
  return { entry, removed, added };
}
