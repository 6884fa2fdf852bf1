// One PostgreSQL connection, checked out for one transaction, and its prepared statements.
import { isDeepStrictEqual } from "node:util";
import pg from "pg";
import {
  runBatch,
  UnsentError,
  serializeValues,
  type ColumnParser,
  type Parameter,
  type PgRow,
  type Prepared,
} from "./batch.ts";
import type { StoreCosts } from "../store.ts";
import type { Dialect } from "../storage/table-schema.ts";
import type { PoolTimeouts } from "./pools.ts";

export function postgresDialect(schema: string): Dialect {
  return {
    at: (name) => `${quoted(schema)}.${quoted(name)}`,
    keyType: `text COLLATE "C"`,
    // Not jsonb: that refuses "\u0000" and lone surrogates, and loses the order of fields.
    bodyType: "json",
    withoutRowid: "",
    placeholder: (n) => `$${n}`,
    isOneOf: (n) => `= ANY($${n}::text[])`,
  };
}

export function quoted(name: string): string {
  return `"${name.replaceAll('"', '""')}"`;
}

/** Transactions of this process are queued for a lock, so it was not even tried. */
export class ContendedError extends Error {
  override readonly name = "ContendedError";
  /** The SQL state that PostgreSQL reports for a lock that another transaction holds. */
  readonly code = "40001";
  /** The name of the lock. */
  readonly detail: string;

  constructor(lock: string) {
    super(`others are queued for ${lock}`);
    this.detail = lock;
  }
}

/**
 * The result of a read's first statement, sent outside a transaction, had changed when the read
 * went on.
 */
export class ChangedError extends Error {
  override readonly name = "ChangedError";
}

/** PostgreSQL's five-character code of an error; undefined if it is not an error of the server. */
export function sqlState(error: unknown): string | undefined {
  return error instanceof pg.DatabaseError || error instanceof ContendedError
    ? error.code
    : undefined;
}

export type { PgRow } from "./batch.ts";

/** Whether the server only accepts a statement in an explicit transaction. */
export function isTableLock(sql: string): boolean {
  return sql.startsWith("LOCK TABLE");
}

/** Names of prepared statements: short, since PostgreSQL truncates long ones. */
export class StatementNames {
  readonly #names = new Map<string, string>();
  /** The column parsers of each statement that has been run. */
  readonly #columns = new Map<string, readonly ColumnParser[]>();
  /** Numbers are never reused: a connection may still have a forgotten statement prepared. */
  #namesCount = 0;
  #forgottenCount = 0;
  /** The value of #forgotten when a connection's forgotten statements were last deallocated. */
  readonly #clearedAt = new WeakMap<Connection, number>();
  /** First statements of reads that went on; bounded by the number of texts in the program. */
  readonly #followed = new Set<string>();

  nameOf(sql: string): string {
    let name = this.#names.get(sql);
    if (name === undefined) {
      this.#names.set(sql, (name = `s${this.#namesCount}`));
      this.#namesCount += 1;
    }
    return name;
  }

  columnsOf(sql: string): readonly ColumnParser[] | undefined {
    return this.#columns.get(sql);
  }

  learnColumns(sql: string, { fields }: Pick<pg.QueryArrayResult, "fields">): void {
    if (this.#columns.has(sql) || !this.#names.has(sql)) return;
    this.#columns.set(
      sql,
      fields.map(({ dataTypeID }) => pg.types.getTypeParser(dataTypeID, "text") as ColumnParser),
    );
  }

  /** Whether every read that began with this statement has so far sent no other one. */
  isAlwaysAlone(sql: string): boolean {
    return !this.#followed.has(sql);
  }

  markFollowed(sql: string): void {
    this.#followed.add(sql);
  }

