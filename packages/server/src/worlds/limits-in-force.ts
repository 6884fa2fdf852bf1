// Which limits hold in a world: those that it was opened with, until another world file is loaded.
import type { LoadedLimits } from "../control/world-operations.ts";
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
}

export function limitsInForce({ limits, allowsQuickRestarts = false, limitsOf }: LimitsDeps) {
  let current: LimitsInForce = { limits, allowsQuickRestarts };
  return {
    now: () => current,
    isLimited: () => current.limits !== "off",
    follow(world: LoadedLimits): void {
      current = limitsOf?.(world) ?? current;
    },
  };
}
