// Reads records from one connection, within whatever transaction is open there.
import { isStorableKey, storedValue } from "../records/storage-keys.ts";
import { boundsOf, parametersOf, prefixParameters } from "../storage/record-sql.ts";
import type { AnyTable, PrefixHit, PrefixSearch, Search, Table } from "../store.ts";
import type { RecordLayout } from "../storage/table-schema.ts";
import type { Source } from "../storage/write-set.ts";
import type { Connection, Row, TableQueries } from "./connection.ts";
import type { CacheLookup } from "./record-cache.ts";

/** A record with its size in characters, including what its stored form omits. */
export interface Stored<R extends object> {
  readonly record: R;
  readonly characters: number;
}

/** Records with their total size in characters. */
export interface FoundRecords<R extends object> {
  readonly records: readonly R[];
  readonly characters: number;
}

/** @param row a row whose first columns are the record's body and key */
function recordIn({ layout }: TableQueries, row: Row): object {
  return layout.form.readText(row[0] as string, row[1] as string);
}

function storedIn(queries: TableQueries, row: Row | undefined): Stored<object> | undefined {
  if (row === undefined) return undefined;
  const characters = (row[0] as string).length + queries.layout.form.added;
  return { record: recordIn(queries, row), characters };
}

export class SqliteSource implements Source {
  readonly takesUnread = true;
  readonly #connection: Connection;
  readonly #remembered: CacheLookup | undefined;
  #ended = false;

  /** @param remembered returns cached records */
  constructor(connection: Connection, remembered?: CacheLookup) {
    this.#connection = connection;
    this.#remembered = remembered;
  }

  async get<R extends object>(table: Table<R>, key: string): Promise<R | undefined> {
    this.#refuseIfEnded();
    const kept = this.#remembered?.(table.name, key);
    if (kept === undefined) return this.stored(table, key)?.record;
    return kept === "absent" ? undefined : (kept as R);
  }

  /** The record under a key with its size in characters, or undefined. */
  stored<R extends object>(table: Table<R>, key: string): Stored<R> | undefined {
    const queries = this.#of(table);
    const row = isStorableKey(key) ? queries.get().one(key) : undefined;
    return storedIn(queries, row) as Stored<R> | undefined;
  }

  async getMany<R extends object>(table: Table<R>, keys: readonly string[]): Promise<readonly R[]> {
    const queries = this.#of(table);
    const [key] = keys;
    if (keys.length === 1 && key !== undefined) {
      const row = queries.get().one(key);
      return row === undefined ? [] : [recordIn(queries, row) as R];
    }
    const rows = queries.getMany().all(JSON.stringify(keys));
    return rows.map((row) => recordIn(queries, row) as R);
  }

  async lookup<R extends object>(
    table: Table<R>,
    unique: string,
    value: string,
  ): Promise<R | undefined> {
    return this.looked(table, unique, value)?.record;
  }

  /** The record with a unique value, with its size in characters, or undefined. */
  looked<R extends object>(table: Table<R>, unique: string, value: string): Stored<R> | undefined {
    const queries = this.#of(table);
    const row = queries.lookup(unique).one(storedValue(value));
    return storedIn(queries, row) as Stored<R> | undefined;
  }

  async find<R extends object>(table: Table<R>, search: Search = {}): Promise<readonly R[]> {
    return this.found(table, search).records;
  }

  /** The results of a search with their size in characters. */
  found<R extends object>(table: Table<R>, search: Search): FoundRecords<R> {
    const queries = this.#of(table);
    const rows = queries.find(search).all(...parametersOf(search));
    let characters = rows.length * queries.layout.form.added;
    for (const row of rows) characters += (row[0] as string).length;
    return { records: rows.map((row) => recordIn(queries, row) as R), characters };
  }

  async count<R extends object>(
    table: Table<R>,
    search: Search = {},
    keys?: readonly string[],
  ): Promise<number> {
    return this.counted(table, search, keys);
  }

  /** As `count`, without a promise. */
  counted<R extends object>(table: Table<R>, search: Search, keys?: readonly string[]): number {
    const queries = this.#of(table);
    const row =
      keys === undefined
        ? queries.count(search).one(...parametersOf(search))
        : queries.countOfKeys(search).one(...boundsOf(search), JSON.stringify(keys));
    return Number(row?.[0]);
  }

  async findByPrefix<R extends object>(
    table: Table<R>,
    search: PrefixSearch,
  ): Promise<readonly PrefixHit<R>[]> {
    const queries = this.#of(table);
    const rows = queries.prefix(search.index).all(...prefixParameters(search));
    return rows.map((row) => ({ record: recordIn(queries, row) as R, value: row[2] as string }));
  }

  layoutOf(table: AnyTable): RecordLayout {
    return this.#of(table).layout;
  }

  /** Closes the view: the connection may already show a later state. */
  end(): void {
    this.#ended = true;
  }

  #of(table: AnyTable): TableQueries {
    this.#refuseIfEnded();
    return this.#connection.of(table);
  }

  #refuseIfEnded(): void {
    if (this.#ended) throw new Error("a view of the store was used after its end");
  }
}