  /** Forgets a statement; connections deallocate it when their next session ends. */
  forget(sql: string): void {
    this.#columns.delete(sql);
    if (this.#names.delete(sql)) this.#forgottenCount += 1;
  }

  /**
   * Removes the forgotten statements from a connection's cache. @returns their names, which the
   * server still has prepared
   */
  takeForgotten(connection: Connection): readonly string[] {
    if ((this.#clearedAt.get(connection) ?? 0) === this.#forgottenCount) return [];
    this.#clearedAt.set(connection, this.#forgottenCount);
    const current = new Set(this.#names.values());
    const stale = Object.keys(connection.parsedStatements).filter((name) => !current.has(name));
    for (const name of stale) delete connection.parsedStatements[name];
    return stale;
  }
}

export interface SessionDeps {
  readonly names: StatementNames;
  readonly effort: StoreCosts;
  readonly waits: Pick<PoolTimeouts, "answerMs">;
}

/** For statements on large tables, which take long. */
const NO_TIMEOUT = "SET LOCAL statement_timeout = 0; SET LOCAL lock_timeout = 0";

/** A statement that is sent together with the others of its turn. */
interface QueuedStatement {
  readonly sql: string;
  /** Undefined for a statement that is not prepared. */
  readonly values: readonly Parameter[] | undefined;
  readonly resolve: (rows: readonly PgRow[]) => void;
  readonly reject: (error: unknown) => void;
}

/** A statement that was sent outside a transaction, and its rows once they have arrived. */
interface Autocommitted extends Pick<QueuedStatement, "sql" | "values"> {
  rows?: readonly PgRow[];
}

const NO_VALUES: readonly Parameter[] = [];
const ROLLBACK = "ROLLBACK";

/** Each statement reads what was committed before it. */
export const READ_COMMITTED = "BEGIN ISOLATION LEVEL READ COMMITTED";
/** All statements read what was committed before the first. */
export const SNAPSHOT = "BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY";

/** The members of a `pg` connection that are used here. */
interface Connection {
  readonly stream: { cork(): void; uncork(): void };
  /** The texts of prepared statements by their names. */
  readonly parsedStatements: Record<string, string | undefined>;
}

interface SessionOptions {
  readonly mayStandAlone?: boolean;
}

/**
 * A transaction on one connection. The statements of one turn are sent together, and the server
 * runs them one after the other.
 */
export class Session {
  readonly #client: pg.PoolClient;
  readonly #connection: Connection;
  readonly #names: StatementNames;
  readonly #effort: StoreCosts;
  /** The timeout for an answer in milliseconds; undefined: none. */
  #answerMs: number | undefined;
  readonly #begin: string;
  readonly #mayStandAlone: boolean;
  /** The statement that was sent outside the transaction, since no other was expected. */
  #standalone: Autocommitted | undefined;
  #hasBegun = false;
  #queue: QueuedStatement[] = [];
  /** Whether a commit follows the queued statements. */
  #isCommitting = false;
  /** The number of messages in flight. */
  #messagesInFlight = 0;
  /** Resolves when the last message was answered or has failed. */
  #sent: Promise<void> | undefined;
  /** The first error of a statement: even if the work caught it, the transaction is lost. */
  failure: Error | undefined;
  #isOver = false;

  /**
   * @param options.mayStandAlone whether a single statement is sent without a transaction when none
   *   is expected to follow; if one does, the session may fail with a ChangedError
   */
  constructor(
    client: pg.PoolClient,
    { names, effort, waits }: SessionDeps,
    begin: string,
    { mayStandAlone = false }: SessionOptions = {},
  ) {
    this.#client = client;
    this.#connection = (client as pg.PoolClient & { readonly connection: Connection }).connection;
    this.#names = names;
    this.#effort = effort;
    this.#answerMs = waits.answerMs;
    this.#begin = begin;
    this.#mayStandAlone = mayStandAlone;
  }

  /** Runs a prepared statement. */
  rows(sql: string, values: readonly unknown[] = NO_VALUES): Promise<readonly PgRow[]> {
    return this.#enqueue(sql, values);
  }

  /** Runs statements without preparing them. @returns the rows if it was a single statement */
  run(sql: string): Promise<readonly PgRow[]> {
    return this.#enqueue(sql, undefined);
  }

  /** Removes the timeouts from the statements of this transaction. */
  async disableTimeouts(): Promise<void> {
    this.#answerMs = undefined;
    await this.run(NO_TIMEOUT);
  }

  /**
   * Sends the last statements and the commit in one message. When one fails, the server runs none
   * after it.
   *
   * @throws the error of the first statement that failed
   */
  async commit(last: readonly (readonly [sql: string, values: readonly unknown[]])[] = []) {
    for (const [sql, values] of last) this.#enqueue(sql, values).catch(() => undefined);
    this.#isCommitting = true;
    const { promise, resolve, reject } = Promise.withResolvers<unknown>();
    this.#queue.push({ sql: "COMMIT", values: NO_VALUES, resolve, reject });
    this.#send();
    await promise.catch((error: unknown) => this.#fail(error));
    // A commit behind a failed statement ends the transaction without an error of its own.
    if (this.failure === undefined && !this.#isIdle()) {
      this.#fail(new Error("a transaction was still open when its commit had been answered"));
    }
    if (this.failure !== undefined) throw this.failure;
    this.#isOver = true;
  }

  /** Returns the connection to the pool; one that cannot be rolled back is closed. */
  async end(how: "committed" | "undo" | "discard"): Promise<void> {
    this.#send();
    // No rollback follows a statement sent outside a transaction, so its answer is awaited here.
    if (how !== "discard" && !this.#hasBegun) await this.#sent;
    // An error that is not the server's, such as a timeout: the connection must not be reused.
    const isBroken =
      this.failure !== undefined &&
      this.#lost === undefined &&
      sqlState(this.failure) === undefined;
    if (how === "discard" || isBroken) return this.#client.release(true);
    try {
      if (how === "undo" && this.#hasBegun && !this.#isOver) await this.#rollBack();
      await this.#deallocate();
      this.#client.release(!this.#isIdle());
    } catch {
      this.#client.release(true);
    }
  }

  /** Marks the transaction as lost, so that it sends nothing more. */
  failWith(error: ContendedError): void {
    this.#fail(error);
  }

  #enqueue(sql: string, values: readonly unknown[] | undefined): Promise<readonly PgRow[]> {
    if (this.#lost !== undefined) return Promise.reject(this.#lost);
    // Serialized before anything of this turn is sent: what follows must not be committed without
    // it.
    const serialized = values === undefined ? undefined : serializeValues(values);
    if (serialized instanceof UnsentError) {
      this.#fail(serialized);
      return Promise.reject(serialized);
    }
    if (this.#queue.length === 0) process.nextTick(() => this.#send());
    const { promise, resolve, reject } = Promise.withResolvers<readonly PgRow[]>();
    this.#queue.push({ sql, values: serialized, resolve, reject });
    return promise;
  }

  /** Why the session sends nothing more, although its connection is intact. */
  get #lost(): Error | undefined {
    const { failure } = this;
    const isLost = [ContendedError, UnsentError, ChangedError].some((of) => failure instanceof of);
    return isLost ? failure : undefined;
  }

  #send(): void {
    const statements = this.#queue;
    if (statements.length === 0) return;
    this.#queue = [];
    if (this.#lost !== undefined) {
      for (const { reject } of statements) reject(this.#lost);
      return;
    }
    if (this.#messagesInFlight === 0) this.#effort.exchanges += 1;
    this.#messagesInFlight += 1;
    const alone = this.#standaloneOf(statements);
    const all = alone === undefined ? this.#repeatStandalone(statements) : [alone];
    const isBeginning = alone === undefined && !this.#hasBegun;
    const prepared = this.#preparedOf(all, isBeginning);
    const sent =
      prepared === undefined ? this.#sendEach(all, isBeginning) : this.#sendBatch(all, prepared);
    this.#sent = sent.finally(() => (this.#messagesInFlight -= 1));
  }

  /** The first statement of a read, if it is expected to need no transaction. */
  #standaloneOf(statements: readonly QueuedStatement[]): QueuedStatement | undefined {
    const [only] = statements;
    const mayStandAlone = this.#mayStandAlone && !this.#hasBegun && this.#standalone === undefined;
    if (!mayStandAlone || only?.values === undefined || statements.length > 1) return undefined;
    const { sql, values } = only;
    if (!this.#names.isAlwaysAlone(sql)) return undefined;
    const alone: Autocommitted = { sql, values };
    this.#standalone = alone;
    return { ...only, resolve: (rows) => only.resolve((alone.rows = rows)) };
  }

  /**
   * Repeats the statement that was sent outside a transaction in front of the others, and fails the
   * session if its result has changed.
   */
  #repeatStandalone(statements: readonly QueuedStatement[]): readonly QueuedStatement[] {
    const alone = this.#standalone;
    if (alone === undefined || this.#hasBegun) return statements;
    this.#names.markFollowed(alone.sql);
    const resolve = (rows: readonly PgRow[]) => {
      if (!isDeepStrictEqual(rows, alone.rows)) this.#fail(new ChangedError(alone.sql));
    };
    return [{ ...alone, resolve, reject: () => undefined }, ...statements];
  }

  /** The prepared statements to send; undefined: the connection has not prepared all of them. */
  #preparedOf(
    statements: readonly QueuedStatement[],
    isBeginning: boolean,
  ): readonly Prepared[] | undefined {
    const found: Prepared[] = [];
    for (const { sql, values } of isBeginning ? this.#firstMessage(statements) : statements) {
      const columns = this.#names.columnsOf(sql);
      if (values === undefined || columns === undefined) return undefined;
      const name = this.#names.nameOf(sql);
      if (this.#connection.parsedStatements[name] === undefined) return undefined;
      found.push({ name, values, columns });
    }
    return found;
  }

  /** The first message of the transaction. */
  #firstMessage(
    statements: readonly QueuedStatement[],
  ): readonly Pick<QueuedStatement, "sql" | "values">[] {
    // The server runs the statements of one message as an implicit transaction.
    const isWholeTransaction =
      this.#isCommitting &&
      statements.length > 1 &&
      this.#begin === READ_COMMITTED &&
      !statements.some(({ sql }) => isTableLock(sql));
    if (isWholeTransaction) return statements.slice(0, -1);
    return [{ sql: this.#begin, values: NO_VALUES }, ...statements];
  }

  async #sendBatch(
    statements: readonly QueuedStatement[],
    prepared: readonly Prepared[],
  ): Promise<void> {
    const isBeginning = prepared.length > statements.length;
    this.#hasBegun ||= isBeginning;
    try {
      const answers = await runBatch(this.#client, prepared, this.#answerMs);
      for (const [nth, { resolve }] of statements.entries()) {
        resolve(answers[isBeginning ? nth + 1 : nth] ?? []);
      }
    } catch (error) {
      this.#fail(error);
      for (const { reject } of statements) reject(error);
    }
  }

  /** Sends statements that are not all prepared, each with its own answer. */
  async #sendEach(statements: readonly QueuedStatement[], isBeginning: boolean): Promise<void> {
    const { stream } = this.#connection;
    stream.cork();
    const sent: Promise<void>[] = [];
    if (isBeginning) {
      this.#hasBegun = true;
      // If it fails, the session is lost, and the next statement fails with it.
      sent.push(
        this.#query(this.#begin, NO_VALUES).then(
          () => undefined,
          (error: unknown) => this.#fail(error),
        ),
      );
    }
    for (const { sql, values, resolve, reject } of statements) {
      const failed = (error: unknown) => {
        this.#fail(error);
        reject(error);
      };
      sent.push(this.#query(sql, values).then(resolve, failed));
    }
    stream.uncork();
    await Promise.all(sent);
  }

  async #query(sql: string, values: QueuedStatement["values"]): Promise<readonly PgRow[]> {
    const query_timeout = this.#answerMs;
    if (values === undefined) {
      const config = { text: sql, rowMode: "array", query_timeout } as const;
      const result = await this.#client.query<unknown[]>(config);
      // Several statements yield an array of results.
      return Array.isArray(result) ? [] : result.rows;
    }
    const name = this.#names.nameOf(sql);
    const query = {
      name,
      text: sql,
      values: [...values],
      rowMode: "array",
      query_timeout,
    } as const;
    const result = await this.#client.query<unknown[]>(query);
    this.#names.learnColumns(sql, result);
    return result.rows;
  }

  async #rollBack(): Promise<void> {
    const [name, columns] = [this.#names.nameOf(ROLLBACK), this.#names.columnsOf(ROLLBACK)];
    const isKnown = this.#connection.parsedStatements[name] !== undefined;
    if (columns === undefined || !isKnown) await this.#query(ROLLBACK, NO_VALUES);
    else await runBatch(this.#client, [{ name, columns, values: NO_VALUES }], this.#answerMs);
  }

  /** Deallocates prepared statements that are never used again. */
  async #deallocate(): Promise<void> {
    const stale = this.#names.takeForgotten(this.#connection);
    if (stale.length === 0) return;
    await this.#query(stale.map((name) => `DEALLOCATE ${name}`).join(";"), undefined);
  }

  /** Whether the connection is outside any transaction, according to the server's last answer. */
  #isIdle(): boolean {
    return this.#client.getTransactionStatus() === "I";
  }

  #fail(error: unknown): void {
    this.failure ??= error instanceof Error ? error : new Error(String(error));
  }
}
