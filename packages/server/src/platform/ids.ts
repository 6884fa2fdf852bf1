import { SNOWFLAKE_EPOCH_MS } from "@antechamber/contract/schema";
import type { Millis, SteerableClock } from "./clock.ts";
import { definedFields } from "./defined-fields.ts";
import { tableOf, type Store } from "./store.ts";

/**
 * Gives out snowflakes that no other process gives out, each larger than all before it, whatever
 * the clock does. What a process that lost its number gives out, the store refuses to commit.
 */
export interface Ids {
  next(): string;
  /** Goes on above an id that was given out elsewhere. */
  goAbove(id: string): void;
  /**
   * Writes down how far ids have come, so that they go on from there after a restart. To be called
   * before the clock is set back, and where other processes are to follow.
   *
   * @param goal where the clock goes; absent: it is there
   */
  keepFloor(goal?: Millis): Promise<void>;
  /** Goes on from what another process of the store has written down. */
  follow(): Promise<void>;
}

export interface IdWatermark {
  readonly name: "ids";
  /** Ids of a later start are above it. */
  readonly floor: string;
  /** When it was written down, by the system's time; absent where the store takes one process. */
  readonly at?: Millis;
}

/** Where id counting stands between runs. */
export const idWatermarks = tableOf<IdWatermark>()({
  name: "id_floor",
  key: (floor) => floor.name,
});

/**
 * A start on a clock that stood still since the last one, or was set back, begins so many
 * milliseconds of id time above what was written down.
 */
const STRIDE_MS = 1024;
/** What is written down is never further behind, so that the next start is above it. */
const FLOOR_LAG_MS = STRIDE_MS / 2;

/**
 * An id is an instant, the number of who gave it out, and a count. Source: protocol:
 * gateway-oauth-limits 1.5.
 */
const INSTANT_SHIFT = 22n;
const WORKER_SHIFT = 12n;
const IDS_PER_MS = 4096;

/** Who gives out ids. */
export interface IdDeps {
  readonly clock: Pick<SteerableClock, "now" | "system">;
  readonly store: Store;
  /** Whether the clock stands still. */
  readonly frozen: boolean;
  /** Its number among all that give out ids of one world; absent: that of the store's process. */
  readonly worker?: number | undefined;
  /** Nobody opens the store after this process: what is not asked for is not written down. */
  readonly endsWithProcess?: boolean | undefined;
}

/**
 * Where ids of several processes go on that are ahead of the clock, since it stands still or was
 * set back: they rise with the system's time, so that those of all processes are in order.
 */
interface Rise {
  readonly from: number;
  readonly at: Millis;
}

function riseOf({ floor, at }: IdWatermark): Rise | undefined {
  return at === undefined ? undefined : { from: instantIn(BigInt(floor)), at };
}

/** Opens the counter where the last run left it. */
export async function openIds(deps: IdDeps): Promise<Ids> {
  const { clock, store, frozen, worker, endsWithProcess = false } = deps;
  const { processes } = store;
  const isAlone = () => processes.living().length === 1;
  const stored = await store.read((tx) => tx.get(idWatermarks, "ids"));
  let rise = stored && riseOf(stored);
  let instant = clock.now() - SNOWFLAKE_EPOCH_MS - 1;
  const floor = stored === undefined ? -1 : instantIn(BigInt(stored.floor));
  if (rise !== undefined && !isAlone()) instant = Math.max(instant, risen(rise) - 1);
  else if (stored !== undefined && (frozen || floor > instant)) {
    instant = Math.max(floor, instant) + STRIDE_MS;
  }
  let own = NaN;
  let first = BigInt(instant) << INSTANT_SHIFT;
  let count = 0;
  let kept = instant;

  function risen({ from, at }: Rise): number {
    return from + Math.max(0, clock.system() - at);
  }

  async function keepFloor(goal = clock.now()): Promise<void> {
    const last = first + BigInt(count);
    kept = instant;
    const at = processes.isSole ? undefined : clock.system();
    const here = goal - SNOWFLAKE_EPOCH_MS;
    const height = rise === undefined || isAlone() ? here : Math.max(here, risen(rise));
    const all = at === undefined ? last : BigInt(height) << INSTANT_SHIFT;
    const reached = { name: "ids", floor: (all > last ? all : last).toString() } as const;
    const written = await store.transaction(async (tx) => {
      // Another process may be further.
      const there = await tx.get(idWatermarks, "ids");
      if (there !== undefined && BigInt(there.floor) >= BigInt(reached.floor)) return there;
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
      // Above all ids of its instant, whatever number those had who gave them out.
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
      const shown = clock.now() - SNOWFLAKE_EPOCH_MS;
      const now = rise === undefined || isAlone() ? shown : Math.max(shown, risen(rise));
      const number = worker ?? processes.own().id;
      if (now > instant || number !== own || count === IDS_PER_MS) {
        instant = Math.max(now, instant + 1);
        own = number;
        first = (BigInt(instant) << INSTANT_SHIFT) | (BigInt(own) << WORKER_SHIFT);
        count = 0;
        // Ahead of a clock that stands still; what the running clock counts needs no floor.
        if (instant > shown && instant - kept > FLOOR_LAG_MS) {
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
