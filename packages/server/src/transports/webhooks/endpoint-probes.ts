// Checks regularly that endpoints refuse a wrong signature, and removes those that do not.
// Source: protocol: commands-and-interactions 7, lobbies-and-sdk 10.1.
import { limits } from "@antechamber/contract";
import type { EndpointCheck } from "../../domains/applications/endpoint-check.ts";
import {
  beginProbes,
  nextProbesAt,
  removeEndpoint,
  type Probe,
} from "../../domains/webhooks/endpoint-verification.ts";
import { Alarm } from "../../platform/time/alarm.ts";
import type { Clock, Millis } from "../../platform/clock.ts";
import type { Logger } from "../../platform/log.ts";
import { SerialQueue } from "../../platform/async/serial-queue.ts";
import type { Transactions } from "../../platform/transactions.ts";
import { WaitBudget } from "./wait-budget.ts";

export interface ProbeDeps {
  readonly work: Transactions;
  readonly clock: Clock;
  readonly check: Pick<EndpointCheck, "takesAnything">;
  readonly log: Pick<Logger, "warn" | "error">;
}

export interface EndpointProbes {
  /** Schedules the next round: at the start, and after the store was replaced. */
  resume(): Promise<void>;
  /** Stops scheduling rounds, and resolves when the current one has ended. */
  stop(): Promise<void>;
}

/** Delay before a retry when the store failed, in milliseconds. */
const LOOK_AGAIN_MS = 60_000;

/** Creates the routine checks; `resume` starts them. */
export function probeEndpoints(deps: ProbeDeps): EndpointProbes {
  return new Prober(deps);
}

class Prober implements EndpointProbes {
  readonly #deps: ProbeDeps;
  readonly #patience: WaitBudget;
  readonly #nextRound: Alarm;
  readonly #rounds = new SerialQueue();
  #isStopped = false;

  constructor(deps: ProbeDeps) {
    this.#deps = deps;
    this.#patience = new WaitBudget(deps.clock);
    this.#nextRound = new Alarm(deps.clock, () => this.resume());
  }

  resume(): Promise<void> {
    return this.#patience.during(this.#round());
  }

  async stop(): Promise<void> {
    this.#isStopped = true;
    this.#nextRound.cancel();
    await this.#rounds.idle();
  }

  #wakeAt(at: Millis): void {
    if (!this.#isStopped) this.#nextRound.set(at);
  }

  #round(): Promise<void> {
    const { log, clock } = this.#deps;
    return this.#rounds
      .run(() => this.#look())
      .catch((error: unknown) => {
        log.error({ err: error }, "endpoints were not checked");
        this.#wakeAt(clock.now() + LOOK_AGAIN_MS);
      });
  }

  async #look(): Promise<void> {
    if (this.#isStopped) return;
    const { work } = this.#deps;
    const planned = await work.read(nextProbesAt);
    if (planned !== undefined) return this.#wakeAt(planned);
    const { probes, next } = await work.transaction(beginProbes);
    this.#wakeAt(next);
    const remaining = [...probes];
    const lanes = Math.min(remaining.length, limits.eventDeliveries.value);
    await Promise.all(Array.from({ length: lanes }, () => this.#walk(remaining)));
  }

  async #walk(remaining: Probe[]): Promise<void> {
    for (let probe = remaining.pop(); probe !== undefined; probe = remaining.pop()) {
      if (this.#isStopped) return;
      await this.#probe(probe);
    }
  }

  async #probe(probe: Probe): Promise<void> {
    const { work, check, log } = this.#deps;
    if (!(await check.takesAnything(work, probe))) return;
    await work.transaction((ctx) => removeEndpoint(ctx, probe));
    const about = { application: probe.application.id, endpoint: probe.kind };
    log.warn(about, "an endpoint took a wrong signature and was removed");
  }
}
