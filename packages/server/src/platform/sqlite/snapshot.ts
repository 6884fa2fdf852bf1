// A snapshot of a SQLite database: the bytes of the whole, from which it is restored.
import type { Layouts } from "../storage/table-schema.ts";
import { atEndOfTurn } from "../async/event-loop.ts";
import type { EventRecord, Reader, StoreSnapshot, Writer } from "../store.ts";
import { WriteSet } from "../storage/write-set.ts";
import type { Connection } from "./connection.ts";
import { freeBytes } from "./database-bytes.ts";
import { metaOf, openCopy } from "./open.ts";
import { SqliteSource } from "./source.ts";
import { SqliteWriter } from "./writer.ts";

/** The name under which a snapshot is attached to the database. */
const ATTACHED = "snapshot";

export class SqliteSnapshot implements StoreSnapshot {
  readonly bytes: number;
  readonly #layouts: Layouts;
  #content: Uint8Array | undefined;
  /** The number of restores in progress. */
  #users = 0;

  constructor(content: Uint8Array, layouts: Layouts) {
    this.bytes = content.byteLength;
    this.#layouts = layouts;
    this.#content = content;
  }

  /** @throws Error after it was dropped */
  get content(): Uint8Array {
    if (this.#content === undefined) throw new Error("the snapshot was dropped");
    return this.#content;
  }

  async read<T>(work: (tx: Reader) => Promise<T>): Promise<T> {
    const connection = openCopy(this.content, this.#layouts);
    const source = new SqliteSource(connection);
    try {
      return await work(source);
    } finally {
      source.end();
      connection.close();
    }
  }

  /** Runs work with the content, which stays usable even if the snapshot is dropped meanwhile. */
  async useContent<T>(work: (content: Uint8Array) => Promise<T>): Promise<T> {
    const { content } = this;
    this.#users += 1;
    try {
      return await work(content);
    } finally {
      this.#users -= 1;
      if (this.#users === 0 && this.#content === undefined) freeAfterTurn(content);
    }
  }

  async drop(): Promise<void> {
    const content = this.#content;
    this.#content = undefined;
    if (content === undefined || this.#users > 0) return;
    freeAfterTurn(content);
  }
}

/** Frees content after this turn, in which a copy that was just requested is made. */
function freeAfterTurn(content: Uint8Array): void {
  atEndOfTurn(() => freeBytes(content));
}

/** @throws Error for a snapshot of another adapter */
export function asSqliteSnapshot(snapshot: StoreSnapshot): SqliteSnapshot {
  if (!(snapshot instanceof SqliteSnapshot)) throw new Error("it is no snapshot of SQLite");
  return snapshot;
}

/** Further work on the restored records in the same commit. */
export type AfterRestore = (tx: Writer) => Promise<void>;

/**
 * Replaces an in-memory database by a fresh copy of a snapshot. To be run in a commit of its own,
 * which becomes that of the copy.
 *
 * @returns the events to deliver
 */
export async function restoreInMemory(
  connection: Connection,
  bytes: Uint8Array,
  further: AfterRestore | undefined,
): Promise<readonly EventRecord[]> {
  const fresh = openCopy(bytes, connection.layouts);
  try {
    refuseOtherTables(connection, fresh);
    fresh.query("BEGIN IMMEDIATE").run();
    const events = await runFurtherWork(fresh, further);
    connection.takeOver(fresh);
    return events;
  } catch (error) {
    fresh.close();
    throw error;
  }
}

/** Attaches a snapshot to a database, which SQLite refuses within a transaction. */
export function attachSnapshot(connection: Connection, bytes: Uint8Array): () => void {
  connection.attach(bytes, ATTACHED);
  return () => connection.detach(ATTACHED);
}

/**
 * Restores the rows that differ from the attached snapshot, so that only those are written and
 * flushed. To be run in a commit of its own.
 *
 * @returns the events to deliver
 */
export async function restoreInFile(
  connection: Connection,
  bytes: Uint8Array,
  further: AfterRestore | undefined,
): Promise<readonly EventRecord[]> {
  const copy = openCopy(bytes, connection.layouts);
  try {
    refuseOtherTables(connection, copy);
    for (const [name] of copy.query("SELECT name FROM sqlite_schema WHERE type = 'table'").all()) {
      restoreTable(connection, String(name), columnsOf(copy, String(name)));
    }
  } finally {
    copy.close();
  }
  return runFurtherWork(connection, further);
}

function columnsOf(connection: Connection, table: string): readonly string[] {
  const rows = connection.query("SELECT name FROM pragma_table_info(?)").all(table);
  return rows.map(([name]) => String(name));
}

function restoreTable(connection: Connection, table: string, columns: readonly string[]): void {
  const isSame = columns.map((column) => `old."${column}" = now."${column}"`).join(" AND ");
  const old = `${ATTACHED}."${table}"`;
  connection.exec(`
    DELETE FROM main."${table}" AS now WHERE NOT EXISTS (SELECT 1 FROM ${old} AS old WHERE ${isSame});
    INSERT OR IGNORE INTO main."${table}" SELECT * FROM ${old};`);
}

/** Refuses a snapshot with other tables: stores of one program and version have the same ones. */
function refuseOtherTables(connection: Connection, snapshot: Connection): void {
  const [ours, theirs] = [metaOf(connection), metaOf(snapshot)];
  const isSame = [...ours].every(([name, value]) => theirs.get(name) === value);
  if (isSame && ours.size === theirs.size) return;
  throw new Error("the snapshot is of a store with other tables");
}

/** Runs further work in the commit of a load or a restore. @returns the events to deliver */
export async function runFurtherWork(
  connection: Connection,
  further: AfterRestore | undefined,
): Promise<readonly EventRecord[]> {
  if (further === undefined) return [];
  const writes = new WriteSet(new SqliteSource(connection));
  try {
    await further(writes);
  } finally {
    writes.end();
  }
  const changes = await writes.changes(connection.layouts);
  const writer = new SqliteWriter(connection);
  writer.refuseClash(changes);
  writer.apply(changes);
  return writes.events;
}
