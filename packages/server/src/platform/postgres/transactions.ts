// Runs work in PostgreSQL transactions, and again when they lost a race.
import type pg from "pg";
import { inFlight } from "../in-flight.ts";
import type { Random } from "../random.ts";
import type { Seal } from "../sealed-text.ts";
import type { Dialect, Layouts } from "../table-schema.ts";
import { SerialQueue } from "../serial-queue.ts";
import { FencedError, type ProcessIdentity } from "../processes.ts";
import { ConflictError, type Writer } from "../store.ts";
import { TransactionTimeoutError, type Watch } from "../transaction-timeout.ts";
import { WriteSet } from "../write-set.ts";
import { FENCED_STATE, holdStatement } from "./process-table.ts";
import type { PostgresPump } from "./pump.ts";
import { Session, sqlState, type StatementNames } from "./session.ts";
import { PostgresSource } from "./source.ts";
import { appendStatement } from "./log.ts";
import { changeStatements, type Statement } from "./writer.ts";

/** Runs of a transaction that keeps losing races. */
const TRIES_MAX = 30;
/** Runs of a transaction whose unique values are taken: it may look, or draw, anew. */
const CLASH_TRIES_MAX = 5;
const LONGEST_BACKOFF_MS = 50;

/** Not serializable, deadlock, and a unique value that another transaction gave away meanwhile. */
const UNIQUE_CLASH = "23505";
const CONFLICTS: ReadonlySet<string | undefined> = new Set(["40001", "40P01", UNIQUE_CLASH]);

const SERIALIZABLE = "BEGIN ISOLATION LEVEL SERIALIZABLE";
const REPEATABLE = "BEGIN ISOLATION LEVEL REPEATABLE READ";
const SNAPSHOT = "BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY";

export interface TransactionDeps {
  readonly pool: pg.Pool;
  readonly names: StatementNames;
  readonly layouts: Layouts;
  readonly dialect: Dialect;
  readonly pump: PostgresPump;
  readonly seal: Seal;
  readonly watch: Watch;
  readonly pause: (ms: number) => Promise<void>;
  readonly random: Random;
  /** The place that every transaction that writes must still hold at its end. */
  readonly place: {
    /** @throws FencedError */
    holder(): ProcessIdentity;
    givenUp(by: ProcessIdentity): void;
  };
}

export class PostgresTransactions {
  readonly #means: TransactionDeps;
  readonly #underWay = inFlight();
  #isClosed = false;
  /** Losers run one after the other: together they would go on making one another lose. */
  readonly #losers = new SerialQueue();

  constructor(means: TransactionDeps) {
    this.#means = means;
  }

