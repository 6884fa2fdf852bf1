// The store in PostgreSQL, shared by many processes. Transactions are serializable: one that
// conflicts with another is retried.
import type pg from "pg";
import { storedTables } from "../storage/schema-migration.ts";
import { leaseTimes, type LeaseTimes, type Processes, type ProcessIdentity } from "../processes.ts";
import { secureRandom, type Random } from "../random.ts";
import {
  entriesAt,
  layoutsOf,
  recordsAt,
  type Dialect,
  type Layouts,
} from "../storage/table-schema.ts";
import { sealOf, type Seal } from "../formats/sealed-text.ts";
import type { AnyTable, Dump, Reader, Store, StoreCosts, Writer } from "../store.ts";
import { changesOfDump } from "../storage/store-dump.ts";
import { steadyTime } from "../time/system-clock.ts";
import { closeAll } from "../async/close-all.ts";
import { setTimer, unrefTimer } from "../async/event-loop.ts";
import { transactionTimeout } from "../storage/transaction-timeout.ts";
import { dueClaims } from "./due-claims.ts";
import { lockAllSql } from "./locks.ts";
import { deleteReadersStatement, remainingStatement, TRIM_PAGE, trimStatement } from "./log.ts";
import { PostgresMembership } from "./membership.ts";
import {
  enterLog,
  enterProcesses,
  openError,
  openSchema,
  withAdvisoryLock,
  type Opening,
} from "./open.ts";
import { openPool, poolTimeouts, type PoolTimeouts } from "./pools.ts";
import { PostgresPump } from "./pump.ts";
import {
  postgresDialect,
  StatementNames,
  type PgRow,
  type Session,
  type SessionDeps,
} from "./session.ts";
import { settingsStatement, warningsOf } from "./server-settings.ts";
import { PostgresSnapshots } from "./snapshots.ts";
import { PostgresTransactions } from "./transactions.ts";
import { unreachableOr } from "./unreachable.ts";
import { metaOf } from "./version-gate.ts";
import { wakeCalls, type WakeCalls } from "./wake-calls.ts";
import { WatchedTables, type WatchedLog } from "./watched-tables.ts";
import { changeStatements, type Statement } from "./writer.ts";

const DEFAULT_SCHEMA = "antechamber";
const FELL_BACK =
  "PostgreSQL failed over without its last commits: what they acknowledged is gone, and all sessions start over";

function pause(ms: number): Promise<void> {
  return new Promise((resolve) => {
    setTimeout(resolve, ms);
  });
}

/**
 * Rethrows a listener's error, a bug, outside the delivery: it ends the process, but the events
 * stay committed.
 */
function endProcess(error: unknown): void {
  setImmediate(() => {
    throw error;
  });
}

/** The schema to bring up to date. */
export interface SchemaOptions {
  /** `postgres://user:password@host:port/database` */
  readonly url: string;
  readonly tables: readonly AnyTable[];
  /** Stores in different schemas are independent. */
  readonly schema?: string;
  /** Receives progress messages of a long migration, one line each, for the operator. */
  readonly progress?: (line: string) => void;
  /** The timeouts for the database. */
  readonly waits?: PoolTimeouts;
  /** The version that this process reports to the others. */
  readonly version?: string;
  /** How soon the lease of a silent process expires. */
  readonly lease?: LeaseTimes;
}

export interface PostgresOptions extends SchemaOptions {
  /**
   * A secret that the processes of one store share and their database lacks: events are encrypted
   * with it.
   */
  readonly secret: string;
  /** Randomizes the back-off of transactions that lost a race. */
  readonly random?: Random;
  /** The time limit of one transaction's work in real milliseconds. */
  readonly workMsMax?: number;
  /** The time of this process, which no step of the machine's clock moves. Unix milliseconds. */
  readonly systemNow?: () => number;
  /** Receives warnings about the server's settings, for the operator. */
  readonly warn?: (message: string) => void;
  /** Called when the remains of a dead process could not be cleared away; that is retried. */
  readonly failed?: (error: unknown) => void;
}

