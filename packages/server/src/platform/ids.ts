import { SNOWFLAKE_EPOCH_MS } from "@antechamber/contract/schema";
import type { Clock } from "./clock.ts";
import { tableOf, type Store } from "./store.ts";

/** Gives out snowflakes, each larger than all before it, whatever the clock does. */
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
 * More ids than a run can give out at one frozen instant: about one second of id time. A start on a
 * clock that stood still since the last one begins so far above the last floor.
 */
const STRIDE = 1n << 32n;

/**
 * Worlds of one process that give out ids in the same millisecond differ in these bits, which are
 * those of a worker. Source: protocol: gateway-oauth-limits 1.5.
 */
const WORKER_SHIFT = 12n;
export const WORKERS = 1024;

/**
 * Opens the counter where the last run left it.
 *
 * @param worker below 1024
 */
export async function openIds(
  clock: Clock,
  store: Store,
  { frozen, worker = 0 }: { readonly frozen: boolean; readonly worker?: number },
): Promise<Ids> {
  const own = BigInt(worker) << WORKER_SHIFT;
  const earliestAt = (now: number) => (BigInt(now - SNOWFLAKE_EPOCH_MS) << 22n) | own;
  const stored = await store.read((tx) => tx.get(idWatermarks, "ids"));
  let last = earliestAt(clock.now()) - 1n;
  if (stored !== undefined && (frozen || BigInt(stored.floor) > last)) {
    const floor = BigInt(stored.floor);
    last = (floor > last ? floor : last) + STRIDE;
  }
  let lastNow = NaN;
  const ids: Ids = {
    next() {
      const now = clock.now();
      // Most ids of a busy service follow another one of the same millisecond.
      const earliest = now === lastNow ? last : earliestAt(now);
      lastNow = now;
      last = earliest > last ? earliest : last + 1n;
      return last.toString();
    },
    async keepFloor() {
      const floor = last.toString();
      await store.transaction(async (tx) => tx.put(idWatermarks, { name: "ids", floor }));
    },
  };
  await ids.keepFloor();
  return ids;
}
