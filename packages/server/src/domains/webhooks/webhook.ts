// What waits to be delivered to applications' webhooks, and how often a delivery is tried.
// Source: protocol: lobbies-and-sdk 10, 13 (17).
import { limits } from "@antechamber/contract";
import { snowflakeKey } from "@antechamber/contract/schema";
import { EventWebhooksStatus, type WebhookEventType } from "@antechamber/contract/webhooks";
import { instantSearch, type DueDeps, type DueList } from "../../platform/schedule/due.ts";
import type { Millis } from "../../platform/clock.ts";
import type { Cause } from "../../platform/journal.ts";
import { instantKey } from "../../platform/records/storage-keys.ts";
import { tableOf, type Search } from "../../platform/store.ts";
import { webhooksStatusOf, type ApplicationRecord } from "../applications/application.ts";

/** An event as its domain reports it. */
export interface WebhookEventDraft {
  readonly application_id: string;
  readonly type: WebhookEventType;
  readonly data: object;
  /** What it is about: events of one resource are delivered in their order. */
  readonly resource: string;
  /** Where it goes instead of the application's own address, whatever that subscribes to. */
  readonly url?: string | undefined;
}

/** An event that waits to be delivered. */
export interface WebhookDelivery extends WebhookEventDraft {
  readonly id: string;
  /** The instant of the event, ISO 8601 with microseconds and without an offset. */
  readonly timestamp: string;
  /** The newest tries; absent before the first. */
  readonly attempts?: readonly DeliveryAttempt[];
  /** The delivery that this one repeats. */
  readonly redelivers?: string;
  /** What it came of, where that was written down. */
  readonly cause?: Cause | undefined;
}

/** One try to deliver, and what came of it. */
export interface DeliveryAttempt {
  readonly at: Millis;
  /** Real milliseconds that it took. */
  readonly ms: Millis;
  /** Absent without an answer. */
  readonly status?: number;
  /** Absent where nothing went wrong. */
  readonly error?: string;
}

export const webhookDeliveries = tableOf<WebhookDelivery>()({
  name: "webhook_delivery",
  key: (delivery) => snowflakeKey(delivery.id),
  indexes: {
    queue: (delivery) => queueOf(delivery),
    application: (delivery) => delivery.application_id,
  },
});

/** The queue of an application's events about one resource. */
export function queueOf({
  application_id,
  resource,
}: Pick<WebhookEventDraft, "application_id" | "resource">): string {
  return `${application_id}:${resource}`;
}

/**
 * When the oldest event of a queue is tried next; there is one for every queue that is not empty.
 * A sender first plans the next try, so that another sender takes over if it dies.
 */
export interface QueueLease {
  readonly queue: string;
  readonly application_id: string;
  readonly due: Millis;
  /** Tries that have begun. */
  readonly attempts: number;
  /** When the first of them began. */
  readonly firstAt?: Millis;
  /** A sender has claimed it and will record the result. */
  readonly isClaimed?: true;
}

export const queueLeases = tableOf<QueueLease>()({
  name: "webhook_turn",
  key: (turn) => `${instantKey(turn.due)}:${turn.queue}`,
  unique: { queue: (turn) => turn.queue },
});

/** Turns due until an instant, itself included: ";" follows ":" in text order. */
export function turnsUntil(until: Millis, page: Pick<Search, "after" | "limit">): Search<never> {
  return { ...page, before: `${instantKey(until)};` };
}

/** The first turn after an instant. */
export function turnsAfter(after: Millis): Search<never> {
  return { after: `${instantKey(after)};`, limit: 1 };
}

/** How many of an application's events in a row came to nothing at its own address. */
export interface FailureCount {
  readonly application_id: string;
  /** The address; absent in what older versions counted. */
  readonly url?: string;
  readonly failures: number;
}

export const failureCounts = tableOf<FailureCount>()({
  name: "webhook_standing",
  key: (standing) => snowflakeKey(standing.application_id),
});

/** When endpoints are checked next, in one round for all. */
export interface VerificationRun {
  readonly name: "probes";
  readonly due: Millis;
}

export const verificationRuns = tableOf<VerificationRun>()({
  name: "probe_round",
  key: ({ name }) => name,
});

/** Where an application's events go, or undefined while they go nowhere. */
export function destinationOf(
  application: ApplicationRecord,
  { url }: Pick<WebhookEventDraft, "url">,
): string | undefined {
  if (url !== undefined) return url;
  const isEnabled = webhooksStatusOf(application) === EventWebhooksStatus.ENABLED;
  return isEnabled ? (application.event_webhooks_url ?? undefined) : undefined;
}

/** The part of a wait by which chance shortens it at most, so that tries do not come in step. */
const JITTER = 0.2;

/**
 * When an event is tried again, or undefined when that would be too late.
 *
 * @param attempts tries so far
 * @param chance from 0 to 1
 */
export function nextTry(
  { attempts, firstAt }: { readonly attempts: number; readonly firstAt: Millis },
  now: Millis,
  chance: number,
): Millis | undefined {
  const wait = limits.eventFirstRetry.value * 2 ** (attempts - 1);
  const at = now + Math.round(wait * (1 - JITTER * chance));
  return at > firstAt + limits.eventRetries.value ? undefined : at;
}

/** When the oldest event of each queue is tried next, in the order of instants. */
export function dueDeliveries({ read }: Pick<DueDeps, "read">): DueList {
  return {
    table: queueLeases.name,
    async find(search) {
      const found = await read((tx) => tx.find(queueLeases, instantSearch(search)));
      return found.map((turn) => ({
        table: queueLeases.name,
        key: queueLeases.key(turn),
        at: turn.due,
        kind: "webhook.delivery",
        subject: turn.application_id,
      }));
    },
  };
}
