// Has what the control plane does to limits and planned faults at one process hold in all of them.
import { limits } from "@antechamber/contract";
import type { Bus, Question } from "../platform/bus.ts";
import type { FaultChange, FaultPlan } from "../platform/fault-injection.ts";
import type { Store } from "../platform/store.ts";
import type { LimitProfile } from "../transports/http/rate-limit.ts";

const FAULTS = "faults";
const PROFILE = "limits-profile";
const FORGET = "limits-forgotten";

export interface SteeredParts {
  readonly bus: Bus;
  readonly store: { readonly processes: Pick<Store["processes"], "look"> };
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
  store,
  faults,
  inForce,
  forgetLimits,
}: SteeredParts): SteeredTogether {
  if (bus.isShared) {
    // Asked and not only told: the next call may go to any process, and is to find the same plan.
    faults.shareWith({
      async change(body) {
        const patienceMs = limits.faultsElsewhere.value;
        const question = { topic: FAULTS, body, isEnough: () => false, patienceMs };
        await bus.ask({ ...question, ...livingFor(body, store) });
      },
      tell: (change) => bus.tell(FAULTS, change),
    });
  }
  const heed = (change: unknown) => faults.changedElsewhere(change as FaultChange);
  const ends = [
    bus.answer(FAULTS, async (change) => heed(change)),
    bus.hear(FAULTS, heed),
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

/**
 * Those who have to answer: a process that has just started is waited for, too, except by the calls
 * that a fault is injected into, for which the database is not asked.
 */
function livingFor(
  { used }: FaultChange,
  { processes }: SteeredParts["store"],
): Pick<Question, "livingKnown"> {
  if (used !== undefined) return {};
  const livingKnown = processes.look();
  // Where Redis is gone, nobody waits for it.
  livingKnown.catch(() => undefined);
  return { livingKnown };
}
