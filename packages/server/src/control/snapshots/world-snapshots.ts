// The named snapshots of one world, as long as its service runs.
import { limits } from "@antechamber/contract";
import {
  SnapshotNameInUse,
  SnapshotsTooLarge,
  TooManySnapshots,
  UnknownSnapshot,
} from "@antechamber/contract/control";
import { ApiError } from "../../platform/api-error.ts";
import type { Millis, SteerableClock } from "../../platform/clock.ts";
import type { Reader, Store, StoreSnapshot } from "../../platform/store.ts";
import { channels, guilds } from "../../domains/guilds/guild.ts";
import { lobbies } from "../../domains/lobbies/lobby.ts";
import { messages } from "../../domains/messages/message.ts";
import { users } from "../../domains/users/user.ts";

export interface WorldSnapshot {
  readonly name: string;
  /** Grows with each one that is taken. */
  readonly number: number;
  readonly stored: StoreSnapshot;
  /** What the clock showed. */
  readonly at: Millis;
  readonly isFrozen: boolean;
  /** Real time. */
  readonly takenAt: Millis;
  readonly counts: Awaited<ReturnType<typeof countsOf>>;
}

interface SnapshotDeps {
  readonly store: Store;
  readonly clock: SteerableClock;
}

export class WorldSnapshots {
  readonly #means: SnapshotDeps;
  readonly #byName = new Map<string, WorldSnapshot>();
  #taken = 0;

  constructor(means: SnapshotDeps) {
    this.#means = means;
  }

  /** In the order in which they were taken. */
  all(): Iterable<WorldSnapshot> {
    return this.#byName.values();
  }

  /** @throws UnknownSnapshot */
  named(name: string): WorldSnapshot {
    const found = this.#byName.get(name);
    if (found === undefined) throw new ApiError(UnknownSnapshot);
    return found;
  }

  /**
   * Keeps the world as it is; one call at a time.
   *
   * @throws SnapshotNameInUse, TooManySnapshots, SnapshotsTooLarge
   */
  async take(name: string): Promise<WorldSnapshot> {
    if (this.#byName.has(name)) throw new ApiError(SnapshotNameInUse);
    if (this.#byName.size >= limits.snapshots.value) throw new ApiError(TooManySnapshots);
    const { store, clock } = this.#means;
    let counts = { users: 0, guilds: 0, channels: 0, messages: 0, lobbies: 0 };
    const stored = await store.snapshot(async (tx) => {
      counts = await countsOf(tx);
    });
    try {
      this.#refuseTooLarge(stored);
      const snapshot = {
        name,
        number: (this.#taken += 1),
        stored,
        at: clock.now(),
        isFrozen: clock.state().frozen,
        takenAt: clock.system(),
        counts,
      };
      this.#byName.set(name, snapshot);
      return snapshot;
    } catch (error) {
      await stored.drop();
      throw error;
    }
  }

  /** @throws UnknownSnapshot */
  async drop(name: string): Promise<void> {
    const { stored } = this.named(name);
    this.#byName.delete(name);
    await stored.drop();
  }

  #refuseTooLarge({ bytes }: StoreSnapshot): void {
    let all = bytes;
    for (const { stored } of this.all()) all += stored.bytes;
    if (all > limits.snapshotBytes.value) throw new ApiError(SnapshotsTooLarge);
  }
}

async function countsOf(tx: Reader) {
  return {
    users: await tx.count(users),
    guilds: await tx.count(guilds),
    channels: await tx.count(channels),
    messages: await tx.count(messages),
    lobbies: await tx.count(lobbies),
  };
}
