// A cache of what the writing connection has recently searched for: transactions repeat the same
// few searches, such as for a guild's roles, a command by name, or the members of a lobby. Results
// are updated as records are written: a member who joins is added to the list.
import { forEachPrefix } from "../records/compound-keys.ts";
import { isUnder, placeAmong } from "../storage/sorted-records.ts";
import type { TableChange } from "../storage/table-changes.ts";
import type { EntryLayout, RecordLayout } from "../storage/table-schema.ts";
import { deepFreeze } from "./record-cache.ts";

/** The maximum size of all results in characters. */
const CHARACTERS_MAX = 8 * 1024 * 1024;
/** The size of the members of a full lobby; longer results are not cached. */
const RESULT_CHARACTERS_MAX = 256 * 1024;
/** The maximum number of searches that are remembered as made once. */
const SEARCHED_ONCE_MAX = 4096;

/** The result of a search, which may be undefined. */
interface SearchResult {
  readonly value: unknown;
}

/** Where a search looks: writes elsewhere do not change its result. */
export interface SearchPlace {
  /** What it looks at: an index or unique declaration, key prefixes, or everything. */
  readonly by: EntryLayout | "beginning" | "anywhere";
  /** The stored value, the prefix, or an empty text. */
  readonly value: string;
}

/**
 * What a search returns of its place: all records in the order of their keys, the only record,
 * their count, or a part, which must be searched again after any write there.
 */
export type SearchKind = "list" | "record" | "count" | "part";

interface NewResult extends SearchResult {
  readonly characters: number;
  readonly place: SearchPlace;
  readonly kind: SearchKind;
}

interface CachedSearch extends NewResult {
  readonly search: string;
  value: unknown;
  /** Replaced records are not subtracted, so that a growing list is searched again at times. */
  characters: number;
}

/** Cached results of searches in one table. */
interface TableResults {
  readonly bySearch: Map<string, CachedSearch>;
  /** The results of each place, by what is looked at and by its value. */
  readonly byPlace: Map<SearchPlace["by"], Map<string, Set<CachedSearch>>>;
}

/** A written record. */
class WrittenRecord {
  readonly layout: RecordLayout;
  readonly key: string;
  /** The record before; undefined: there was none, or it was not read. */
  readonly old: object | undefined;
  /** The record after; undefined: it was deleted. */
  readonly record: object | undefined;
  /** The stored form of the record after. */
  readonly body: string | undefined;
  #read: object | undefined;

  constructor({ layout, written, readRecords }: TableChange, key: string, body?: string) {
    this.layout = layout;
    this.key = key;
    this.old = readRecords.get(key);
    this.record = written.get(key);
    this.body = body;
  }

  /** The record after, as a read would return it. */
  readBack(): object | undefined {
    if (this.body === undefined) return undefined;
    return (this.#read ??= deepFreeze(this.layout.form.readText(this.body, this.key)));
  }

  /** The size of the record when it is read, in characters. */
  get characters(): number {
    return this.body === undefined ? 0 : this.body.length + this.layout.form.added;
  }
}

/** Whether a record was at a place before, and whether it is there now. */
interface Presence {
  readonly was: boolean;
  readonly is: boolean;
}

/** Caches the results of searches, and updates them with every write. */
export class SearchCache {
  readonly #tables = new Map<string, TableResults>();
  /** Searches that were made once: most are never repeated, and only repeated ones are cached. */
  readonly #searchedOnce = new Set<string>();
  #characters = 0;

  /** @param search names the search within the table */
  get(table: string, search: string): SearchResult | undefined {
    return this.#tables.get(table)?.bySearch.get(search);
  }

  /**
   * Caches a result. It is frozen, since later callers share it.
   *
   * @param found the result with its size in characters
   */
  set(table: string, search: string, found: NewResult): void {
    const { value, place } = found;
    const characters = search.length + found.characters;
    if (characters > RESULT_CHARACTERS_MAX || !this.#isRepeated(`${table} ${search}`)) return;
    // Everything is evicted: what is in use is soon cached again, and tracking use would slow every
    // search.
    if (this.#characters > CHARACTERS_MAX) this.clear();
    this.#characters += characters;
    const cached: CachedSearch = { ...found, search, characters };
    if (typeof value === "object" && value !== null) deepFreeze(value);
    const inTable = getOrCreate(this.#tables, table, () => ({
      bySearch: new Map<string, CachedSearch>(),
      byPlace: new Map<SearchPlace["by"], Map<string, Set<CachedSearch>>>(),
    }));
    inTable.bySearch.set(search, cached);
    const values = getOrCreate(
      inTable.byPlace,
      place.by,
      () => new Map<string, Set<CachedSearch>>(),
    );
    getOrCreate(values, place.value, () => new Set<CachedSearch>()).add(cached);
  }

