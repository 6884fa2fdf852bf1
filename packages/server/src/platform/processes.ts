// The processes that work on one store. On PostgreSQL there may be many: each has a number and an epoch
// that no other ever had, and lives as long as it goes on saying so. On SQLite there is one.
import type { Millis } from "./clock.ts";

/** A process as others know it. */
export interface ProcessIdentity {
  /** 0 to 1023, which no other living process has: the worker bits of its ids. */
  readonly id: number;
  /** Grows with each process that ever began to work on the store. */
  readonly epoch: string;
}

export interface LivingProcess extends ProcessIdentity {
  /** That of the program. */
  readonly version: string;
}

export interface Processes {
  /** The store takes no second process. */
  readonly isSole: boolean;
  /** This process. It is another one after it was taken for dead. */
  own(): ProcessIdentity;
  /** Those that lived a moment ago, this one among them, by their numbers. */
  living(): readonly LivingProcess[];
  /** Finds out who lives now. @throws what the database said */
  look(): Promise<void>;
  /** False for an epoch whose process has surely ended, and for that of this one. */
  mayLiveElsewhere(epoch: string): boolean;
  /**
   * How far the time that all processes share is ahead of the system's here: they stand on machines
   * whose clocks differ.
   */
  aheadMs(): Millis;
  /**
   * True while this process cannot know whether the others still take it for living: the store
   * writes nothing for it until it is sure.
   */
  isFenced(): boolean;
  /**
   * Is called with each process that has ended or was given up, until it resolved once: in one of
   * those that live, or in several when they disagree for a moment. What it does may be done again.
   */
  onDeath(clear: (dead: ProcessIdentity) => Promise<void>): () => void;
}

/** For how long a process keeps its number, and is fenced before that. Real milliseconds. */
export interface LeaseTimes {
  /** Without a sign of life for so long, others take its place. */
  readonly lifeMs: Millis;
  /** Without an answer for so long, it fences itself. */
  readonly fenceMs: Millis;
  readonly renewMs: Millis;
}

export const leaseTimes: LeaseTimes = { lifeMs: 6_000, fenceMs: 4_000, renewMs: 1_500 };

/** So many numbers fit into an id. Source: protocol: gateway-oauth-limits 1.5. */
export const PROCESSES_MAX = 1024;

/** This process does not know whether it still holds its place, so it writes nothing. */
export class FencedError extends Error {
  override readonly name = "FencedError";

  constructor() {
    super("this process has lost its place among those of the store");
  }
}

/** The processes of a store that one process has to itself. */
export function soleProcess(): Processes {
  const own = { id: 0, epoch: "0", version: "" };
  return {
    isSole: true,
    own: () => own,
    living: () => [own],
    look: () => Promise.resolve(),
    mayLiveElsewhere: () => false,
    aheadMs: () => 0,
    isFenced: () => false,
    onDeath: () => () => undefined,
  };
}
