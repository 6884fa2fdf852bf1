// What falls due, seen from outside: what is planned, what comes next, when it begins and ends to run.
import type { Millis } from "./clock.ts";

/** What falls due, as it is listed: named so that a list can go on after it. */
export interface Upcoming {
  readonly id: string;
  readonly at: Millis;
  readonly kind: string;
  /** The id of what it falls due for; null for work that is about nothing in particular. */
  readonly subject: string | null;
}

export interface UpcomingPage {
  /** The id of what the page before ended with. */
  readonly after?: string;
  readonly limit: number;
}

export interface Scheduler {
  /** Says that a record of a table was committed that falls due at an instant. */
  planned(table: string, at: Millis): void;
  /** What falls due next, the earliest first. @throws RangeError for an `after` that is no id */
  upcoming(page: UpcomingPage): Promise<readonly Upcoming[]>;
  /**
   * Finds what was planned before the start.
   *
   * @param known of a store that is a copy: what `known` said of the other one
   */
  start(known?: KnownInstants): Promise<void>;
  /** Learns what other processes have planned until now. */
  look(): Promise<void>;
  /** Before which instants nothing falls due, by table; of the others nothing does at all. */
  known(): KnownInstants;
  /** Forgets the next instant, and resolves when what runs has ended. */
  stop(): Promise<void>;
}

/** Instants by the names of tables. */
export type KnownInstants = ReadonlyMap<string, Millis>;
