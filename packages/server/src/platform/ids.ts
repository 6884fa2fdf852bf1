import { SNOWFLAKE_EPOCH_MS } from "@antechamber/contract/schema";
import type { Clock } from "./clock.ts";
import { tableOf, type Store } from "./store.ts";

/**
 * Gives out snowflakes that no other process gives out, each larger than all before it, whatever
 * the clock does. What a process that lost its number gives out, the store refuses to commit.
 */
export interface Ids {
  next(): string;
  /**
   * Writes down how far ids have come, so that they go on from there after a restart. To be called
   * before the clock is set back.
   */
  keepFloor(): Promise<void>;
}

export interface IdWatermark {
  readonly name: "ids";
  /** Ids of a later start are above it. */
  readonly floor: string;
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
  readonly clock: Clock;
  readonly store: Store;
  /** Whether the clock stands still. */
  readonly frozen: boolean;
  /** Its number among all that give out ids of one world; absent: that of the store's process. */
  readonly worker?: number | undefined;
  /** Nobody opens the store after this process: what is not asked for is not written down. */
  readonly endsWithProcess?: boolean | undefined;
}

/** Opens the counter where the last run left it. */
export async function openIds(deps: IdDeps): Promise<Ids> {
  const { clock, store, frozen, worker, endsWithProcess = false } = deps;
  const { processes } = store;
  const stored = await store.read((tx) => tx.get(idWatermarks, "ids"));
  let instant = clock.now() - SNOWFLAKE_EPOCH_MS - 1;
  const floor = stored === undefined ? -1 : instantIn(BigInt(stored.floor));
  if (stored !== undefined && (frozen || floor > instant)) {
    instant = Math.max(floor, instant) + STRIDE_MS;
  }
  let own = NaN;
  let first = BigInt(instant) << INSTANT_SHIFT;
  let count = 0;
  let kept = instant;

  async function keepFloor(): Promise<void> {
    const last = first + BigInt(count);
    kept = instant;
    await store.transaction(async (tx) => {
      // Another process may be further.
      const before = await tx.get(idWatermarks, "ids");
      const isAbove = before === undefined || BigInt(before.floor) < last;
      if (isAbove) tx.put(idWatermarks, { name: "ids", floor: last.toString() });
    });
  }

  if (!endsWithProcess) await keepFloor();
  return {
    keepFloor,
    next() {
      const now = clock.now() - SNOWFLAKE_EPOCH_MS;
      const number = worker ?? processes.own().id;
      if (now > instant || number !== own || count === IDS_PER_MS) {
        instant = Math.max(now, instant + 1);
        own = number;
        first = (BigInt(instant) << INSTANT_SHIFT) | (BigInt(own) << WORKER_SHIFT);
        count = 0;
        // Ahead of a clock that stands still; what the running clock counts needs no floor.
        if (instant > now && instant - kept > FLOOR_LAG_MS) void keepFloor().catch(() => undefined);
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
