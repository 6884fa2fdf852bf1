// Opens a SQLite file and brings it up to date, or reports in one line why it cannot.
import { statSync } from "node:fs";
import {
  update,
  checkFormat,
  type Progress,
  type UpdateTarget,
  type UpdateTransaction,
} from "../storage/schema-migration.ts";
import { findSql, parametersOf } from "../storage/record-sql.ts";
import type { Layouts, RecordLayout } from "../storage/table-schema.ts";
import { ConflictError, StoreOpenError } from "../store.ts";
import {
  connect,
  isBusy,
  isConstraint,
  retryWhileBusy,
  sqliteDialect,
  type Connection,
} from "./connection.ts";
import { ownFile } from "./owner.ts";
import { makePrivate, permissionWarning } from "./private-files.ts";
import { WalKeeper } from "./wal-keeper.ts";

export const IN_MEMORY = ":memory:";

/** The page cache of the writing connection. */
const WRITER_CACHE_KIB = 16_384;

/** How long a statement blocks for another program's lock. */
export const WRITER_WAIT_MS = 20;
const READER_WAIT_MS = 1000;
/** How often opening a locked file is tried, with a pause in between. */
const OPEN_TRIES = 20;
const OPEN_PAUSE_MS = 50;

export interface OpenDeps {
  readonly file: string;
  readonly layouts: Layouts;
  readonly pause: (ms: number) => Promise<void>;
  /** Receives progress messages of a long migration. */
  readonly progress: Progress;
  /** Receives warnings for the operator about the file. */
  readonly warn?: (message: string) => void;
}

/** A file that this process alone writes to. */
export interface OwnedFile {
  readonly keeper: WalKeeper;
  /** Opens a connection that only reads. */
  readonly openView: () => Connection;
  /** Releases the ownership, once the connection is closed. */
  readonly release: () => void;
}

/** A database that no other process writes to. */
export interface OwnedDatabase {
  readonly connection: Connection;
  /** Absent in memory. */
  readonly file?: OwnedFile;
}

/**
 * Opens a file for this process alone.
 *
 * @throws StoreOpenError
 */
export async function openOwned(deps: OpenDeps): Promise<OwnedDatabase> {
  const { file } = deps;
  try {
    if (file === IN_MEMORY) return { connection: await openWriter(deps) };
    refuseNonFile(file);
    makePrivate(file);
    return await openFile(deps);
  } catch (error) {
    throw openError(file, error);
  }
}

async function openFile(deps: OpenDeps): Promise<OwnedDatabase> {
  const { file } = deps;
  const release = ownFile(file);
  try {
    const connection = await openWriter(deps);
    const keeper = keeperOf(connection, file);
    return { connection, file: { keeper, openView: () => openReader(deps), release } };
  } catch (error) {
    release();
    throw error;
  }
}

/** SQLite's own error for a directory or a device would not help an operator. */
function refuseNonFile(file: string): void {
  const isOther = statSync(file, { throwIfNoEntry: false })?.isFile() === false;
  if (isOther) throw new StoreOpenError("it is no file");
}

function keeperOf(connection: Connection, file: string): WalKeeper {
  try {
    const keeper = new WalKeeper(connection, file);
    // Wipes what a killed process had deleted.
    keeper.empty();
    return keeper;
  } catch (error) {
    connection.close();
    throw error;
  }
}

/** Opens the connection that writes, and brings the database up to date. */
export async function openWriter(deps: OpenDeps): Promise<Connection> {
  const { file, layouts, pause, progress } = deps;
  const connection = connect(file, layouts, { readOnly: false, timeout: WRITER_WAIT_MS });
  try {
    await retryWhileBusy(() => prepare(connection, progress), {
      tries: OPEN_TRIES,
      pause: () => pause(OPEN_PAUSE_MS),
    });
    const warning = file === IN_MEMORY ? undefined : permissionWarning(file);
    if (warning !== undefined) deps.warn?.(warning);
    return connection;
  } catch (error) {
    connection.close();
    throw error;
  }
}

export function openReader({ file, layouts }: OpenDeps): Connection {
  return connect(file, layouts, { readOnly: true, timeout: READER_WAIT_MS });
}

function openError(file: string, error: unknown): StoreOpenError {
  const what = error instanceof Error ? error.message : String(error);
  const why = isBusy(error) ? "another program has locked it" : what;
  return new StoreOpenError(`cannot open the store ${file}: ${why}`, { cause: error });
}