  /** Runs work on one snapshot. */
  read<T>(work: (source: PostgresSource, session: Session) => Promise<T>): Promise<T> {
    return this.#counted(async () => {
      const session = await this.#session(SNAPSHOT);
      const source = this.#source(session);
      let end: "undo" | "discard" = "undo";
      try {
        return await this.#means.watch(work(source, session));
      } catch (error) {
        if (error instanceof TransactionTimeoutError) end = "discard";
        throw error;
      } finally {
        source.end();
        // Nothing was written: the reader need not wait for the end.
        void session.end(end);
      }
    });
  }

  transaction<T>(work: (tx: Writer) => Promise<T>): Promise<T> {
    return this.#counted(async () => {
      const { result, hasFacts } = await this.#retried(() => this.#attempt(work));
      if (hasFacts) await this.#means.pump.pump();
      return result;
    });
  }

  /** Runs a step that brings its own statements, and again when it lost a race. */
  serializable(step: (session: Session) => Promise<readonly Statement[]>): Promise<void> {
    return this.#counted(() =>
      this.#retried(() =>
        this.#inSession(async (session) => this.#commit(session, await step(session))),
      ),
    );
  }

  /** Runs statements that change no record, on one snapshot, and commits them. */
  repeatable<T>(step: (session: Session) => Promise<T>): Promise<T> {
    return this.#counted(() => this.lastly(step));
  }

  /** The same once the store is closed and refuses everything else. */
  lastly<T>(step: (session: Session) => Promise<T>): Promise<T> {
    return this.#retried(() =>
      this.#inSession(async (session) => {
        const result = await step(session);
        await session.commit();
        return result;
      }, REPEATABLE),
    );
  }

  /** Runs a step, and a work on what it left, under one commit. */
  replacing(
    step: (session: Session) => Promise<void>,
    work: (tx: Writer) => Promise<void>,
  ): Promise<void> {
    return this.#counted(async () => {
      const hasFacts = await this.#retried(() =>
        this.#inSession(async (session) => {
          await step(session);
          const writes = new WriteSet(this.#source(session));
          await this.#means.watch(work(writes)).finally(() => writes.end());
          await this.#commit(session, await this.#statements(writes));
          return writes.events.length > 0;
        }),
      );
      if (hasFacts) await this.#means.pump.pump();
    });
  }

  /** Takes no more, and resolves when all that is under way has ended. */
  async close(): Promise<void> {
    this.#isClosed = true;
    await this.#underWay.wait();
  }

  async #counted<T>(run: () => Promise<T>): Promise<T> {
    if (this.#isClosed) throw new Error("the store is closed");
    this.#underWay.enter();
    try {
      return await run();
    } finally {
      this.#underWay.leave();
    }
  }

  async #retried<T>(attempt: () => Promise<T>): Promise<T> {
    let clashes = 0;
    for (let tries = 1; ; tries += 1) {
      try {
        return await (tries === 1 ? attempt() : this.#losers.run(attempt));
      } catch (error) {
        const state = sqlState(error);
        if (!CONFLICTS.has(state)) throw error;
        if (state === UNIQUE_CLASH) clashes += 1;
        if (clashes === CLASH_TRIES_MAX || tries === TRIES_MAX) throw conflict(error);
        await this.#backOff(tries);
      }
    }
  }

  #backOff(tries: number): Promise<void> {
    const [chance = 0] = this.#means.random.bytes(1);
    const longest = Math.min(2 ** tries, LONGEST_BACKOFF_MS);
    return this.#means.pause((longest * (128 + chance)) / 384);
  }

  #attempt<T>(work: (tx: Writer) => Promise<T>) {
    return this.#inSession(async (session) => {
      const writes = new WriteSet(this.#source(session));
      const result = await this.#worked(session, writes, work);
      await this.#commit(session, await this.#statements(writes));
      return { result, hasFacts: writes.events.length > 0 };
    });
  }

  async #inSession<T>(
    step: (session: Session) => Promise<T>,
    begin: string = SERIALIZABLE,
  ): Promise<T> {
    const session = await this.#session(begin);
    try {
      const result = await step(session);
      await session.end("committed");
      return result;
    } catch (error) {
      await session.end(error instanceof TransactionTimeoutError ? "discard" : "undo");
      throw error;
    }
  }

  async #worked<T>(
    session: Session,
    writes: WriteSet,
    work: (tx: Writer) => Promise<T>,
  ): Promise<T> {
    try {
      const result = await this.#means.watch(work(writes));
      if (session.failure !== undefined) throw session.failure;
      return result;
    } catch (error) {
      if (error instanceof TransactionTimeoutError) throw error;
      if (session.failure !== undefined) throw session.failure;
      // A refusal depends on what was read, so it is valid only if the transaction can be committed.
      await session.commit();
      throw error;
    } finally {
      writes.end();
    }
  }

  async #statements(writes: WriteSet): Promise<readonly Statement[]> {
    const { layouts, dialect, seal } = this.#means;
    const changes = changeStatements(await writes.changes(layouts));
    if (writes.events.length === 0) return changes;
    return [...changes, appendStatement(dialect, writes.events, seal)];
  }

  /** Nothing is written by a process that the others have given up. */
  async #commit(session: Session, statements: readonly Statement[]): Promise<void> {
    if (statements.length === 0) return session.commit();
    const { dialect, place } = this.#means;
    const holder = place.holder();
    try {
      await session.commit([holdStatement(dialect, holder), ...statements]);
    } catch (error) {
      if (sqlState(error) !== FENCED_STATE) throw error;
      place.givenUp(holder);
      throw new FencedError();
    }
  }

  async #session(begin: string): Promise<Session> {
    return new Session(await this.#means.pool.connect(), this.#means.names, begin);
  }

  #source(session: Session): PostgresSource {
    const { layouts, dialect } = this.#means;
    return new PostgresSource({ session, layouts, dialect });
  }
}

function conflict(error: unknown): ConflictError {
  const clash = sqlState(error) === UNIQUE_CLASH;
  const why = clash ? "another record has a unique value of this one" : "it lost too many races";
  return new ConflictError(`a transaction was given up: ${why}`, { cause: error });
}
