// What changed since when: by this a cache knows whether what it keeps still holds. A read depends on
// places: a record by its key, the records whose keys begin alike, those that an index finds by one
// value. A commit changes places too, and what was read holds until one of its own is among them.
import type { CacheDependencies, TableVersions } from "./cache-dependencies.ts";
import type { EntryLayout } from "./table-schema.ts";
import type { TableChange } from "./table-changes.ts";

/** Places share this many numbers: two with the same one end what is kept too early, never too late. */
const PLACES = 8192;

/** Stands between the parts of a compound key. */
const PART_END = ":";

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
  { after, before }: { readonly after?: string | undefined; readonly before?: string | undefined },
): number | undefined {
  if (after === undefined || before === undefined || !after.endsWith(PART_END)) return undefined;
  // A semicolon is the next character.
  return before === `${after.slice(0, -1)};` ? beginningPlace(table, after) : undefined;
}

/** What one commit did to a table, as far as places go. */
export type PlacedChange = Pick<
  TableChange,
  "layout" | "deleted" | "put" | "unread" | "created" | "entries"
>;

/** Counts commits, and remembers the last one that changed each place. */
export class CommitCounter implements TableVersions {
  #count = 0;
  /** Changes of unknown tables count as changes of all. */
  #allChangedAt = 0;
  /** Of which it is not known what of them changed. */
  readonly #wholeChangedAt = new Map<string, number>();
  readonly #tableChangedAt = new Map<string, number>();
  #placeChangedAt: Float64Array | undefined;

  stamp(): number {
    return this.#count;
  }

  sees(): boolean {
    return true;
  }

  holds({ stamp, tables, whole, places }: CacheDependencies): boolean {
    if (this.#allChangedAt > stamp) return false;
    for (const table of tables) {
      if ((this.#wholeChangedAt.get(table) ?? 0) > stamp) return false;
    }
    for (const table of whole) {
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

  /**
   * The same of a commit of which all is known.
   *
   * @param blurred tables of which some old index values are not
   */
  changedIn(changes: Iterable<PlacedChange>, blurred: Iterable<string>): void {
    this.#count += 1;
    for (const change of changes) this.#note(change);
    for (const table of blurred) this.#wholeChangedAt.set(table, this.#count);
  }

  allChanged(): void {
    this.#count += 1;
    this.#allChangedAt = this.#count;
  }

  #note({ layout, deleted, put, unread, created, entries }: PlacedChange): void {
    const { name } = layout.table;
    this.#tableChangedAt.set(name, this.#count);
    for (const key of deleted) this.#keyChanged(name, key);
    for (const { key } of put) this.#keyChanged(name, key);
    for (const { key } of created) this.#keyChanged(name, key);
    for (const { key, record } of unread) {
      this.#keyChanged(name, key);
      for (const entry of layout.entries) {
        for (const value of entry.values(record)) this.#mark(entryPlace(name, entry, value));
      }
    }
    for (const { entry, removed, added } of entries) {
      for (const [value] of removed) this.#mark(entryPlace(name, entry, value));
      for (const [value] of added) this.#mark(entryPlace(name, entry, value));
    }
  }

  #keyChanged(table: string, key: string): void {
    this.#mark(recordPlace(table, key));
    for (let end = key.indexOf(PART_END); end >= 0; end = key.indexOf(PART_END, end + 1)) {
      this.#mark(beginningPlace(table, key.slice(0, end + 1)));
    }
  }

  #mark(place: number): void {
    this.#placeChangedAt ??= new Float64Array(PLACES);
    this.#placeChangedAt[place] = this.#count;
  }
}
