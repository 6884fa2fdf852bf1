// Group commit: collects transactions into batches, each under one commit. While one batch is
// flushed to disk, the next one runs, and takes the transactions that arrive meanwhile; it is
// committed after the flush.
import type { Followers } from "../storage/followers.ts";
import {
  ConflictError,
  StoreClosedError,
  UnreachableError,
  type EventRecord,
  type Writer,
} from "../store.ts";
import type { TableChange } from "../storage/table-changes.ts";
import { changedPlaces, type ChangedPlaces, type CommitCounter } from "../cache/commit-counter.ts";
import type { Watch } from "../storage/transaction-timeout.ts";
import { WriteSet } from "../storage/write-set.ts";
import { isFull, retryWhileBusy, type Connection } from "./connection.ts";
import type { RecordCache } from "./record-cache.ts";
import { CachingSource } from "./caching-source.ts";
import { SearchCache } from "./search-cache.ts";
import { SqliteSource } from "./source.ts";
import type { ReadSnapshots } from "./read-snapshots.ts";
import type { WalKeeper } from "./wal-keeper.ts";
import { SqliteWriter } from "./writer.ts";

/** The maximum number of transactions in a batch, including those that arrive while it runs. */
const BATCH_MAX = 512;
/** The number of records that a batch writes before it yields to the event loop. */
const RECORDS_PER_TURN = 128;
/** The maximum number of queued transactions. */
const QUEUE_MAX = 50_000;
/**
 * The maximum attempts after unique violations: the retried work may look again, or draw another
 * value.
 */
const CLASH_TRIES = 3;
/** A batch waits up to 5 seconds for a lock, such as that of a maintenance tool. */
const BUSY_TRIES = 100;
const BUSY_PAUSE_MS = 50;

/**
 * The result to report after the commit. It leaves out the written records: those of a whole batch
 * would stay alive until its commit, and each garbage collection would copy them.
 */
interface Outcome {
  /** The places that changed; "all": any; undefined: none. */
  readonly changed: ChangedPlaces | "all" | undefined;
  /** The number of written records. */
  readonly records: number;
  readonly events: readonly EventRecord[];
  readonly settle: () => void;
}

interface QueuedTransaction {
  readonly isAlone: boolean;
  /** Runs before its transaction begins. @returns a function that undoes it */
  readonly before?: (() => () => void) | undefined;
  /** Applies the writes. An error fails the whole batch. */
  readonly run: () => Promise<Outcome>;
  readonly reject: (error: unknown) => void;
}

/** A task that runs between two batches. */
interface Step {
  readonly run: () => void;
  /** Called instead of `run` after a failure. */
  readonly fail: (error: unknown) => void;
}

type Keeper = Pick<WalKeeper, "flush" | "isDue" | "shorten">;

/** A committed batch, whose callers get their results after the flush. */
interface CommittedBatch {
  readonly outcomes: readonly Outcome[];
  readonly transactions: readonly QueuedTransaction[];
}

export interface BatchDeps {
  readonly connection: Connection;
  /** Caches what was read and written. */
  readonly records: RecordCache;
  readonly views: ReadSnapshots;
  readonly followers: Followers;
  readonly versions: CommitCounter;
  /** Absent in memory. */
  readonly keeper?: Keeper | undefined;
  /**
   * Called when a batch was committed but could not be flushed or reported, or when the log could
   * not be shortened: no other batch may follow.
   */
  readonly failed: (error: unknown) => void;
  /** Runs a task at the end of this turn of the event loop. */
  readonly soon: (task: () => void) => void;
  readonly pause: (ms: number) => Promise<void>;
  /** Rejects when work exceeds the time limit. */
  readonly watch: Watch;
}

export class GroupCommit {
  readonly #deps: BatchDeps;
  readonly #searches = new SearchCache();
  readonly #source: CachingSource;
  readonly #writer: SqliteWriter;
  #queue: QueuedTransaction[] = [];
  /** Tasks that run after the current batch. */
  readonly #steps: Step[] = [];
  readonly #beforeCommits = new Set<() => void>();
  #isRunning = false;
  /**
   * The flush of the last committed batch, until its callers have their results; after a failure it
   * stays rejected.
   */
  #flush: Promise<void> | undefined;
  #isClosed = false;
  #resolveDrained: (() => void) | undefined;

