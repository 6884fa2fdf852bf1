// Opens a PostgreSQL schema and brings it up to date, or reports in one line why it cannot.
import type pg from "pg";
import { percentDecoded } from "../formats/percent-encoding.ts";
import { update, type Progress, type UpdateTransaction } from "../storage/schema-migration.ts";
import type { Dialect, Layouts } from "../storage/table-schema.ts";
import { findSql, parametersOf } from "../storage/record-sql.ts";
import { PROCESSES_MAX, type LeaseTimes, type ProcessIdentity } from "../processes.ts";
import { ConflictError, StoreOpenError, type StoreCosts } from "../store.ts";
import {
  createLogSql,
  dropRestoredStatement,
  endStatement,
  reportStatement,
  rowPosition,
  foreignReadersStatement,
  type LogReader,
  type LogPosition,
} from "./log.ts";
import { createDueClaimsSql } from "./due-claims.ts";
import { createLocksSql } from "./locks.ts";
import { createProcessesSql, enterStatement, oneAtATimeStatement } from "./process-table.ts";
import { quoted, Session, sqlState, type StatementNames } from "./session.ts";
import { openPool, type PoolTimeouts } from "./pools.ts";
import { refuseTransactionPooler } from "./transaction-pooler.ts";
import { createSnapshotsSql, dropAbandoned } from "./snapshots.ts";
import {
  isOtherPlatform,
  storeLayout,
  metaOf,
  endOutdatedLeases,
  refuseOutdated,
} from "./version-gate.ts";
import { entriesStatement } from "./writer.ts";

/** The oldest version with xid8 and all the SQL that is used here. */
const SERVER_VERSION_MIN = 150_000;

export interface Opening {
  readonly waits: PoolTimeouts;
  readonly lease: LeaseTimes;
  /** The version of the program. */
  readonly version: string;
  /** Waits for real milliseconds. */
  readonly pause: (ms: number) => Promise<void>;
  readonly names: StatementNames;
  readonly effort: StoreCosts;
  readonly dialect: Dialect;
  readonly schema: string;
  readonly layouts: Layouts;
  /** Receives progress messages of a long migration. */
  readonly progress: Progress;
}

/**
 * Brings the schema up to date, then runs `enter` before another process may update it.
 *
 * @throws StoreOpenError
 */
export async function openSchema<T>(
  url: string,
  opening: Opening,
  enter: (pool: pg.Pool) => Promise<T>,
): Promise<T> {
  let pool: pg.Pool | undefined;
  try {
    pool = openPool(url, "requests", opening.waits);
    const connections = pool;
    await refuseTransactionPooler(connections);
    const transact: Transact = (work) => inTransaction(connections, opening, work);
    return await withAdvisoryLock(connections, opening, "update", async () => {
      await prepare(transact, opening);
      return enter(connections);
    });
  } catch (error) {
    await pool?.end();
    throw openError(url, error);
  }
}

/** Work that only one process at a time does: updating a schema, and creating its world. */
export type Exclusive = "update" | "begin";

const exclusiveNumbers: Readonly<Record<Exclusive, number>> = { update: 0, begin: 3 };

/** Runs work under an advisory lock, so that processes that start together do it one at a time. */
export async function withAdvisoryLock<T>(
  pool: pg.Pool,
  { schema }: Pick<Opening, "schema">,
  what: Exclusive,
  work: () => Promise<T>,
): Promise<T> {
  const guard = await pool.connect();
  try {
    // Migrating a large table takes long.
    await guard.query("SET statement_timeout = 0; SET lock_timeout = 0");
    const number = exclusiveNumbers[what];
    await guard.query("SELECT pg_advisory_lock(hashtextextended($1, $2))", [schema, number]);
    return await work();
  } finally {
    // Closing the connection releases the lock.
    guard.release(true);
  }
}

type Transact = <T>(work: (session: Session) => Promise<T>) => Promise<T>;

async function inTransaction<T>(
  pool: pg.Pool,
  opening: Opening,
  work: (session: Session) => Promise<T>,
): Promise<T> {
  const session = new Session(await pool.connect(), opening, "BEGIN");
  try {
    await session.disableTimeouts();
    const result = await work(session);
    await session.commit();
    await session.end("committed");
    return result;
  } catch (error) {
    await session.end("undo");
    throw error;
  }
}

async function prepare(transact: Transact, opening: Opening): Promise<void> {
  const { dialect, layouts, progress, lease } = opening;
  await transact((session) => createSchema(session, opening));
  const ended = await transact((session) => endOutdatedLeases(session, opening, lease));
  if (ended > 0) {
    progress(`processes of another version are refused from now on: ${ended}`);
    // Until they are fenced, the old processes may go on reading.
    await opening.pause(lease.fenceMs);
  }
  const transaction = <T>(work: (tx: UpdateTransaction) => Promise<T>) =>
    transact((session) => work(updateTransaction(session, opening)));
  await update({ dialect, transaction }, layouts, progress);
  await transact(async (session) => {
    if (isOtherPlatform(await metaOf(session, dialect))) {
      for (const sql of platformSql(opening)) await session.run(sql);
    }
    await storeLayout(session, opening);
  });
}

/** The SQL that creates the tables and functions that are not declared tables. */
export function platformSql({ dialect, schema }: Pick<Opening, "dialect" | "schema">) {
  return [
    createLogSql(dialect),
    createSnapshotsSql(dialect),
    createProcessesSql(dialect),
    createDueClaimsSql(dialect),
    createLocksSql(dialect, schema),
  ];
}

