// Due work as seen from outside: what is planned, what comes next, when it starts and stops.
import type { Millis } from "./clock.ts";

/** A due item in a listing, with an id at which the listing can continue. */
export interface UpcomingItem {
  readonly id: string;
  readonly at: Millis;
  readonly kind: string;
  /** The id of what it falls due for; null for work without a subject. */
  readonly subject: string | null;
}

export interface UpcomingPage {
  /** The id of the last item of the page before. */
  readonly after?: string;
  readonly limit: number;
}

export interface Scheduler {
  /** To be called when a record was committed that falls due at an instant. */
  notePlanned(table: string, at: Millis): void;
  /** The due items in order, the earliest first. @throws RangeError for an `after` that is no id */
  upcoming(page: UpcomingPage): Promise<readonly UpcomingItem[]>;
  /**
   * Starts, and finds what was planned before.
   *
   * @param instants for a store that is a copy: what `knownInstants` returned for the other one
   */
  start(instants?: KnownInstants): Promise<void>;
  /** Finds what other processes have planned so far. */
  poll(): Promise<void>;
  /**
   * The instants before which nothing falls due, by table; in tables without one, nothing does at
   * all.
   */
  knownInstants(): KnownInstants;
  /** Stops, and resolves when work in progress has ended. */
  stop(): Promise<void>;
}

/** Instants by the names of tables. */
export type KnownInstants = ReadonlyMap<string, Millis>;
