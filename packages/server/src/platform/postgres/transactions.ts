// Runs work in PostgreSQL transactions, and retries those that lost a race.
import type pg from "pg";
import { inFlight } from "../async/in-flight.ts";
import type { Random } from "../random.ts";
import type { Seal } from "../formats/sealed-text.ts";
import type { Dialect, Layouts } from "../storage/table-schema.ts";
import { FencedError, type ProcessIdentity } from "../processes.ts";
import {
  ConflictError,
  StoreClosedError,
  type AnyTable,
  type StoreCosts,
  type Writer,
} from "../store.ts";
import { atEndOfTurn, setTimer } from "../async/event-loop.ts";
import { TransactionTimeoutError, type Watch } from "../storage/transaction-timeout.ts";
import { WriteSet } from "../storage/write-set.ts";
import { GroupCommit } from "./group-commit.ts";
import { JoinedStatements } from "./joined-statements.ts";
import type { Writes } from "./joined-writes.ts";
import { Lanes } from "./lanes.ts";
import { LateSession } from "./late-session.ts";
import { Locks, writeLockStatements, type PreviousLocks, type ReadSession } from "./locks.ts";
import { FENCED_STATE, holdStatement } from "./process-table.ts";
import type { PoolTimeouts } from "./pools.ts";
import type { PostgresPump } from "./pump.ts";
import {
  ChangedError,
  isTableLock,
  READ_COMMITTED,
  Session,
  SNAPSHOT,
  sqlState,
  type StatementNames,
} from "./session.ts";
import { PostgresSource } from "./source.ts";
import { appendStatement, sealEvent } from "./log.ts";
import type { WatchedTables } from "./watched-tables.ts";
import { acquireConnection, unreachableOr } from "./unreachable.ts";
import { entryStatements, recordStatements, removalStatements, type Statement } from "./writer.ts";

/** The maximum attempts of a transaction that keeps losing races. */
const TRIES_MAX = 30;
/**
 * The maximum attempts after unique violations: the retried work may look again, or draw another
 * value.
 */
const CLASH_TRIES_MAX = 5;
/** The maximum attempts of a transaction that ran into lock timeouts. */
const WAITS_MAX = 2;
const LONGEST_BACKOFF_MS = 50;

const UNIQUE_CLASH = "23505";
const LOCK_TIMEOUT = "55P03";
/**
 * The errors that cause a retry: a lock that another transaction holds, a deadlock, a lock timeout,
 * and a unique value that another transaction took meanwhile.
 */
const CONFLICTS: ReadonlySet<string | undefined> = new Set([
  "40001",
  "40P01",
  LOCK_TIMEOUT,
  UNIQUE_CLASH,
]);

/** Reads are locked until the end of the transaction. */
const LOCKING = READ_COMMITTED;
const REPEATABLE = "BEGIN ISOLATION LEVEL REPEATABLE READ";

export interface TransactionDeps {
  readonly pool: pg.Pool;
  readonly names: StatementNames;
  readonly effort: StoreCosts;
  readonly waits: Pick<PoolTimeouts, "answerMs">;
  readonly layouts: Layouts;
  readonly dialect: Dialect;
  readonly pump: PostgresPump;
  readonly watched: WatchedTables;
  readonly seal: Seal;
  readonly watch: Watch;
  readonly pause: (ms: number) => Promise<void>;
  /** Real milliseconds since some fixed moment. */
  readonly real: () => number;
  readonly random: Random;
  /** The lease that every writing transaction must still hold at its end. */
  readonly membership: {
    /** Resolves once the process is sure of its lease. @throws FencedError when it cannot be */
    holder(): ProcessIdentity | Promise<ProcessIdentity>;
    /**
     * Resolves when the database answers again, if it did not a while ago; undefined if it did.
     *
     * @throws UnreachableError
     */
    whenReachable(): Promise<void> | undefined;
    noteLeaseLost(by: ProcessIdentity): void;
  };
}

interface Attempt {
  /** The locks of the previous attempt; undefined for the first. */
  readonly previousLocks: PreviousLocks | undefined;
  /** Receives the locks of this attempt. */
  readonly onBegin: (locks: Locks) => void;
}

/** What a transaction ends with. */
interface CommittedStatements {
  /** The lease that must still be held. */
  readonly holder: ProcessIdentity;
  readonly statements: readonly Statement[];
  /**
   * Taken before the transaction gets its id, so that conflicting transactions stand in the log in
   * the order of their commits.
   */
  readonly locks?: readonly Statement[];
}

