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
  const { clock, store, frozen, worker, endsWithProcess = false } = deps;
  const { processes } = store;
  const isAlone = () => processes.living().length === 1;
  const stored = await store.read((tx) => tx.get(idWatermarks, "ids"));
  let rise = stored && riseOf(stored);
  let instant = clock.now() - SNOWFLAKE_EPOCH_MS - 1;
  const floor = stored === undefined ? -1 : instantIn(BigInt(stored.floor));
  if (rise !== undefined && !isAlone()) instant = Math.max(instant, riseNow(rise) - 1);
  else if (stored !== undefined && (frozen || floor > instant)) {
    instant = Math.max(floor, instant) + STRIDE_MS;
  }
  let own = NaN;
  let first = BigInt(instant) << INSTANT_SHIFT;
  let count = 0;
  let storedInstant = instant;

  function riseNow({ from, at }: Rise): number {
    return from + Math.max(0, clock.system() - at);
  }

  async function keepFloor(goal = clock.now()): Promise<void> {
    const last = first + BigInt(count);
    storedInstant = instant;
    const at = processes.isSole ? undefined : clock.system();
    const goalInstant = goal - SNOWFLAKE_EPOCH_MS;
    const height =
      rise === undefined || isAlone() ? goalInstant : Math.max(goalInstant, riseNow(rise));
    const all = at === undefined ? last : BigInt(height) << INSTANT_SHIFT;
    const reached = { name: "ids", floor: (all > last ? all : last).toString() } as const;
    const written = await store.transaction(async (tx) => {
      // Another process may be further.
      const current = await tx.get(idWatermarks, "ids");
      if (current !== undefined && BigInt(current.floor) >= BigInt(reached.floor)) return current;
      const watermark = { ...reached, ...definedFields({ at }) };
      tx.put(idWatermarks, watermark);
      return watermark;
    });
    rise = riseOf(written);
  }

  if (!endsWithProcess) await keepFloor();
  return {
    goAbove(id) {
      if (BigInt(id) < first + BigInt(count)) return;
      // Above all ids of its instant, whatever process numbers they contain.
      instant = Math.max(instant, instantIn(BigInt(id))) + 1;
      first = BigInt(instant) << INSTANT_SHIFT;
      count = IDS_PER_MS;
    },
    keepFloor,
    async follow() {
      const written = await store.read((tx) => tx.get(idWatermarks, "ids"));
      rise = written && riseOf(written);
    },
    next() {
      const clockInstant = clock.now() - SNOWFLAKE_EPOCH_MS;
      const now =
        rise === undefined || isAlone() ? clockInstant : Math.max(clockInstant, riseNow(rise));
      const number = worker ?? processes.own().id;
      if (now > instant || number !== own || count === IDS_PER_MS) {
        instant = Math.max(now, instant + 1);
        own = number;
        first = (BigInt(instant) << INSTANT_SHIFT) | (BigInt(own) << WORKER_SHIFT);
        count = 0;
        // Ahead of a clock that stands still; the ids of a running clock need no floor.
        if (instant > clockInstant && instant - storedInstant > FLOOR_LAG_MS) {
          void keepFloor().catch(() => undefined);
        }
      }
      const id = first + BigInt(count);
      count += 1;
      return id.toString();
    },
  };
}

function instantIn(id: bigint): number {
  return Number(id >> INSTANT_SHIFT);
}
