// The named snapshots of one world, as long as its service runs. Where several processes work on its
// store, they have them in common, each until the one ends that took it.
import { limits } from "@antechamber/contract";
import {
  SnapshotNameInUse,
  SnapshotsTooLarge,
  TooManySnapshots,
  UnknownSnapshot,
} from "@antechamber/contract/control";
import { ApiError } from "../../platform/api-error.ts";
import type { SteerableClock } from "../../platform/clock.ts";
import type { Reader, Store, StoreSnapshot } from "../../platform/store.ts";
import { channels, guilds } from "../../domains/guilds/guild.ts";
import { lobbies } from "../../domains/lobbies/lobby.ts";
import { messages } from "../../domains/messages/message.ts";
import { users } from "../../domains/users/user.ts";
import {
  forgetSnapshots,
  takenSnapshots,
  type SnapshotCounts,
  type SnapshotFacts,
  type TakenSnapshot,
} from "./taken-snapshot.ts";

export interface WorldSnapshot extends SnapshotFacts {
  readonly stored: StoreSnapshot;
}

interface SnapshotDeps {
  readonly store: Store;
  readonly clock: SteerableClock;
}

export class WorldSnapshots {
  readonly #means: SnapshotDeps;
  /** Those that this process took. */
  readonly #own = new Map<string, WorldSnapshot>();
  #taken = 0;

  constructor(means: SnapshotDeps) {
    this.#means = means;
  }

  /** In the order in which they were taken. */
  async all(): Promise<readonly WorldSnapshot[]> {
    const { store } = this.#means;
    if (store.processes.isSole) return [...this.#own.values()];
    const found = await store.read((tx) => tx.find(takenSnapshots));
    return found.toSorted((a, b) => a.number - b.number).map((each) => this.#opened(each));
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
    const { store, clock } = this.#means;
    refuseMore(await this.all(), name);
    let counts = { users: 0, guilds: 0, channels: 0, messages: 0, lobbies: 0 };
    const stored = await store.snapshot(async (tx) => {
      counts = await countsOf(tx);
    });
    try {
      const facts = {
        name,
        at: clock.now(),
        isFrozen: clock.state().frozen,
        takenAt: clock.system(),
        counts,
      };
      const number = await this.#noted(facts, stored);
      const snapshot = { ...facts, number, stored };
      this.#own.set(name, snapshot);
      return snapshot;
    } catch (error) {
      await stored.drop();
      throw error;
    }
  }

  /** @throws UnknownSnapshot */
  async drop(name: string): Promise<void> {
    const { store } = this.#means;
    const { stored } = await this.named(name);
    this.#own.delete(name);
    if (!store.processes.isSole) {
      await store.transaction(async (tx) => tx.delete(takenSnapshots, name));
    }
    await stored.drop();
  }

  /** The process ends, and with it what it took. */
  async end(): Promise<void> {
    const { store } = this.#means;
    if (this.#own.size === 0 || store.processes.isSole) return;
    const { epoch: own } = store.processes.own();
    const isOwn = (epoch: string) => epoch === own;
    // Where the store does not answer, the others find that this process has ended.
    await store.transaction((tx) => forgetSnapshots(tx, isOwn)).catch(() => undefined);
  }

  /** Writes a snapshot down for all processes. @returns its number */
  async #noted(facts: Omit<SnapshotFacts, "number">, stored: StoreSnapshot): Promise<number> {
    const { store } = this.#means;
    const { reference, bytes } = stored;
    if (reference === undefined) {
      refuseTooLarge(
        [...this.#own.values()].map((each) => each.stored),
        bytes,
      );
      return (this.#taken += 1);
    }
    const { epoch: processEpoch } = store.processes.own();
    return store.transaction(async (tx) => {
      const others = await tx.find(takenSnapshots);
      // Another process may have taken one meanwhile.
      refuseMore(others, facts.name);
      refuseTooLarge(others, bytes);
      const number = Math.max(0, ...others.map((each) => each.number)) + 1;
      tx.put(takenSnapshots, { ...facts, number, reference, bytes, processEpoch });
      return number;
    });
  }

  #opened(taken: TakenSnapshot): WorldSnapshot {
    const { name, reference, bytes } = taken;
    const own = this.#own.get(name);
    if (own?.stored.reference === reference) return own;
    const stored = this.#means.store.openSnapshot?.(reference, bytes);
    if (stored === undefined) throw new Error("this store has no snapshots of other processes");
    return { ...taken, stored };
  }
}

function refuseMore(taken: readonly { readonly name: string }[], name: string): void {
  if (taken.some((each) => each.name === name)) throw new ApiError(SnapshotNameInUse);
  if (taken.length >= limits.snapshots.value) throw new ApiError(TooManySnapshots);
}

function refuseTooLarge(taken: readonly { readonly bytes: number }[], more: number): void {
  const all = taken.reduce((sum, { bytes }) => sum + bytes, more);
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
