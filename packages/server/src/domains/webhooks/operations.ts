// Claims webhook events for delivery, and records the results. Source: protocol: lobbies-and-sdk
// 10.1, 13 (17).
import { limits } from "@antechamber/contract";
import { snowflakeKey } from "@antechamber/contract/schema";
import { WebhookRequestType } from "@antechamber/contract/webhooks";
import type { Context } from "../../platform/context.ts";
import { definedFields } from "../../platform/defined-fields.ts";
import type { Random } from "../../platform/random.ts";
import { applications, type ApplicationRecord } from "../applications/application.ts";
import { countFailure, forgiveFailures, giveUp } from "./dead-letter.ts";
import { storeFinished, finishedEvent, withAttempt } from "./finished.ts";
import {
  destinationOf,
  nextTry,
  turnsUntil,
  webhookDeliveries,
  queueLeases,
  type DeliveryAttempt,
  type WebhookDelivery,
  type QueueLease,
} from "./webhook.ts";

/** An event that is being sent. */
export interface Sending {
  readonly delivery: WebhookDelivery;
  readonly queue: string;
  readonly url: string;
  readonly application: ApplicationRecord;
  /** The number of this attempt, starting at 1. */
  readonly attempt: number;
}

/** A sender's free capacity. */
export interface Room {
  /** How many deliveries may start. */
  readonly free: number;
  readonly freeFor: (applicationId: string) => number;
  /** True while the sender is sending the oldest event of a queue. */
  readonly isSending: (queue: string) => boolean;
}

/**
 * How many leases are read at once, and how many times in one call; the rest is left for a later
 * call.
 */
const PAGE = 200;
const PAGES_MAX = 20;

/**
 * Claims the oldest events of the queues that are due. A claim keeps other senders from taking the
 * event, and expires by itself.
 */
export async function claimDeliveries(ctx: Context, room: Room): Promise<readonly Sending[]> {
  const claimed: Sending[] = [];
  const begun = new Map<string, number>();
  for await (const turn of dueTurns(ctx)) {
    if (claimed.length >= room.free) break;
    const ofApplication = begun.get(turn.application_id) ?? 0;
    const hasRoom = ofApplication < room.freeFor(turn.application_id);
    if (!hasRoom || room.isSending(turn.queue)) continue;
    const sending = await claim(ctx, turn);
    if (sending === undefined) continue;
    claimed.push(sending);
    begun.set(turn.application_id, ofApplication + 1);
  }
  return claimed;
}

/** The leases that are due, the longest due first. */
async function* dueTurns(ctx: Context): AsyncGenerator<QueueLease> {
  let after: string | undefined;
  for (let page = 0; page < PAGES_MAX; page += 1) {
    const from = definedFields({ after });
    const turns = await ctx.tx.find(queueLeases, turnsUntil(ctx.now, { ...from, limit: PAGE }));
    yield* turns;
    const last = turns.at(-1);
    if (last === undefined || turns.length < PAGE) return;
    after = queueLeases.key(last);
  }
}

async function claim(ctx: Context, turn: QueueLease): Promise<Sending | undefined> {
  const { queue, application_id } = turn;
  const application = await ctx.tx.get(applications, snowflakeKey(application_id));
  const found = await oldestDeliverable(ctx, queue, application);
  if (found === undefined) {
    ctx.tx.delete(queueLeases, queueLeases.key(turn));
    return undefined;
  }
  const attempt = turn.attempts + 1;
  const due = ctx.now + limits.eventClaim.value;
  const firstAt = turn.firstAt ?? ctx.now;
  replaceLease(ctx, turn, { ...turn, due, attempts: attempt, firstAt, isClaimed: true });
  return { ...found, queue, attempt };
}

/** An event with the URL that it is sent to. */
type Deliverable = Pick<Sending, "delivery" | "url" | "application">;

/** The oldest event of a queue that has a destination; older events without one are given up. */
async function oldestDeliverable(
  ctx: Context,
  queue: string,
  application: ApplicationRecord | undefined,
): Promise<Deliverable | undefined> {
  const deliverable = (delivery: WebhookDelivery): Deliverable | undefined => {
    if (application === undefined) return undefined;
    const url = destinationOf(application, delivery);
    return url === undefined ? undefined : { delivery, url, application };
  };
  const search = { index: "queue", value: queue } as const;
  // Nearly always the first event has a destination, so the others need not be read.
  const [oldest] = await ctx.tx.find(webhookDeliveries, { ...search, limit: 1 });
  if (oldest === undefined) return undefined;
  const first = deliverable(oldest);
  if (first !== undefined) return first;
  for (const delivery of await ctx.tx.find(webhookDeliveries, search)) {
    const found = deliverable(delivery);
    if (found !== undefined) return found;
    giveUp(ctx, delivery, { reason: "disabled" });
  }
  return undefined;
}

