// Which limits hold in a world: those that it was opened with, until another profile is named
// or another world file is loaded.
import { limits } from "@antechamber/contract";
import type { LimitsProfile } from "@antechamber/contract/control";
import type { LoadedLimits } from "../control/steering/loaded-limits.ts";
import type { WorldSettings } from "../control/world-file/stored-world.ts";

/** The limits that hold, until another world is loaded. */
export interface LimitsInForce {
  readonly limits: LimitsProfile;
  readonly allowsQuickRestarts: boolean;
}

/** A profile that was named since the world was loaded, and how many were by then. */
export interface NamedProfile {
  readonly profile: LimitsProfile;
  readonly nth: number;
}

/** What a world begins with, and how it goes on. */
export interface LimitsDeps {
  readonly limits: LimitsProfile;
  /** Nobody named a profile of limits, and it is not for production: bots restart at will. */
  readonly allowsQuickRestarts?: boolean;
  /** What holds once another world is loaded; absent: what it was opened with. */
  readonly limitsOf?: ((world: LoadedLimits) => LimitsInForce) | undefined;
  /** What the world says of its gateway. */
  readonly gateway?: WorldSettings["gateway"];
}

export function limitsInForce(deps: LimitsDeps) {
  const { limits: first, allowsQuickRestarts = false, limitsOf } = deps;
  const opened: LimitsInForce = { limits: first, allowsQuickRestarts };
  let current = opened;
  let named: NamedProfile | undefined;
  let { gateway } = deps;
  return {
    now: () => current,
    isLimited: () => current.limits !== "off",
    /** Real time before HELLO. */
    helloDelayMs: () => gateway?.hello_delay_ms ?? limits.helloDelay.value,
    /** Another profile, until another world is loaded. */
    use(profile: LimitsProfile, nth = (named?.nth ?? 0) + 1): void {
      named = { profile, nth };
      current = { limits: profile, allowsQuickRestarts: false };
    },
    named: () => named,
    follow(world: LoadedLimits): void {
      named = undefined;
      current = limitsOf?.(world) ?? opened;
      ({ gateway } = world);
    },
  };
}
