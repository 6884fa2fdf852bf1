// What it takes to steer a world: its store, clock and ids, and what depends on them.
import type { SteerableClock } from "../../platform/clock.ts";
import type { Ids } from "../../platform/ids.ts";
import type { Journal } from "../../platform/journal.ts";
import type { Random } from "../../platform/random.ts";
import type { Store } from "../../platform/store.ts";
import type { ClockFollowers } from "./clock-followers.ts";
import type { SteeringTurns } from "./steering-turns.ts";
import type { LoadedLimits } from "./loaded-limits.ts";

/** What steering a service needs of its parts. */
export interface SteeringDeps {
  readonly store: Store;
  readonly clock: SteerableClock;
  /** Where moves of the clock are written down; absent: nowhere. */
  readonly journal?: Journal | undefined;
  readonly ids: Ids;
  readonly random: Random;
  /** Invalidates every gateway session, so that none can be resumed. */
  readonly endSessions: () => void | Promise<void>;
  /** Programs whose timers follow the clock. */
  readonly followers: ClockFollowers;
  /** In which it is steered, so that other processes of the store do the same. */
  readonly turns: SteeringTurns;
  /**
   * Forgets every rate window and planned fault, and goes by the limits of another world; a promise
   * where others count too, which is kept once all is forgotten.
   */
  readonly resetLimits: (worldLimits: LoadedLimits) => void | Promise<void>;
}