function openingOf(options: SchemaOptions): Opening {
  const { tables, schema = DEFAULT_SCHEMA, progress } = options;
  const { waits = poolTimeouts, version = "", lease = leaseTimes } = options;
  const dialect = postgresDialect(schema);
  return {
    waits,
    version,
    lease,
    pause,
    names: new StatementNames(),
    effort: { transactions: 0, attempts: 0, exchanges: 0 },
    dialect,
    schema,
    layouts: layoutsOf(tables, dialect),
    progress: progress ?? (() => undefined),
  };
}

/**
 * Brings a store up to date without opening it.
 *
 * @throws StoreOpenError  with one line that says why, without the password
 */
export async function migratePostgresStore(options: SchemaOptions): Promise<void> {
  const pool = await openSchema(
    options.url,
    openingOf(options),
    async (connections) => connections,
  );
  await pool.end();
}

/**
 * Joins the other processes of a schema: opens the connections, takes a place, and follows the log.
 *
 * @throws StoreOpenError
 */
async function join(options: PostgresOptions, opening: Opening, seal: Seal) {
  const { url } = options;
  const { dialect, layouts, waits, schema, effort } = opening;
  const reader = { id: Buffer.from(secureRandom.bytes(16)).toString("hex"), mark: seal.mark };
  const { pool, end, ...entered } = await openSchema(url, opening, async (connections) => ({
    pool: connections,
    end: await enterLog({ pool: connections, opening, reader }),
    enteredAt: performance.now(),
    own: await enterProcesses(connections, opening),
  }));
  const jobPool = openPool(url, "jobs", waits);
  const logPool = openPool(url, "log", waits);
  const wakes = wakeCalls(logPool, schema, reader.id);
  const leasePool = openPool(url, "lease", waits);
  const read = runner(logPool, opening);
  const watched = new WatchedTables(layouts);
  const pump: PostgresPump = new PostgresPump({
    dialect,
    seal,
    setTimer,
    failed: endProcess,
    fellBack: () => options.warn?.(FELL_BACK),
    reader,
    from: end,
    read,
    watched,
    real: () => performance.now(),
    writer: () => membership.own().id,
  });
  const membership = membershipOf(options, { ...entered, pool, leasePool, opening, pump });

  /** Closes parts in this order, then the connections. */
  function close(...parts: readonly { close(): Promise<void> }[]): Promise<void> {
    const pools = [pool, jobPool, logPool, leasePool];
    return closeAll([
      ...parts.map((part) => () => part.close()),
      ...pools.map((each) => () => each.end()),
    ]);
  }

  logPool.on("connect", () => pump.connected());
  wakes.onCall(() => void pump.pump());
  try {
    for (const line of warningsOf(await read(settingsStatement))) options.warn?.(line);
    await membership.refresh();
  } catch (error) {
    await close(pump, membership).catch(() => undefined);
    throw openError(url, error);
  }
  wakes.publishArrival(() => void membership.readRoster().catch(() => undefined));
  watched.follow(watchedLog({ pump, membership, effort }));
  return { pool, jobPool, readerId: reader.id, wakes, watched, pump, membership, close };
}

/**
 * Opens a store.
 *
 * @throws StoreOpenError  with one line that says why, without the password
 */
