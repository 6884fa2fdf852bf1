// Has what the control plane does to limits and planned faults at one process hold in all of them.
import { limits } from "@antechamber/contract";
import type { Bus, Question } from "../platform/bus.ts";
import {
  readFaultChange,
  readSentFaults,
  type FaultChange,
  type SentFault,
} from "../platform/fault-changes.ts";
import type { FaultPlan } from "../platform/fault-injection.ts";
import type { Store } from "../platform/store.ts";
import type { LimitProfile } from "../transports/http/rate-limit.ts";

const FAULTS = "faults";
const FAULTS_PLANNED = "faults-planned";
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
  /** Goes by the faults that were planned at the others before this process began. */
  begin(): Promise<void>;
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
  const heed = (change: unknown) => faults.changedElsewhere(readFaultChange(change));
  const learning = new Learning(bus, store, faults);
  const ends = [
    bus.answer(FAULTS, async (change) => heed(change)),
    bus.answer(FAULTS_PLANNED, async () => ({ planned: faults.toSend() })),
    // One that could reach nobody when it began does not know them yet.
    bus.onReunion(() => void learning.run()),
    bus.hear(FAULTS, heed),
    bus.hear(PROFILE, (profile) => inForce.use(profile as LimitProfile)),
    bus.hear(FORGET, forgetLimits),
  ];
  return {
    begin: () => learning.run(),
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

/** How often a process that starts asks what is planned while plans change. */
const ASKED_MAX = 5;

/** Learns what the other processes have planned, once. */
class Learning {
  readonly #bus: Bus;
  readonly #store: SteeredParts["store"];
  readonly #faults: FaultPlan;
  #isDone = false;

  constructor(bus: Bus, store: SteeredParts["store"], faults: FaultPlan) {
    this.#bus = bus;
    this.#store = store;
    this.#faults = faults;
  }

  async run(): Promise<void> {
    if (this.#isDone || !this.#bus.isUp()) return;
    this.#isDone = true;
    this.#faults.learn(await this.#planned());
    // Where Redis went meanwhile, nobody may have been asked.
    this.#isDone = this.#bus.isUp();
  }

  /**
   * What changes while the others answer stands in some of the answers, and would count twice or
   * not at all: they are asked until nothing does.
   */
  async #planned(): Promise<readonly SentFault[]> {
    for (let asked = 1; ; asked += 1) {
      const before = this.#faults.changes;
      const { answers } = await this.#bus.ask({
        topic: FAULTS_PLANNED,
        body: null,
        isEnough: () => false,
        patienceMs: limits.faultsElsewhere.value,
        ...livingFor({}, this.#store),
      });
      if (this.#faults.changes === before || asked === ASKED_MAX) {
        return answers.flatMap(readSentFaults);
      }
    }
  }
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
