// One PostgreSQL connection, taken out of the pool for one transaction, and its prepared statements.
import { isDeepStrictEqual } from "node:util";
import pg from "pg";
import {
  runBatch,
  UnsentError,
  writtenValues,
  type ColumnParser,
  type Parameter,
  type PgRow,
  type Prepared,
} from "./batch.ts";
import type { StoreEffort } from "../store.ts";
import type { Dialect } from "../storage/table-schema.ts";
import type { Patience } from "./pools.ts";

export function postgresDialect(schema: string): Dialect {
  return {
    at: (name) => `${quoted(schema)}.${quoted(name)}`,
    keyType: `text COLLATE "C"`,
    // Not jsonb: that refuses "\u0000" and halves of surrogate pairs, and forgets the order of fields.
    bodyType: "json",
    withoutRowid: "",
    mark: (n) => `$${n}`,
    isOneOf: (n) => `= ANY($${n}::text[])`,
  };
}

export function quoted(name: string): string {
  return `"${name.replaceAll('"', '""')}"`;
}

/** A lock that transactions of this process are queued for: it is not even tried. */
export class ContendedError extends Error {
  override readonly name = "ContendedError";
  /** As PostgreSQL says it of a lock that another holds. */
  readonly code = "40001";
  /** The name of the lock. */
  readonly detail: string;

  constructor(lock: string) {
    super(`others are queued for ${lock}`);
    this.detail = lock;
  }
}

/** What a read began with, outside of a transaction, was not so any more when it asked for more. */
export class ChangedError extends Error {
  override readonly name = "ChangedError";
}

/** PostgreSQL's five characters for an error, or undefined when it is not one of its own. */
export function sqlState(error: unknown): string | undefined {
  return error instanceof pg.DatabaseError || error instanceof ContendedError
    ? error.code
    : undefined;
}

export type { PgRow } from "./batch.ts";

/** Whether a statement is one that the server takes in none but a transaction begun in words. */
export function isTableLock(sql: string): boolean {
  return sql.startsWith("LOCK TABLE");
}

/** Names of prepared statements: short, since PostgreSQL cuts long ones off. */
export class StatementNames {
  readonly #names = new Map<string, string>();
  /** Of the columns of each statement that was run once. */
  readonly #columns = new Map<string, readonly ColumnParser[]>();
  /** Never given twice: a connection may still know a statement that was forgotten here. */
  #given = 0;
  #forgotten = 0;
  /** How many statements had been forgotten when a connection was last rid of them. */
  readonly #clearedAt = new WeakMap<Connection, number>();
  /** What reads began with that asked for more: texts of the program, and so no more than it has. */
  readonly #beginnings = new Set<string>();

  of(sql: string): string {
    let name = this.#names.get(sql);
    if (name === undefined) {
      this.#names.set(sql, (name = `s${this.#given}`));
      this.#given += 1;
    }
    return name;
  }

  columnsOf(sql: string): readonly ColumnParser[] | undefined {
    return this.#columns.get(sql);
  }

  learn(sql: string, { fields }: Pick<pg.QueryArrayResult, "fields">): void {
    if (this.#columns.has(sql) || !this.#names.has(sql)) return;
    this.#columns.set(
      sql,
      fields.map(({ dataTypeID }) => pg.types.getTypeParser(dataTypeID, "text") as ColumnParser),
    );
  }

  /** Whether all reads that began with a statement alone have asked for nothing else so far. */
  standsAlone(sql: string): boolean {
    return !this.#beginnings.has(sql);
  }

  beginsMore(sql: string): void {
    this.#beginnings.add(sql);
  }