export async function openPostgresStore(options: PostgresOptions): Promise<Store> {
  const { random = secureRandom } = options;
  const seal = sealOf(options.secret, random);
  const opening = openingOf(options);
  const { names, effort, dialect, layouts, waits, schema } = opening;
  const joined = await join(options, opening, seal);
  const { pool, jobPool, readerId, wakes, watched, pump, membership } = joined;
  const watch = transactionTimeout(unrefTimer, options.workMsMax);
  const parts = { pool, names, effort, waits, layouts, dialect, pump, watched, seal };
  const real = () => performance.now();
  const deps = { ...parts, watch, pause, real, random, membership };
  const transactions = new PostgresTransactions(deps);
  const background = new PostgresTransactions({ ...deps, pool: jobPool });
  const tableLayouts = { dialect, layouts };
  const snapshotDeps = { ...tableLayouts, transactions, schema, readerId };
  const snapshots = new PostgresSnapshots(snapshotDeps);
  const run = runner(jobPool, opening);
  let closing: Promise<void> | undefined;

  async function close(): Promise<void> {
    await Promise.all([transactions.close(), background.close()]);
    await joined.close(snapshots, pump, membership);
  }

  return {
    effort,
    lateVersions: watched,
    read: (work) => transactions.read(work),
    transaction: (work) => transactions.transaction(work),
    background: {
      read: (work) => background.read(work),
      transaction: (work) => background.transaction(work),
    },
    exclusively: (work) => withAdvisoryLock(pool, opening, "begin", work),
    processes: membership,
    dueClaims: dueClaims({ dialect, processes: membership, run }),
    log: postgresLog({ pump, dialect, run, wakes, processes: membership }),
    dump: () => transactions.read((source, session) => dumpOf(source, session, tableLayouts)),
    load: (dump, further) => loadDump({ transactions, tableLayouts, further }, dump),
    snapshot: (look) => snapshots.take(look),
    sharedSnapshots: snapshots.shared,
    restore: (snapshot, further) =>
      replaceContent({ transactions, tableLayouts, further }, async (session) => {
        await session.run(await snapshots.fill(session, snapshot));
      }),
    close: () => (closing ??= close()),
  };
}

/**
 * Runs single statements, each in its own transaction.
 *
 * @throws UnreachableError
 */
function runner(pool: pg.Pool, { names, waits }: Pick<SessionDeps, "names" | "waits">) {
  return async ([text, values]: Statement): Promise<readonly PgRow[]> => {
    const query = {
      name: names.nameOf(text),
      text,
      values: [...values],
      rowMode: "array" as const,
      query_timeout: waits.answerMs,
    };
    try {
      return (await pool.query<unknown[]>(query)).rows;
    } catch (error) {
      throw unreachableOr(error);
    }
  };
}

interface MembershipParts {
  readonly own: ProcessIdentity;
  readonly enteredAt: number;
  readonly pool: pg.Pool;
  /** A dedicated connection, so that no renewal waits for anything else. */
  readonly leasePool: pg.Pool;
  readonly opening: Opening;
  readonly pump: Pick<PostgresPump, "notifyOfLoss">;
}

function membershipOf(
  { failed = () => undefined, systemNow = steadyTime }: PostgresOptions,
  { own, enteredAt, pool, leasePool, opening, pump }: MembershipParts,
): PostgresMembership {
  const { dialect, version, lease: times, names, waits } = opening;
  const deps = {
    dialect,
    version,
    times,
    run: runner(leasePool, { names, waits: { answerMs: waits.leaseMs } }),
    enter: () => enterProcesses(pool, opening),
    real: () => performance.now(),
    systemNow,
    setTimer,
    // While the lease was lost, other processes may have trimmed events and taken over this one's
    // work.
    leaseReplaced: () => pump.notifyOfLoss(),
    failed,
  };
  return new PostgresMembership(deps, own, enteredAt);
}

/** Access to other processes' writes, for a process that may still read the store. */
function watchedLog({ pump, membership, effort }: WatchedLogDeps): WatchedLog {
  return {
    isCurrent: () => pump.isCurrent(),
    async catchUp() {
      const answers = membership.whenReachable();
      if (answers !== undefined) await answers;
      effort.exchanges += 1;
      return pump.catchUp();
    },
  };
}

interface WatchedLogDeps {
  readonly pump: PostgresPump;
  readonly membership: PostgresMembership;
  readonly effort: StoreCosts;
}

