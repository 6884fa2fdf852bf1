// Has what the control plane does to limits and planned faults at one process hold in all of them.
import { limits } from "@antechamber/contract";
import type { LimitsProfile } from "@antechamber/contract/control";
import type { Bus, Question } from "../platform/bus.ts";
import { patience, type Clock, type Millis } from "../platform/clock.ts";
import {
  readFaultChange,
  readSentPlan,
  type FaultChange,
} from "../platform/faults/fault-changes.ts";
import type { FaultPlan } from "../platform/faults/fault-injection.ts";
import type { Store } from "../platform/store.ts";
import { nameTogether, type ProfileParts } from "./profile-together.ts";

const FAULTS = "faults";
const FAULTS_PLANNED = "faults-planned";
const FORGET = "limits-forgotten";

export interface SteeredParts {
  readonly bus: Bus;
  readonly store: { readonly processes: Pick<Store["processes"], "look"> };
  readonly clock: Pick<Clock, "real" | "after">;
  readonly faults: FaultPlan;
  /** The number of the last steering of the world that this process has heeded. */
  readonly steered: () => number;
  readonly inForce: ProfileParts["inForce"];
  /** Forgets what this process alone has counted. */
  readonly forgetLimits: () => void;
}

/** What the control plane does, here and at the others. */
export interface SteeredTogether {
  /** Goes by the faults and the profile that the others had before this process began. */
  begin(): Promise<void>;
  use(profile: LimitsProfile): void;
  forgetLimits(): void;
  stop(): void;
}

export function steerTogether(parts: SteeredParts): SteeredTogether {
  const { bus, store, faults, steered, forgetLimits } = parts;
  if (bus.isShared) {
    // Asked and not only told: the next call may go to any process, and is to find the same plan.
    faults.shareWith({
      async change(body) {
        const patienceMs = limits.faultsElsewhere.value;
        const question = { topic: FAULTS, body, isEnough: () => false, patienceMs };
        await bus.ask({ ...question, ...livingFor(body, store) });
      },
      publish: (change) => bus.publish(FAULTS, change),
    });
  }
  const heed = (change: unknown) => faults.changedElsewhere(readFaultChange(change));
  const learning = new Learning(parts);
  const naming = nameTogether(parts);
  const ends = [
    bus.answer(FAULTS, async (change) => heed(change)),
    bus.answer(FAULTS_PLANNED, async () => ({ planned: faults.toSend(), steered: steered() })),
    // One that could reach nobody when it began does not know them yet.
    bus.onReunion(() => void learning.run()),
    bus.subscribe(FAULTS, heed),
    bus.subscribe(FORGET, forgetLimits),
  ];
  return {
    async begin() {
      await Promise.all([learning.run(), naming.begin()]);
    },
    use: (profile) => naming.use(profile),
    forgetLimits() {
      forgetLimits();
      bus.publish(FORGET, null);
    },
    stop() {
      for (const end of ends) end();
      naming.stop();
    },
  };
}

/** Real milliseconds after which the others are asked once more what is planned. */
const ASKED_AGAIN_MS: Millis = 50;

/** Learns what the other processes have planned, once. */
class Learning {
  readonly #parts: SteeredParts;
  #isDone = false;

  constructor(parts: SteeredParts) {
    this.#parts = parts;
  }

  async run(): Promise<void> {
    const { bus, clock } = this.#parts;
    if (this.#isDone || !bus.isUp()) return;
    this.#isDone = true;
    const until = clock.real() + limits.faultsElsewhere.value;
    while (!(await this.#hasLearned(until))) await patience(clock, ASKED_AGAIN_MS);
    // Where Redis went meanwhile, nobody may have been asked.
    this.#isDone = bus.isUp();
  }

  /**
   * What changes while the others answer stands in some of the answers, and would count twice or
   * not at all; and one that has yet to heed a reset answers with what is to go. They are asked
   * until there is nothing of that, or no time.
   */
  async #hasLearned(until: Millis): Promise<boolean> {
    const { bus, clock, store, faults, steered } = this.#parts;
    const { changes, ends } = faults;
    const { answers } = await bus.ask({
      topic: FAULTS_PLANNED,
      body: null,
      isEnough: () => false,
      patienceMs: until - clock.real(),
      ...livingFor({}, store),
    });
    const plans = answers.map(readSentPlan).filter(({ planned }) => planned.length > 0);
    const current = plans.filter((plan) => plan.steered >= steered());
    const isSettled = current.length === plans.length && faults.changes === changes;
    if (!isSettled && clock.real() + ASKED_AGAIN_MS < until) return false;
    // Too few faults are better than one that was taken back, and would never go.
    if (faults.ends === ends) faults.learn(current.flatMap(({ planned }) => planned));
    return true;
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
