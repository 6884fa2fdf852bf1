// Exports and imports everything that a SQLite database holds.
import { entriesAt, recordsAt } from "../storage/table-schema.ts";
import { storedTables } from "../storage/schema-migration.ts";
import type { Dump, EventRecord, Reader } from "../store.ts";
import { changesOfDump } from "../storage/store-dump.ts";
import { sqliteDialect, type Connection } from "./connection.ts";
import { metaOf } from "./open.ts";
import { runFurtherWork, type AfterRestore } from "./snapshot.ts";
import { SqliteWriter } from "./writer.ts";

export async function dumpOf(source: Reader, connection: Connection): Promise<Dump> {
  const tables: Record<string, readonly object[]> = {};
  for (const { table } of connection.layouts.values()) {
    tables[table.name] = await source.find<object>(table);
  }
  return { tables };
}

/** A view of a file takes its snapshot with its first statement; the bytes are of that state. */
export async function bytesOf(_source: Reader, connection: Connection): Promise<Uint8Array> {
  connection.query("SELECT count(*) FROM sqlite_schema").one();
  return connection.bytes();
}

/**
 * Replaces all records. To be run in a commit of its own.
 *
 * @returns the events to deliver, which are those of the further work alone
 */
export async function loadDump(
  connection: Connection,
  dump: Dump,
  further: AfterRestore | undefined,
): Promise<readonly EventRecord[]> {
  const changes = await changesOfDump(dump, connection.layouts);
  clear(connection);
  const writer = new SqliteWriter(connection);
  writer.refuseClash(changes);
  writer.apply(changes);
  return runFurtherWork(connection, further);
}

/** Clears the tables that only an older version declared as well. */
function clear(connection: Connection): void {
  for (const { name, entries } of storedTables(metaOf(connection))) {
    connection.exec(`DELETE FROM ${recordsAt(sqliteDialect, name)}`);
    for (const entry of entries) {
      connection.exec(`DELETE FROM ${entriesAt(sqliteDialect, name, entry)}`);
    }
  }
}
