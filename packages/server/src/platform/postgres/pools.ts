// The connections of one process, in separate pools so that no kind of work waits for another:
// calls, due work, the event log, and heartbeats. Each wait for a connection has a timeout.
import pg from "pg";
import { TRANSACTION_MS_MAX } from "../storage/transaction-timeout.ts";

/** What a pool is for; shown to operators as the `application_name`. */
export type PoolName = "requests" | "jobs" | "log" | "lease";

/** The maximum number of connections of each pool. */
export const poolSizes: Readonly<Record<PoolName, number>> = {
  requests: 8,
  jobs: 4,
  log: 1,
  lease: 1,
};

/** The maximum number of connections of one process. */
export const CONNECTIONS = Object.values(poolSizes).reduce((sum, size) => sum + size, 0);

/** The number of connections on which transactions lock records. */
export const LOCKING_CONNECTIONS = poolSizes.requests + poolSizes.jobs;

/** The timeouts after which the database counts as unreachable. Real milliseconds. */
export interface PoolTimeouts {
  /** For acquiring a connection, whether it is opened or becomes free. */
  readonly connectMs: number;
  /** For the answer to a statement, except those that may take any time. */
  readonly answerMs: number;
  /** For the answer to a heartbeat: it is then sent again on another connection. */
  readonly leaseMs: number;
}

/** The answer timeout exceeds the lock timeout: an answer that waits for locks arrives before it. */
export const poolTimeouts: PoolTimeouts = {
  connectMs: 5_000,
  answerMs: TRANSACTION_MS_MAX,
  leaseMs: 2_000,
};

/** For one lock. Deadlocks fail after a second. */
const LOCK_MS_MAX = 1_500;
/**
 * An idle open transaction blocks every reader of the log, and keeps its process from being
 * removed.
 */
const IDLE_MS_MAX = TRANSACTION_MS_MAX;
/** The delay before TCP keep-alive probes on an idle connection. */
const KEEP_ALIVE_MS = 10_000;

/**
 * Opens connections on demand. Sequential scans are off: one would read, and so lock, a whole table
 * where an index finds the few records that are needed.
 */
export function openPool(url: string, name: PoolName, waits: PoolTimeouts = poolTimeouts): pg.Pool {
  const settings = {
    enable_seqscan: "off",
    // For statements that run outside an explicit transaction.
    default_transaction_isolation: String.raw`read\ committed`,
    // The server would go on with a statement, and hold its locks, after this process gave it up.
    statement_timeout: waits.answerMs,
    lock_timeout: LOCK_MS_MAX,
    idle_in_transaction_session_timeout: IDLE_MS_MAX,
    // A connection that the server closes for being idle may be in use again by then.
    idle_session_timeout: 0,
  };
  const isLease = name === "lease";
  const pool = new pg.Pool({
    connectionString: url,
    max: poolSizes[name],
    pipeline: true,
    idleTimeoutMillis: 0,
    connectionTimeoutMillis: isLease ? waits.leaseMs : waits.connectMs,
    application_name: `antechamber ${name}`,
    keepAlive: true,
    keepAliveInitialDelayMillis: KEEP_ALIVE_MS,
    // Transactions set their own timeout, since some may take any time.
    ...(isLease ? { query_timeout: waits.leaseMs } : {}),
    options: Object.entries(settings)
      .map(([setting, value]) => `-c ${setting}=${value}`)
      .join(" "),
  });
  // A broken connection fails its statements and the pool replaces it, so the event needs no
  // handling.
  pool.on("error", () => undefined);
  pool.on("connect", (client) => client.on("error", () => undefined));
  return pool;
}
