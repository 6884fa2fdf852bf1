import { SNOWFLAKE_EPOCH_MS } from "@antechamber/contract/schema";
import type { Millis, SteerableClock } from "./clock.ts";
import { definedFields } from "./defined-fields.ts";
import { tableOf, type Store } from "./store.ts";

/**
 * Generates snowflakes that no other process generates, each larger than all before it, whatever
 * the clock does. The store refuses to commit ids from a process that lost its number.
 */
export interface Ids {
  next(): string;
  /** Continues above an id that was generated elsewhere. */
  goAbove(id: string): void;
  /**
   * Stores how far ids have come, so that they continue from there after a restart. To be called
   * before the clock is set back, and when other processes are to follow.
   *
   * @param goal the instant to which the clock goes; absent: the current one
   */
  keepFloor(goal?: Millis): Promise<void>;
  /** Continues from what another process of the store has stored. */
  follow(): Promise<void>;
}

export interface IdWatermark {
  readonly name: "ids";
  /** The ids of a later start are above it. */
  readonly floor: string;
  /** When it was stored, by the system's time; absent if the store takes one process. */
  readonly at?: Millis;
}

/** How far ids have come, between runs. */
export const idWatermarks = tableOf<IdWatermark>()({
  name: "id_floor",
  key: (floor) => floor.name,
});

/**
 * A start on a clock that stood still since the last run, or was set back, begins this many
 * milliseconds of id time above the stored floor.
 */
const STRIDE_MS = 1024;
/** The stored floor never lags further behind, so that the next start is above it. */
const FLOOR_LAG_MS = STRIDE_MS / 2;

/**
 * An id consists of an instant, the number of the process that generated it, and a counter. Source:
 * protocol: gateway-oauth-limits 1.5.
 */
const INSTANT_SHIFT = 22n;
const WORKER_SHIFT = 12n;
const IDS_PER_MS = 4096;

/** The dependencies of the id generator. */
export interface IdDeps {
  readonly clock: Pick<SteerableClock, "now" | "system">;
  readonly store: Store;
  /** Whether the clock is frozen. */
  readonly frozen: boolean;
  /** Its number among all generators of ids in one world; absent: that of the store's process. */
  readonly worker?: number | undefined;
  /** Whether this process is the last on the store: the floor is then only stored on request. */
  readonly endsWithProcess?: boolean | undefined;
}

/**
 * Where the ids of several processes continue if they are ahead of the clock, since it is frozen or
 * was set back: they rise with the system's time, so that the ids of all processes are in order.
 */
interface Rise {
  readonly from: number;
  readonly at: Millis;
}

function riseOf({ floor, at }: IdWatermark): Rise | undefined {
  return at === undefined ? undefined : { from: instantIn(BigInt(floor)), at };
}

/** Opens the generator where the last run left it. */
export async function openIds(deps: IdDeps): Promise<Ids> {
  const stored = await deps.store.read((tx) => tx.get(idWatermarks, "ids"));
  const ids = new IdGenerator(deps, stored);
  if (deps.endsWithProcess !== true) await ids.keepFloor();
  return ids;
}

/** Instants are milliseconds since the epoch of ids. */
class IdGenerator implements Ids {
  readonly #clock: IdDeps["clock"];
  readonly #store: Store;
  readonly #ownWorker: number | undefined;
  #rise: Rise | undefined;
  /** The instant of the newest ids, which share a number of a process and count up from `#first`. */
  #instant: number;
  #worker = NaN;
  #first: bigint;
  #count = 0;
  /** The instant up to which the stored floor reaches, or is about to. */
  #storedInstant: number;

  constructor({ clock, store, frozen, worker }: IdDeps, stored: IdWatermark | undefined) {
    this.#clock = clock;
    this.#store = store;
    this.#ownWorker = worker;
    this.#rise = stored && riseOf(stored);
    this.#instant = this.#firstInstant(stored, frozen);
    this.#first = BigInt(this.#instant) << INSTANT_SHIFT;
    this.#storedInstant = this.#instant;
  }