  /**
   * To be called with what a transaction wrote.
   *
   * @param replaced tables in which it replaced records without reading them
   */
  applyChanges(changes: readonly TableChange[], replaced: readonly string[]): void {
    for (const change of changes) {
      const { name } = change.layout.table;
      const inTable = this.#tables.get(name);
      if (inTable === undefined) continue;
      if (replaced.includes(name)) this.#forget(name, inTable);
      else this.#applyChange(inTable, change);
    }
    // Updates make results grow, too.
    if (this.#characters > CHARACTERS_MAX) this.clear();
  }

  /** To be called when the database may have changed in any way. */
  clear(): void {
    this.#tables.clear();
    this.#characters = 0;
  }

  #forget(table: string, { bySearch }: TableResults): void {
    for (const { characters } of bySearch.values()) this.#characters -= characters;
    this.#tables.delete(table);
  }

  /** Updates results with a change whose unread records replaced no others. */
  #applyChange(inTable: TableResults, change: TableChange): void {
    for (const key of change.deleted) this.#applyWrite(inTable, new WrittenRecord(change, key));
    for (const { key, body } of change.put)
      this.#applyWrite(inTable, new WrittenRecord(change, key, body));
    for (const { key, body } of change.unread)
      this.#applyWrite(inTable, new WrittenRecord(change, key, body));
  }

  #applyWrite(inTable: TableResults, written: WrittenRecord): void {
    const { layout, key, old, record } = written;
    const { byPlace } = inTable;
    const updateAt = (by: SearchPlace["by"], value: string, presence: Presence) => {
      for (const cached of byPlace.get(by)?.get(value) ?? []) {
        if (!this.#updateResult(cached, written, presence)) this.#drop(inTable, cached);
      }
    };
    const presence = { was: old !== undefined, is: record !== undefined };
    updateAt("anywhere", "", presence);
    if (byPlace.has("beginning"))
      forEachPrefix(key, (each) => updateAt("beginning", each, presence));
    for (const entry of layout.entries) {
      if (!byPlace.has(entry)) continue;
      const before = old === undefined ? [] : entry.values(old);
      const after = record === undefined ? [] : entry.values(record);
      for (const value of new Set([...before, ...after])) {
        updateAt(entry, value, { was: before.includes(value), is: after.includes(value) });
      }
    }
  }

  /** Updates a result. @returns false if it must be searched again */
  #updateResult(cached: CachedSearch, written: WrittenRecord, { was, is }: Presence): boolean {
    switch (cached.kind) {
      case "part":
        return false;
      case "count":
        cached.value = (cached.value as number) + Number(is) - Number(was);
        return true;
      case "record":
        // Another record may have the value already.
        if (is) cached.value = written.readBack();
        else if (isUnder(written.layout.table, written.key, cached.value)) cached.value = undefined;
        break;
      case "list":
        cached.value = Object.freeze(withRecord(cached.value as readonly object[], written, is));
        break;
    }
    cached.characters += written.characters;
    this.#characters += written.characters;
    return cached.characters <= RESULT_CHARACTERS_MAX;
  }

  #drop({ bySearch, byPlace }: TableResults, cached: CachedSearch): void {
    const { search, place, characters } = cached;
    this.#characters -= characters;
    bySearch.delete(search);
    const values = byPlace.get(place.by);
    const others = values?.get(place.value);
    others?.delete(cached);
    if (others?.size === 0) values?.delete(place.value);
    if (values?.size === 0) byPlace.delete(place.by);
  }

  #isRepeated(search: string): boolean {
    if (this.#searchedOnce.has(search)) return true;
    if (this.#searchedOnce.size >= SEARCHED_ONCE_MAX) this.#searchedOnce.clear();
    this.#searchedOnce.add(search);
    return false;
  }
}

function getOrCreate<K, V>(map: Map<K, V>, key: K, create: () => V): V {
  let found = map.get(key);
  if (found === undefined) map.set(key, (found = create()));
  return found;
}

/** Returns a list in the order of keys, with the written record inserted or removed. */
function withRecord(
  records: readonly object[],
  written: WrittenRecord,
  isPresent: boolean,
): readonly object[] {
  const { table } = written.layout;
  const at = placeAmong(table, records, written.key);
  const wasPresent = isUnder(table, written.key, records[at]);
  const record = isPresent ? written.readBack() : undefined;
  if (record === undefined && !wasPresent) return records;
  // This copies a frozen array several times faster than its own methods do.
  const changed = [...records];
  if (record === undefined) changed.splice(at, 1);
  else changed.splice(at, wasPresent ? 1 : 0, record);
  return changed;
}
