// Stores webhook events in the transaction that causes them, for delivery after the commit.
// Source: protocol: lobbies-and-sdk 10.
import { limits } from "@antechamber/contract";
import { snowflakeKey, timestamp } from "@antechamber/contract/schema";
import { WebhookEventRecorded } from "@antechamber/contract/webhooks";
import type { Context } from "../../platform/context.ts";
import { definedFields } from "../../platform/defined-fields.ts";
import { applications } from "../applications/application.ts";
import { giveUp } from "./dead-letter.ts";
import {
  destinationOf,
  queueOf,
  webhookDeliveries,
  queueLeases,
  type WebhookDelivery,
  type WebhookEventDraft,
} from "./webhook.ts";

/** Stores an event for the application's webhook, if the webhook is subscribed to its type. */
export async function recordWebhookEvent(ctx: Context, event: WebhookEventDraft): Promise<void> {
  const application = await ctx.tx.get(applications, snowflakeKey(event.application_id));
  if (application === undefined || destinationOf(application, event) === undefined) return;
  const isWanted = application.event_webhooks_types.includes(event.type);
  if (event.url === undefined && !isWanted) return;
  const moment = timestamp(ctx.now).replace("+00:00", "");
  const cause = definedFields({ cause: ctx.origin?.cause });
  await enqueue(ctx, { ...event, id: ctx.id(), timestamp: moment, ...cause });
}

/** Adds a delivery to the queue of its resource; gives it up when the queue is full. */
export async function enqueue(ctx: Context, delivery: WebhookDelivery): Promise<void> {
  const queue = queueOf(delivery);
  const { application_id, type } = delivery;
  const turn = await ctx.tx.lookup(queueLeases, "queue", queue);
  if (turn === undefined) {
    ctx.tx.put(queueLeases, { queue, application_id, due: ctx.now, attempts: 0 });
  } else {
    const waiting = await ctx.tx.count(webhookDeliveries, { index: "queue", value: queue });
    if (waiting >= limits.eventsWaiting.value)
      return giveUp(ctx, delivery, { reason: "queue full" });
  }
  ctx.tx.put(webhookDeliveries, delivery);
  ctx.emit(WebhookEventRecorded, { kind: "nobody" }, { application_id, type });
}
