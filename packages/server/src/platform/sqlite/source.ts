// Reads records from one connection, within whatever transaction is open there.
import { isStorableKey, storedValue } from "../records/storage-keys.ts";
import { boundsOf, parametersOf, prefixParameters } from "../storage/record-sql.ts";
import type { AnyTable, PrefixHit, PrefixSearch, Search, Table } from "../store.ts";
import type { RecordLayout } from "../storage/table-schema.ts";
import type { Source } from "../storage/write-set.ts";
import type { Connection, Row, TableQueries } from "./connection.ts";
import type { CacheLookup } from "./record-cache.ts";

/** A record with its size in characters, including what its stored form omits. */
export interface SizedRecord<R extends object> {
  readonly record: R;
  readonly characters: number;
}

/** Records with their total size in characters. */
export interface SizedRecords<R extends object> {
  readonly records: readonly R[];
  readonly characters: number;
}

/** @param row a row whose first columns are the record's body and key */
function recordOf({ layout }: TableQueries, row: Row): object {
  return layout.form.readText(row[0] as string, row[1] as string);
}

function sizedRecordOf(
  queries: TableQueries,
  row: Row | undefined,
): SizedRecord<object> | undefined {
  if (row === undefined) return undefined;
  const characters = (row[0] as string).length + queries.layout.form.added;
  return { record: recordOf(queries, row), characters };
}

export class SqliteSource implements Source {
  readonly detectsExisting = true;
  readonly #connection: Connection;
  readonly #cachedRecord: CacheLookup | undefined;
  #isEnded = false;

  /** @param cachedRecord returns cached records */
  constructor(connection: Connection, cachedRecord?: CacheLookup) {
    this.#connection = connection;
    this.#cachedRecord = cachedRecord;
  }

  async get<R extends object>(table: Table<R>, key: string): Promise<R | undefined> {
    this.#refuseIfEnded();
    const cached = this.#cachedRecord?.(table.name, key);
    if (cached === undefined) return this.getSized(table, key)?.record;
    return cached === "absent" ? undefined : (cached as R);
  }

  /** The record under a key with its size in characters, or undefined. */
  getSized<R extends object>(table: Table<R>, key: string): SizedRecord<R> | undefined {
    const queries = this.#queriesOf(table);
    const row = isStorableKey(key) ? queries.get().one(key) : undefined;
    return sizedRecordOf(queries, row) as SizedRecord<R> | undefined;
  }

  async getMany<R extends object>(table: Table<R>, keys: readonly string[]): Promise<readonly R[]> {
    const queries = this.#queriesOf(table);
    const [key] = keys;
    if (keys.length === 1 && key !== undefined) {
      const row = queries.get().one(key);
      return row === undefined ? [] : [recordOf(queries, row) as R];
    }
    const rows = queries.getMany().all(JSON.stringify(keys));
    return rows.map((row) => recordOf(queries, row) as R);
  }

  async lookup<R extends object>(
    table: Table<R>,
    unique: string,
    value: string,
  ): Promise<R | undefined> {
    return this.lookupSized(table, unique, value)?.record;
  }

  /** The record with a unique value, with its size in characters, or undefined. */
  lookupSized<R extends object>(
    table: Table<R>,
    unique: string,
    value: string,
  ): SizedRecord<R> | undefined {
    const queries = this.#queriesOf(table);
    const row = queries.lookup(unique).one(storedValue(value));
    return sizedRecordOf(queries, row) as SizedRecord<R> | undefined;
  }

  async find<R extends object>(table: Table<R>, search: Search = {}): Promise<readonly R[]> {
    return this.findSized(table, search).records;
  }

  /** The results of a search with their size in characters. */
  findSized<R extends object>(table: Table<R>, search: Search): SizedRecords<R> {
    const queries = this.#queriesOf(table);
    const rows = queries.find(search).all(...parametersOf(search));
    let characters = rows.length * queries.layout.form.added;
    for (const row of rows) characters += (row[0] as string).length;
    return { records: rows.map((row) => recordOf(queries, row) as R), characters };
  }

  async count<R extends object>(
    table: Table<R>,
    search: Search = {},
    keys?: readonly string[],
  ): Promise<number> {
    return this.countSync(table, search, keys);
  }

  /** As `count`, without a promise. */
  countSync<R extends object>(table: Table<R>, search: Search, keys?: readonly string[]): number {
    const queries = this.#queriesOf(table);
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
    const queries = this.#queriesOf(table);
    const rows = queries.prefix(search.index).all(...prefixParameters(search));
    return rows.map((row) => ({ record: recordOf(queries, row) as R, value: row[2] as string }));
  }

  layoutOf(table: AnyTable): RecordLayout {
    return this.#queriesOf(table).layout;
  }

  /** Closes the view: the connection may already show a later state. */
  end(): void {
    this.#isEnded = true;
  }

  #queriesOf(table: AnyTable): TableQueries {
    this.#refuseIfEnded();
    return this.#connection.queriesOf(table);
  }

  #refuseIfEnded(): void {
    if (this.#isEnded) throw new Error("a view of the store was used after its end");
  }
}
