// Reads records within one PostgreSQL transaction.
import { isStorableKey, storedValue } from "../records/storage-keys.ts";
import {
  layoutOf,
  type Dialect,
  type Layouts,
  type RecordLayout,
} from "../storage/table-schema.ts";
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
} from "../storage/record-sql.ts";
import type { AnyTable, PrefixHit, PrefixSearch, Search, Table } from "../store.ts";
import type { Source } from "../storage/write-set.ts";
import type { Locks, ReadSession } from "./locks.ts";
import type { PgRow } from "./session.ts";

export interface SourceDeps {
  readonly session: Pick<ReadSession, "rows">;
  readonly layouts: Layouts;
  readonly dialect: Dialect;
  /** Absent in a transaction that reads a snapshot. */
  readonly locks?: Locks;
  readonly assumesNew?: Source["assumesNew"];
}

export class PostgresSource implements Source {
  readonly assumesNew: NonNullable<Source["assumesNew"]>;
  readonly #locks: Locks | undefined;
  readonly #session: Pick<ReadSession, "rows">;
  readonly #layouts: Layouts;
  readonly #dialect: Dialect;
  /**
   * Answers by statement: what was read is locked or in a snapshot, and so cannot change until the
   * end.
   */
  readonly #answers = new Map<string, Promise<readonly PgRow[]>>();
  #isEnded = false;

  constructor({ session, layouts, dialect, locks, assumesNew }: SourceDeps) {
    this.#locks = locks;
    this.assumesNew = assumesNew ?? (() => false);
    this.#session = session;
    this.#layouts = layouts;
    this.#dialect = dialect;
  }

  async get<R extends object>(table: Table<R>, key: string): Promise<R | undefined> {
    const layout = this.#layoutOf(table);
    if (!isStorableKey(key)) return undefined;
    const read = { sql: getSql(this.#dialect, layout), values: [key] };
    const rows = await this.#readOnce(read, () => this.#locks?.lockRecord(layout, key));
    return recordsOf(layout, rows)[0] as R | undefined;
  }

  async getMany<R extends object>(table: Table<R>, keys: readonly string[]): Promise<readonly R[]> {
    const layout = this.#layoutOf(table);
    if (this.#locks !== undefined) {
      for (const key of keys) void this.#locks.lockRecord(layout, key);
      await this.#locks.whenSent();
    }
    const rows = await this.#session.rows(getManySql(this.#dialect, layout), [keys]);
    return recordsOf(layout, rows) as readonly R[];
  }

  async lookup<R extends object>(
    table: Table<R>,
    unique: string,
    value: string,
  ): Promise<R | undefined> {
    const layout = this.#layoutOf(table);
    const sql = lookupSql(this.#dialect, layout, unique);
    const read = { sql, values: [storedValue(value)] };
    const rows = await this.#readOnce(read, () => this.#locks?.lockUnique(layout, unique, value));
    return recordsOf(layout, rows)[0] as R | undefined;
  }

  async find<R extends object>(table: Table<R>, search: Search = {}): Promise<readonly R[]> {
    const layout = this.#layoutOf(table);
    const read = { sql: findSql(this.#dialect, layout, search), values: parametersOf(search) };
    const rows = await this.#readOnce(read, () => this.#locks?.lockSearch(layout, search));
    return recordsOf(layout, rows) as readonly R[];
  }

  async count<R extends object>(
    table: Table<R>,
    search: Search = {},
    keys?: readonly string[],
  ): Promise<number> {
    const layout = this.#layoutOf(table);
    const sql = countSql(this.#dialect, layout, { search, isOfKeys: keys !== undefined });
    const values = keys === undefined ? parametersOf(search) : [...boundsOf(search), keys];
    const rows = await this.#readOnce({ sql, values }, () =>
      this.#locks?.lockSearch(layout, search),
    );
    return Number(rows[0]?.[0]);
  }

  async findByPrefix<R extends object>(
    table: Table<R>,
    search: PrefixSearch,
  ): Promise<readonly PrefixHit<R>[]> {
    const layout = this.#layoutOf(table);
    const sql = prefixSql(this.#dialect, layout, search.index);
    const parameters = prefixParameters(search);
    await this.#locks?.lockTable(layout);
    const rows = await this.#session.rows(sql, parameters);
    return rows.map((row) => ({ record: recordOf(layout, row) as R, value: String(row[2]) }));
  }

  /** Returns the rows of a statement, which is sent behind its lock and only once. */
  #readOnce(
    { sql, values }: { readonly sql: string; readonly values: readonly unknown[] },
    lock: () => Promise<void> | undefined,
  ): Promise<readonly PgRow[]> {
    const readKey = `${sql}\n${JSON.stringify(values)}`;
    let answer = this.#answers.get(readKey);
    if (answer === undefined) {
      const locked = lock();
      const send = () => this.#session.rows(sql, values);
      answer = locked === undefined ? send() : locked.then(send);
      this.#answers.set(readKey, answer);
    }
    return answer;
  }

  /** Closes the view: the connection returns to the pool. */
  end(): void {
    this.#isEnded = true;
  }

  #layoutOf(table: AnyTable) {
    if (this.#isEnded) throw new Error("a view of the store was used after its end");
    return layoutOf(this.#layouts, table);
  }
}

/** @param row a row whose first columns are the record's body and key */
function recordOf({ form }: RecordLayout, [body, key]: PgRow): object {
  return form.read(body as object, key as string);
}

function recordsOf(layout: RecordLayout, rows: readonly PgRow[]): readonly object[] {
  return rows.map((row) => recordOf(layout, row));
}
