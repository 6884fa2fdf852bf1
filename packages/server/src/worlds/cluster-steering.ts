// Applies what the control plane changes in one process, to limits and injected faults, in all of
// them.
import { limits } from "@antechamber/contract";
import type { LimitsProfile } from "@antechamber/contract/control";
import type { Bus } from "../platform/bus.ts";
import { delay, type Clock, type Millis } from "../platform/clock.ts";
import { readFaultChange, readSentPlan } from "../platform/faults/fault-changes.ts";
import type { FaultPlan } from "../platform/faults/fault-injection.ts";
import type { Store } from "../platform/store.ts";
import { clusterLimitsProfile, type ClusterLimitsProfileParts } from "./cluster-limits-profile.ts";

const FAULTS = "faults";
const FAULTS_PLANNED = "faults-planned";
const RESET_LIMITS = "limits-forgotten";

export interface ClusterSteeringParts {
  readonly bus: Bus;
  readonly store: { readonly processes: Pick<Store["processes"], "refresh"> };
  readonly clock: Pick<Clock, "real" | "after">;
  readonly faults: FaultPlan;
  /** The number of the last change to the world that this process has applied. */
  readonly steered: () => number;
  readonly inForce: ClusterLimitsProfileParts["inForce"];
  /** Resets the limits that this process counts on its own. */
  readonly resetLimits: () => void;
}

/** Operations of the control plane that apply to this process and all others. */
export interface ClusterSteering {
  /** Takes over the faults and the profile that the other processes had before this one started. */
  begin(): Promise<void>;
  use(profile: LimitsProfile): void;
  resetLimits(): void;
  stop(): void;
}

export function clusterSteering(parts: ClusterSteeringParts): ClusterSteering {
  const { bus, store, faults, steered, resetLimits: forgetLimits } = parts;
  if (bus.isShared) {
    // A request with replies rather than a message: the next call may go to any process, and must
    // find the same plan there.
    faults.shareWith({
      async change(body) {
        const timeoutMs = limits.faultsElsewhere.value;
        // A process that has just started must respond, too. Only a call that a fault is injected
        // into does not wait for a query of the database.
        const look =
          body.used === undefined ? { refreshFirst: () => store.processes.refresh() } : {};
        await bus.ask({ topic: FAULTS, body, timeoutMs, ...look });
      },
      publish: (change) => bus.publish(FAULTS, change),
    });
  }
  const applyFaultChange = (change: unknown) => faults.applyRemoteChange(readFaultChange(change));
  const takeover = new FaultTakeover(parts);
  const limitsProfile = clusterLimitsProfile(parts);
  const ends = [
    bus.answer(FAULTS, async (change) => applyFaultChange(change)),
    bus.answer(FAULTS_PLANNED, async () => ({ planned: faults.exportPlan(), steered: steered() })),
    // A process that could reach no other when it started does not have their faults yet.
    bus.onReconnect(() => void takeover.run()),
    bus.subscribe(FAULTS, applyFaultChange),
    bus.subscribe(RESET_LIMITS, forgetLimits),
  ];
  return {
    async begin() {
      await Promise.all([takeover.run(), limitsProfile.begin()]);
    },
    use: (profile) => limitsProfile.use(profile),
    resetLimits() {
      forgetLimits();
      bus.publish(RESET_LIMITS, null);
    },
    stop() {
      for (const end of ends) end();
      limitsProfile.stop();
    },
  };
}

/** Real milliseconds between two requests for the faults that other processes have planned. */
const ASKED_AGAIN_MS: Millis = 50;

/** Takes over the faults that other processes have planned, once. */
class FaultTakeover {
  readonly #parts: ClusterSteeringParts;
  #isDone = false;

  constructor(parts: ClusterSteeringParts) {
    this.#parts = parts;
  }

  async run(): Promise<void> {
    const { bus, clock } = this.#parts;
    if (this.#isDone || !bus.isUp()) return;
    this.#isDone = true;
    const until = clock.real() + limits.faultsElsewhere.value;
    while (!(await this.#hasTakenOver(until))) await delay(clock, ASKED_AGAIN_MS);
    // If Redis became unreachable meanwhile, the request may have reached no process.
    this.#isDone = bus.isUp();
  }

  /**
   * A change while the others respond is in some of the responses, and would count twice or not at
   * all; and a process that has yet to apply a reset responds with faults that are about to be
   * removed. They are asked until neither is the case, or time runs out.
   */
  async #hasTakenOver(until: Millis): Promise<boolean> {
    const { bus, clock, store, faults, steered } = this.#parts;
    const { changes, ends } = faults;
    const { answers } = await bus.ask({
      topic: FAULTS_PLANNED,
      body: null,
      timeoutMs: until - clock.real(),
      refreshFirst: () => store.processes.refresh(),
    });
    const plans = answers.map(readSentPlan).filter(({ planned }) => planned.length > 0);
    const current = plans.filter((plan) => plan.steered >= steered());
    const isSettled = current.length === plans.length && faults.changes === changes;
    if (!isSettled && clock.real() + ASKED_AGAIN_MS < until) return false;
    // It is better to miss a fault than to keep one that was removed, which would stay for ever.
    if (faults.ends === ends) faults.mergeRemotePlan(current.flatMap(({ planned }) => planned));
    return true;
  }
}
