// What the connection that writes has found lately: one transaction after the other looks for the same
// few things, such as a guild's roles, the command of a name, or who is in a lobby. What is kept goes
// on as records are written: a member who joins stands in the list from then on.
import { eachBeginning } from "../records/compound-keys.ts";
import { isUnder, placeAmong } from "../storage/sorted-records.ts";
import type { TableChange } from "../storage/table-changes.ts";
import type { EntryLayout, RecordLayout } from "../storage/table-schema.ts";
import { frozen } from "./record-cache.ts";

/** Characters of all results together. */
const CHARACTERS_MAX = 8 * 1024 * 1024;
/** The members of a full lobby; a longer result is not worth the room. */
const RESULT_CHARACTERS_MAX = 256 * 1024;
/** Searches of which it is known that they were made. */
const MADE_ONCE_MAX = 4096;

/** What a search found, which may be nothing. */
interface Found {
  readonly value: unknown;
}

/** Where a search looks: what is written elsewhere does not change what it finds. */
export interface SearchPlace {
  /** By what it looks: by an index or unique declaration, by how keys begin, or anywhere. */
  readonly by: EntryLayout | "beginning" | "anywhere";
  /** The value as it is stored, the beginning, or nothing. */
  readonly value: string;
}

/**
 * What a search finds at its place: all records in the order of their keys, the only one, how many
 * there are, or a part that cannot be known without a look once anything there is written.
 */
export type Sought = "list" | "record" | "count" | "part";

interface FoundNow extends Found {
  readonly characters: number;
  readonly place: SearchPlace;
  readonly sought: Sought;
}

interface Kept extends FoundNow {
  readonly search: string;
  value: unknown;
  /** Records that took the place of others are counted on, so that a list is read anew at times. */
  characters: number;
}

/** Results of searches in one table. */
interface FoundInTable {
  readonly bySearch: Map<string, Kept>;
  /** Those of each place, by what is looked at there and by its value. */
  readonly byPlace: Map<SearchPlace["by"], Map<string, Set<Kept>>>;
}

/** A record that was written. */
class Written {
  readonly layout: RecordLayout;
  readonly key: string;
  /** What it was; undefined: there was none, or nobody needed to know. */
  readonly old: object | undefined;
  /** As it was written; undefined: taken away. */
  readonly record: object | undefined;
  /** In its stored form. */
  readonly body: string | undefined;
  #read: object | undefined;

  constructor({ layout, written, seen }: TableChange, key: string, body?: string) {
    this.layout = layout;
    this.key = key;
    this.old = seen.get(key);
    this.record = written.get(key);
    this.body = body;
  }

  /** As it would be read. */
  read(): object | undefined {
    if (this.body === undefined) return undefined;
    return (this.#read ??= frozen(this.layout.form.readText(this.body, this.key)));
  }

  /** The letters that it takes when it is read. */
  get characters(): number {
    return this.body === undefined ? 0 : this.body.length + this.layout.form.added;
  }
}

/** Whether a place had a record, and whether it has it now. */
interface Presence {
  readonly was: boolean;
  readonly is: boolean;
}

/** Results of searches, as they are after what was written since. */
export class SearchCache {
  readonly #tables = new Map<string, FoundInTable>();
  /** Most searches are made once: only what is sought again is kept. */
  readonly #madeOnce = new Set<string>();
  #characters = 0;

  /** @param search names what is sought in a table */
  get(table: string, search: string): Found | undefined {
    return this.#tables.get(table)?.bySearch.get(search);
  }

  /**
   * Keeps what was just found. It is frozen, since those who search later share it.
   *
   * @param found with the characters that it takes
   */
  keep(table: string, search: string, found: FoundNow): void {
    const { value, place } = found;
    const characters = search.length + found.characters;
    if (characters > RESULT_CHARACTERS_MAX || !this.#isRepeated(`${table} ${search}`)) return;
    // What is in use is soon back; to know what is not would cost every search.
    if (this.#characters > CHARACTERS_MAX) this.clear();
    this.#characters += characters;
    const kept: Kept = { ...found, search, characters };
    if (typeof value === "object" && value !== null) frozen(value);
    const inTable = entryIn(this.#tables, table, () => ({
      bySearch: new Map<string, Kept>(),
      byPlace: new Map<SearchPlace["by"], Map<string, Set<Kept>>>(),
    }));
    inTable.bySearch.set(search, kept);
    const values = entryIn(inTable.byPlace, place.by, () => new Map<string, Set<Kept>>());
    entryIn(values, place.value, () => new Set<Kept>()).add(kept);
  }

