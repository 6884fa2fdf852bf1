// The log of facts in a SQLite database. One writer gives out the numbers, so their order is commit
// order; rows that came with a dump carry the place that they had where they were logged.
import { cursorOf, FIRST_ERA, placeOf, type PlacedEvent } from "../log-cursor.ts";
import type { Connection, Row } from "./connection.ts";
import type { EventRecord, LoggedEvent } from "../store.ts";

export const createLogSql = `
  CREATE TABLE IF NOT EXISTS event_log (
    seq INTEGER PRIMARY KEY AUTOINCREMENT, body TEXT NOT NULL,
    loaded_era INTEGER, loaded_xid INTEGER, loaded_seq INTEGER);
  CREATE UNIQUE INDEX IF NOT EXISTS event_log_loaded
    ON event_log (loaded_era, loaded_xid, loaded_seq) WHERE loaded_era IS NOT NULL;`;

const LOADED_CURSOR = "loaded_era || '.' || loaded_xid || '.' || loaded_seq";

export function currentEra(connection: Connection): number {
  const row = connection.query("SELECT value FROM meta WHERE name = 'era'").one();
  return row === undefined ? FIRST_ERA : Number(row[0]);
}

export function cursorAt(era: number, seq: number): string {
  return cursorOf({ era, xid: 0n, seq: BigInt(seq) });
}

export function logged([seq, loadedCursor, body]: Row, era: number): LoggedEvent {
  const event = JSON.parse(body as string) as EventRecord;
  return { ...event, cursor: (loadedCursor as string | null) ?? cursorAt(era, Number(seq)) };
}

/** The number of the last row at or before a cursor. */
function seqOf(connection: Connection, cursor: string | undefined, era: number): number {
  if (cursor === undefined) return 0;
  const place = placeOf(cursor);
  if (place.era >= era) return place.era > era ? Number.MAX_SAFE_INTEGER : Number(place.seq);
  const row = connection
    .query(
      `SELECT seq FROM event_log WHERE loaded_era IS NOT NULL
       AND (loaded_era, loaded_xid, loaded_seq) <= (?, ?, ?)
       ORDER BY loaded_era DESC, loaded_xid DESC, loaded_seq DESC LIMIT 1`,
    )
    .one(place.era, place.xid, place.seq);
  return Number(row?.[0] ?? 0);
}

/** Facts after a cursor, in commit order. */
export function readLog(
  connection: Connection,
  after: string | undefined,
  limit: number,
): readonly LoggedEvent[] {
  const era = currentEra(connection);
  const sql = `SELECT seq, ${LOADED_CURSOR}, body FROM event_log WHERE seq > ? ORDER BY seq LIMIT ?`;
  const rows = connection
    .query(sql)
    .all(seqOf(connection, after, era), Number.isFinite(limit) ? Math.max(0, limit) : -1);
  return rows.map((row) => logged(row, era));
}

/** The cursor of the newest fact. */
export function endOfLog(connection: Connection): string | undefined {
  const row = connection
    .query(`SELECT seq, ${LOADED_CURSOR} FROM event_log ORDER BY seq DESC LIMIT 1`)
    .one();
  if (row === undefined) return undefined;
  return (row[1] as string | null) ?? cursorAt(currentEra(connection), Number(row[0]));
}

export function trimLog(connection: Connection, keep: number): void {
  const sql = `DELETE FROM event_log
    WHERE seq <= (SELECT seq FROM event_log ORDER BY seq DESC LIMIT 1 OFFSET ?)`;
  connection.query(sql).run(Math.max(0, keep));
}

/** Adds a fact; returns its number. */
export function appendToLog(connection: Connection, body: string): number {
  const insertion = connection.query("INSERT INTO event_log (body) VALUES (?)");
  return Number(insertion.run(body).lastInsertRowid);
}

/** Replaces the log by the facts of a dump and begins an era after them. */
export function loadLog(
  connection: Connection,
  placed: readonly PlacedEvent[],
  nextEra: number,
): void {
  connection.query("DELETE FROM event_log").run();
  const insert = connection.query(
    "INSERT INTO event_log (body, loaded_era, loaded_xid, loaded_seq) VALUES (?, ?, ?, ?)",
  );
  for (const { place, body } of placed) insert.run(body, place.era, place.xid, place.seq);
  connection
    .query("INSERT OR REPLACE INTO meta (name, value) VALUES ('era', ?)")
    .run(String(nextEra));
}
