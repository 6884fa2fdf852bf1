// What it takes to steer a world: its store, clock and ids, and what depends on them.
import type { LimitsProfile } from "@antechamber/contract/control";
import type { Millis, SteerableClock } from "../platform/clock.ts";
import type { Ids } from "../platform/ids.ts";
import type { Journal } from "../platform/journal.ts";
import type { Random } from "../platform/random.ts";
import type { Store } from "../platform/store.ts";
import type { WorldSettings } from "./world.ts";

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
  /** When the earliest timer of the programs that follow the clock falls due, if any does. */
  readonly timersAt?: () => Millis | undefined;
  /** Forgets every rate window and planned fault, and goes by the limits of another world. */
  readonly resetLimits: (world: LoadedLimits) => void;
}

/** The settings of a world about limits. */
export interface LoadedLimits {
  /** The profile that it names. */
  readonly profile: LimitsProfile | undefined;
  readonly gateway?: WorldSettings["gateway"];
  /** Its clock stands still. */
  readonly frozen: boolean;
}
