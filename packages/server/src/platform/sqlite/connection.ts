// One connection to a SQLite database, with its statements prepared once and kept.
import {
  DatabaseSync,
  type SQLInputValue,
  type SQLOutputValue,
  type StatementSync,
} from "node:sqlite";
import {
  layoutOf,
  type Dialect,
  type Layouts,
  type RecordLayout,
} from "../storage/table-schema.ts";
import {
  countSql,
  findSql,
  getManySql,
  getSql,
  lookupSql,
  prefixSql,
  shapeOf,
} from "../storage/record-sql.ts";
import type { AnyTable, Search } from "../store.ts";
import {
  bytesOfDatabase,
  fillDatabase,
  isLarge,
  reuseFreedMemory,
  reservePages,
  sizeOf,
} from "./database-bytes.ts";

export const sqliteDialect: Dialect = {
  at: (name) => `"${name}"`,
  keyType: "TEXT",
  bodyType: "TEXT",
  withoutRowid: " WITHOUT ROWID",
  placeholder: () => "?",
  isOneOf: () => "IN (SELECT value FROM json_each(?))",
};

const SQLITE_BUSY = 5;
const SQLITE_LOCKED = 6;
const SQLITE_FULL = 13;
const SQLITE_CONSTRAINT = 19;

/** SQLite's primary result code of an error, or undefined when it is not one of SQLite's. */
function resultCode(error: unknown): number | undefined {
  const code = (error as { errcode?: unknown } | undefined)?.errcode;
  return typeof code === "number" ? code & 0xff : undefined;
}

/** Whether another connection holds the lock that was needed. */
export function isBusy(error: unknown): boolean {
  const code = resultCode(error);
  return code === SQLITE_BUSY || code === SQLITE_LOCKED;
}

/** Runs a step again, after a pause, while another connection holds the lock that it needs. */
export async function retryWhileBusy(
  step: () => void | Promise<void>,
  { tries, pause }: { readonly tries: number; readonly pause: () => Promise<void> },
): Promise<void> {
  for (let triesLeft = tries; ; triesLeft -= 1) {
    try {
      await step();
      return;
    } catch (error) {
      if (!isBusy(error) || triesLeft === 1) throw error;
    }
    await pause();
  }
}

/** Whether the disk had no room for what was written. */
export function isFull(error: unknown): boolean {
  return resultCode(error) === SQLITE_FULL;
}

export function isConstraint(error: unknown): boolean {
  return resultCode(error) === SQLITE_CONSTRAINT;
}

export type Row = readonly SQLOutputValue[];

/** The result of a statement that returns no rows. */
export interface Done {
  /** How many rows it changed. */
  readonly changes: number | bigint;
  /** The row number of the last insertion. */
  readonly lastInsertRowid: number | bigint;
}

/** A prepared statement whose rows are arrays. */
export interface Query {
  one(...parameters: readonly SQLInputValue[]): Row | undefined;
  all(...parameters: readonly SQLInputValue[]): readonly Row[];
  run(...parameters: readonly SQLInputValue[]): Done;
}

export interface Connection {
  readonly layouts: Layouts;
  /** Prepares a statement, or returns the one already prepared. */
  query(sql: string): Query;
  /** The statements of one table. */
  queriesOf(table: AnyTable): TableQueries;
  exec(sql: string): void;
  inTransaction(): boolean;
  /** The whole database, as the bytes of a file. */
  bytes(): Uint8Array;
  /** The size of those bytes. */
  size(): number;
  /** Prepares an in-memory database for cheap copying. To be called outside any transaction. */
  readyForCopies(): void;
  /** Attaches an in-memory copy of bytes under a name. To be called outside any transaction. */
  attach(bytes: Uint8Array, name: string): void;
  detach(name: string): void;
  /** Replaces this database by that of another connection, which must not be used afterwards. */
  takeOver(other: Connection): void;
  close(): void;
}

/** The statements that read one table. */
export interface TableQueries {
  readonly layout: RecordLayout;
  get(): Query;
  getMany(): Query;
  lookup(unique: string): Query;
  find(search: Search): Query;
  count(search: Search): Query;
  /** As `count`, for the records under the keys in one more parameter. */
  countOfKeys(search: Search): Query;
  prefix(index: string): Query;
}

/** A statement that is prepared on first use, and again after SQLite has invalidated it. */
class PreparedQuery implements Query {
  readonly #prepare: (sql: string) => StatementSync;
  readonly #sql: string;
  #statement: StatementSync | undefined;

  constructor(prepare: (sql: string) => StatementSync, sql: string) {
    this.#prepare = prepare;
    this.#sql = sql;
  }

  one(...parameters: readonly SQLInputValue[]): Row | undefined {
    return this.#getStatement().get(...parameters) as Row | undefined;
  }

  all(...parameters: readonly SQLInputValue[]): readonly Row[] {
    return this.#getStatement().all(...parameters) as unknown as readonly Row[];
  }

  run(...parameters: readonly SQLInputValue[]): Done {
    return this.#getStatement().run(...parameters);
  }

