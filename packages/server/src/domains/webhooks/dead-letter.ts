// Gives up events that were not acknowledged, and disables webhooks that fail repeatedly.
// Source: protocol: lobbies-and-sdk 10.1, 13 (17).
import { limits } from "@antechamber/contract";
import { snowflakeKey } from "@antechamber/contract/schema";
import {
  ApplicationEndpointDisabled,
  EventWebhooksStatus,
  WebhookEventGivenUp,
  type givenUpReasons,
} from "@antechamber/contract/webhooks";
import type { Context } from "../../platform/context.ts";
import { applications } from "../applications/application.ts";
import { storeFinished, finishedEvent } from "./finished.ts";
import {
  webhookDeliveries,
  failureCounts,
  type FailureCount,
  type WebhookDelivery,
} from "./webhook.ts";

/** Ends a failed delivery, and emits that. */
export function giveUp(
  ctx: Context,
  delivery: WebhookDelivery,
  {
    reason,
    url,
  }: { readonly reason: (typeof givenUpReasons)[number]; readonly url?: string | undefined },
): void {
  const { id, application_id, type } = delivery;
  ctx.tx.delete(webhookDeliveries, webhookDeliveries.key(delivery));
  storeFinished(ctx, finishedEvent(delivery, "failed", url));
  ctx.emit(WebhookEventGivenUp, { kind: "nobody" }, { application_id, id, type, reason });
}

/**
 * Counts an event that the application's own webhook URL did not acknowledge, and disables the
 * webhook after too many. Failures of a URL that was replaced do not count.
 */
export async function countFailure(
  ctx: Context,
  { application_id, url }: Required<Pick<FailureCount, "application_id" | "url">>,
): Promise<void> {
  const key = snowflakeKey(application_id);
  const application = await ctx.tx.get(applications, key);
  if (application?.event_webhooks_url !== url) return;
  const before = await ctx.tx.get(failureCounts, key);
  const failures = (before?.url === url ? before.failures : 0) + 1;
  if (failures < limits.eventFailures.value) {
    ctx.tx.put(failureCounts, { application_id, url, failures });
    return;
  }
  // If the webhook is enabled again, the count starts from zero.
  ctx.tx.delete(failureCounts, key);
  const event_webhooks_status = EventWebhooksStatus.DISABLED_BY_SERVICE;
  ctx.tx.put(applications, { ...application, event_webhooks_status });
  ctx.emit(
    ApplicationEndpointDisabled,
    { kind: "nobody" },
    { application_id, endpoint: "events", reason: "too many failures" },
  );
}

/**
 * Resets the count of failures after an event was acknowledged at the application's own webhook
 * URL.
 */
export async function forgiveFailures(ctx: Context, applicationId: string): Promise<void> {
  const key = snowflakeKey(applicationId);
  const count = await ctx.tx.get(failureCounts, key);
  if (count !== undefined) ctx.tx.delete(failureCounts, key);
}
