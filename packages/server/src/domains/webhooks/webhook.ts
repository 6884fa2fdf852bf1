// Webhook events waiting for delivery, and when deliveries are retried.
// Source: protocol: lobbies-and-sdk 10, 13 (17).
import { limits } from "@antechamber/contract";
import { snowflakeKey } from "@antechamber/contract/schema";
import { EventWebhooksStatus, type WebhookEventType } from "@antechamber/contract/webhooks";
import { instantSearch, type DueDeps, type DueList } from "../../platform/schedule/due.ts";
import type { Millis } from "../../platform/clock.ts";
import type { Cause } from "../../platform/journal.ts";
import { AFTER_PART_END } from "../../platform/records/compound-keys.ts";
import { instantKey } from "../../platform/records/storage-keys.ts";
import { tableOf, type Search } from "../../platform/store.ts";
import { webhooksStatusOf, type ApplicationRecord } from "../applications/application.ts";

/** An event as a domain records it. */
export interface WebhookEventDraft {
  readonly application_id: string;
  readonly type: WebhookEventType;
  readonly data: object;
  /** The resource that it is about: events of one resource are delivered in order. */
  readonly resource: string;
  /**
   * A URL to use instead of the application's own. The application's subscriptions do not apply to
   * it.
   */
  readonly url?: string | undefined;
}

/** An event that waits for delivery. */
export interface WebhookDelivery extends WebhookEventDraft {
  readonly id: string;
  /** The instant of the event, ISO 8601 with microseconds and without an offset. */
  readonly timestamp: string;
  /** The newest attempts; absent before the first. */
  readonly attempts?: readonly DeliveryAttempt[];
  /** The id of the delivery that this one repeats. */
  readonly redelivers?: string;
  /** The cause of the event, if it was recorded. */
  readonly cause?: Cause | undefined;
}

/** One attempt to deliver an event, and its result. */
export interface DeliveryAttempt {
  readonly at: Millis;
  /** How long it took, in real milliseconds. */
  readonly ms: Millis;
  /** The response's status; absent without a response. */
  readonly status?: number;
  /** Absent if nothing failed. */
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
 * When the oldest event of a queue is tried next. Every queue that is not empty has a lease. A
 * sender first moves `due` into the future, so that another sender takes over if it crashes.
 */
export interface QueueLease {
  readonly queue: string;
  readonly application_id: string;
  readonly due: Millis;
  /** The number of attempts that have started. */
  readonly attempts: number;
  /** When the first attempt started. */
  readonly firstAt?: Millis;
  /** A sender has claimed the event and will record the result. */
  readonly isClaimed?: true;
}

export const queueLeases = tableOf<QueueLease>()({
  name: "webhook_turn",
  key: (turn) => `${instantKey(turn.due)}:${turn.queue}`,
  unique: { queue: (turn) => turn.queue },
});

/** A search for leases that are due up to and including an instant. */
export function turnsUntil(until: Millis, page: Pick<Search, "after" | "limit">): Search<never> {
  return { ...page, before: instantKey(until) + AFTER_PART_END };
}

/** A search for the first lease that is due after an instant. */
export function turnsAfter(after: Millis): Search<never> {
  return { after: instantKey(after) + AFTER_PART_END, limit: 1 };
}

/** How many consecutive events of an application failed at its own webhook URL. */
export interface FailureCount {
  readonly application_id: string;
  /** The URL; absent in counts of older versions. */
  readonly url?: string;
  readonly failures: number;
}

export const failureCounts = tableOf<FailureCount>()({
  name: "webhook_standing",
  key: (count) => snowflakeKey(count.application_id),
});

/** When the next round of endpoint verification begins; one round covers all endpoints. */
export interface VerificationRun {
  readonly name: "probes";
  readonly due: Millis;
}

export const verificationRuns = tableOf<VerificationRun>()({
  name: "probe_round",
  key: ({ name }) => name,
});

/** The URL that an application's events are sent to, or undefined. */
export function destinationOf(
  application: ApplicationRecord,
  { url }: Pick<WebhookEventDraft, "url">,
): string | undefined {
  if (url !== undefined) return url;
  const isEnabled = webhooksStatusOf(application) === EventWebhooksStatus.ENABLED;
  return isEnabled ? (application.event_webhooks_url ?? undefined) : undefined;
}

/** The largest fraction by which jitter shortens a wait, so that retries do not synchronize. */
const JITTER = 0.2;

/**
 * When an event is retried, or undefined when that would be too late.
 *
 * @param attempts the number of attempts so far
 * @param chance a random number from 0 to 1 for the jitter
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

/** The instants at which queues are tried next, in order. */
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
