// Tracks what each commit changed, so that a cache can tell whether its entries still hold. A read
// depends on places: a record by its key, the records with a key prefix, or those that an index has
// under one value. A commit changes places too, and a read holds until one of its own is among
// them.
import type { CacheDependencies, TableVersions } from "../cache-dependencies.ts";
import { prefixBetween, forEachPrefix } from "../records/compound-keys.ts";
import type { EntryLayout } from "../storage/table-schema.ts";
import type { TableChange } from "../storage/table-changes.ts";

/**
 * The number of slots that places are hashed into: a collision ends a cache entry too early, never
 * too late. Processes exchange these numbers: a change of the hash raises `PLATFORM`
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

/** The place of all records whose keys share a prefix of whole parts. */
function prefixPlace(table: string, prefix: string): number {
  return placeOf(table, "beginning", prefix);
}

/** The place of all records that an index or unique declaration has under a stored value. */
export function entryPlace(
  table: string,
  { kind, name }: Pick<EntryLayout, "kind" | "name">,
  value: string,
): number {
  return placeOf(table, `${kind}.${name}`, value);
}

/** The place of the keys between two bounds, if these are exactly the bounds of a prefix. */
export function rangePlace(
  table: string,
  bounds: { readonly after?: string | undefined; readonly before?: string | undefined },
): number | undefined {
  const prefix = prefixBetween(bounds);
  return prefix === undefined ? undefined : prefixPlace(table, prefix);
}

/** The parts of a table's change from which its places follow. */
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
  forEachPrefix(key, (prefix) => mark(prefixPlace(table, prefix)));
}

/** The places that one transaction changed. */
export interface ChangedPlaces {
  readonly tables: readonly string[];
  readonly places: readonly number[];
  /** Tables of which some old index values are unknown. */
  readonly imprecise: readonly string[];
}

/**
 * The places of changes, as numbers: the records themselves need not be kept until the commit.
 *
 * @param imprecise tables of which some old index values are unknown
 */
export function changedPlaces(
  changes: readonly PlacedChange[],
  imprecise: readonly string[],
): ChangedPlaces {
  const tables: string[] = [];
  const places: number[] = [];
  for (const change of changes) {
    tables.push(change.layout.table.name);
    markPlaces(change, (place) => places.push(place));
  }
  return { tables, places, imprecise };
}

/** Counts commits, and keeps the last one that changed each place. */
export class CommitCounter implements TableVersions {
  #count = 0;
  /** The last commit whose tables are unknown, which counts as a change of all. */
  #allChangedAt = 0;
  /** The last commit that changed each table in unknown places. */
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

  tracks(): boolean {
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

  /**
   * To be called with a commit that changed tables in unknown places, before a read of it can
   * begin.
   */
  changed(tables: Iterable<string>): void {
    this.#count += 1;
    for (const table of tables) {
      this.#wholeChangedAt.set(table, this.#count);
      this.#tableChangedAt.set(table, this.#count);
    }
  }

  /** As `changed`, for a commit of transactions whose places are known. */
  changedIn(transactions: readonly ChangedPlaces[]): void {
    this.#count += 1;
    for (const { tables, places, imprecise } of transactions) {
      for (const table of tables) this.#tableChangedAt.set(table, this.#count);
      for (const place of places) this.#mark(place);
      for (const table of imprecise) this.#wholeChangedAt.set(table, this.#count);
    }
  }

  /** As `changed`, for a commit of another process, which reported its places in these tables. */
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