  next(): string {
    const now = this.#clock.now() - SNOWFLAKE_EPOCH_MS;
    const reached = Math.max(now, this.#risenTo());
    const worker = this.#ownWorker ?? this.#store.processes.own().id;
    if (reached > this.#instant || worker !== this.#worker || this.#count === IDS_PER_MS) {
      this.#instant = Math.max(reached, this.#instant + 1);
      this.#worker = worker;
      this.#first = (BigInt(this.#instant) << INSTANT_SHIFT) | (BigInt(worker) << WORKER_SHIFT);
      this.#count = 0;
      // Ahead of a clock that stands still; the ids of a running clock need no floor.
      if (this.#instant > now && this.#instant - this.#storedInstant > FLOOR_LAG_MS) {
        // One of the next ids tries again.
        void this.keepFloor().catch(() => undefined);
      }
    }
    const id = this.#first + BigInt(this.#count);
    this.#count += 1;
    return id.toString();
  }

  goAbove(id: string): void {
    if (BigInt(id) < this.#first + BigInt(this.#count)) return;
    // Above all ids of its instant, whatever process numbers they contain.
    this.#instant = Math.max(this.#instant, instantIn(BigInt(id))) + 1;
    this.#first = BigInt(this.#instant) << INSTANT_SHIFT;
    this.#count = IDS_PER_MS;
  }

  async keepFloor(goal = this.#clock.now()): Promise<void> {
    const reached = { name: "ids", floor: this.#floorFor(goal).toString() } as const;
    const at = this.#store.processes.isSole ? undefined : this.#clock.system();
    const before = this.#storedInstant;
    this.#storedInstant = this.#instant;
    try {
      const written = await this.#store.transaction(async (tx) => {
        // Another process may be further.
        const current = await tx.get(idWatermarks, "ids");
        if (current !== undefined && BigInt(current.floor) >= BigInt(reached.floor)) return current;
        const watermark = { ...reached, ...definedFields({ at }) };
        tx.put(idWatermarks, watermark);
        return watermark;
      });
      this.#rise = riseOf(written);
    } catch (error) {
      this.#storedInstant = before;
      throw error;
    }
  }

  async follow(): Promise<void> {
    const written = await this.#store.read((tx) => tx.get(idWatermarks, "ids"));
    this.#rise = written && riseOf(written);
  }

  /** The instant in front of the first ids. */
  #firstInstant(stored: IdWatermark | undefined, isFrozen: boolean): number {
    const before = this.#clock.now() - SNOWFLAKE_EPOCH_MS - 1;
    const risenTo = this.#risenTo();
    if (risenTo > -Infinity) return Math.max(before, risenTo - 1);
    const floor = stored === undefined ? -1 : instantIn(BigInt(stored.floor));
    const mayRepeat = stored !== undefined && (isFrozen || floor > before);
    return mayRepeat ? Math.max(floor, before) + STRIDE_MS : before;
  }

  /** A floor above the ids so far, and above those that other processes generate until the goal. */
  #floorFor(goal: Millis): bigint {
    const last = this.#first + BigInt(this.#count);
    if (this.#store.processes.isSole) return last;
    const instant = Math.max(goal - SNOWFLAKE_EPOCH_MS, this.#risenTo());
    const all = BigInt(instant) << INSTANT_SHIFT;
    return all > last ? all : last;
  }

  /** The instant to which the ids of several processes have risen; -Infinity for a single one. */
  #risenTo(): number {
    const { processes } = this.#store;
    if (this.#rise === undefined || processes.living().length === 1) return -Infinity;
    const { from, at } = this.#rise;
    return from + Math.max(0, this.#clock.system() - at);
  }
}

function instantIn(id: bigint): number {
  return Number(id >> INSTANT_SHIFT);
}
