// Reads for transactions through the caches of the writing connection. They only add speed:
// transactions have the same results without them.
import { prefixBetween } from "../records/compound-keys.ts";
import { parametersOf, shapeOf } from "../storage/record-sql.ts";
import { storedValue } from "../records/storage-keys.ts";
import type { AnyTable, PrefixSearch, Search, Table } from "../store.ts";
import { entryOf } from "../storage/table-schema.ts";
import type { Source } from "../storage/write-set.ts";
import type { RecordCache } from "./record-cache.ts";
import type { SearchCache, SearchPlace } from "./search-cache.ts";
import type { SqliteSource } from "./source.ts";

/** The caches. */
export interface SourceCaches {
  readonly records: RecordCache;
  readonly searches: SearchCache;
}

export class CachingSource implements Source {
  readonly detectsExisting = true;
  readonly #source: SqliteSource;
  readonly #records: RecordCache;
  readonly #searches: SearchCache;

  /** @param source of a connection that only reads the newest state */
  constructor(source: SqliteSource, { records, searches }: SourceCaches) {
    this.#source = source;
    this.#records = records;
    this.#searches = searches;
  }

  get<R extends object>(table: Table<R>, key: string): R | undefined {
    const cached = this.#records.get(table.name, key);
    if (cached !== undefined) return cached === "absent" ? undefined : (cached as R);
    const stored = this.#source.getSized(table, key);
    if (stored === undefined) this.#records.setAbsent(table.name, key);
    else this.#records.set(table.name, key, stored);
    return stored?.record;
  }

  lookup<R extends object>(table: Table<R>, unique: string, value: string): R | undefined {
    const search = `unique ${unique} ${value}`;
    const cached = this.#searches.get(table.name, search);
    if (cached !== undefined) return cached.value as R | undefined;
    const found = this.#source.lookupSized(table, unique, value);
    const by = entryOf(this.#source.layoutOf(table), "unique", unique);
    this.#searches.set(table.name, search, {
      value: found?.record,
      characters: found?.characters ?? 0,
      place: { by, value: storedValue(value) },
      kind: "record",
    });
    return found?.record;
  }

  find<R extends object>(table: Table<R>, search: Search = {}): readonly R[] {
    const name = `${shapeOf(search)} ${parametersOf(search).join("\0")}`;
    const cached = this.#searches.get(table.name, name);
    if (cached !== undefined) return cached.value as readonly R[];
    const { records, characters } = this.#source.findSized(table, search);
    const place = this.#placeOf(table, search);
    const kind = isOfWholePlace(search, place) ? "list" : "part";
    this.#searches.set(table.name, name, { value: records, characters, place, kind });
    return records;
  }

  getMany<R extends object>(table: Table<R>, keys: readonly string[]): Promise<readonly R[]> {
    return this.#source.getMany(table, keys);
  }

  count<R extends object>(
    table: Table<R>,
    search: Search = {},
    keys?: readonly string[],
  ): number | Promise<number> {
    if (keys !== undefined) return this.#source.count(table, search, keys);
    const name = `count ${shapeOf(search)} ${parametersOf(search).join("\0")}`;
    const cached = this.#searches.get(table.name, name);
    if (cached !== undefined) return cached.value as number;
    const value = this.#source.countSync(table, search);
    const place = this.#placeOf(table, search);
    // Without an index, it is not always known whether a written record is new.
    const isUpdatable = search.index !== undefined && isOfWholePlace(search, place);
    const kind = isUpdatable ? "count" : "part";
    this.#searches.set(table.name, name, { value, characters: 0, place, kind });
    return value;
  }

  findByPrefix<R extends object>(table: Table<R>, search: PrefixSearch) {
    return this.#source.findByPrefix(table, search);
  }

  #placeOf(table: AnyTable, search: Search): SearchPlace {
    const { index, value } = search;
    if (index !== undefined && value !== undefined) {
      const by = entryOf(this.#source.layoutOf(table), "index", index);
      return { by, value: storedValue(value) };
    }
    const beginning = prefixBetween(search);
    return beginning === undefined
      ? { by: "anywhere", value: "" }
      : { by: "beginning", value: beginning };
  }
}

/** Whether a search returns everything at its place, the oldest first. */
function isOfWholePlace(search: Search, { by }: SearchPlace): boolean {
  const { after, before, newestFirst, limit } = search;
  if (limit !== undefined || newestFirst === true) return false;
  return by === "beginning" || (after === undefined && before === undefined);
}