interface LogDeps {
  readonly pump: PostgresPump;
  readonly dialect: Dialect;
  /** Runs a statement on a connection that reads of the log do not wait for. */
  readonly run: (statement: Statement) => Promise<readonly PgRow[]>;
  readonly wakes: Pick<WakeCalls, "wake">;
  readonly processes: Pick<Processes, "living">;
}

function postgresLog({ pump, dialect, run, wakes, processes }: LogDeps): Store["log"] {
  return {
    wakeOthers() {
      if (processes.living().length > 1) wakes.wake();
    },
    follow: (listener, options) => pump.follow(listener, options),
    whenFailed: (report) => pump.whenFailed(report),
    pollNow: () => pump.pump(),
    place: () => pump.place(),
    since: (place, limit) => pump.since(place, limit),
    async trim(before) {
      await pump.pump();
      await pump.report();
      await run(deleteReadersStatement(dialect));
      for (let deleted = TRIM_PAGE; deleted === TRIM_PAGE;) {
        deleted = Number((await run(trimStatement(dialect, before)))[0]?.[0]);
      }
      const [row] = await run(remainingStatement(dialect, before));
      if (row?.[0] === true) return "unread";
      return row?.[1] === true ? "recent" : "nothing";
    },
  };
}

interface TableLayouts {
  readonly dialect: Dialect;
  readonly layouts: Layouts;
}

async function dumpOf(source: Reader, session: Session, tableLayouts: TableLayouts): Promise<Dump> {
  await session.disableTimeouts();
  const tables: Record<string, readonly object[]> = {};
  for (const { table } of tableLayouts.layouts.values()) {
    tables[table.name] = await source.find<object>(table);
  }
  return { tables };
}

interface Replacement {
  readonly transactions: PostgresTransactions;
  readonly tableLayouts: TableLayouts;
  readonly further: ((tx: Writer) => Promise<void>) | undefined;
}

async function loadDump(replacement: Replacement, dump: Dump): Promise<void> {
  const changes = changeStatements(await changesOfDump(dump, replacement.tableLayouts.layouts));
  await replaceContent(replacement, async (session) => {
    await Promise.all(changes.map(([sql, values]) => session.rows(sql, values)));
  });
}

async function replaceContent(
  { transactions, tableLayouts, further = async () => undefined }: Replacement,
  fill: (session: Session) => Promise<void>,
): Promise<void> {
  await transactions.replaceAll(async (session) => {
    await emptyTables(session, tableLayouts);
    await fill(session);
  }, further);
}

/** Deletes every record and every undelivered event. */
async function emptyTables(session: Session, tableLayouts: TableLayouts): Promise<void> {
  await session.disableTimeouts();
  await session.run(lockAllSql(tableLayouts.dialect));
  await session.run(lockSql(tableLayouts));
  const meta = await metaOf(session, tableLayouts.dialect);
  const log = `DELETE FROM ${tableLayouts.dialect.at("event_log")}`;
  await session.run([...clearStatements(meta, tableLayouts.dialect), log].join(";"));
}

/** Locks all tables before anything is deleted: concurrent writes would make the deletion fail. */
function lockSql({ dialect, layouts }: TableLayouts): string {
  const records = [...layouts.values()].map(({ at }) => at);
  const all = [dialect.at("meta"), dialect.at("event_log"), ...records];
  return `LOCK TABLE ${all.join(", ")} IN SHARE ROW EXCLUSIVE MODE`;
}

/** Clears the tables that only an older version declared as well. */
function clearStatements(meta: ReadonlyMap<string, string>, dialect: Dialect): string[] {
  return storedTables(meta).flatMap(({ name, entries }) => [
    `DELETE FROM ${recordsAt(dialect, name)}`,
    ...entries.map((entry) => `DELETE FROM ${entriesAt(dialect, name, entry)}`),
  ]);
}
