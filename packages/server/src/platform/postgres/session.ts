// One PostgreSQL connection, taken out of the pool for one transaction, and its prepared statements.
import pg from "pg";
import type { StoreEffort } from "../store.ts";
import type { Dialect } from "../table-schema.ts";
import type { Patience } from "./pools.ts";

export function postgresDialect(schema: string): Dialect {
  return {
    at: (name) => `${quoted(schema)}.${quoted(name)}`,
    keyType: `text COLLATE "C"`,
    // Not jsonb: that refuses "\u0000" and halves of surrogate pairs, and forgets the order of fields.
    bodyType: "json",
    withoutRowid: "",
    mark: (n) => `$${n}`,
    among: (n) => `= ANY($${n}::text[])`,
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

/** PostgreSQL's five characters for an error, or undefined when it is not one of its own. */
export function sqlState(error: unknown): string | undefined {
  return error instanceof pg.DatabaseError || error instanceof ContendedError
    ? error.code
    : undefined;
}

export type PgRow = readonly unknown[];

/** Names of prepared statements: short, since PostgreSQL cuts long ones off. */
export class StatementNames {
  readonly #names = new Map<string, string>();

  of(sql: string): string {
    let name = this.#names.get(sql);
    if (name === undefined) this.#names.set(sql, (name = `s${this.#names.size}`));
    return name;
  }
}

export interface SessionDeps {
  readonly names: StatementNames;
  readonly effort: StoreEffort;
  readonly waits: Pick<Patience, "answerMs">;
}

/** Large tables take their time. */
const NO_TIMEOUT = "SET LOCAL statement_timeout = 0; SET LOCAL lock_timeout = 0";

/**
 * A transaction on one connection. Statements are sent without waiting for the ones before them,
 * and the server runs them in turn.
 */
export class Session {
  readonly #client: pg.PoolClient;
  readonly #names: StatementNames;
  readonly #effort: StoreEffort;
  /** How long an answer is waited for; undefined: for ever. */
  #answerMs: number | undefined;
  /** Undefined once it was sent: it goes out with the first statement. */
  #begin: string | undefined;
  /** Statements whose answers are still to come. */
  #underWay = 0;
  /** The first error of a statement: whatever the work made of it, the transaction is lost. */
  failure: Error | undefined;
  #isOver = false;
  #isGathering = false;

  constructor(client: pg.PoolClient, { names, effort, waits }: SessionDeps, begin: string) {
    this.#client = client;
    this.#names = names;
    this.#effort = effort;
    this.#answerMs = waits.answerMs;
    this.#begin = begin;
  }

  /** Runs a prepared statement. */
  async rows(sql: string, values: readonly unknown[] = []): Promise<readonly PgRow[]> {
    const query = {
      name: this.#names.of(sql),
      text: sql,
      values: [...values],
      rowMode: "array",
      query_timeout: this.#answerMs,
    };
    const result = await this.#noting(() => this.#client.query<unknown[]>(query));
    return result.rows;
  }

  /** Runs statements that are not worth preparing. */
  async run(sql: string): Promise<void> {
    await this.#noting(() => this.#unprepared(sql));
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
    const sent: Promise<unknown>[] = last.map(([sql, values]) => this.rows(sql, values));
    sent.push(this.run("COMMIT"));
    const outcomes = await Promise.allSettled(sent);
    for (const outcome of outcomes) if (outcome.status === "rejected") throw outcome.reason;
    this.#isOver = true;
  }

  /** Gives the connection back; one that cannot even be rolled back is thrown away. */
  async end(how: "committed" | "undo" | "discard"): Promise<void> {
    if (how === "discard") return this.#client.release(true);
    try {
      const hasBegun = this.#begin === undefined;
      if (how === "undo" && hasBegun && !this.#isOver) await this.#unprepared("ROLLBACK");
      this.#client.release();
    } catch {
      this.#client.release(true);
    }
  }

  /** The transaction is lost, and sends nothing more. */
  lose(error: ContendedError): void {
    this.#fail(error);
  }

  async #noting<T>(send: () => Promise<T>): Promise<T> {
    if (this.failure instanceof ContendedError) throw this.failure;
    this.#gather();
    if (this.#underWay === 0) this.#effort.exchanges += 1;
    this.#underWay += 1;
    if (this.#begin !== undefined) {
      const begin = this.#begin;
      this.#begin = undefined;
      // Where it fails, the connection is lost, and the next statement with it.
      this.#unprepared(begin).catch((error: unknown) => this.#fail(error));
    }
    try {
      return await send();
    } catch (error) {
      this.#fail(error);
      throw error;
    } finally {
      this.#underWay -= 1;
    }
  }

  /** Statements of one turn leave in one write, when nothing is left to do in it. */
  #gather(): void {
    if (this.#isGathering) return;
    this.#isGathering = true;
    const { stream } = (this.#client as pg.PoolClient & Pick<pg.Client, "connection">).connection;
    stream.cork();
    process.nextTick(() => {
      this.#isGathering = false;
      stream.uncork();
    });
  }

  #unprepared(text: string): Promise<unknown> {
    const query = { text, query_timeout: this.#answerMs };
    return this.#client.query(query);
  }

  #fail(error: unknown): void {
    this.failure ??= error instanceof Error ? error : new Error(String(error));
  }
}
