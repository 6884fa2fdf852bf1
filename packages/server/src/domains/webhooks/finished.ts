// Finished deliveries, kept for a while with their results, for inspection.
// Source: product.md, Control plane.
import { limits } from "@antechamber/contract";
import { snowflakeKey } from "@antechamber/contract/schema";
import type { Millis } from "../../platform/clock.ts";
import type { Context } from "../../platform/context.ts";
import { definedFields } from "../../platform/defined-fields.ts";
import { onDeadline, type Deadline } from "../../platform/schedule/deadlines.ts";
import { tableOf } from "../../platform/store.ts";
import type { DeliveryAttempt, WebhookDelivery } from "./webhook.ts";

/** A finished delivery. */
export interface FinishedDelivery {
  /** The id of the event or interaction. */
  readonly id: string;
  readonly kind: "event" | "interaction";
  readonly type: string;
  readonly application_id: string;
  /** The URL that it was sent to; absent if it was not sent. */
  readonly url?: string;
  readonly state: "delivered" | "failed";
  readonly attempts: readonly DeliveryAttempt[];
  readonly finishedAt: Millis;
  /** The id of the delivery that it repeated. */
  readonly redelivers?: string;
  /** For an event: the payload, so that it can be delivered again. */
  readonly event?: Omit<WebhookDelivery, "attempts" | "redelivers">;
}

export const finishedDeliveries = tableOf<FinishedDelivery>()({
  name: "finished_delivery",
  key: (delivery) => snowflakeKey(delivery.id),
  indexes: { application: (delivery) => delivery.application_id },
  deadline: ({ finishedAt }) => finishedAt + limits.finishedDeliveryAge.value,
});

export const finishedDeliveryDeadline: Deadline = onDeadline(finishedDeliveries, {
  kind: "webhook.delivery_forgotten",
  subject: ({ id }) => id,
  run: ({ tx }, delivery) => tx.delete(finishedDeliveries, finishedDeliveries.key(delivery)),
});

/** A finished event as it is stored; `url` is where it was sent, if it was. */
export function finishedEvent(
  { attempts = [], redelivers, ...event }: WebhookDelivery,
  state: FinishedDelivery["state"],
  url = event.url,
): Omit<FinishedDelivery, "finishedAt"> {
  const { id, type, application_id } = event;
  const of = { id, kind: "event", type, application_id, state, attempts, event } as const;
  return { ...of, ...definedFields({ url, redelivers }) };
}

/** Adds an attempt; only the newest ones are kept. */
export function withAttempt(
  attempts: readonly DeliveryAttempt[] = [],
  attempt: DeliveryAttempt,
): readonly DeliveryAttempt[] {
  return [...attempts, attempt].slice(-limits.deliveryAttempts.value);
}

/** Stores the result of a delivery. */
export function storeFinished(ctx: Context, delivery: Omit<FinishedDelivery, "finishedAt">): void {
  ctx.tx.put(finishedDeliveries, { ...delivery, finishedAt: ctx.now });
}

/** Deletes the oldest finished deliveries when there are too many. */
export async function trimFinished({ tx }: Context): Promise<void> {
  const surplus = (await tx.count(finishedDeliveries)) - limits.finishedDeliveries.value;
  if (surplus <= 0) return;
  for (const oldest of await tx.find(finishedDeliveries, { limit: surplus })) {
    tx.delete(finishedDeliveries, finishedDeliveries.key(oldest));
  }
}

/** Deletes the finished deliveries of a deleted application. */
export async function deleteDeliveriesOf({ tx }: Context, applicationId: string): Promise<void> {
  const search = { index: "application", value: applicationId } as const;
  for (const delivery of await tx.find(finishedDeliveries, search)) {
    tx.delete(finishedDeliveries, finishedDeliveries.key(delivery));
  }
}
