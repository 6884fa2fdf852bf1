// What replacing a world or moving its clock needs: the store, clock and ids, and what depends on
// them.
import type { SteerableClock } from "../../platform/clock.ts";
import type { Ids } from "../../platform/ids.ts";
import type { Journal } from "../../platform/journal.ts";
import type { Random } from "../../platform/random.ts";
import type { Store } from "../../platform/store.ts";
import type { ClockFollowers } from "./clock-followers.ts";
import type { SteeringTurns } from "./steering-turns.ts";
import type { LoadedLimits } from "./loaded-limits.ts";

/** What replacing a world or moving its clock needs of a service. */
export interface SteeringDeps {
  readonly store: Store;
  readonly clock: SteerableClock;
  /** Where moves of the clock are recorded; absent: they are not. */
  readonly journal?: Journal | undefined;
  readonly ids: Ids;
  readonly random: Random;
  /** Invalidates every gateway session, so that none can be resumed. */
  readonly endSessions: () => void | Promise<void>;
  /** Programs whose timers follow the world's clock. */
  readonly followers: ClockFollowers;
  /** The turns in which processes of the same store change the world one at a time. */
  readonly turns: SteeringTurns;
  /**
   * Clears all rate limit windows and injected faults, and adopts the limits of another world.
   * Where other processes share the counters, the promise resolves when all are cleared.
   */
  readonly resetLimits: (worldLimits: LoadedLimits) => void | Promise<void>;
}
