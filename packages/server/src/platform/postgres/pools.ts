// The connections of one process, in pools of their own, so that no kind of work waits for another's:
// calls, what falls due, the log of events, and the signs of life. Each wait for one has an end.
import pg from "pg";
import { TRANSACTION_MS_MAX } from "../storage/transaction-timeout.ts";

/** Who uses the connections of a pool, as `application_name` shows it to operators. */
export type PoolName = "requests" | "jobs" | "log" | "lease";

/** How many connections each of them opens at most. */
export const poolSizes: Readonly<Record<PoolName, number>> = {
  requests: 8,
  jobs: 4,
  log: 1,
  lease: 1,
};

/** Those of a process, when all are busy at once. */
export const CONNECTIONS = Object.values(poolSizes).reduce((sum, size) => sum + size, 0);

/** Those of them on which transactions lock records. */
export const LOCKING_CONNECTIONS = poolSizes.requests + poolSizes.jobs;

/** How long is waited for the database before it counts as unreachable. Real milliseconds. */
export interface Patience {
  /** For a connection, be it a new one or one that others use. */
  readonly connectMs: number;
  /** For the answer to a statement, but for those that may take any time. */
  readonly answerMs: number;
  /** For the answer to a sign of life: it is sent anew on another connection. */
  readonly leaseMs: number;
}

/** An answer that is waited for locks as well comes before this, or the server ends the statement. */
export const patience: Patience = {
  connectMs: 5_000,
  answerMs: TRANSACTION_MS_MAX,
  leaseMs: 2_000,
};

/** One statement, waiting for locks included; the server goes on with it when nobody waits. */
const STATEMENT_MS_MAX = 30_000;
/** One lock. Those that wait for one another in a circle fail after a second. */
const LOCK_MS_MAX = 1_500;
/**
 * A transaction that was left open holds back the log of everybody, and its process from being
 * buried.
 */
const IDLE_MS_MAX = TRANSACTION_MS_MAX;
/** A connection on which nothing comes is asked after so long whether it is still there. */
const KEEP_ALIVE_MS = 10_000;

/**
 * Connections that are opened as they are needed. A sequential scan would read, and so lock, a
 * whole table where an index has the few records that are meant.
 */
export function openPool(url: string, name: PoolName, waits: Patience = patience): pg.Pool {
  const settings = {
    enable_seqscan: "off",
    // As transactions that are not begun in words run.
    default_transaction_isolation: String.raw`read\ committed`,
    statement_timeout: STATEMENT_MS_MAX,
    lock_timeout: LOCK_MS_MAX,
    idle_in_transaction_session_timeout: IDLE_MS_MAX,
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
    // Transactions say so themselves, since some may take any time.
    ...(isLease ? { query_timeout: waits.leaseMs } : {}),
    options: Object.entries(settings)
      .map(([setting, value]) => `-c ${setting}=${value}`)
      .join(" "),
  });
  // A connection that breaks fails the statements on it, and the pool replaces it: nothing else to do.
  pool.on("error", () => undefined);
  pool.on("connect", (client) => client.on("error", () => undefined));
  return pool;
}
