// Reads records within one PostgreSQL transaction.
import { isStorableKey, storedValue } from "../storage-keys.ts";
import { layoutOf, type Dialect, type Layouts } from "../table-schema.ts";
import {
  boundsOf,
  countSql,
  findSql,
  getManySql,
  getSql,
  lookupSql,
  parametersOf,
  prefixParameters,
  prefixSql,
} from "../record-sql.ts";
import type { AnyTable, PrefixHit, PrefixSearch, Search, Table } from "../store.ts";
import type { KeyedBody } from "../table-changes.ts";
import type { Source } from "../write-set.ts";
import type { PgRow, Session } from "./session.ts";
import { claimStatement } from "./writer.ts";

export interface SourceDeps {
  readonly session: Session;
  readonly layouts: Layouts;
  readonly dialect: Dialect;
}

export class PostgresSource implements Source {
  readonly #session: Session;
  readonly #layouts: Layouts;
  readonly #dialect: Dialect;
  #ended = false;

  constructor({ session, layouts, dialect }: SourceDeps) {
    this.#session = session;
    this.#layouts = layouts;
    this.#dialect = dialect;
  }

  async get<R extends object>(table: Table<R>, key: string): Promise<R | undefined> {
    const sql = getSql(this.#dialect, this.#of(table));
    return isStorableKey(key)
      ? (records(await this.#session.rows(sql, [key]))[0] as R | undefined)
      : undefined;
  }

  async getMany<R extends object>(table: Table<R>, keys: readonly string[]): Promise<readonly R[]> {
    const sql = getManySql(this.#dialect, this.#of(table));
    return records(await this.#session.rows(sql, [keys])) as readonly R[];
  }

  async lookup<R extends object>(
    table: Table<R>,
    unique: string,
    value: string,
  ): Promise<R | undefined> {
    const sql = lookupSql(this.#dialect, this.#of(table), unique);
    const rows = await this.#session.rows(sql, [storedValue(value)]);
    return records(rows)[0] as R | undefined;
  }

  async find<R extends object>(table: Table<R>, search: Search = {}): Promise<readonly R[]> {
    const sql = findSql(this.#dialect, this.#of(table), search);
    return records(await this.#session.rows(sql, parametersOf(search))) as readonly R[];
  }

  async count<R extends object>(
    table: Table<R>,
    search: Search = {},
    among?: readonly string[],
  ): Promise<number> {
    const layout = this.#of(table);
    const sql = countSql(this.#dialect, layout, { search, among: among !== undefined });
    const parameters = among === undefined ? parametersOf(search) : [...boundsOf(search), among];
    const rows = await this.#session.rows(sql, parameters);
    return Number(rows[0]?.[0]);
  }

  async findByPrefix<R extends object>(
    table: Table<R>,
    search: PrefixSearch,
  ): Promise<readonly PrefixHit<R>[]> {
    const sql = prefixSql(this.#dialect, this.#of(table), search.index);
    const rows = await this.#session.rows(sql, prefixParameters(search));
    return rows.map(([body, value]) => ({ record: body as R, value: String(value) }));
  }

  async claim(table: AnyTable, bodies: readonly KeyedBody[]): Promise<ReadonlySet<string>> {
    const rows = await this.#session.rows(...claimStatement(this.#of(table), bodies));
    return new Set(rows.map(([key]) => String(key)));
  }

  /** From here on the view is closed: the connection returns to the pool. */
  end(): void {
    this.#ended = true;
  }

  #of(table: AnyTable) {
    if (this.#ended) throw new Error("a view of the store was used after its end");
    return layoutOf(this.#layouts, table);
  }
}

function records(rows: readonly PgRow[]): readonly object[] {
  return rows.map((row) => row[0] as object);
}
