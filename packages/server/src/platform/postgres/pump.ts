// Tells followers what was committed, by this process or another, in the order of the log.
import type { Place } from "../log-cursor.ts";
import { loggedRow, rowPlace, unheardStatement } from "./log.ts";
import type { PgRow } from "./session.ts";
import type { Statement } from "./writer.ts";
import type { Dialect } from "../record-layout.ts";
import type { LoggedEvent } from "../store.ts";

/** Facts are read in pages of so many. */
const PAGE = 500;
/** How often the pump looks for what other processes committed. */
const LOOK_MS = 100;
/** How often it looks while facts are held back by an older transaction that still runs. */
const SETTLE_MS = 5;

type Listener = (events: readonly LoggedEvent[]) => void;

export interface PumpMeans {
  readonly dialect: Dialect;
  readonly read: (statement: Statement) => Promise<readonly PgRow[]>;
  /** Runs a task after real milliseconds; keeps no process alive for it. */
  readonly later: (ms: number, task: () => void) => () => void;
  /** Is told when a listener threw: its transaction is committed and cannot fail. */
  readonly failed: (error: unknown) => void;
  /** Where the log ends as the store is opened. */
  readonly from: Place;
}

export class PostgresPump {
  readonly #means: PumpMeans;
  readonly #listeners = new Set<Listener>();
  #heard: Place;
  #isHeldBack = false;
  #running: Promise<void> | undefined;
  #next: Promise<void> | undefined;
  #cancelLook: (() => void) | undefined;
  #isClosed = false;

  constructor(means: PumpMeans) {
    this.#means = means;
    this.#heard = means.from;
    this.#lookLater();
  }

  follow(listener: Listener): () => void {
    // Each call is a follower of its own, even of the same function.
    const own: Listener = (events) => listener(events);
    this.#listeners.add(own);
    return () => this.#listeners.delete(own);
  }

  /**
   * Resolves when followers have heard what is settled now. A failure to read is not reported: what
   * is unheard stays unheard, and the next look finds it.
   */
  pump(): Promise<void> {
    if (this.#running === undefined) {
      this.#running = this.#round().finally(() => {
        this.#running = undefined;
        this.#lookLater();
      });
      return this.#running;
    }
    // The round that runs may have read too early.
    this.#next ??= this.#running.then(() => {
      this.#next = undefined;
      return this.pump();
    });
    return this.#next;
  }

  async close(): Promise<void> {
    this.#isClosed = true;
    this.#cancelLook?.();
    await this.#running;
  }

  #lookLater(): void {
    this.#cancelLook?.();
    if (this.#isClosed) return;
    const waitMs = this.#isHeldBack ? SETTLE_MS : LOOK_MS;
    this.#cancelLook = this.#means.later(waitMs, () => void this.pump());
  }

  async #round(): Promise<void> {
    let isMore = !this.#isClosed;
    while (isMore) {
      const unheard = unheardStatement(this.#means.dialect, this.#heard, PAGE);
      const rows = await this.#means.read(unheard).catch((): readonly PgRow[] => []);
      const firstHeldBack = rows.findIndex((row) => row[4] !== true);
      this.#isHeldBack = firstHeldBack >= 0;
      const settled = this.#isHeldBack ? rows.slice(0, firstHeldBack) : rows;
      const last = settled.at(-1);
      if (last !== undefined) this.#heard = rowPlace(last);
      this.#tell(settled.map(loggedRow));
      isMore = settled.length === PAGE;
    }
  }

  #tell(events: readonly LoggedEvent[]): void {
    if (events.length === 0) return;
    for (const listener of this.#listeners) {
      try {
        listener(events);
      } catch (error) {
        this.#means.failed(error);
      }
    }
  }
}
