// Which limits hold in a world: those that it was opened with, until another world file is loaded.
import { limits } from "@antechamber/contract";
import type { LoadedLimits } from "../control/world-operations.ts";
import type { WorldSettings } from "../control/world.ts";
import type { LimitProfile } from "../transports/http/rate-limit.ts";

/** The limits that hold, until another world is loaded. */
export interface LimitsInForce {
  readonly limits: LimitProfile;
  readonly allowsQuickRestarts: boolean;
}

/** What a world begins with, and how it goes on. */
export interface LimitsDeps {
  readonly limits: LimitProfile;
  /** Nobody named a profile of limits, and it is not for production: bots restart at will. */
  readonly allowsQuickRestarts?: boolean;
  /** What holds once another world is loaded; absent: what held before. */
  readonly limitsOf?: ((world: LoadedLimits) => LimitsInForce) | undefined;
  /** What the world says of its gateway. */
  readonly gateway?: WorldSettings["gateway"];
}

export function limitsInForce(means: LimitsDeps) {
  const { limits: profile, allowsQuickRestarts = false, limitsOf } = means;
  let current: LimitsInForce = { limits: profile, allowsQuickRestarts };
  let { gateway } = means;
  return {
    now: () => current,
    isLimited: () => current.limits !== "off",
    /** Real time before HELLO. */
    helloDelayMs: () => gateway?.hello_delay_ms ?? limits.helloDelay.value,
    follow(world: LoadedLimits): void {
      current = limitsOf?.(world) ?? current;
      ({ gateway } = world);
    },
  };
}
