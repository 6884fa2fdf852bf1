// Serializes databases to bytes and back. SQLite has functions for both, which Node exposes since
// 26.1; before that, the rows go through a temporary file.
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";

/** The whole database, as the bytes of a file without a write-ahead log. */
export function bytesOfDatabase(db: DatabaseSync): Uint8Array {
  return withoutWriteAheadLog("serialize" in db ? db.serialize() : bytesThroughFile(db));
}

/** Fills an in-memory database, which may be an attached one, from bytes. */
export function fillDatabase(db: DatabaseSync, bytes: Uint8Array, name = "main"): void {
  if ("deserialize" in db) db.deserialize(bytes, { dbName: name });
  else fillThroughFile(db, bytes, name);
}

/**
 * Frees the memory of bytes that nothing reads any more, at once: many megabytes of garbage would
 * trigger a collection, and the next copy would take pages that are not mapped yet.
 */
export function freeBytes({ buffer, byteLength }: Uint8Array): void {
  const isOwn = buffer instanceof ArrayBuffer && buffer.byteLength === byteLength;
  if (isOwn) buffer.transfer(0);
}

/** The size from which it matters how the memory of copies is allocated. */
const LARGE_BYTES = 4 * 1024 * 1024;

export function isLarge(db: DatabaseSync): boolean {
  return sizeOf(db) >= LARGE_BYTES;
}

/** The size of the whole database in bytes, free pages included. */
export function sizeOf(db: DatabaseSync): number {
  return numberOf(db, "page_count") * numberOf(db, "page_size");
}

/** Denominators: the fraction of free pages after a refill, and the one that triggers it. */
const RESERVE_PART = 32;
const RESERVE_LOW_PART = 64;

/**
 * Ensures that an in-memory database, and so each copy of its bytes, has some free pages. A copy
 * that must grow is doubled and moved by SQLite: the first small write to a large copy would cost
 * more than the copy. To be called outside any transaction.
 */
export function reservePages(db: DatabaseSync): void {
  const pages = numberOf(db, "page_count");
  const free = numberOf(db, "freelist_count");
  if (free >= pages / RESERVE_LOW_PART) return;
  const bytes = (Math.ceil(pages / RESERVE_PART) - free) * numberOf(db, "page_size");
  try {
    db.exec(`BEGIN IMMEDIATE;
      INSERT INTO meta (name, value) VALUES ('reserve', zeroblob(${bytes}));
      DELETE FROM meta WHERE name = 'reserve';
      COMMIT;`);
  } catch (error) {
    if (db.isTransaction) db.exec("ROLLBACK");
    throw error;
  }
}

function numberOf(db: DatabaseSync, pragma: string): number {
  return Number(rowsOf(db, `PRAGMA ${pragma}`)[0]?.[0]);
}

/**
 * The largest chunk that glibc can be made to keep; the buffer is never touched, so that it takes
 * no memory.
 */
const REUSED_BYTES_MAX = 32 * 1024 * 1024 - 64 * 1024;

/**
 * Makes the process keep the memory of large copies when they are freed: mapping it anew takes
 * longer than copying a database. glibc keeps chunks up to the size of the largest one freed so
 * far. Source: malloc(3), M_MMAP_THRESHOLD and M_TRIM_THRESHOLD.
 */
export function reuseFreedMemory(): void {
  new ArrayBuffer(REUSED_BYTES_MAX).transfer(0);
}

/** As `bytesOfDatabase`, for programs that run on an older Node. */
export function bytesThroughFile(db: DatabaseSync): Uint8Array {
  return withFile((path) => {
    const file = new DatabaseSync(path);
    try {
      copyTables(db, file, "main");
    } finally {
      file.close();
    }
    return readFileSync(path);
  });
}

/** As `fillDatabase`, for programs that run on an older Node. */
export function fillThroughFile(db: DatabaseSync, bytes: Uint8Array, name: string): void {
  withFile((path) => {
    writeFileSync(path, bytes);
    const file = new DatabaseSync(path);
    try {
      copyTables(file, db, name);
    } finally {
      file.close();
    }
  });
}

/** Runs work with a file in a temporary directory that only this user can read. */
function withFile<T>(work: (path: string) => T): T {
  const directory = mkdtempSync(join(tmpdir(), "antechamber-"));
  try {
    return work(join(directory, "bytes.db"));
  } finally {
    rmSync(directory, { recursive: true, force: true });
  }
}

/** Copies all tables; our databases have no other indexes, views or triggers. */
function copyTables(from: DatabaseSync, to: DatabaseSync, name: string): void {
  const [[pageBytes]] = rowsOf(from, "PRAGMA page_size") as [[number]];
  to.exec(`PRAGMA "${name}".page_size = ${pageBytes}`);
  to.exec("BEGIN");
  const tables = rowsOf(from, "SELECT name, sql FROM sqlite_schema WHERE type = 'table'");
  for (const [table, sql] of tables as [string, string][]) {
    to.exec(sql.replace(/^CREATE TABLE /, `CREATE TABLE "${name}".`));
    const rows = rowsOf(from, `SELECT * FROM "${table}"`);
    const [first] = rows;
    if (first === undefined) continue;
    const marks = first.map(() => "?").join();
    const insertion = to.prepare(`INSERT INTO "${name}"."${table}" VALUES (${marks})`);
    for (const row of rows) insertion.run(...(row as string[]));
  }
  to.exec("COMMIT");
}

function rowsOf(db: DatabaseSync, sql: string): readonly (readonly unknown[])[] {
  const statement = db.prepare(sql);
  statement.setReturnArrays(true);
  return statement.all() as unknown as readonly (readonly unknown[])[];
}

/**
 * The offsets of the bytes that say whether a file uses a write-ahead log. Source: SQLite's file
 * format, 1.3.
 */
const VERSIONS_AT = [18, 19] as const;
const WITHOUT_LOG = 1;

/** An in-memory database has no write-ahead log, and could not be opened as one that has. */
function withoutWriteAheadLog(bytes: Uint8Array): Uint8Array {
  for (const at of VERSIONS_AT) bytes[at] = WITHOUT_LOG;
  return bytes;
}
