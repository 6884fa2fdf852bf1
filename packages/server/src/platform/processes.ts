// The processes that work on one store. On PostgreSQL there may be many: each has a number, an
// epoch that no other ever had, and a lease that it keeps renewing. On SQLite there is one.
import type { Millis } from "./clock.ts";

/** The identity of a process. */
export interface ProcessIdentity {
  /** 0 to 1023, unique among the living processes: the worker bits of its ids. */
  readonly id: number;
  /** Increases with each process that begins to work on the store. */
  readonly epoch: string;
}

export interface LiveProcess extends ProcessIdentity {
  /** The version of the program. */
  readonly version: string;
}

export interface Processes {
  /** Whether the store takes no second process. */
  readonly isSole: boolean;
  /** This process. It has another identity after its lease has expired. */
  own(): ProcessIdentity;
  /** The processes that lived a moment ago, including this one, ordered by number. */
  living(): readonly LiveProcess[];
  /** Refreshes the list of living processes. @throws the error of the database */
  refresh(): Promise<void>;
  /** False for an epoch whose process has certainly ended, and for that of this process. */
  mayLiveElsewhere(epoch: string): boolean;
  /**
   * How far the time that all processes share is ahead of this one's steady time: the clocks of
   * machines differ.
   */
  aheadMs(): Millis;
  /**
   * Whether the lease of this process may have expired: the store writes nothing for it until it is
   * sure.
   */
  isFenced(): boolean;
  /**
   * Calls back with each process that has ended, until the callback resolves once: in one of the
   * living processes, or in several when they disagree for a moment, so it must be idempotent.
   */
  onDeath(clear: (dead: ProcessIdentity) => Promise<void>): () => void;
}

/** When the lease of a process expires, and when it is fenced before that. Real milliseconds. */
export interface LeaseTimes {
  /** After this long without a heartbeat, the lease expires. */
  readonly lifeMs: Millis;
  /** After this long without an answer, the process fences itself. */
  readonly fenceMs: Millis;
  readonly renewMs: Millis;
}

export const leaseTimes: LeaseTimes = { lifeMs: 6_000, fenceMs: 4_000, renewMs: 1_500 };

/** How many process numbers fit into an id. Source: protocol: gateway-oauth-limits 1.5. */
export const PROCESSES_MAX = 1024;

/** This process may have lost its lease, so it writes nothing. */
export class FencedError extends Error {
  override readonly name = "FencedError";

  constructor() {
    super("this process has lost its place among those of the store");
  }
}

/** The processes of a store that takes only this one. */
export function soleProcess(): Processes {
  const own = { id: 0, epoch: "0", version: "" };
  return {
    isSole: true,
    own: () => own,
    living: () => [own],
    refresh: () => Promise.resolve(),
    mayLiveElsewhere: () => false,
    aheadMs: () => 0,
    isFenced: () => false,
    onDeath: () => () => undefined,
  };
}
