// Reads records from one connection, within whatever transaction is open there.
import { isStorableKey, storedValue } from "../storage-keys.ts";
import { boundsOf, parametersOf, prefixParameters } from "../record-sql.ts";
import type { AnyTable, PrefixHit, PrefixSearch, Search, Table } from "../store.ts";
import type { Source } from "../write-set.ts";
import type { Connection, Row, TableQueries } from "./connection.ts";

/** A record with its stored form. */
export interface Stored<R extends object> {
  readonly record: R;
  readonly body: string;
}

/** Records with the characters of their stored forms. */
export interface FoundRecords<R extends object> {
  readonly records: readonly R[];
  readonly characters: number;
}

function parsed(row: Row): object {
  return JSON.parse(row[0] as string) as object;
}

export class SqliteSource implements Source {
  readonly takesUnread = true;
  readonly #connection: Connection;
  #ended = false;

  constructor(connection: Connection) {
    this.#connection = connection;
  }

  async get<R extends object>(table: Table<R>, key: string): Promise<R | undefined> {
    return this.stored(table, key)?.record;
  }

  /** The record under a key as it is stored, or undefined. */
  stored<R extends object>(table: Table<R>, key: string): Stored<R> | undefined {
    const row = isStorableKey(key) ? this.#of(table).get().one(key) : undefined;
    return row === undefined ? undefined : { record: parsed(row) as R, body: row[0] as string };
  }

  async getMany<R extends object>(table: Table<R>, keys: readonly string[]): Promise<readonly R[]> {
    const queries = this.#of(table);
    const [key] = keys;
    if (keys.length === 1 && key !== undefined) {
      const row = queries.get().one(key);
      return row === undefined ? [] : [parsed(row) as R];
    }
    return queries.getMany().all(JSON.stringify(keys)).map(parsed) as R[];
  }

  async lookup<R extends object>(
    table: Table<R>,
    unique: string,
    value: string,
  ): Promise<R | undefined> {
    return this.looked(table, unique, value)?.record;
  }

  /** The record that has a unique value, as it is stored, or undefined. */
  looked<R extends object>(table: Table<R>, unique: string, value: string): Stored<R> | undefined {
    const row = this.#of(table).lookup(unique).one(storedValue(value));
    return row === undefined ? undefined : { record: parsed(row) as R, body: row[0] as string };
  }

  async find<R extends object>(table: Table<R>, search: Search = {}): Promise<readonly R[]> {
    return this.found(table, search).records;
  }

  /** What a search finds, with the characters that it takes where it is stored. */
  found<R extends object>(table: Table<R>, search: Search): FoundRecords<R> {
    const rows = this.#of(table)
      .find(search)
      .all(...parametersOf(search));
    let characters = 0;
    for (const row of rows) characters += (row[0] as string).length;
    return { records: rows.map(parsed) as R[], characters };
  }

  async count<R extends object>(
    table: Table<R>,
    search: Search = {},
    among?: readonly string[],
  ): Promise<number> {
    const query = this.#of(table).count(search, among !== undefined);
    const parameters =
      among === undefined ? parametersOf(search) : [...boundsOf(search), JSON.stringify(among)];
    return Number(query.one(...parameters)?.[0]);
  }

  async findByPrefix<R extends object>(
    table: Table<R>,
    search: PrefixSearch,
  ): Promise<readonly PrefixHit<R>[]> {
    const rows = this.#of(table)
      .prefix(search.index)
      .all(...prefixParameters(search));
    return rows.map((row) => ({ record: parsed(row) as R, value: row[1] as string }));
  }

  /** From here on the view is closed: the connection may already show a later state. */
  end(): void {
    this.#ended = true;
  }

  #of(table: AnyTable): TableQueries {
    if (this.#ended) throw new Error("a view of the store was used after its end");
    return this.#connection.of(table);
  }
}
