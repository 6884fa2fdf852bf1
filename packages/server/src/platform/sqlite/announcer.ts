// Tells followers what was committed, in the order of the log.
import { currentEra, cursorAt, logged } from "./log.ts";
import type { Connection, Row } from "./connection.ts";
import type { EventRecord, LoggedEvent } from "../store.ts";

/** What other processes committed is read in pages of so many. */
const PAGE = 500;

/** A fact just committed here, with its number in the log. */
export interface Fact {
  readonly seq: number;
  readonly event: EventRecord;
}

type Listener = (events: readonly LoggedEvent[]) => void;

export class SqliteAnnouncer {
  readonly #connection: Connection;
  readonly #failed: (error: unknown) => void;
  readonly #listeners = new Set<Listener>();
  #lastHeard: number;

  /** @param failed is told when a listener threw: its transaction is committed and cannot fail */
  constructor(connection: Connection, failed: (error: unknown) => void) {
    this.#connection = connection;
    this.#failed = failed;
    this.#lastHeard = newest(connection);
  }

  follow(listener: Listener): () => void {
    if (this.#listeners.size === 0 && !this.#connection.inTransaction()) {
      this.#lastHeard = Math.max(this.#lastHeard, newest(this.#connection));
    }
    // Each call is a follower of its own, even of the same function.
    const own: Listener = (events) => listener(events);
    this.#listeners.add(own);
    return () => this.#listeners.delete(own);
  }

  /** Announces what was committed here. */
  committed(facts: readonly Fact[]): void {
    const [first] = facts;
    const last = facts.at(-1);
    if (first === undefined || last === undefined) return;
    // A gap in the numbers: another process wrote in between, or a dump was loaded.
    if (first.seq !== this.#lastHeard + 1) return this.#readOn();
    this.#lastHeard = last.seq;
    if (this.#listeners.size === 0) return;
    const era = currentEra(this.#connection);
    this.#tell(facts.map(({ seq, event }) => ({ ...event, cursor: cursorAt(era, seq) })));
  }

  /** Announces what other processes committed. */
  lookAround(): void {
    // In the midst of a batch the connection shows what is not committed yet.
    if (this.#listeners.size > 0 && !this.#connection.inTransaction()) this.#readOn();
  }

  #readOn(): void {
    const era = currentEra(this.#connection);
    for (;;) {
      const rows = unheard(this.#connection, this.#lastHeard);
      this.#lastHeard = Number(rows.at(-1)?.[0] ?? this.#lastHeard);
      if (rows.length > 0) this.#tell(rows.map((row) => logged(row, era)));
      if (rows.length < PAGE) return;
    }
  }

  #tell(events: readonly LoggedEvent[]): void {
    for (const listener of this.#listeners) {
      try {
        listener(events);
      } catch (error) {
        this.#failed(error);
      }
    }
  }
}

function newest(connection: Connection): number {
  const sql = "SELECT max(seq) FROM event_log WHERE loaded_era IS NULL";
  return Number(connection.query(sql).one()?.[0] ?? 0);
}

/** Rows after a number that were committed, not loaded. */
function unheard(connection: Connection, after: number): readonly Row[] {
  const sql = `SELECT seq, NULL, body FROM event_log
    WHERE seq > ? AND loaded_era IS NULL ORDER BY seq LIMIT ${PAGE}`;
  return connection.query(sql).all(after);
}