  constructor(deps: BatchDeps) {
    this.#deps = deps;
    const { connection, records } = deps;
    const caches = { records, searches: this.#searches };
    this.#source = new CachingSource(new SqliteSource(connection), caches);
    this.#writer = new SqliteWriter(connection, records);
  }

  transaction<T>(work: (tx: Writer) => Promise<T>): Promise<T> {
    return new Promise((resolve, reject) => {
      const run = () => this.#runTransaction(work, { resolve, reject });
      this.#enqueue({ isAlone: false, run, reject });
    });
  }

  /**
   * Runs a step in a commit of its own; the step returns the events to deliver.
   *
   * @param before runs ahead of the transaction, for what SQLite refuses within one; it returns a
   *   function that undoes it
   */
  runInOwnCommit(
    step: () => Promise<readonly EventRecord[]>,
    before?: () => () => void,
  ): Promise<void> {
    return new Promise((resolve, reject) => {
      const run = async (): Promise<Outcome> => {
        const events = await step().finally(() => this.#clearCaches());
        return { changed: "all", records: 0, events, settle: resolve };
      };
      this.#enqueue({ isAlone: true, before, run, reject });
    });
  }

  /** Runs a step between two batches, outside any transaction. */
  runBetweenBatches<T>(step: () => T): Promise<T> {
    return new Promise((resolve, reject) => {
      if (this.#isClosed) return reject(new StoreClosedError());
      const fail = (error: unknown) =>
        reject(error instanceof Error ? error : new Error(String(error)));
      const run = () => {
        try {
          resolve(step());
        } catch (error) {
          fail(error);
        }
      };
      this.#steps.push({ run, fail });
      if (!this.#isRunning) this.#schedule();
    });
  }

  /** Calls back before each batch. @returns a function that unsubscribes */
  beforeCommits(call: () => void): () => void {
    const callback = () => call();
    this.#beforeCommits.add(callback);
    return () => void this.#beforeCommits.delete(callback);
  }

  /** Refuses new transactions, and resolves when all queued ones are committed. */
  async close(): Promise<void> {
    this.#isClosed = true;
    if (this.#isRunning) {
      await new Promise<void>((resolve) => {
        this.#resolveDrained = resolve;
      });
    }
    await this.#flush;
  }

  #enqueue(transaction: QueuedTransaction): void {
    if (this.#isClosed) return transaction.reject(new StoreClosedError());
    if (this.#queue.length >= QUEUE_MAX) {
      return transaction.reject(
        new Error(`more than ${QUEUE_MAX} transactions wait for the store`),
      );
    }
    this.#queue.push(transaction);
    if (!this.#isRunning) this.#schedule();
  }

  #clearCaches(): void {
    this.#deps.records.clear();
    this.#searches.clear();
  }

  #schedule(): void {
    this.#isRunning = true;
    this.#deps.soon(() => void this.#runBatch());
  }

  async #runBatch(): Promise<void> {
    for (const call of this.#beforeCommits) call();
    const transactions: QueuedTransaction[] = [];
    let outcomes: readonly Outcome[] | undefined;
    try {
      outcomes = await this.#commitQueued(transactions);
    } catch (error) {
      await this.#rollBack(transactions, error);
    }
    this.#queue = this.#queue.slice(transactions.length);
    if (outcomes !== undefined) this.#finish({ outcomes, transactions });
    await this.#betweenBatches(transactions.length);
    if (this.#queue.length > 0 || this.#steps.length > 0) return this.#schedule();
    this.#isRunning = false;
    this.#resolveDrained?.();
  }

  async #rollBack(transactions: readonly QueuedTransaction[], error: unknown): Promise<void> {
    const { connection, views } = this.#deps;
    if (connection.inTransaction()) connection.exec("ROLLBACK");
    this.#clearCaches();
    // Nothing taken: the lock could not even be acquired, and no queued transaction would get it
    // now.
    const failed = transactions.length > 0 ? transactions : this.#queue.splice(0);
    // After a failed flush, reads would show what may be lost.
    if (await this.#awaitFlush()) views.afterBatch();
    const why = isFull(error) ? takesNoWrites(error) : error;
    for (const { reject } of failed) reject(why);
  }

  #finish(batch: CommittedBatch): void {
    const { keeper, records } = this.#deps;
    records.noteCommit();
    const isWritten = batch.outcomes.some(({ changed }) => changed !== undefined);
    if (keeper === undefined || !isWritten) return this.#notify(batch.outcomes);
    this.#flush = this.#flushBatch(keeper, batch);
    // A failure is handled by those that await the flush, if any do.
    this.#flush.catch(() => undefined);
  }

  /** Reports the results of a batch once it is flushed. */
  async #flushBatch(keeper: Keeper, { outcomes, transactions }: CommittedBatch): Promise<void> {
    try {
      await keeper.flush();
      this.#notify(outcomes);
    } catch (error) {
      for (const { reject } of transactions) reject(error);
      this.#deps.failed(error);
      throw error;
    }
    // Waiting reads begin now, before the next batch is committed.
    await this.#endOfTurn();
    this.#flush = undefined;
  }

  /** Runs the tasks that need a moment without a batch and without a flush. */
  async #betweenBatches(transactions: number): Promise<void> {
    const { keeper, views } = this.#deps;
    const isDue = keeper?.isDue(transactions) === true;
    if (!isDue && this.#steps.length === 0) return;
    try {
      await this.#flush;
      views.retire();
      if (isDue) await this.#shorten(keeper);
    } catch (error) {
      for (const { fail } of this.#steps.splice(0)) fail(error);
      return;
    }
    for (const { run } of this.#steps.splice(0)) run();
  }

  /** Shortens the log; after a failure nothing is committed any more. */
  async #shorten(keeper: Keeper): Promise<void> {
    try {
      await keeper.shorten();
    } catch (error) {
      this.#flush = Promise.reject(error);
      this.#flush.catch(() => undefined);
      this.#deps.failed(error);
      throw error;
    }
  }

  /** Waits for the flush of the last committed batch. @returns whether it succeeded */
  async #awaitFlush(): Promise<boolean> {
    try {
      await this.#flush;
      return true;
    } catch {
      return false;
    }
  }

  /** Runs the queued transactions, and those that join meanwhile, under one commit. */
  async #commitQueued(transactions: QueuedTransaction[]): Promise<readonly Outcome[]> {
    const { connection, views } = this.#deps;
    await views.beforeBatch();
    const [first] = this.#queue;
    if (first?.before !== undefined) {
      // If it fails, only this transaction does.
      transactions.push(first);
      const undo = first.before();
      this.#steps.push({ run: undo, fail: undo });
      transactions.pop();
    }
    await this.#begin();
    const outcomes: Outcome[] = [];
    await this.#runQueued(transactions, outcomes);
    while (this.#flush !== undefined) {
      await this.#flush;
      await this.#runQueued(transactions, outcomes);
    }
    views.beforeCommit();
    connection.query("COMMIT").run();
    return outcomes;
  }

  async #runQueued(transactions: QueuedTransaction[], outcomes: Outcome[]): Promise<void> {
    let records = 0;
    for (let next = this.#next(transactions); next !== undefined; next = this.#next(transactions)) {
      if (records >= RECORDS_PER_TURN) {
        records = 0;
        await this.#endOfTurn();
      }
      transactions.push(next);
      const outcome = await next.run();
      records += outcome.records;
      outcomes.push(outcome);
    }
  }

