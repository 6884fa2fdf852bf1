// The named snapshots of one world, which last as long as its service runs. Processes that share a
// store share the snapshots too; each lasts until the process that took it ends. They are kept
// apart from the store's records, so that replacing the world does not change them.
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

/** How many entities of each kind the world had. */
interface SnapshotCounts {
  readonly users: number;
  readonly guilds: number;
  readonly channels: number;
  readonly messages: number;
  readonly lobbies: number;
}

/** The metadata of a snapshot. */
interface SnapshotFacts {
  readonly name: string;
  /** Increases with each snapshot taken. */
  readonly number: number;
  /** The world's clock when the snapshot was taken. */
  readonly at: Millis;
  readonly isFrozen: boolean;
  /** Real time of taking the snapshot. */
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
  /** The snapshots, when a single process owns the store. */
  readonly #own = new Map<string, WorldSnapshot>();
  #taken = 0;

  constructor(deps: SnapshotDeps) {
    this.#deps = deps;
  }

  /** Returns the snapshots in the order in which they were taken. */
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
   * Takes a snapshot of the world; callers must not run two at once.
   *
   * @throws SnapshotNameInUse, TooManySnapshots, SnapshotsTooLarge
   */
  async take(name: string): Promise<WorldSnapshot> {
    const { store, clock } = this.#deps;
    // Checked before copying too, to avoid a useless copy.
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
      // Another process may have taken one since the first check.
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
 * Runs work on snapshots that another process may drop meanwhile.
 *
 * @throws UnknownSnapshot if one was dropped
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
