// Delivers the committed events of this and other processes to followers, in the order of the log.
import { Followers } from "../storage/followers.ts";
import type { Dialect } from "../storage/table-schema.ts";
import type { Seal } from "../formats/sealed-text.ts";
import { SerialQueue } from "../async/serial-queue.ts";
import {
  UnreachableError,
  type EventFailure,
  type EventListener,
  type FollowOptions,
  type EventRecord,
  type LogPage,
  type LogPlace,
  type PlacedEvent,
} from "../store.ts";
import {
  endStatement,
  historyStatement,
  leaveStatement,
  openEvent,
  pollStatement,
  placeOf,
  positionOf,
  reportStatement,
  rowPosition,
  settledRows,
  unreadStatement,
  watchedChangeOf,
  type LogReader,
  type LogPosition,
} from "./log.ts";
import type { PgRow } from "./session.ts";
import type { WatchedTables } from "./watched-tables.ts";
import type { Statement } from "./writer.ts";

/** The number of events in one page. */
const PAGE = 500;
/** How often the pump polls for commits of other processes. Milliseconds. */
const POLL_MS = 100;
/** How often it polls while an older running transaction holds events back. Milliseconds. */
const SETTLE_MS = 5;
/** For this long after a read of the log, data derived from it counts as current. Milliseconds. */
const CURRENT_MS = 1_000;
/** How often it reports its position, so that unread events are not deleted. Milliseconds. */
const REPORT_MS = 5_000;

export interface PumpDeps {
  readonly dialect: Dialect;
  readonly seal: Seal;
  readonly read: (statement: Statement) => Promise<readonly PgRow[]>;
  /** Runs a task after real milliseconds. @returns a function that cancels it */
  readonly setTimer: (ms: number, task: () => void) => () => void;
  /** Called when a listener threw and nothing subscribed to such failures. */
  readonly failed: (error: unknown) => void;
  /** Called when the database turned out to lack commits that it had acknowledged. */
  readonly fellBack: () => void;
  /** The identity under which this process reports its position to the others. */
  readonly reader: LogReader;
  /** Receives the changes of watched tables. */
  readonly watched: Pick<WatchedTables, "changed" | "allChanged">;
  /** Real milliseconds since some fixed moment. */
  readonly real: () => number;
  /** The number under which this process writes, which changes with its lease. */
  readonly writer: () => number;
  /** The end of the log when the store was opened. */
  readonly from: LogPosition;
}

/** What is behind a page of the log: more to read now, nothing, or what only a later read shows. */
type LogRest = "more" | "nothing" | "unknown";

export class PostgresPump {
  readonly #deps: PumpDeps;
  readonly #followers: Followers;
  #read: LogPosition;
  /** Committed events that an older running transaction holds back. */
  #heldBack: ReadonlySet<LogPlace> = new Set();
  /** The number of connections opened so far, and the latest whose server's history is known. */
  readonly #connections = { opened: 0, checked: 0 };
  /** The timeline of the server that was read last. */
  #timeline: string | undefined;
  /** When the last read began that reached the end of the log. */
  #readAt = -Infinity;
  #running: Promise<void> | undefined;
  #nextRound: Promise<void> | undefined;
  readonly #reports = new SerialQueue();
  #cancelPoll: (() => void) | undefined;
  #cancelReport: (() => void) | undefined;
  #isClosed = false;

  constructor(deps: PumpDeps) {
    this.#deps = deps;
    this.#followers = new Followers(deps.failed);
    this.#read = deps.from;
    this.#schedulePoll();
    this.#scheduleReport();
  }

  follow(listener: EventListener, options?: FollowOptions): () => void {
    return this.#followers.follow(listener, options);
  }

