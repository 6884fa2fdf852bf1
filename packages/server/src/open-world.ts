// What a store holds when the service starts: the world that it held before, or a fresh one.
import { faultLines } from "@antechamber/contract";
import type { IssuedSecret } from "./domains/worlds/draft.ts";
import { loadWorld } from "./domains/worlds/loading/load.ts";
import { keptClock, loadedWorld } from "./domains/worlds/world.ts";
import type { SteerableClock } from "./platform/clock.ts";
import type { Random } from "./platform/random.ts";
import type { Store } from "./platform/store.ts";

/** The start was asked for something that cannot be; the message is one line for the operator. */
export class StartError extends Error {
  override readonly name = "StartError";
}

export interface WorldWish {
  /** What to load into an empty store; undefined leaves it empty. */
  readonly world: unknown;
  /** The world was asked for by name: a store that holds something else already is then an error. */
  readonly isRequired?: boolean;
  /** Empty the store first. */
  readonly reset?: boolean;
  readonly production: boolean;
  readonly random: Random;
}

export interface OpenedWorld {
  /** True when the store was empty and the wished world was loaded into it. */
  readonly isFresh: boolean;
  /** Secrets that the file left out, told this once. */
  readonly issued: readonly IssuedSecret[];
}

/** Loads the wished world, or goes on with the one that is there; the clock stands as it was left. */
export async function openWorldIn(
  store: Store,
  clock: SteerableClock,
  wish: WorldWish,
): Promise<OpenedWorld> {
  const held = await store.read(async (tx) => ({
    world: await loadedWorld({ tx }),
    clock: await keptClock({ tx }),
  }));
  if (held.world !== undefined && wish.reset !== true) {
    if (wish.isRequired === true) {
      throw new StartError(
        "the store holds a world already; --reset empties it before loading another",
      );
    }
    if (held.clock !== undefined) clock.restore(held.clock);
    return { isFresh: false, issued: [] };
  }
  const loading = loadWorld(wish.world ?? {}, { ...wish, systemNow: clock.now() });
  if (!loading.ok)
    throw new StartError(`the world file is not valid: ${faultLines(loading.faults).join("; ")}`);
  await store.load(loading.world.dump);
  clock.restore(loading.world.clock);
  return { isFresh: true, issued: loading.world.issued };
}
