// The named snapshots of one world, as long as its service runs. Where several processes work on its
// store, they have them in common, each until the one ends that took it. They stand beside the
// records of the store, so that no world that is put in place changes them.
import { limits } from "@antechamber/contract";
import {
  SnapshotNameInUse,
  SnapshotsTooLarge,
  TooManySnapshots,
  UnknownSnapshot,
} from "@antechamber/contract/control";
import { ApiError } from "../../platform/api-error.ts";
import type { Millis, SteerableClock } from "../../platform/clock.ts";
import {
  SnapshotDroppedError,
  type Reader,
  type SharedSnapshot,
  type Store,
  type StoreSnapshot,
} from "../../platform/store.ts";
import { channels, guilds } from "../../domains/guilds/guild.ts";
import { lobbies } from "../../domains/lobbies/lobby.ts";
import { messages } from "../../domains/messages/message.ts";
import { users } from "../../domains/users/user.ts";

/** How much was there. */
interface SnapshotCounts {
  readonly users: number;
  readonly guilds: number;
  readonly channels: number;
  readonly messages: number;
  readonly lobbies: number;
}

/** What a snapshot says of itself. */
interface SnapshotFacts {
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

export interface WorldSnapshot extends SnapshotFacts {
  readonly stored: StoreSnapshot;
}

interface SnapshotDeps {
  readonly store: Store;
  readonly clock: SteerableClock;
}

export class WorldSnapshots {
  readonly #deps: SnapshotDeps;
  /** Those of a process that has its store alone. */
  readonly #own = new Map<string, WorldSnapshot>();
  #taken = 0;

  constructor(deps: SnapshotDeps) {
    this.#deps = deps;
  }

  /** In the order in which they were taken. */
  async all(): Promise<readonly WorldSnapshot[]> {
    const { sharedSnapshots } = this.#deps.store;
    if (sharedSnapshots === undefined) return [...this.#own.values()];
    const found = (await sharedSnapshots.all()).map(worldSnapshotOf);
    return found.toSorted((a, b) => a.number - b.number);
  }

  /** @throws UnknownSnapshot */
  async named(name: string): Promise<WorldSnapshot> {
    const found = (await this.all()).find((each) => each.name === name);
    if (found === undefined) throw new ApiError(UnknownSnapshot);
    return found;
  }

  /**
   * Keeps the world as it is; one call at a time.
   *
   * @throws SnapshotNameInUse, TooManySnapshots, SnapshotsTooLarge
   */
  async take(name: string): Promise<WorldSnapshot> {
    const { store, clock } = this.#deps;
    // What would be refused need not be copied.
    refuseMore(await this.all(), name);
    let counts = { users: 0, guilds: 0, channels: 0, messages: 0, lobbies: 0 };
    const look = async (tx: Reader): Promise<void> => {
      counts = await countsOf(tx);
    };
    const facts = (number: number): SnapshotFacts => {
      const { frozen: isFrozen } = clock.state();
      return { name, number, at: clock.now(), isFrozen, takenAt: clock.system(), counts };
    };
    const { sharedSnapshots } = store;
    if (sharedSnapshots === undefined) return this.#takeAlone(facts, await store.snapshot(look));
    const shared = await sharedSnapshots.take(look, (all, bytes) => {
      const others = all.map(worldSnapshotOf);
      // Another process may have taken one meanwhile.
      refuseMore(others, name);
      refuseTooLarge(others, bytes);
      return facts(Math.max(0, ...others.map(({ number }) => number)) + 1);
    });
    return worldSnapshotOf(shared);
  }

  async #takeAlone(
    facts: (number: number) => SnapshotFacts,
    stored: StoreSnapshot,
  ): Promise<WorldSnapshot> {
    try {
      refuseTooLarge([...this.#own.values()], stored.bytes);
    } catch (error) {
      await stored.drop();
      throw error;
    }
    const snapshot = { ...facts((this.#taken += 1)), stored };
    this.#own.set(snapshot.name, snapshot);
    return snapshot;
  }

  /** @throws UnknownSnapshot */
  async drop(name: string): Promise<void> {
    const { stored } = await this.named(name);
    this.#own.delete(name);
    await stored.drop();
  }
}

/**
 * Works with snapshots that another process may drop meanwhile.
 *
 * @throws UnknownSnapshot where one did
 */
export async function withSnapshots<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    throw error instanceof SnapshotDroppedError ? new ApiError(UnknownSnapshot) : error;
  }
}

function worldSnapshotOf({ stored, facts }: SharedSnapshot): WorldSnapshot {
  return { ...(facts as SnapshotFacts), stored };
}

function refuseMore(taken: readonly WorldSnapshot[], name: string): void {
  if (taken.some((each) => each.name === name)) throw new ApiError(SnapshotNameInUse);
  if (taken.length >= limits.snapshots.value) throw new ApiError(TooManySnapshots);
}

function refuseTooLarge(taken: readonly WorldSnapshot[], more: number): void {
  const all = taken.reduce((sum, { stored }) => sum + stored.bytes, more);
  if (all > limits.snapshotBytes.value) throw new ApiError(SnapshotsTooLarge);
}

async function countsOf(tx: Reader): Promise<SnapshotCounts> {
  return {
    users: await tx.count(users),
    guilds: await tx.count(guilds),
    channels: await tx.count(channels),
    messages: await tx.count(messages),
    lobbies: await tx.count(lobbies),
  };
}