  invalidate(): void {
    this.#statement = undefined;
  }

  #getStatement(): StatementSync {
    return (this.#statement ??= this.#prepare(this.#sql));
  }
}

/** The queries of a table, created on demand: every world of a process has its own. */
class PreparedTable implements TableQueries {
  readonly layout: RecordLayout;
  readonly #query: (sql: string) => Query;
  readonly #queries = new Map<string, Query>();
  #get: Query | undefined;

  constructor(layout: RecordLayout, query: (sql: string) => Query) {
    this.layout = layout;
    this.#query = query;
  }

  get(): Query {
    return (this.#get ??= this.#query(getSql(sqliteDialect, this.layout)));
  }

  getMany(): Query {
    return this.#prepareOnce("many", () => getManySql(sqliteDialect, this.layout));
  }

  lookup(unique: string): Query {
    return this.#prepareOnce(`lookup:${unique}`, () =>
      lookupSql(sqliteDialect, this.layout, unique),
    );
  }

  find(search: Search): Query {
    return this.#prepareOnce(`find:${shapeOf(search)}`, () =>
      findSql(sqliteDialect, this.layout, search),
    );
  }

  count(search: Search): Query {
    return this.#prepareOnce(`count:${shapeOf(search)}`, () =>
      countSql(sqliteDialect, this.layout, { search, isOfKeys: false }),
    );
  }

  countOfKeys(search: Search): Query {
    return this.#prepareOnce(`count of keys:${shapeOf(search)}`, () =>
      countSql(sqliteDialect, this.layout, { search, isOfKeys: true }),
    );
  }

  prefix(index: string): Query {
    return this.#prepareOnce(`prefix:${index}`, () => prefixSql(sqliteDialect, this.layout, index));
  }

  #prepareOnce(name: string, sql: () => string): Query {
    let found = this.#queries.get(name);
    if (found === undefined) this.#queries.set(name, (found = this.#query(sql())));
    return found;
  }
}

/** How a database is opened. */
export interface ConnectOptions {
  readonly readOnly: boolean;
  /** How many milliseconds a statement blocks for another process's lock. */
  readonly timeout: number;
  /** The initial content of an in-memory database. It may then grow to 1 GiB, SQLite's limit. */
  readonly bytes?: Uint8Array | undefined;
}

export function connect(
  file: string,
  layouts: Layouts,
  { bytes, ...options }: ConnectOptions,
): Connection {
  const db = new DatabaseSync(file, options);
  if (bytes !== undefined) fillDatabase(db, bytes);
  return new DatabaseConnection(db, layouts);
}

class DatabaseConnection implements Connection {
  readonly layouts: Layouts;
  #db: DatabaseSync;
  #keepsMemory = false;
  readonly #queries = new Map<string, PreparedQuery>();
  readonly #tables = new Map<string, TableQueries>();
  readonly #prepare = (sql: string): StatementSync => {
    const statement = this.#db.prepare(sql);
    statement.setReturnArrays(true);
    return statement;
  };
  readonly #query = (sql: string): Query => this.query(sql);

  constructor(db: DatabaseSync, layouts: Layouts) {
    this.#db = db;
    this.layouts = layouts;
  }

  query(sql: string): Query {
    let found = this.#queries.get(sql);
    if (found === undefined) {
      this.#queries.set(sql, (found = new PreparedQuery(this.#prepare, sql)));
    }
    return found;
  }

  queriesOf(table: AnyTable): TableQueries {
    let found = this.#tables.get(table.name);
    if (found === undefined) {
      found = new PreparedTable(layoutOf(this.layouts, table), this.#query);
      this.#tables.set(table.name, found);
    }
    return found;
  }

  exec(sql: string): void {
    this.#db.exec(sql);
  }

  inTransaction(): boolean {
    return this.#db.isTransaction;
  }

  bytes(): Uint8Array {
    return bytesOfDatabase(this.#db);
  }

  size(): number {
    return sizeOf(this.#db);
  }

  readyForCopies(): void {
    if (!isLarge(this.#db)) return;
    reservePages(this.#db);
    if (!this.#keepsMemory) reuseFreedMemory();
    this.#keepsMemory = true;
  }

  attach(bytes: Uint8Array, name: string): void {
    this.exec(`ATTACH ':memory:' AS "${name}"`);
    // ATTACH invalidates every prepared statement.
    this.#invalidateStatements();
    try {
      fillDatabase(this.#db, bytes, name);
    } catch (error) {
      this.detach(name);
      throw error;
    }
  }

  detach(name: string): void {
    this.exec(`DETACH "${name}"`);
  }

  takeOver(other: Connection): void {
    if (!(other instanceof DatabaseConnection)) throw new Error("a connection of another kind");
    const old = this.#db;
    this.#db = other.#db;
    this.#invalidateStatements();
    old.close();
  }

  close(): void {
    this.#db.close();
  }

  #invalidateStatements(): void {
    for (const query of this.#queries.values()) query.invalidate();
  }
}
