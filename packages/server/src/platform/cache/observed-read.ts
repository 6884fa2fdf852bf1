// A read that tracks its dependencies, so that its result can be cached until one of them changes.
import type { CacheDependencies } from "../cache-dependencies.ts";
import type { Millis } from "../clock.ts";
import { entryPlace, rangePlace, recordPlace } from "./commit-counter.ts";
import type { ReadContext, Settings } from "../context.ts";
import type { Origin } from "../journal.ts";
import { storedValue } from "../records/storage-keys.ts";
import type { PrefixSearch, Reader, Search, Table } from "../store.ts";

/** A search with more results depends on the whole table: a place for each would cost more. */
const PLACES_MAX = 64;

/** A read context that notes whether the time was read. */
export class ObservedContext implements ReadContext {
  readonly tx: Reader;
  readonly settings: Settings;
  readonly origin: Origin | undefined;
  hasReadTime = false;
  readonly #now: Millis;

  constructor({ now, tx, settings, origin }: ReadContext) {
    this.tx = tx;
    this.settings = settings;
    this.origin = origin;
    this.#now = now;
  }

  get now(): Millis {
    this.hasReadTime = true;
    return this.#now;
  }
}

/** A view that tracks what is read. */
export class ObservedReader implements Reader {
  readonly #tables = new Set<string>();
  readonly #wholeTables = new Set<string>();
  readonly #places: number[] = [];
  readonly #tx: Reader;

  constructor(tx: Reader) {
    this.#tx = tx;
  }

  /** The dependencies so far. @param stamp the count of commits before the first read */
  dependencies(stamp: number): CacheDependencies {
    return { stamp, tables: this.#tables, wholeTables: this.#wholeTables, places: this.#places };
  }

  get<R extends object>(table: Table<R>, key: string): Promise<R | undefined> {
    this.#addPlace(table.name, recordPlace(table.name, key));
    return this.#tx.get(table, key);
  }

  async lookup<R extends object>(
    table: Table<R>,
    unique: string,
    value: string,
  ): Promise<R | undefined> {
    const entry = { kind: "unique", name: unique } as const;
    this.#addPlace(table.name, entryPlace(table.name, entry, storedValue(value)));
    const found = await this.#tx.lookup(table, unique, value);
    if (found !== undefined) this.#addRecord(table, found);
    return found;
  }

  async find<R extends object>(table: Table<R>, search: Search = {}): Promise<readonly R[]> {
    this.#addSearch(table.name, search);
    const found = await this.#tx.find(table, search);
    // Found records may change without entering or leaving the result.
    if (found.length > PLACES_MAX) this.#wholeTables.add(table.name);
    else if (search.index !== undefined) for (const record of found) this.#addRecord(table, record);
    return found;
  }

  count<R extends object>(table: Table<R>, search: Search = {}): Promise<number> {
    this.#addSearch(table.name, search);
    return this.#tx.count(table, search);
  }

  findByPrefix<R extends object>(table: Table<R>, search: PrefixSearch) {
    this.#addPlace(table.name, undefined);
    return this.#tx.findByPrefix(table, search);
  }

  #addSearch(table: string, search: Search): void {
    const { index, value } = search;
    this.#addPlace(
      table,
      index === undefined || value === undefined
        ? rangePlace(table, search)
        : entryPlace(table, { kind: "index", name: index }, storedValue(value)),
    );
  }

  #addRecord<R extends object>(table: Table<R>, record: R): void {
    this.#addPlace(table.name, recordPlace(table.name, table.key(record)));
  }

  /** @param place absent: anywhere in the table */
  #addPlace(table: string, place: number | undefined): void {
    this.#tables.add(table);
    if (place === undefined || this.#places.length >= PLACES_MAX * 4) this.#wholeTables.add(table);
    else this.#places.push(place);
  }
}
