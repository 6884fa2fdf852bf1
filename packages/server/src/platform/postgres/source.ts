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
  readonly takesForNew?: Source["takesForNew"];
}

export class PostgresSource implements Source {
  readonly takesForNew: NonNullable<Source["takesForNew"]>;
  readonly #locks: Locks | undefined;
  readonly #session: Pick<ReadSession, "rows">;
  readonly #layouts: Layouts;
  readonly #dialect: Dialect;
  /**
   * Answers by statement: what was read is locked or in a snapshot, and so cannot change until the
   * end.
   */
  readonly #answers = new Map<string, Promise<readonly PgRow[]>>();
  #ended = false;

  constructor({ session, layouts, dialect, locks, takesForNew }: SourceDeps) {
    this.#locks = locks;
    this.takesForNew = takesForNew ?? (() => false);
    this.#session = session;
    this.#layouts = layouts;
    this.#dialect = dialect;
  }

  async get<R extends object>(table: Table<R>, key: string): Promise<R | undefined> {
    const layout = this.#of(table);
    if (!isStorableKey(key)) return undefined;
    const read = { sql: getSql(this.#dialect, layout), values: [key] };
    const rows = await this.#once(read, () => this.#locks?.record(layout, key));
    return records(layout, rows)[0] as R | undefined;
  }

  async getMany<R extends object>(table: Table<R>, keys: readonly string[]): Promise<readonly R[]> {
    const layout = this.#of(table);
    if (this.#locks !== undefined) {
      for (const key of keys) void this.#locks.record(layout, key);
      await this.#locks.sent();
    }
    const rows = await this.#session.rows(getManySql(this.#dialect, layout), [keys]);
    return records(layout, rows) as readonly R[];
  }

  async lookup<R extends object>(
    table: Table<R>,
    unique: string,
    value: string,
  ): Promise<R | undefined> {
    const layout = this.#of(table);
    const sql = lookupSql(this.#dialect, layout, unique);
    const read = { sql, values: [storedValue(value)] };
    const rows = await this.#once(read, () => this.#locks?.unique(layout, unique, value));
    return records(layout, rows)[0] as R | undefined;
  }

  async find<R extends object>(table: Table<R>, search: Search = {}): Promise<readonly R[]> {
    const layout = this.#of(table);
    const read = { sql: findSql(this.#dialect, layout, search), values: parametersOf(search) };
    const rows = await this.#once(read, () => this.#locks?.search(layout, search));
    return records(layout, rows) as readonly R[];
  }

  async count<R extends object>(
    table: Table<R>,
    search: Search = {},
    keys?: readonly string[],
  ): Promise<number> {
    const layout = this.#of(table);
    const sql = countSql(this.#dialect, layout, { search, isOfKeys: keys !== undefined });
    const values = keys === undefined ? parametersOf(search) : [...boundsOf(search), keys];
    const rows = await this.#once({ sql, values }, () => this.#locks?.search(layout, search));
    return Number(rows[0]?.[0]);
  }

  async findByPrefix<R extends object>(
    table: Table<R>,
    search: PrefixSearch,
  ): Promise<readonly PrefixHit<R>[]> {
    const layout = this.#of(table);
    const sql = prefixSql(this.#dialect, layout, search.index);
    const parameters = prefixParameters(search);
    await this.#locks?.table(layout);
    const rows = await this.#session.rows(sql, parameters);
    return rows.map((row) => ({ record: recordIn(layout, row) as R, value: String(row[2]) }));
  }

  /** Returns the rows of a statement, which is sent behind its lock and only once. */
  #once(
    { sql, values }: { readonly sql: string; readonly values: readonly unknown[] },
    lock: () => Promise<void> | undefined,
  ): Promise<readonly PgRow[]> {
    const readKey = `${sql}\n${JSON.stringify(values)}`;
    let answer = this.#answers.get(readKey);
    if (answer === undefined) {
      const waiting = lock();
      const send = () => this.#session.rows(sql, values);
      answer = waiting === undefined ? send() : waiting.then(send);
      this.#answers.set(readKey, answer);
    }
    return answer;
  }

  /** Closes the view: the connection returns to the pool. */
  end(): void {
    this.#ended = true;
  }

  #of(table: AnyTable) {
    if (this.#ended) throw new Error("a view of the store was used after its end");
    return layoutOf(this.#layouts, table);
  }
}

/** @param row a row whose first columns are the record's body and key */
function recordIn({ form }: RecordLayout, [body, key]: PgRow): object {
  return form.read(body as object, key as string);
}

function records(layout: RecordLayout, rows: readonly PgRow[]): readonly object[] {
  return rows.map((row) => recordIn(layout, row));
}