  /**
   * To be called with what a transaction wrote.
   *
   * @param replaced tables of which it replaced records unread
   */
  written(changes: readonly TableChange[], replaced: readonly string[]): void {
    for (const change of changes) {
      const { name } = change.layout.table;
      const inTable = this.#tables.get(name);
      if (inTable === undefined) continue;
      if (replaced.includes(name)) this.#forget(name, inTable);
      else this.#goOnWith(inTable, change);
    }
    // Lists grow with what is written, too.
    if (this.#characters > CHARACTERS_MAX) this.clear();
  }

  /** To be called when the database may hold anything else. */
  clear(): void {
    this.#tables.clear();
    this.#characters = 0;
  }

  #forget(table: string, { bySearch }: FoundInTable): void {
    for (const { characters } of bySearch.values()) this.#characters -= characters;
    this.#tables.delete(table);
  }

  /** What was put unread took nobody's place. */
  #goOnWith(inTable: FoundInTable, change: TableChange): void {
    for (const key of change.deleted) this.#goOn(inTable, new Written(change, key));
    for (const { key, body } of change.put) this.#goOn(inTable, new Written(change, key, body));
    for (const { key, body } of change.unread) this.#goOn(inTable, new Written(change, key, body));
  }

  #goOn(inTable: FoundInTable, written: Written): void {
    const { layout, key, old, record } = written;
    const { byPlace } = inTable;
    const at = (by: SearchPlace["by"], value: string, presence: Presence) => {
      for (const kept of byPlace.get(by)?.get(value) ?? []) {
        if (!this.#follows(kept, written, presence)) this.#drop(inTable, kept);
      }
    };
    const presence = { was: old !== undefined, is: record !== undefined };
    at("anywhere", "", presence);
    if (byPlace.has("beginning")) eachBeginning(key, (each) => at("beginning", each, presence));
    for (const entry of layout.entries) {
      if (!byPlace.has(entry)) continue;
      const before = old === undefined ? [] : entry.values(old);
      const after = record === undefined ? [] : entry.values(record);
      for (const value of new Set([...before, ...after])) {
        at(entry, value, { was: before.includes(value), is: after.includes(value) });
      }
    }
  }

  /** Brings what was found up to date. @returns false where that takes a look */
  #follows(kept: Kept, written: Written, { was, is }: Presence): boolean {
    switch (kept.sought) {
      case "part":
        return false;
      case "count":
        kept.value = (kept.value as number) + Number(is) - Number(was);
        return true;
      case "record":
        // Another record may have the value already.
        if (is) kept.value = written.read();
        else if (isUnder(written.layout.table, written.key, kept.value)) kept.value = undefined;
        break;
      case "list":
        kept.value = Object.freeze(withRecord(kept.value as readonly object[], written, is));
        break;
    }
    kept.characters += written.characters;
    this.#characters += written.characters;
    return kept.characters <= RESULT_CHARACTERS_MAX;
  }

  #drop({ bySearch, byPlace }: FoundInTable, kept: Kept): void {
    const { search, place, characters } = kept;
    this.#characters -= characters;
    bySearch.delete(search);
    const values = byPlace.get(place.by);
    const others = values?.get(place.value);
    others?.delete(kept);
    if (others?.size === 0) values?.delete(place.value);
    if (values?.size === 0) byPlace.delete(place.by);
  }

  #isRepeated(search: string): boolean {
    if (this.#madeOnce.has(search)) return true;
    if (this.#madeOnce.size >= MADE_ONCE_MAX) this.#madeOnce.clear();
    this.#madeOnce.add(search);
    return false;
  }
}

function entryIn<K, V>(map: Map<K, V>, key: K, made: () => V): V {
  let found = map.get(key);
  if (found === undefined) map.set(key, (found = made()));
  return found;
}

/** A list in the order of keys, with what was written or without it. */
function withRecord(
  records: readonly object[],
  written: Written,
  isThere: boolean,
): readonly object[] {
  const { table } = written.layout;
  const at = placeAmong(table, records, written.key);
  const wasThere = isUnder(table, written.key, records[at]);
  const record = isThere ? written.read() : undefined;
  if (record === undefined && !wasThere) return records;
  // What is frozen is copied so several times faster than by its own methods.
  const changed = [...records];
  if (record === undefined) changed.splice(at, 1);
  else changed.splice(at, wasThere ? 1 : 0, record);
  return changed;
}
