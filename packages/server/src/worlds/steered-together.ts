// Has what the control plane does to limits and planned faults at one process hold in all of them.
import type { Bus } from "../platform/bus.ts";
import type { FaultChange, FaultPlan } from "../platform/fault-injection.ts";
import type { LimitProfile } from "../transports/http/rate-limit.ts";

const FAULTS = "faults";
const PROFILE = "limits-profile";
const FORGET = "limits-forgotten";

export interface SteeredParts {
  readonly bus: Bus;
  readonly faults: FaultPlan;
  readonly inForce: { use(profile: LimitProfile): void };
  /** Forgets what this process alone has counted. */
  readonly forgetLimits: () => void;
}

/** What the control plane does, here and at the others. */
export interface SteeredTogether {
  use(profile: LimitProfile): void;
  forgetLimits(): void;
  stop(): void;
}

export function steerTogether({
  bus,
  faults,
  inForce,
  forgetLimits,
}: SteeredParts): SteeredTogether {
  if (bus.isShared) faults.shareBy((change) => bus.tell(FAULTS, change));
  const ends = [
    bus.hear(FAULTS, (change) => faults.changedElsewhere(change as FaultChange)),
    bus.hear(PROFILE, (profile) => inForce.use(profile as LimitProfile)),
    bus.hear(FORGET, forgetLimits),
  ];
  return {
    use(profile) {
      inForce.use(profile);
      bus.tell(PROFILE, profile);
    },
    forgetLimits() {
      forgetLimits();
      bus.tell(FORGET, null);
    },
    stop() {
      for (const end of ends) end();
    },
  };
}