/** The settings of the writing connection. On macOS only a full sync goes past a drive's cache. */
const WRITER_SETTINGS = `
    PRAGMA wal_autocheckpoint = 0; PRAGMA journal_mode = WAL; PRAGMA synchronous = FULL;
    PRAGMA secure_delete = ON; PRAGMA checkpoint_fullfsync = ON;
    PRAGMA cache_size = -${WRITER_CACHE_KIB};`;

/** The page cache of a database that is in memory itself. */
const COPY_CACHE_KIB = 256;

/** Opens an in-memory database with the bytes of an up-to-date one. */
export function openCopy(bytes: Uint8Array, layouts: Layouts): Connection {
  const connection = connect(IN_MEMORY, layouts, { readOnly: false, timeout: 0, bytes });
  connection.exec(`PRAGMA journal_mode = MEMORY; PRAGMA synchronous = OFF;
    PRAGMA cache_size = -${COPY_CACHE_KIB};`);
  return connection;
}

/** Creates the tables, or brings them up to date. */
export async function prepare(connection: Connection, progress: Progress): Promise<void> {
  refuseOtherPrograms(connection);
  connection.exec(WRITER_SETTINGS);
  const target = updateTarget(connection);
  await target.transaction(async (tx) => {
    await tx.run(META_SQL);
    // Earlier versions stored events that were never read.
    await tx.run("DROP TABLE IF EXISTS event_log");
  });
  await update(target, connection.layouts, progress);
}

const META_SQL =
  "CREATE TABLE IF NOT EXISTS meta (name TEXT PRIMARY KEY, value TEXT NOT NULL) WITHOUT ROWID";

/** Checks before anything is changed: the file may be another program's, or a newer version's. */
function refuseOtherPrograms(connection: Connection): void {
  const count = "SELECT count(*) FROM sqlite_schema WHERE type = 'table'";
  const all = connection.query(count).one()?.[0];
  if (all === 0) return;
  const columns = "SELECT count(*) FROM pragma_table_info('meta') WHERE name IN ('name', 'value')";
  const ours = connection.query(columns).one()?.[0];
  if (ours !== 2) throw new StoreOpenError("it is a database of another program");
  checkFormat(metaOf(connection));
}

export function metaOf(connection: Connection): ReadonlyMap<string, string> {
  const rows = connection.query("SELECT name, value FROM meta").all();
  return new Map(rows.map(([name, value]) => [String(name), String(value)]));
}

function updateTarget(connection: Connection): UpdateTarget {
  const tx = updateTransaction(connection);
  return {
    dialect: sqliteDialect,
    async transaction(work) {
      connection.exec("BEGIN IMMEDIATE");
      try {
        const result = await work(tx);
        connection.exec("COMMIT");
        return result;
      } catch (error) {
        if (connection.inTransaction()) connection.exec("ROLLBACK");
        throw error;
      }
    },
  };
}

function updateTransaction(connection: Connection): UpdateTransaction {
  return {
    meta: async () => metaOf(connection),
    async setMeta(name, value) {
      const sql = "INSERT OR REPLACE INTO meta (name, value) VALUES (?, ?)";
      connection.query(sql).run(name, value);
    },
    run: async (sql) => connection.exec(sql),
    async page(layout: RecordLayout, after, limit) {
      const search = after === undefined ? { limit } : { limit, after };
      const sql = findSql(sqliteDialect, layout, search);
      const rows = connection.query(sql).all(...parametersOf(search));
      return rows.map(([body, key]) => ({
        key: key as string,
        body: JSON.parse(body as string) as object,
      }));
    },
    async replace({ at, table }, record) {
      const sql = `UPDATE ${at} SET body = ? WHERE key = ?`;
      connection.query(sql).run(JSON.stringify(record), table.key(record));
    },
    async remove({ at }, key) {
      connection.query(`DELETE FROM ${at} WHERE key = ?`).run(key);
    },
    async addEntries({ at }, pairs) {
      const insertion = connection.query(`INSERT INTO ${at} (value, key) VALUES (?, ?)`);
      try {
        for (const [value, key] of pairs) insertion.run(value, key);
      } catch (error) {
        throw isConstraint(error) ? new ConflictError("a value is taken", { cause: error }) : error;
      }
    },
  };
}
