// Delivers recorded events to the webhooks of applications: signed, retried, and in order for each
// resource. All lasting state is in the store. Source: protocol: lobbies-and-sdk 10.
import { limits } from "@antechamber/contract";
import { WebhookEventRecorded } from "@antechamber/contract/webhooks";
import {
  claimDeliveries,
  envelopeOf,
  releaseAll,
  releaseDelivery,
  settleDelivery,
  type Sending,
} from "../../domains/webhooks/operations.ts";
import { turnsAfter, queueLeases } from "../../domains/webhooks/webhook.ts";
import { Alarm } from "../../platform/time/alarm.ts";
import type { Clock, Millis } from "../../platform/clock.ts";
import type { Logger } from "../../platform/log.ts";
import { SerialQueue } from "../../platform/async/serial-queue.ts";
import type { EventRecord, Store } from "../../platform/store.ts";
import type { Transactions } from "../../platform/transactions.ts";
import { DeliveryRetention } from "./delivery-retention.ts";
import {
  signedAttempts,
  type AttemptResult,
  type SignedAttemptDeps,
  type SignedAttempts,
} from "./signed-attempt.ts";
import { WaitBudget } from "./wait-budget.ts";

export interface DeliveryDeps extends SignedAttemptDeps {
  readonly store: Pick<Store, "log" | "versions">;
  readonly work: Transactions;
  readonly clock: Clock;
  readonly log: Pick<Logger, "info" | "warn" | "error">;
  readonly metrics: { readonly countDelivery: (event: string, outcome: string) => void };
}

export interface EventDeliveries {
  /** Reads pending deliveries from the store: at the start, and after the store was replaced. */
  resume(): Promise<void>;
  /** Aborts the deliveries in progress, which are sent again after the next start. */
  stop(): Promise<void>;
}

/** Delay before a retry when the store failed, in milliseconds. */
const LOOK_AGAIN_MS = 1000;

/** Starts to follow the event log. */
export function deliverWebhookEvents(deps: DeliveryDeps): EventDeliveries {
  return new Deliverer(deps);
}

class Deliverer implements EventDeliveries {
  readonly #deps: DeliveryDeps;
  readonly #attempt: SignedAttempts;
  readonly #patience: WaitBudget;
  /** Queues whose oldest event is being sent, each with its application. */
  readonly #underWay = new Map<string, string>();
  /** Deliveries in progress, each until the next claim after it is done. */
  readonly #ends = new Set<Promise<void>>();
  readonly #unfollow: () => void;
  readonly #nextRound: Alarm;
  /** Claims run one at a time, so that two do not use the same capacity. */
  readonly #claims = new SerialQueue();
  readonly #retention: DeliveryRetention;
  #isStopped = false;

  constructor(deps: DeliveryDeps) {
    this.#deps = deps;
    this.#attempt = signedAttempts(deps);
    this.#patience = new WaitBudget(deps.clock);
    this.#retention = new DeliveryRetention(deps.work);
    this.#nextRound = new Alarm(deps.clock, () => this.#patience.during(this.#round()));
    const receive = (events: readonly EventRecord[]) => {
      const isNew = events.some(({ name }) => name === WebhookEventRecorded.name);
      if (isNew) this.#wakeAt(deps.clock.now());
    };
    this.#unfollow = deps.store.log.follow(receive, { receives: () => false });
  }

  async resume(): Promise<void> {
    const { store, work, clock } = this.#deps;
    this.#nextRound.cancel();
    if (store.versions !== undefined) {
      // Where no other process writes, the process that held a lease is gone.
      const turns = await work.read((ctx) => ctx.tx.find(queueLeases));
      if (turns.some(({ isClaimed }) => isClaimed)) await work.transaction(releaseAll);
      if (turns.length === 0) return;
    }
    this.#wakeAt(clock.now());
  }

  async stop(): Promise<void> {
    this.#isStopped = true;
    this.#unfollow();
    this.#nextRound.cancel();
    this.#deps.outbound.close();
    await this.#claims.idle();
    await this.#idle();
  }

  #wakeAt(at: Millis): void {
    if (!this.#isStopped) this.#nextRound.setNoLaterThan(at);
  }

  /** Sends the events that are due, and those that become due by that. */
  async #round(): Promise<void> {
    await this.#claim();
    await this.#idle();
  }

  async #idle(): Promise<void> {
    while (this.#ends.size > 0) await Promise.all(this.#ends);
  }

  #claim(): Promise<void> {
    return this.#claims
      .run(() => this.#claimDue())
      .catch((error: unknown) => {
        this.#deps.log.error({ err: error }, "events for webhooks could not be taken");
        this.#wakeAt(this.#deps.clock.now() + LOOK_AGAIN_MS);
      });
  }

  async #claimDue(): Promise<void> {
    if (this.#isStopped) return;
    const free = limits.eventDeliveries.value - this.#underWay.size;
    const counts = new Map<string, number>();
    for (const application of this.#underWay.values()) {
      counts.set(application, (counts.get(application) ?? 0) + 1);
    }
    const max = limits.eventDeliveriesPerApplication.value;
    const { sendings, next } = await this.#deps.work.transaction(async (ctx) => ({
      sendings: await claimDeliveries(ctx, {
        free,
        freeFor: (id) => max - (counts.get(id) ?? 0),
        isSending: (queue) => this.#underWay.has(queue),
      }),
      next: await ctx.tx.find(queueLeases, turnsAfter(ctx.now)),
    }));
    for (const sending of sendings) this.#begin(sending);
    for (const turn of next) this.#wakeAt(turn.due);
  }

  #begin(sending: Sending): void {
    const { queue, application } = sending;
    this.#underWay.set(queue, application.id);
    const end: Promise<void> = this.#deliver(sending)
      .catch((error: unknown) => {
        this.#deps.log.error({ err: error }, "an event's delivery was not written down");
      })
      .then(() => {
        this.#underWay.delete(queue);
        return this.#claim();
      })
      .finally(() => this.#ends.delete(end));
    this.#ends.add(end);
  }

  async #deliver(sending: Sending): Promise<void> {
    const { work } = this.#deps;
    const { type: name, cause, application_id: application } = sending.delivery;
    const { result, attempt, origin } = await this.#attempt(sending, {
      body: envelopeOf(sending.delivery),
      timeoutMs: limits.eventAcknowledgement.value,
      draft: { name, cause, application },
    });
    if (this.#isStopped && result.kind === "failed") {
      await work.transaction((ctx) => releaseDelivery(ctx, sending));
      return;
    }
    const settlement = await work.transaction(
      (ctx) => settleDelivery(ctx, sending, attempt),
      origin,
    );
    this.#log(sending, { result, settlement });
    await this.#retention.finished();
  }

  /** A URL may contain a secret in its path or query, so only its origin is logged. */
  #log(
    { delivery, url, attempt }: Sending,
    { result, settlement }: Pick<AttemptResult, "result"> & { readonly settlement: string },
  ): void {
    const { log, metrics } = this.#deps;
    metrics.countDelivery(delivery.type, settlement);
    const line = {
      application: delivery.application_id,
      event: delivery.id,
      type: delivery.type,
      to: URL.canParse(url) ? new URL(url).origin : "no address",
      attempt,
      answer: result.kind === "answered" ? result.status : result.kind,
      settlement,
    };
    if (settlement === "given up") log.warn(line, "webhook event");
    else log.info(line, "webhook event");
  }
}
