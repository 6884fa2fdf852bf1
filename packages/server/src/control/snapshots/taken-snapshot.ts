// What is written down of a snapshot where several processes work on one store, so that each of them
// goes back to what any of them took.
import type { Millis } from "../../platform/clock.ts";
import { tableOf, type Writer } from "../../platform/store.ts";

/** How much was there. */
export interface SnapshotCounts {
  readonly users: number;
  readonly guilds: number;
  readonly channels: number;
  readonly messages: number;
  readonly lobbies: number;
}

/** What a snapshot says of itself. */
export interface SnapshotFacts {
  readonly name: string;
  /** Grows with each one that is taken. */
  readonly number: number;
  /** What the clock showed. */
  readonly at: Millis;
  readonly isFrozen: boolean;
  /** Real time. */
  readonly takenAt: Millis;
  readonly counts: SnapshotCounts;
}

export interface TakenSnapshot extends SnapshotFacts {
  /** By which any process opens it. */
  readonly reference: string;
  readonly bytes: number;
  /** Of the process that took it, with which it ends. */
  readonly processEpoch: string;
}

export const takenSnapshots = tableOf<TakenSnapshot>()({
  name: "taken_snapshot",
  key: ({ name }) => name,
});

/** Forgets the snapshots of processes that have ended, or are about to. */
export async function forgetSnapshots(
  tx: Writer,
  hasEnded: (epoch: string) => boolean,
): Promise<void> {
  for (const { name, processEpoch } of await tx.find(takenSnapshots)) {
    if (hasEnded(processEpoch)) tx.delete(takenSnapshots, name);
  }
}