/** The body of a webhook event request. Source: protocol: lobbies-and-sdk 10.2. */
export function envelopeOf({ application_id, type, timestamp, data }: WebhookDelivery): string {
  return JSON.stringify({
    version: 1,
    application_id,
    type: WebhookRequestType.EVENT,
    event: { type, timestamp, data },
  });
}

/** The outcome of an attempt. */
export type Settlement = "acknowledged" | "put off" | "given up" | "gone";

/** The sender's lease, unless it has expired and another sender holds one. */
async function claimOf(ctx: Context, sending: Sending): Promise<QueueLease | undefined> {
  const turn = await ctx.tx.lookup(queueLeases, "queue", sending.queue);
  return turn?.isClaimed === true && turn.attempts === sending.attempt ? turn : undefined;
}

/** Applies the result of an attempt: the event is finished or its retry is scheduled. */
export async function settleDelivery(
  ctx: Context,
  sending: Sending,
  attempt: DeliveryAttempt,
): Promise<Settlement> {
  const turn = await claimOf(ctx, sending);
  if (turn === undefined) return "gone";
  const { url } = sending;
  const isOwnAddress = sending.delivery.url === undefined;
  const attempts = withAttempt(sending.delivery.attempts, attempt);
  const delivery = { ...sending.delivery, attempts };
  if (attempt.error === undefined) {
    ctx.tx.delete(webhookDeliveries, webhookDeliveries.key(delivery));
    storeFinished(ctx, finishedEvent(delivery, "delivered", url));
    if (isOwnAddress) await forgiveFailures(ctx, turn.application_id);
    await releaseQueue(ctx, turn);
    return "acknowledged";
  }
  const due = await retryTime(ctx, turn);
  if (due !== undefined) {
    const { isClaimed: _claimed, ...rest } = turn;
    replaceLease(ctx, turn, { ...rest, due });
    ctx.tx.put(webhookDeliveries, delivery);
    return "put off";
  }
  giveUp(ctx, delivery, { reason: "unacknowledged", url });
  if (isOwnAddress) await countFailure(ctx, { application_id: turn.application_id, url });
  await releaseQueue(ctx, turn);
  return "given up";
}

/**
 * Releases an event whose attempt was aborted: the attempt does not count, and the event is due at
 * once.
 */
export async function releaseDelivery(ctx: Context, sending: Sending): Promise<void> {
  const turn = await claimOf(ctx, sending);
  if (turn !== undefined) release(ctx, turn);
}

/** Releases all claimed events, after their senders have stopped. */
export async function releaseAll(ctx: Context): Promise<void> {
  for (const turn of await ctx.tx.find(queueLeases)) {
    if (turn.isClaimed === true) release(ctx, turn);
  }
}

function release(ctx: Context, turn: QueueLease): void {
  const { isClaimed: _claimed, ...rest } = turn;
  replaceLease(ctx, turn, { ...rest, attempts: Math.max(0, turn.attempts - 1), due: ctx.now });
}

/** Replaces a queue's lease, whose key changes with its instant. */
export function replaceLease(ctx: Context, before: QueueLease, after: QueueLease): void {
  ctx.tx.delete(queueLeases, queueLeases.key(before));
  ctx.tx.put(queueLeases, after);
}

/** Makes the queue's next event due. An empty queue has no lease. */
async function releaseQueue(ctx: Context, turn: QueueLease): Promise<void> {
  ctx.tx.delete(queueLeases, queueLeases.key(turn));
  const { queue, application_id } = turn;
  const [next] = await ctx.tx.find(webhookDeliveries, { index: "queue", value: queue, limit: 1 });
  if (next === undefined) return;
  ctx.tx.put(queueLeases, { queue, application_id, due: ctx.now, attempts: 0 });
}

/** A random number from 0 to 1. */
function randomFraction(random: Random): number {
  const [byte = 0] = random.bytes(1);
  return byte / 255;
}

/**
 * When to retry the oldest event; undefined when it must not be retried, for example because too
 * many events wait.
 */
async function retryTime(ctx: Context, turn: QueueLease): Promise<number | undefined> {
  const { attempts, firstAt = ctx.now, application_id } = turn;
  const at = nextTry({ attempts, firstAt }, ctx.now, randomFraction(ctx.random));
  if (at === undefined) return undefined;
  const search = { index: "application", value: application_id } as const;
  const waiting = await ctx.tx.count(webhookDeliveries, search);
  return waiting > limits.eventsRetried.value ? undefined : at;
}
