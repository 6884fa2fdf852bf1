// Consistent views of a SQLite database for reads, beside the one connection that writes.
import { inFlight } from "../async/in-flight.ts";
import type { Connection } from "./connection.ts";
import type { RecordCache, CacheLookup } from "./record-cache.ts";
import { SqliteSource } from "./source.ts";

/** How reads and batches of writes share the database. */
export interface ReadSnapshots {
  /** Runs work on a view that shows everything acknowledged before the call. */
  read<T>(work: (source: SqliteSource, connection: Connection) => Promise<T>): Promise<T>;
  /** Resolves when a batch of writes may begin. */
  beforeBatch(): Promise<void>;
  /** To be called right before a batch is committed: reads wait from now on. */
  beforeCommit(): void;
  /** To be called when a batch is over and flushed, before its callers resume. */
  afterBatch(): void;
  /** Lets no more reads join the open view, which would keep SQLite from checkpointing its log. */
  retire(): void;
  /** Resolves when all reads have ended, and closes their connections. */
  close(): Promise<void>;
}

/**
 * The maximum number of views that may be open at once. One is the rule: a read seldom outlives its
 * turn.
 */
export const SNAPSHOTS_MAX = 16;

interface View {
  readonly connection: Connection;
  users: number;
  /** The cached records that belong to the state of the view. */
  cachedRecord: CacheLookup | undefined;
}

/** A query that works on every database. */
const ANY_QUERY = "SELECT 1 FROM sqlite_schema LIMIT 1";

/**
 * Views of a file, on read-only connections. Reads that begin in one turn of the event loop share
 * one snapshot, until a batch is committed: opening one costs as much as reading a record.
 */
export class FileSnapshots implements ReadSnapshots {
  readonly #open: () => Connection;
  readonly #soon: (task: () => void) => void;
  readonly #records: RecordCache;
  readonly #views: View[] = [];
  readonly #idle: View[] = [];
  readonly #reads = inFlight();
  /** Commits that are not yet flushed. */
  readonly #commits = inFlight();
  #current: View | undefined;

  /**
   * @param soon runs a task at the end of this turn of the event loop
   * @param records the cache of the writing connection
   */
  constructor(open: () => Connection, soon: (task: () => void) => void, records: RecordCache) {
    this.#open = open;
    this.#soon = soon;
    this.#records = records;
    this.#idle.push(this.#addView());
  }

  async read<T>(work: (source: SqliteSource, connection: Connection) => Promise<T>): Promise<T> {
    // An unflushed commit might be lost with the machine.
    while (this.#commits.isBusy()) await this.#commits.wait();
    const view = this.#current ?? this.#openView();
    const source = new SqliteSource(view.connection, view.cachedRecord);
    view.users += 1;
    this.#reads.enter();
    try {
      return await work(source, view.connection);
    } finally {
      source.end();
      view.users -= 1;
      if (view.users === 0 && view !== this.#current) this.#release(view);
      this.#reads.leave();
    }
  }

  /** An open snapshot would keep SQLite from starting its log file over. */
  async beforeBatch(): Promise<void> {
    this.retire();
  }

  retire(): void {
    this.#retire(this.#current);
  }

  /**
   * SQLite takes the snapshot of a view at its first statement. A view that has only used cached
   * records runs one now, so that everything it reads is of one state.
   */
  beforeCommit(): void {
    for (const view of this.#views) if (view.users > 0) view.connection.query(ANY_QUERY).one();
    this.retire();
    this.#commits.enter();
  }

  afterBatch(): void {
    this.retire();
    if (this.#commits.isBusy()) this.#commits.leave();
  }

  async close(): Promise<void> {
    await this.#reads.wait();
    this.retire();
    for (const view of this.#idle) view.connection.close();
  }

  #openView(): View {
    const view = this.#idle.pop() ?? this.#addView();
    view.connection.query("BEGIN").run();
    view.cachedRecord = this.#records.viewOfCommit();
    this.#current = view;
    this.#soon(() => this.#retire(view));
    return view;
  }

  #addView(): View {
    if (this.#views.length >= SNAPSHOTS_MAX) {
      throw new Error(`more than ${SNAPSHOTS_MAX} reads last for long at once`);
    }
    const view: View = { connection: this.#open(), users: 0, cachedRecord: undefined };
    this.#views.push(view);
    return view;
  }

  /** Lets no more reads join a view. */
  #retire(view: View | undefined): void {
    if (view === undefined || view !== this.#current) return;
    this.#current = undefined;
    if (view.users === 0) this.#release(view);
  }

  #release(view: View): void {
    view.connection.query("COMMIT").run();
    this.#idle.push(view);
  }
}

/**
 * Views of an in-memory database, which has a single connection: reads take turns with batches.
 *
 * @param records the cache of that connection
 * @param watch rejects when a wait exceeds the time limit of work
 */
export function memorySnapshots(
  connection: Connection,
  records: RecordCache,
  watch: (wait: Promise<void>) => Promise<void>,
): ReadSnapshots {
  const cachedRecord: CacheLookup = (table, key) => records.get(table, key);

  const reads = inFlight();
  const batches = inFlight();

  return {
    async read(work) {
      while (batches.isBusy()) await batches.wait();
      const source = new SqliteSource(connection, cachedRecord);
      reads.enter();
      try {
        return await work(source, connection);
      } finally {
        source.end();
        reads.leave();
      }
    },
    // Reads may still begin while a batch waits: a read within a read must not wait for itself.
    async beforeBatch() {
      while (reads.isBusy()) await watch(reads.wait());
      batches.enter();
    },
    beforeCommit() {},
    afterBatch() {
      if (batches.isBusy()) batches.leave();
    },
    retire() {},
    async close() {
      await batches.wait();
      await reads.wait();
    },
  };
}