async function createSchema(session: Session, { dialect, schema }: Opening): Promise<void> {
  await refuseUnfitServer(session);
  const [existing] = await session.rows("SELECT 1 FROM pg_namespace WHERE nspname = $1", [schema]);
  if (existing === undefined) await session.run(`CREATE SCHEMA ${quoted(schema)}`);
  const meta = dialect.at("meta");
  const columns = `name ${dialect.keyType} PRIMARY KEY, value text NOT NULL`;
  await session.run(`CREATE TABLE IF NOT EXISTS ${meta} (${columns})`);
}

async function refuseUnfitServer(session: Session): Promise<void> {
  const sql = "SELECT current_setting('server_version_num'), current_setting('server_encoding')";
  const [row] = await session.rows(sql);
  if (Number(row?.[0]) < SERVER_VERSION_MIN) {
    throw new StoreOpenError("it needs PostgreSQL 15 or newer");
  }
  if (row?.[1] !== "UTF8") throw new StoreOpenError("its database must be in UTF8");
}

/** An up-to-date schema, and the reader that follows its log. */
interface Entry {
  readonly pool: pg.Pool;
  readonly opening: Opening;
  readonly reader: LogReader;
}

/**
 * Registers this process as a reader of the log.
 *
 * @returns the end of the log
 * @throws StoreOpenError while a live process seals its events with another key
 */
export function enterLog({ pool, opening, reader }: Entry): Promise<LogPosition> {
  return inTransaction(pool, opening, (session) => registerReader(session, opening, reader));
}

async function registerReader(
  session: Session,
  { dialect, schema }: Opening,
  reader: LogReader,
): Promise<LogPosition> {
  await session.rows("SELECT pg_advisory_xact_lock(hashtextextended($1, 1))", [schema]);
  const [foreignReader] = await session.rows(...foreignReadersStatement(dialect, reader.mark));
  if (foreignReader !== undefined) {
    throw new StoreOpenError(
      "another process uses it with another control key, or did a minute ago",
    );
  }
  await session.rows(...dropRestoredStatement(dialect));
  await dropAbandoned(session, dialect);
  const [last] = await session.rows(...endStatement(dialect));
  const end = last === undefined ? { xid: 0n, seq: 0n } : rowPosition(last);
  await session.rows(...reportStatement(dialect, reader, end));
  return end;
}

/**
 * Acquires a lease for this process.
 *
 * @throws StoreOpenError when all numbers are taken
 */
export function enterProcesses(pool: pg.Pool, opening: Opening): Promise<ProcessIdentity> {
  return inTransaction(pool, opening, async (session) => {
    const { dialect, schema, version } = opening;
    await session.rows(...oneAtATimeStatement(schema));
    await refuseOutdated(session, opening);
    const [row] = await session.rows(...enterStatement(dialect, version));
    if (row !== undefined) return { id: Number(row[0]), epoch: String(row[1]) };
    throw new StoreOpenError(`${PROCESSES_MAX} processes use it already`);
  });
}

function updateTransaction(session: Session, { dialect }: Opening): UpdateTransaction {
  const meta = dialect.at("meta");
  return {
    async meta() {
      const rows = await session.rows(`SELECT name, value FROM ${meta}`);
      return new Map(rows.map(([name, value]) => [String(name), String(value)]));
    },
    async setMeta(name, value) {
      await session.rows(
        `INSERT INTO ${meta} (name, value) VALUES ($1, $2)
         ON CONFLICT (name) DO UPDATE SET value = excluded.value`,
        [name, value],
      );
    },
    run: async (sql) => void (await session.run(sql)),
    async page(layout, after, limit) {
      const search = after === undefined ? { limit } : { limit, after };
      const rows = await session.rows(findSql(dialect, layout, search), parametersOf(search));
      return rows.map(([body, key]) => ({ key: key as string, body: body as object }));
    },
    async replace({ at, table }, record) {
      const sql = `UPDATE ${at} SET body = $1::json WHERE key = $2`;
      await session.rows(sql, [JSON.stringify(record), table.key(record)]);
    },
    async remove({ at }, key) {
      await session.rows(`DELETE FROM ${at} WHERE key = $1`, [key]);
    },
    async addEntries({ at }, pairs) {
      try {
        await session.rows(...entriesStatement(at, pairs));
      } catch (error) {
        const isTaken = sqlState(error) === "23505";
        throw isTaken ? new ConflictError("a value is taken", { cause: error }) : error;
      }
    },
  };
}

/** Reports the address and the reason without the password. */
export function openError(url: string, error: unknown): StoreOpenError {
  const address = URL.parse(url);
  if (address === null || !/^postgres(ql)?:$/.test(address.protocol)) {
    return new StoreOpenError("cannot open the store: its address is not of the form postgres://…");
  }
  const { message = "", code = "" } = error as { message?: string; code?: string };
  const why = (message === "" ? code : message).replaceAll(/\s+/g, " ");
  const where = `postgres://${address.host}${address.pathname}`;
  return new StoreOpenError(`cannot open the store ${where}: ${withoutSecret(why, address)}`);
}

function withoutSecret(text: string, { password }: URL): string {
  if (password === "") return text;
  return [password, percentDecoded(password)].reduce(
    (safe, secret) => safe.replaceAll(secret, "…"),
    text,
  );
}
