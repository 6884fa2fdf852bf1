// What changed since when: by this a cache knows whether what it keeps still holds. A read depends on
// places: a record by its key, the records whose keys begin alike, those that an index finds by one
// value. A commit changes places too, and what was read holds until one of its own is among them.
import type { CacheDependencies, TableVersions } from "../cache-dependencies.ts";
import { beginningBetween, eachBeginning } from "../records/compound-keys.ts";
import type { EntryLayout } from "../storage/table-schema.ts";
import type { TableChange } from "../storage/table-changes.ts";

/**
 * Places share this many numbers: two with the same one end what is kept too early, never too late.
 * Processes name them to one another: a change of how they are numbered raises `PLATFORM`
 * (postgres/version-gate.ts).
 */
const PLACES = 8192;

function placeOf(table: string, kind: string, text: string): number {
  let hash = 0x811c9dc5;
  for (const part of [table, kind, text]) {
    for (let i = 0; i < part.length; i += 1) {
      hash = Math.imul(hash ^ part.charCodeAt(i), 0x01000193);
    }
    hash = Math.imul(hash ^ 0xffff, 0x01000193);
  }
  return (hash >>> 8) % PLACES;
}

/** The place of one record. */
export function recordPlace(table: string, key: string): number {
  return placeOf(table, "record", key);
}

/** The place of all records whose keys begin with some whole parts. */
function beginningPlace(table: string, beginning: string): number {
  return placeOf(table, "beginning", beginning);
}

/** The place of all records that an index or unique declaration finds by a value, as it is stored. */
export function entryPlace(
  table: string,
  { kind, name }: Pick<EntryLayout, "kind" | "name">,
  value: string,
): number {
  return placeOf(table, `${kind}.${name}`, value);
}

/** The place of the keys between two bounds, when these say no more than how the keys begin. */
export function rangePlace(
  table: string,
  bounds: { readonly after?: string | undefined; readonly before?: string | undefined },
): number | undefined {
  const beginning = beginningBetween(bounds);
  return beginning === undefined ? undefined : beginningPlace(table, beginning);
}

/** What one commit did to a table, as far as places go. */
export type PlacedChange = Pick<
  TableChange,
  "layout" | "deleted" | "put" | "unread" | "created" | "entries"
>;

/** Marks every place that one commit changed in a table. */
export function markPlaces(
  { layout, deleted, put, unread, created, entries }: PlacedChange,
  mark: (place: number) => void,
): void {
  const { name } = layout.table;
  for (const key of deleted) markKey(name, key, mark);
  for (const { key } of put) markKey(name, key, mark);
  for (const { key } of created) markKey(name, key, mark);
  for (const { key, record } of unread) {
    markKey(name, key, mark);
    for (const entry of layout.entries) {
      for (const value of entry.values(record)) mark(entryPlace(name, entry, value));
    }
  }
  for (const { entry, removed, added } of entries) {
    for (const [value] of removed) mark(entryPlace(name, entry, value));
    for (const [value] of added) mark(entryPlace(name, entry, value));
  }
}

function markKey(table: string, key: string, mark: (place: number) => void): void {
  mark(recordPlace(table, key));
  eachBeginning(key, (beginning) => mark(beginningPlace(table, beginning)));
}

/** Where one transaction changed something. */
export interface ChangedPlaces {
  readonly tables: readonly string[];
  readonly places: readonly number[];
  /** Tables of which some old index values are not known. */
  readonly blurred: readonly string[];
}

/**
 * Where changes are, as numbers: the records themselves need not be kept until the commit.
 *
 * @param blurred tables of which some old index values are not known
 */
export function changedPlaces(
  changes: readonly PlacedChange[],
  blurred: readonly string[],
): ChangedPlaces {
  const tables: string[] = [];
  const places: number[] = [];
  for (const change of changes) {
    tables.push(change.layout.table.name);
    markPlaces(change, (place) => places.push(place));
  }
  return { tables, places, blurred };
}

/** Counts commits, and remembers the last one that changed each place. */
export class CommitCounter implements TableVersions {
  #count = 0;
  /** Changes of unknown tables count as changes of all. */
  #allChangedAt = 0;
  /** Of which it is not known what of them changed. */
  readonly #wholeChangedAt = new Map<string, number>();
  readonly #tableChangedAt = new Map<string, number>();
  #placeChangedAt: Float64Array | undefined;
  readonly #mark = (place: number): void => {
    this.#placeChangedAt ??= new Float64Array(PLACES);
    this.#placeChangedAt[place] = this.#count;
  };

  stamp(): number {
    return this.#count;
  }

  sees(): boolean {
    return true;
  }

  holds({ stamp, tables, wholeTables, places }: CacheDependencies): boolean {
    if (this.#allChangedAt > stamp) return false;
    for (const table of tables) {
      if ((this.#wholeChangedAt.get(table) ?? 0) > stamp) return false;
    }
    for (const table of wholeTables) {
      if ((this.#tableChangedAt.get(table) ?? 0) > stamp) return false;
    }
    const changedAt = this.#placeChangedAt;
    if (changedAt === undefined) return true;
    for (const place of places) {
      if ((changedAt[place] ?? 0) > stamp) return false;
    }
    return true;
  }

  /** To be called with a commit that changed tables, before any read can begin that shows it. */
  changed(tables: Iterable<string>): void {
    this.#count += 1;
    for (const table of tables) {
      this.#wholeChangedAt.set(table, this.#count);
      this.#tableChangedAt.set(table, this.#count);
    }
  }

  /** The same of a commit of some transactions of which it is known where they changed something. */
  changedIn(transactions: readonly ChangedPlaces[]): void {
    this.#count += 1;
    for (const { tables, places, blurred } of transactions) {
      for (const table of tables) this.#tableChangedAt.set(table, this.#count);
      for (const place of places) this.#mark(place);
      for (const table of blurred) this.#wholeChangedAt.set(table, this.#count);
    }
  }

  /** The same of a commit of which another process says where it changed these tables. */
  changedAt(tables: Iterable<string>, places: Iterable<number>): void {
    this.#count += 1;
    for (const table of tables) this.#tableChangedAt.set(table, this.#count);
    for (const place of places) this.#mark(place);
  }

  allChanged(): void {
    this.#count += 1;
    this.#allChangedAt = this.#count;
  }
}
