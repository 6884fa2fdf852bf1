// Lists deliveries to applications' endpoints, both queued and finished. Source: product.md,
// Control plane.
import {
  listDeliveries,
  listQueues,
  redeliver as redeliverEndpoint,
} from "@antechamber/contract/control";
import type { DeliveryItem, QueueItem } from "@antechamber/contract/control";
import { snowflakeKey, timestamp, type Static } from "@antechamber/contract/schema";
import { applications } from "../../domains/applications/application.ts";
import { finishedDeliveries, type FinishedDelivery } from "../../domains/webhooks/finished.ts";
import { redeliver } from "../../domains/webhooks/redelivery.ts";
import {
  destinationOf,
  queueLeases,
  queueOf,
  webhookDeliveries,
  type DeliveryAttempt,
  type QueueLease,
  type WebhookDelivery,
} from "../../domains/webhooks/webhook.ts";
import type { ReadContext } from "../../platform/context.ts";
import { handle, reply, type Binding } from "../../platform/handler.ts";
import type { TimeSlicer } from "../../platform/time/time-slicer.ts";
import { listBinding } from "./list-binding.ts";
import { byAge, fromTable, oneId, type CursorForm } from "./sources.ts";

type Item = Static<typeof DeliveryItem>;
type Queue = Static<typeof QueueItem>;

function showAttempt({ at, ms, status, error }: DeliveryAttempt): Item["attempts"][number] {
  return { at: timestamp(at), ms, status: status ?? null, error: error ?? null };
}

async function applicationOf(ctx: ReadContext, { application_id: id }: { application_id: string }) {
  return ctx.tx.get(applications, snowflakeKey(id));
}

/** Whether an event is being sent, and when its next attempt is if it is the first of its queue. */
async function turnOf(ctx: ReadContext, delivery: WebhookDelivery) {
  const queue = queueOf(delivery);
  const [turn, [first]] = await Promise.all([
    ctx.tx.lookup(queueLeases, "queue", queue),
    ctx.tx.find(webhookDeliveries, { index: "queue", value: queue, limit: 1 }),
  ]);
  if (turn === undefined || first?.id !== delivery.id) return { isSending: false, due: null };
  const isSending = turn.isClaimed === true;
  return { isSending, due: isSending ? null : timestamp(turn.due) };
}

async function showWaiting(delivery: WebhookDelivery, ctx: ReadContext): Promise<Item> {
  const application = await applicationOf(ctx, delivery);
  const { isSending, due } = await turnOf(ctx, delivery);
  return {
    id: delivery.id,
    kind: "event",
    type: delivery.type,
    application: delivery.application_id,
    url: (application && destinationOf(application, delivery)) ?? null,
    state: isSending ? "sending" : "waiting",
    attempts: (delivery.attempts ?? []).map(showAttempt),
    next_attempt_at: due,
    redelivers: delivery.redelivers ?? null,
  };
}

function showFinished(delivery: FinishedDelivery): Item {
  return {
    id: delivery.id,
    kind: delivery.kind,
    type: delivery.type,
    application: delivery.application_id,
    url: delivery.url ?? null,
    state: delivery.state,
    attempts: delivery.attempts.map(showAttempt),
    next_attempt_at: null,
    redelivers: delivery.redelivers ?? null,
  };
}

async function texts(delivery: WebhookDelivery | FinishedDelivery, ctx: ReadContext) {
  const application = await applicationOf(ctx, delivery);
  return [delivery.id, delivery.type, delivery.application_id, application?.name];
}

const deliveryList = byAge<Item>([
  fromTable({ table: webhookDeliveries, cursors: oneId, texts, show: showWaiting }),
  fromTable({ table: finishedDeliveries, cursors: oneId, texts, show: showFinished }),
]);

function resourceOf({ queue, application_id: id }: QueueLease): string {
  return queue.slice(id.length + 1);
}

async function showQueue(lease: QueueLease, ctx: ReadContext): Promise<Queue> {
  const { queue: value, due, isClaimed } = lease;
  const application = await applicationOf(ctx, lease);
  const [first] = await ctx.tx.find(webhookDeliveries, { index: "queue", value, limit: 1 });
  const url = first && application && destinationOf(application, first);
  return {
    application: lease.application_id,
    resource: resourceOf(lease),
    url: url ?? null,
    waiting: await ctx.tx.count(webhookDeliveries, { index: "queue", value }),
    attempts: lease.attempts,
    next_attempt_at: isClaimed === true ? null : timestamp(due),
  };
}

/** Keys of leases, used as cursors unchanged: an instant, an application, a resource. */
const leaseKeys: CursorForm = {
  isCursor: (text) => /^[0-9]{1,20}:[0-9]{1,20}:[!-~]{1,200}$/.test(text),
  cursorOf: (key) => key,
  keyOf: (cursor) => cursor,
};

const queueList = fromTable<QueueLease, Queue>({
  table: queueLeases,
  cursors: leaseKeys,
  async texts(lease, ctx) {
    const application = await applicationOf(ctx, lease);
    return [resourceOf(lease), lease.application_id, application?.name];
  },
  show: showQueue,
});

/** A delivery, whether queued or finished. */
async function showDelivery(ctx: ReadContext, id: string): Promise<Item> {
  const key = snowflakeKey(id);
  const waiting = await ctx.tx.get(webhookDeliveries, key);
  if (waiting !== undefined) return showWaiting(waiting, ctx);
  const finished = await ctx.tx.get(finishedDeliveries, key);
  if (finished === undefined) throw new Error(`the delivery ${id} that was made is missing`);
  return showFinished(finished);
}

/** The endpoints that list deliveries and redeliver them. */
export function deliveryHandlers(slicer: TimeSlicer): readonly Binding[] {
  return [
    listBinding(slicer, listDeliveries, deliveryList),
    listBinding(slicer, listQueues, queueList),
    handle(redeliverEndpoint, async (ctx, { params }) => {
      const id = await redeliver(ctx, params.delivery_id);
      return reply(202, { delivery: await showDelivery(ctx, id) });
    }),
  ];
}