  #endOfTurn(): Promise<void> {
    return new Promise((resolve) => this.#deps.soon(resolve));
  }

  #begin(): Promise<void> {
    const { connection, pause } = this.#deps;
    return retryWhileBusy(() => void connection.query("BEGIN IMMEDIATE").run(), {
      tries: BUSY_TRIES,
      pause: () => pause(BUSY_PAUSE_MS),
    });
  }

  #next(transactions: readonly QueuedTransaction[]): QueuedTransaction | undefined {
    const next = this.#queue[transactions.length];
    if (next === undefined || transactions.length >= BATCH_MAX) return undefined;
    const isApart = next.isAlone || transactions[0]?.isAlone === true;
    return isApart && transactions.length > 0 ? undefined : next;
  }

  /**
   * Runs one transaction's work and applies its writes; an error while applying leaves the database
   * in doubt, so it fails the whole batch. A rejection of the work is also reported after the
   * commit: it may depend on what an earlier transaction of the batch wrote.
   */
  async #runTransaction<T>(
    work: (tx: Writer) => Promise<T>,
    { resolve, reject }: Settlement<T>,
  ): Promise<Outcome> {
    const { connection, watch } = this.#deps;
    for (let tries = 1; ; tries += 1) {
      const writes = new WriteSet(this.#source);
      let result: T;
      let changes: readonly TableChange[];
      try {
        result = await watch(work(writes));
        writes.end();
        const pending = writes.changes(connection.layouts);
        changes = pending instanceof Promise ? await pending : pending;
        const clash = this.#writer.clashOf(changes);
        if (clash !== undefined && tries === CLASH_TRIES) throw new ConflictError(clash);
        if (clash !== undefined) continue;
      } catch (error) {
        writes.end();
        return { changed: undefined, records: 0, events: NO_EVENTS, settle: () => reject(error) };
      }
      const replaced = this.#writer.apply(changes);
      this.#searches.applyChanges(changes, replaced);
      const changed = changes.length === 0 ? undefined : changedPlaces(changes, replaced);
      const events = writes.events;
      return { changed, records: recordsIn(changes), events, settle: () => resolve(result) };
    }
  }

  #notify(outcomes: readonly Outcome[]): void {
    const { views, versions } = this.#deps;
    countChanges(versions, outcomes);
    views.afterBatch();
    this.#deps.followers.notify(outcomes.flatMap(({ events }) => events));
    for (const { settle } of outcomes) settle();
  }
}

/** A full disk takes no writes until there is room, as a database that cannot be reached. */
function takesNoWrites(error: unknown): UnreachableError {
  return new UnreachableError((error as Error).message, { cause: error });
}

function recordsIn(changes: readonly TableChange[]): number {
  let records = 0;
  for (const { deleted, put, unread } of changes) {
    records += deleted.length + put.length + unread.length;
  }
  return records;
}

/** Counts synchronously with the renewal of the views: no read may begin in between. */
function countChanges(versions: CommitCounter, outcomes: readonly Outcome[]): void {
  const places: ChangedPlaces[] = [];
  for (const { changed } of outcomes) {
    if (changed === "all") return versions.allChanged();
    if (changed !== undefined) places.push(changed);
  }
  versions.changedIn(places);
}

const NO_EVENTS: readonly EventRecord[] = [];

interface Settlement<T> {
  readonly resolve: (result: T) => void;
  readonly reject: (error: unknown) => void;
}