  /**
   * Resolves when followers have received what is settled now. A failure to read is not reported:
   * the next poll finds the undelivered events.
   */
  pump(): Promise<void> {
    if (this.#running === undefined) {
      this.#running = this.#round().finally(() => {
        this.#running = undefined;
        this.#schedulePoll();
      });
      return this.#running;
    }
    // The round in progress may have read too early.
    this.#nextRound ??= this.#running.then(() => {
      this.#nextRound = undefined;
      return this.pump();
    });
    return this.#nextRound;
  }

  /** To be called when the log is read over a new connection, which may lead to another server. */
  connected(): void {
    this.#connections.opened += 1;
  }

  whenFailed(report: EventFailure): () => void {
    return this.#followers.whenFailed(report);
  }

  /** Notifies followers that they may have missed events. */
  notifyOfLoss(): void {
    this.#followers.notifyOfLoss();
  }

  /** Reports how far this process has read. */
  report(): Promise<void> {
    return this.#reports.run(() => this.#report());
  }

  async close(): Promise<void> {
    this.#isClosed = true;
    this.#cancelPoll?.();
    this.#cancelReport?.();
    await this.#running;
    await this.#reports.idle();
    const { dialect, reader, read } = this.#deps;
    await read(leaveStatement(dialect, reader.id)).catch(() => undefined);
  }

  #schedulePoll(): void {
    this.#cancelPoll?.();
    if (this.#isClosed) return;
    const waitMs = this.#heldBack.size > 0 ? SETTLE_MS : POLL_MS;
    this.#cancelPoll = this.#deps.setTimer(waitMs, () => void this.pump());
  }

  #scheduleReport(): void {
    if (this.#isClosed) return;
    this.#cancelReport = this.#deps.setTimer(REPORT_MS, () => {
      void this.report().finally(() => this.#scheduleReport());
    });
  }

  /** Reports the position; when the database does not answer, the next report follows as usual. */
  async #report(): Promise<void> {
    const { dialect, reader, read } = this.#deps;
    const [row] = await read(reportStatement(dialect, reader, this.#read)).catch(() => []);
    if (row?.[0] !== true) return;
    // The reader had been removed, and events that it had yet to read may have been deleted.
    this.#deps.watched.allChanged();
    this.#followers.notifyOfLoss();
  }

  /** Reads the log. @returns whether everything is known that was committed before the call */
  async catchUp(): Promise<boolean> {
    const requestedAt = this.#deps.real();
    await this.pump();
    return this.#readAt >= requestedAt;
  }

  /** Whether everything is known that was committed until a moment ago. */
  isCurrent(): boolean {
    return this.#deps.real() - this.#readAt < CURRENT_MS;
  }

  /** The place up to which followers have received everything. */
  place(): LogPlace {
    return placeOf(this.#read);
  }

  /** Reads the settled events after a place. */
  async since(place: LogPlace, limit: number): Promise<LogPage> {
    const { dialect, read } = this.#deps;
    const rows = await read(unreadStatement(dialect, positionOf(place), limit));
    const settled = settledRows(rows);
    const last = settled.at(-1);
    const isFull = settled.length === limit && last !== undefined;
    return {
      events: this.#placedEvents(settled),
      next: isFull ? placeOf(rowPosition(last)) : undefined,
    };
  }

  #placedEvents(rows: readonly PgRow[]): readonly PlacedEvent[] {
    return rows.flatMap((row) => {
      const event = row[2] === null ? undefined : this.#openEvent(row);
      return event === undefined ? [] : [{ event, place: placeOf(rowPosition(row)) }];
    });
  }

  #notify(rows: readonly PgRow[]): void {
    const placed = this.#placedEvents(rows);
    this.#followers.notify(
      placed.map(({ event }) => event),
      placed.map(({ place }) => place),
    );
  }

  #openEvent(row: PgRow): EventRecord | undefined {
    try {
      return openEvent(row, this.#deps.seal);
    } catch (error) {
      this.#followers.reportFailure(["unreadable"], error);
      return undefined;
    }
  }

  async #round(): Promise<void> {
    const startedAt = this.#deps.real();
    let rest: LogRest = "more";
    while (rest === "more") rest = this.#isClosed ? "unknown" : await this.#readPage();
    if (rest === "nothing") this.#readAt = startedAt;
  }

  /** Reads a page and delivers it. @returns what is behind it */
  async #readPage(): Promise<LogRest> {
    const { dialect, read, reader } = this.#deps;
    if (!(await this.#checkHistory())) return "unknown";
    const connection = this.#connections.opened;
    const ownOf = this.#followers.isReceiving() ? undefined : this.#deps.writer();
    const from = { after: this.#read, limit: PAGE, ownOf };
    const found = await read(pollStatement(dialect, reader, from)).catch(() => undefined);
    if (found === undefined) return "unknown";
    // The page may come from another server, whose history is checked first.
    if (connection !== this.#connections.opened) return "more";
    // A follower that needs the omitted bodies was added meanwhile: the page is read again.
    if (ownOf !== undefined && found.length > 0 && this.#followers.isReceiving()) return "more";
    const rows = found.filter(([xid]) => xid !== null);
    if (rows.length < found.length) {
      // The reader was removed: events that it had yet to read may have been deleted.
      this.#deps.watched.allChanged();
      await this.report();
    }
    const settled = settledRows(rows);
    this.#noteChanges(rows, rows.slice(settled.length));
    const last = settled.at(-1);
    if (last !== undefined) this.#read = rowPosition(last);
    this.#notify(settled);
    if (settled.length === PAGE) return "more";
    // More may follow a page that is held back.
    return rows.length === PAGE ? "unknown" : "nothing";
  }

  /**
   * Checks whether the server behind a connection that is new has everything that was read before.
   * A promoted standby may lack the last commits. It gives their transaction ids to others, whose
   * events would then count as read.
   *
   * @returns whether the log can be read now
   */
  async #checkHistory(): Promise<boolean> {
    const { dialect, read, reader, watched } = this.#deps;
    const { opened, checked } = this.#connections;
    if (opened === checked) return true;
    const found = await read(historyStatement(dialect, reader, this.#read)).catch(
      noneUnlessUnreachable,
    );
    if (found === undefined) return false;
    const [timeline = "", hasAll] = (found[0] ?? []) as readonly (string | boolean | null)[];
    // A standby may be promoted while this connection lasts, so it is checked again.
    if (timeline === null) return true;
    if (this.#timeline !== undefined && this.#timeline !== timeline) {
      if (hasAll !== true && !(await this.#fallBack())) return false;
      // The last commits of this process may be gone even if the log was not read so far.
      watched.allChanged();
    }
    this.#timeline = String(timeline);
    this.#connections.checked = opened;
    return true;
  }

  /** Goes on at the end of a log that lacks what was read of it. @returns whether that is known */
  async #fallBack(): Promise<boolean> {
    const { dialect, read, fellBack } = this.#deps;
    const found = await read(endStatement(dialect)).catch(() => undefined);
    if (found === undefined) return false;
    this.#read = found[0] === undefined ? { xid: 0n, seq: 0n } : rowPosition(found[0]);
    this.#heldBack = new Set();
    fellBack();
    this.#followers.notifyOfLoss("fell back");
    return true;
  }

  /**
   * Notes the changes of all rows. Held-back events are committed too: their changes are noted
   * once, when they are first read.
   */
  #noteChanges(rows: readonly PgRow[], heldBack: readonly PgRow[]): void {
    const alreadyNoted = this.#heldBack;
    for (const row of rows) {
      const change = watchedChangeOf(row);
      if (change === undefined) continue;
      if (alreadyNoted.size > 0 && alreadyNoted.has(placeOf(rowPosition(row)))) continue;
      this.#deps.watched.changed(change);
    }
    this.#heldBack = new Set(heldBack.map((row) => placeOf(rowPosition(row))));
  }
}

/** Some hosted servers do not give their timeline; their logs are read all the same. */
function noneUnlessUnreachable(error: unknown): readonly PgRow[] | undefined {
  return error instanceof UnreachableError ? undefined : [];
}