/** The part of a session that ends a transaction, whether or not it has a connection yet. */
type Ending = Pick<Session, "end" | "failure">;
type Committing = Pick<Session, "commit" | "failure">;

export class PostgresTransactions {
  readonly #deps: TransactionDeps;
  readonly #inFlight = inFlight();
  #isClosed = false;
  /**
   * Queues by contended lock: retried transactions run one after the other, as together they would
   * make one another lose again.
   */
  readonly #losers: Lanes;
  readonly #statementJoiner: JoinedStatements;
  readonly #groups: GroupCommit;
  /**
   * Tables in which blindly inserted records turned out to exist: such inserts are checked from
   * then on.
   */
  readonly #replacedUnread = new Set<string>();

  constructor(deps: TransactionDeps) {
    this.#deps = deps;
    this.#statementJoiner = new JoinedStatements(deps.names);
    this.#losers = new Lanes({ real: deps.real, setTimer });
    const commit = (writes: Writes) => this.#commitGroup(writes);
    this.#groups = new GroupCommit({ commit, soon: atEndOfTurn, setTimer });
  }

  /**
   * Runs work on one snapshot. A read of a single statement needs no transaction; if another
   * statement follows after all, and something changed meanwhile, the work runs again.
   */
  read<T>(work: (source: PostgresSource, session: Session) => Promise<T>): Promise<T> {
    return this.#track(async () => {
      const reachable = this.#deps.membership.whenReachable();
      if (reachable !== undefined) await reachable;
      try {
        return await this.#readSnapshot(work, { mayStandAlone: true });
      } catch (error) {
        if (!(error instanceof ChangedError)) throw error;
        return this.#readSnapshot(work, { mayStandAlone: false });
      }
    });
  }

  async #readSnapshot<T>(
    work: (source: PostgresSource, session: Session) => Promise<T>,
    options: { readonly mayStandAlone: boolean },
  ): Promise<T> {
    const client = await acquireConnection(this.#deps.pool);
    const session = new Session(client, this.#deps, SNAPSHOT, options);
    const source = this.#source(session);
    let end: "undo" | "discard" = "undo";
    try {
      const result = await this.#deps.watch(work(source, session));
      if (session.failure instanceof ChangedError) throw session.failure;
      return result;
    } catch (error) {
      if (error instanceof TransactionTimeoutError) end = "discard";
      // Thrown even if the work caught it.
      throw session.failure instanceof ChangedError ? session.failure : error;
    } finally {
      source.end();
      // Nothing was written, so the caller does not wait for the rollback.
      void session.end(end);
    }
  }

  transaction<T>(work: (tx: Writer) => Promise<T>): Promise<T> {
    return this.#track(async () => {
      this.#deps.effort.transactions += 1;
      let previousLocks: Locks | undefined;
      const { result, hasEvents } = await this.#retry((contended) =>
        this.#attempt(work, {
          previousLocks: previousLocks?.locksForRetry(contended),
          onBegin: (locks) => (previousLocks = locks),
        }),
      );
      // Not awaited: an older transaction may hold the events back anyway.
      if (hasEvents) void this.#deps.pump.pump();
      return result;
    });
  }

  /** Runs and commits statements that change no records, on one snapshot. */
  repeatable<T>(step: (session: Session) => Promise<T>): Promise<T> {
    return this.#track(() => this.runLast(step));
  }

  /** As `repeatable`, and allowed after the store was closed to everything else. */
  runLast<T>(step: (session: Session) => Promise<T>): Promise<T> {
    return this.#retry(() =>
      this.#inSession(async (session) => {
        const result = await step(session);
        await session.commit();
        return result;
      }, REPEATABLE),
    );
  }

  /** Runs a step, then work on its result, in one transaction. */
  replaceAll(
    step: (session: Session) => Promise<void>,
    work: (tx: Writer) => Promise<void>,
  ): Promise<void> {
    return this.#track(async () => {
      const hasEvents = await this.#retry(() =>
        this.#withLease(async (session, holder) => {
          await step(session);
          const writes = new WriteSet(this.#source(session));
          await this.#deps.watch(work(writes)).finally(() => writes.end());
          const changes = await writes.changes(this.#deps.layouts);
          const logged = this.#deps.watched.allChangedStatements(this.#deps.dialect, holder);
          // `logged` already reports that everything changed.
          const watched = { tables: [], places: null };
          const events = writes.events.map((event) => sealEvent(event, this.#deps.seal));
          const own = this.#statements({ holder, changes, events, watched });
          await this.#commit(session, { holder, statements: [...own, ...logged] });
          return writes.events.length > 0;
        }),
      );
      this.#deps.watched.allChanged();
      if (hasEvents) void this.#deps.pump.pump();
    });
  }

  /** Refuses new transactions, and resolves when all that are in flight have ended. */
  async close(): Promise<void> {
    this.#isClosed = true;
    await this.#inFlight.wait();
  }

  async #track<T>(run: () => Promise<T>): Promise<T> {
    if (this.#isClosed) throw new StoreClosedError();
    this.#inFlight.enter();
    try {
      return await run();
    } catch (error) {
      throw unreachableOr(error);
    } finally {
      this.#inFlight.leave();
    }
  }

  /** @param attempt receives the name of the lock that the previous attempt failed on */
  async #retry<T>(attempt: (contended: string) => Promise<T>): Promise<T> {
    let clashes = 0;
    let waits = 0;
    let contended: string | undefined;
    const since = this.#deps.real();
    for (let tries = 1; ; tries += 1) {
      try {
        if (contended === undefined) return await attempt("");
        return await this.#losers.run(contended, attempt, since);
      } catch (error) {
        const state = sqlState(error);
        if (!CONFLICTS.has(state)) throw error;
        if (state === UNIQUE_CLASH && !this.#wasAssumedNew(error)) clashes += 1;
        if (state === LOCK_TIMEOUT) waits += 1;
        const isHopeless = clashes === CLASH_TRIES_MAX || waits === WAITS_MAX;
        if (isHopeless || tries === TRIES_MAX) throw conflict(error);
        contended = contendedName(error);
        if (tries > 1) await this.#backOff(tries);
      }
    }
  }

  /** Whether the conflict is only due to a record that was wrongly assumed to be new. */
  #wasAssumedNew(error: unknown): boolean {
    const { table = "" } = error as pg.DatabaseError;
    const name = /^record\.(.+)$/.exec(table)?.[1];
    if (name === undefined || this.#replacedUnread.has(name)) return false;
    this.#replacedUnread.add(name);
    return true;
  }

  #backOff(tries: number): Promise<void> {
    const [chance = 0] = this.#deps.random.bytes(1);
    const longest = Math.min(2 ** tries, LONGEST_BACKOFF_MS);
    return this.#deps.pause((longest * (128 + chance)) / 384);
  }

  async #attempt<T>(work: (tx: Writer) => Promise<T>, { previousLocks, onBegin }: Attempt) {
    this.#deps.effort.attempts += 1;
    const holder = await this.#deps.membership.holder();
    const isQueuedFor = (name: string) => this.#losers.has(name);
    const lateSession = new LateSession(async () => {
      const session = await this.#session(LOCKING);
      // While the connection was awaited, others may have queued for these locks.
      locks.checkQueuesAgain();
      return session;
    });
    const isFirst = previousLocks === undefined;
    const locks = new Locks(lateSession, this.#deps.dialect, isFirst ? isQueuedFor : undefined);
    return this.#endAfter(lateSession, async (session) => {
      if (!isFirst) locks.lockFirst(previousLocks);
      onBegin(locks);
      const view = new WriteSet(this.#source(session, locks));
      const result = await this.#runWork(session, view, work);
      const writes = await this.#writesOf(view, holder, locks);
      // What was only read is locked until here, so there is nothing to commit.
      if (writes.changes.length + writes.events.length === 0) return { result, hasEvents: false };
      // A member that is bound to lose a lock would fail its whole group.
      const isAlone = !session.isUnused || writes.locks.records.some(isQueuedFor);
      const outcome = isAlone ? "untried" : await this.#groups.commit(writes);
      if (outcome === "committed") return { result, hasEvents: false };
      if (outcome === "undone") this.#deps.effort.attempts += 1;
      await this.#commitWrites(session, writes);
      return { result, hasEvents: writes.events.length > 0 };
    });
  }

  async #writesOf(view: WriteSet, holder: ProcessIdentity, locks: Locks): Promise<Writes> {
    const { layouts, watched, seal } = this.#deps;
    const changes = await view.changes(layouts);
    return {
      holder,
      changes,
      events: view.events.map((event) => sealEvent(event, seal)),
      watched: watched.loggedChangeOf(changes),
      locks: locks.locksOfWrites(changes),
    };
  }

  /** Commits the joined writes of several transactions on a separate connection. */
  async #commitGroup(writes: Writes): Promise<void> {
    await this.#inSession((session) => this.#commitWrites(session, writes), LOCKING);
    if (writes.events.length > 0) void this.#deps.pump.pump();
  }

  async #commitWrites(session: Committing, writes: Writes): Promise<void> {
    const { dialect, watched } = this.#deps;
    await this.#commit(session, {
      holder: writes.holder,
      statements: this.#statements(writes),
      locks: writeLockStatements(dialect, writes.locks),
    });
    watched.changed(writes.watched);
  }

  /** Runs a step under a lease that its commit must still hold, since new ids carry its number. */
  async #withLease<T>(step: (session: Session, holder: ProcessIdentity) => Promise<T>): Promise<T> {
    const holder = await this.#deps.membership.holder();
    return this.#inSession((session) => step(session, holder), LOCKING);
  }

  async #inSession<T>(step: (session: Session) => Promise<T>, begin: string): Promise<T> {
    return this.#endAfter(await this.#session(begin), step);
  }

  async #endAfter<S extends Ending, T>(session: S, step: (session: S) => Promise<T>): Promise<T> {
    try {
      const result = await step(session);
      void session.end("undo");
      return result;
    } catch (error) {
      const isLost = error instanceof TransactionTimeoutError || isInterrupted(error);
      // Awaited, so that the next attempt does not collide with the locks of this one.
      await session.end(isLost ? "discard" : "undo");
      // Later statements only report that an earlier one failed.
      throw sqlState(error) === undefined ? error : (session.failure ?? error);
    }
  }

  async #runWork<T>(
    session: LateSession,
    writes: WriteSet,
    work: (tx: Writer) => Promise<T>,
  ): Promise<T> {
    const { watch } = this.#deps;
    try {
      const working = work(writes);
      await watch(Promise.race([working, session.requested]));
      // The wait for a connection does not count as part of the work.
      if (!session.isUnused) await session.ready();
      const result = await (session.isUnused ? working : watch(working));
      if (session.failure !== undefined) throw session.failure;
      return result;
    } catch (error) {
      if (error instanceof TransactionTimeoutError) throw error;
      throw session.failure ?? error;
    } finally {
      writes.end();
    }
  }

  #statements({ holder, changes, events, watched }: Omit<Writes, "locks">): readonly Statement[] {
    const isLogged = events.length + watched.tables.length > 0;
    const entry = { events, watched, writer: holder.id };
    const logged = isLogged ? [appendStatement(this.#deps.dialect, entry)] : [];
    const records = this.#statementJoiner.joinInserts(recordStatements(changes));
    const entries = this.#statementJoiner.joinInserts([...entryStatements(changes), ...logged]);
    return [...removalStatements(changes), ...records, ...entries];
  }

  /** Commits statements, unless the lease of this process has expired. */
  async #commit(
    session: Committing,
    { holder, statements, locks = [] }: CommittedStatements,
  ): Promise<void> {
    if (statements.length === 0) return session.commit();
    const { dialect, membership } = this.#deps;
    try {
      const tableLocks = locks.filter(([sql]) => isTableLock(sql));
      const calls = locks.filter(([sql]) => !isTableLock(sql));
      const lockCalls = this.#statementJoiner.joinCalls([...calls, holdStatement(dialect, holder)]);
      await session.commit([...tableLocks, ...lockCalls, ...statements]);
    } catch (error) {
      if (sqlState(session.failure) !== FENCED_STATE) throw error;
      membership.noteLeaseLost(holder);
      throw new FencedError();
    }
  }

  async #session(begin: string): Promise<Session> {
    return new Session(await acquireConnection(this.#deps.pool), this.#deps, begin);
  }

  #source(session: ReadSession, locks?: Locks): PostgresSource {
    const { layouts, dialect } = this.#deps;
    if (locks === undefined) return new PostgresSource({ session, layouts, dialect });
    const assumesNew = ({ name }: AnyTable) => !this.#replacedUnread.has(name);
    return new PostgresSource({ session, layouts, dialect, locks, assumesNew });
  }
}

/** The name of the contended lock, as far as the error gives it. */
function contendedName(error: unknown): string {
  const { detail, table } = error as pg.DatabaseError;
  return detail ?? table ?? "";
}

/**
 * Whether the server cancelled the statement, which may leave a session lock that only closing the
 * connection releases.
 */
function isInterrupted(error: unknown): boolean {
  return sqlState(error)?.startsWith("57") === true;
}

function conflict(error: unknown): ConflictError {
  const clash = sqlState(error) === UNIQUE_CLASH;
  const why = clash ? "another record has a unique value of this one" : "it lost too many races";
  return new ConflictError(`a transaction was given up: ${why}`, { cause: error });
}
