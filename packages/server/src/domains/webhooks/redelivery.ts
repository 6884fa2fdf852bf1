// Redelivers webhook events on request. Source: product.md, Control plane.
import { DeliveredOnce, NowhereToDeliver, UnknownDelivery } from "@antechamber/contract/control";
import { snowflakeKey } from "@antechamber/contract/schema";
import { WebhookEventRecorded } from "@antechamber/contract/webhooks";
import { ApiError } from "../../platform/api-error.ts";
import type { Context } from "../../platform/context.ts";
import { applications } from "../applications/application.ts";
import { finishedDeliveries, type FinishedDelivery } from "./finished.ts";
import { replaceLease } from "./operations.ts";
import { enqueue } from "./outbox.ts";
import {
  destinationOf,
  queueLeases,
  queueOf,
  webhookDeliveries,
  type WebhookDelivery,
} from "./webhook.ts";

/**
 * Redelivers a finished event as a new delivery, or makes a waiting one due at once.
 *
 * @returns the id of the new or waiting delivery
 * @throws UnknownDelivery, DeliveredOnce, NowhereToDeliver
 */
export async function redeliver(ctx: Context, id: string): Promise<string> {
  const key = snowflakeKey(id);
  const waiting = await ctx.tx.get(webhookDeliveries, key);
  if (waiting !== undefined) return makeQueueDue(ctx, waiting);
  const finished = await ctx.tx.get(finishedDeliveries, key);
  if (finished === undefined) throw new ApiError(UnknownDelivery);
  return deliverAgain(ctx, finished);
}

/** Makes the queue of a delivery due now, unless its oldest event is being sent already. */
async function makeQueueDue(ctx: Context, delivery: WebhookDelivery): Promise<string> {
  const { id, application_id, type } = delivery;
  const turn = await ctx.tx.lookup(queueLeases, "queue", queueOf(delivery));
  if (turn !== undefined && turn.isClaimed !== true) {
    replaceLease(ctx, turn, { ...turn, due: ctx.now });
    ctx.emit(WebhookEventRecorded, { kind: "nobody" }, { application_id, type });
  }
  return id;
}

async function deliverAgain(ctx: Context, { id, event }: FinishedDelivery): Promise<string> {
  if (event === undefined) throw new ApiError(DeliveredOnce);
  const application = await ctx.tx.get(applications, snowflakeKey(event.application_id));
  if (application === undefined || destinationOf(application, event) === undefined) {
    throw new ApiError(NowhereToDeliver);
  }
  const again = { ...event, id: ctx.id(), redelivers: id };
  await enqueue(ctx, again);
  return again.id;
}
