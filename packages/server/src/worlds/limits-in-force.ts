// The limits that apply in a world: those it was opened with, until another profile is set or
// another world file is loaded.
import { limits } from "@antechamber/contract";
import type { LimitsProfile } from "@antechamber/contract/control";
import type { LoadedLimits } from "../control/steering/loaded-limits.ts";
import type { WorldSettings } from "../control/world-file/stored-world.ts";

/** The limits that apply, until another world is loaded. */
export interface LimitsInForce {
  readonly limits: LimitsProfile;
  readonly allowsQuickRestarts: boolean;
}

/** A profile that was set after the world was loaded, and how many had been set by then. */
export interface NamedProfile {
  readonly profile: LimitsProfile;
  readonly nth: number;
}

/** The initial limits of a world, and how they change. */
export interface LimitsDeps {
  readonly limits: LimitsProfile;
  /** Whether bots may restart without waiting: in development mode, unless a profile was set. */
  readonly allowsQuickRestarts?: boolean;
  /**
   * The limits to apply after another world is loaded; absent: those that the world was opened
   * with.
   */
  readonly limitsOf?: ((world: LoadedLimits) => LimitsInForce) | undefined;
  /** The gateway settings of the world file. */
  readonly gateway?: WorldSettings["gateway"];
}

/**
 * The profile that applies in a world: the operator's, else the world's own, else none on a frozen
 * clock, where a client would wait for ever, and that of production otherwise.
 */
export function profileFor(
  requested: LimitsProfile | undefined,
  { profile, frozen }: LoadedLimits,
): LimitsProfile {
  return requested ?? profile ?? (frozen ? "off" : "production");
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
    /** Real milliseconds before HELLO. */
    helloDelayMs: () => gateway?.hello_delay_ms ?? limits.helloDelay.value,
    /** Applies a profile until another world is loaded. */
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