  /** Connections lose the statement when a session on them ends. */
  forget(sql: string): void {
    this.#columns.delete(sql);
    if (this.#names.delete(sql)) this.#forgotten += 1;
  }

  /** Takes from a connection the names of forgotten statements, which the server still has there. */
  takeForgotten(connection: Connection): readonly string[] {
    if ((this.#clearedAt.get(connection) ?? 0) === this.#forgotten) return [];
    this.#clearedAt.set(connection, this.#forgotten);
    const known = new Set(this.#names.values());
    const gone = Object.keys(connection.parsedStatements).filter((name) => !known.has(name));
    for (const name of gone) delete connection.parsedStatements[name];
    return gone;
  }
}

export interface SessionDeps {
  readonly names: StatementNames;
  readonly effort: StoreEffort;
  readonly waits: Pick<Patience, "answerMs">;
}

/** Large tables take their time. */
const NO_TIMEOUT = "SET LOCAL statement_timeout = 0; SET LOCAL lock_timeout = 0";

/** A statement that leaves with the others of its turn. */
interface Asked {
  readonly sql: string;
  /** Undefined: it is not worth preparing. */
  readonly values: readonly Parameter[] | undefined;
  readonly resolve: (rows: readonly PgRow[]) => void;
  readonly reject: (error: unknown) => void;
}

/** A statement that was sent outside of a transaction, and its rows once they are there. */
interface Alone extends Pick<Asked, "sql" | "values"> {
  rows?: readonly PgRow[];
}

const NO_VALUES: readonly Parameter[] = [];
const ROLLBACK = "ROLLBACK";

/** Its statements see what is committed then. */
export const READ_COMMITTED = "BEGIN ISOLATION LEVEL READ COMMITTED";
/** All of its statements see what was committed before the first. */
export const SNAPSHOT = "BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY";

/** What a connection of `pg` knows of itself. */
interface Connection {
  readonly stream: { cork(): void; uncork(): void };
  /** Their texts, by the names of prepared statements. */
  readonly parsedStatements: Record<string, string | undefined>;
}

interface SessionOptions {
  readonly mayStandAlone?: boolean;
}

/**
 * A transaction on one connection. The statements of one turn leave together, and the server runs
 * them one after the other.
 */
export class Session {
  readonly #client: pg.PoolClient;
  readonly #connection: Connection;
  readonly #names: StatementNames;
  readonly #effort: StoreEffort;
  /** How long an answer is waited for; undefined: for ever. */
  #answerMs: number | undefined;
  readonly #begin: string;
  readonly #mayStandAlone: boolean;
  /** What was sent outside of the transaction, since nothing more was expected. */
  #alone: Alone | undefined;
  #hasBegun = false;
  #asked: Asked[] = [];
  /** Whether the transaction is committed behind what is asked. */
  #isCommitting = false;
  /** Messages whose answers are still to come. */
  #underWay = 0;
  /** Resolves when the last of them has its answer, or has failed. */
  #sent: Promise<void> | undefined;
  /** The first error of a statement: whatever the work made of it, the transaction is lost. */
  failure: Error | undefined;
  #isOver = false;

  /**
   * @param options.mayStandAlone whether a single statement is sent without a transaction, where
   *   none is expected behind it; if one comes, the session may fail with a ChangedError
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
    return this.#ask(sql, values);
  }

  /** Runs statements that are not worth preparing. @returns the rows of one that stands alone */
  run(sql: string): Promise<readonly PgRow[]> {
    return this.#ask(sql, undefined);
  }

  /** Lets the statements of this transaction take any time. */
  async takeAnyTime(): Promise<void> {
    this.#answerMs = undefined;
    await this.run(NO_TIMEOUT);
  }

  /**
   * Sends the last statements and the commit in one go. When one fails, the server runs none after
   * it.
   *
   * @throws what the first of them failed with
   */
  async commit(last: readonly (readonly [sql: string, values: readonly unknown[]])[] = []) {
    for (const [sql, values] of last) this.#ask(sql, values).catch(() => undefined);
    this.#isCommitting = true;
    const { promise, resolve, reject } = Promise.withResolvers<unknown>();
    this.#asked.push({ sql: "COMMIT", values: NO_VALUES, resolve, reject });
    this.#send();
    await promise.catch((error: unknown) => this.#fail(error));
    // A commit behind a statement that failed ends the transaction, and is no error of its own.
    if (this.failure === undefined && !this.#isIdle()) {
      this.#fail(new Error("a transaction was still open when its commit had been answered"));
    }
    if (this.failure !== undefined) throw this.failure;
    this.#isOver = true;
  }

  /** Gives the connection back; one that cannot even be rolled back is thrown away. */
  async end(how: "committed" | "undo" | "discard"): Promise<void> {
    this.#send();
    // Nothing is sent behind what stands alone, which would wait for its answer.
    if (how !== "discard" && !this.#hasBegun) await this.#sent;
    // No error of the server, such as an answer that did not come: nobody else is to have it.
    const isBroken =
      this.failure !== undefined &&
      this.#lost === undefined &&
      sqlState(this.failure) === undefined;
    if (how === "discard" || isBroken) return this.#client.release(true);
    try {
      if (how === "undo" && this.#hasBegun && !this.#isOver) await this.#undo();
      await this.#deallocate();
      this.#client.release(!this.#isIdle());
    } catch {
      this.#client.release(true);
    }
  }

  /** The transaction is lost, and sends nothing more. */
  lose(error: ContendedError): void {
    this.#fail(error);
  }

  #ask(sql: string, values: readonly unknown[] | undefined): Promise<readonly PgRow[]> {
    if (this.#lost !== undefined) return Promise.reject(this.#lost);
    // Before anything of this turn is sent: what is behind it must not be committed without it.
    const written = values === undefined ? undefined : writtenValues(values);
    if (written instanceof UnsentError) {
      this.#fail(written);
      return Promise.reject(written);
    }
    if (this.#asked.length === 0) process.nextTick(() => this.#send());
    const { promise, resolve, reject } = Promise.withResolvers<readonly PgRow[]>();
    this.#asked.push({ sql, values: written, resolve, reject });
    return promise;
  }

  /** Why it sends nothing more, while its connection is as good as before. */
  get #lost(): Error | undefined {
    const { failure } = this;
    const isLost = [ContendedError, UnsentError, ChangedError].some((of) => failure instanceof of);
    return isLost ? failure : undefined;
  }

  #send(): void {
    const asked = this.#asked;
    if (asked.length === 0) return;
    this.#asked = [];
    if (this.#lost !== undefined) {
      for (const { reject } of asked) reject(this.#lost);
      return;
    }
    if (this.#underWay === 0) this.#effort.exchanges += 1;
    this.#underWay += 1;
    const alone = this.#aloneOf(asked);
    const all = alone === undefined ? this.#behindAlone(asked) : [alone];
    const isBeginning = alone === undefined && !this.#hasBegun;
    const prepared = this.#preparedOf(all, isBeginning);
    const sent =
      prepared === undefined ? this.#singly(all, isBeginning) : this.#together(all, prepared);
    this.#sent = sent.finally(() => (this.#underWay -= 1));
  }

  /** The first statement of a read, where it needs no transaction as far as is known. */
  #aloneOf(asked: readonly Asked[]): Asked | undefined {
    const [only] = asked;
    const mayStandAlone = this.#mayStandAlone && !this.#hasBegun && this.#alone === undefined;
    if (!mayStandAlone || only?.values === undefined || asked.length > 1) return undefined;
    const { sql, values } = only;
    if (!this.#names.standsAlone(sql)) return undefined;
    const alone: Alone = { sql, values };
    this.#alone = alone;
    return { ...only, resolve: (rows) => only.resolve((alone.rows = rows)) };
  }

  /** Behind what was sent without a transaction, which must be the same within it. */
  #behindAlone(asked: readonly Asked[]): readonly Asked[] {
    const alone = this.#alone;
    if (alone === undefined || this.#hasBegun) return asked;
    this.#names.beginsMore(alone.sql);
    const resolve = (rows: readonly PgRow[]) => {
      if (!isDeepStrictEqual(rows, alone.rows)) this.#fail(new ChangedError(alone.sql));
    };
    return [{ ...alone, resolve, reject: () => undefined }, ...asked];
  }

  /** As the connection knows them; undefined: it does not know all of them. */
  #preparedOf(asked: readonly Asked[], isBeginning: boolean): readonly Prepared[] | undefined {
    const isWhole =
      this.#isCommitting &&
      isBeginning &&
      this.#begin === READ_COMMITTED &&
      !asked.some(({ sql }) => isTableLock(sql));
    // What the server gets in one message is a transaction without being called one.
    const all: readonly Pick<Asked, "sql" | "values">[] =
      isWhole && asked.length > 1
        ? asked.slice(0, -1)
        : isBeginning
          ? [{ sql: this.#begin, values: NO_VALUES }, ...asked]
          : asked;
    const found: Prepared[] = [];
    for (const { sql, values } of all) {
      const columns = this.#names.columnsOf(sql);
      if (values === undefined || columns === undefined) return undefined;
      const name = this.#names.of(sql);
      if (this.#connection.parsedStatements[name] === undefined) return undefined;
      found.push({ name, values, columns });
    }
    return found;
  }

  async #together(asked: readonly Asked[], prepared: readonly Prepared[]): Promise<void> {
    const isBeginning = prepared.length > asked.length;
    this.#hasBegun ||= isBeginning;
    try {
      const answers = await runBatch(this.#client, prepared, this.#answerMs);
      for (const [nth, { resolve }] of asked.entries()) {
        resolve(answers[isBeginning ? nth + 1 : nth] ?? []);
      }
    } catch (error) {
      this.#fail(error);
      for (const { reject } of asked) reject(error);
    }
  }

  /** Statements that the connection does not know yet, each with an answer of its own. */
  async #singly(asked: readonly Asked[], isBeginning: boolean): Promise<void> {
    const { stream } = this.#connection;
    stream.cork();
    const sent: Promise<void>[] = [];
    if (isBeginning) {
      this.#hasBegun = true;
      // Where it fails, the connection is lost, and the next statement with it.
      sent.push(
        this.#single(this.#begin, NO_VALUES).then(
          () => undefined,
          (error: unknown) => this.#fail(error),
        ),
      );
    }
    for (const { sql, values, resolve, reject } of asked) {
      const failed = (error: unknown) => {
        this.#fail(error);
        reject(error);
      };
      sent.push(this.#single(sql, values).then(resolve, failed));
    }
    stream.uncork();
    await Promise.all(sent);
  }

  async #single(sql: string, values: Asked["values"]): Promise<readonly PgRow[]> {
    const query_timeout = this.#answerMs;
    if (values === undefined) {
      const asked = { text: sql, rowMode: "array", query_timeout } as const;
      const result = await this.#client.query<unknown[]>(asked);
      // Of several statements there are as many results.
      return Array.isArray(result) ? [] : result.rows;
    }
    const name = this.#names.of(sql);
    const query = {
      name,
      text: sql,
      values: [...values],
      rowMode: "array",
      query_timeout,
    } as const;
    const result = await this.#client.query<unknown[]>(query);
    this.#names.learn(sql, result);
    return result.rows;
  }

  async #undo(): Promise<void> {
    const [name, columns] = [this.#names.of(ROLLBACK), this.#names.columnsOf(ROLLBACK)];
    const isKnown = this.#connection.parsedStatements[name] !== undefined;
    if (columns === undefined || !isKnown) await this.#single(ROLLBACK, NO_VALUES);
    else await runBatch(this.#client, [{ name, columns, values: NO_VALUES }], this.#answerMs);
  }

  /** Takes from the server what it keeps prepared for nobody. */
  async #deallocate(): Promise<void> {
    const gone = this.#names.takeForgotten(this.#connection);
    if (gone.length === 0) return;
    await this.#single(gone.map((name) => `DEALLOCATE ${name}`).join(";"), undefined);
  }

  /** Whether the connection is in no transaction, as the server said at the end of its last answer. */
  #isIdle(): boolean {
    return this.#client.getTransactionStatus() === "I";
  }

  #fail(error: unknown): void {
    this.failure ??= error instanceof Error ? error : new Error(String(error));
  }
}
