// The life cycle of a subscription: it is renewed at the end of each period, ends there if it was
// cancelled, or ends at once with a refund. Source: requirements 9; protocol: gateway-oauth-limits
// 7.
import {
  EntitlementType,
  SubscriptionCreate,
  SubscriptionDelete,
  SubscriptionStatus,
  SubscriptionUpdate,
} from "@antechamber/contract/entitlements";
import { snowflakeKey, timestamp } from "@antechamber/contract/schema";
import type { Millis } from "../../platform/clock.ts";
import type { Context, ReadContext } from "../../platform/context.ts";
import { definedFields } from "../../platform/defined-fields.ts";
import { onDeadline, type Deadline } from "../../platform/schedule/deadlines.ts";
import { entitlements, hasEnded, isActive, type EntitlementRecord } from "./entitlement.ts";
import { changeEntitlement, grant, withdraw } from "./granting.ts";
import {
  periodOf,
  subscriptions,
  subscriptionView,
  type SubscriptionRecord,
} from "./subscription.ts";

export const entitlementDeadlines: readonly Deadline[] = [
  onDeadline(subscriptions, {
    kind: "subscription.period",
    subject: ({ id }) => id,
    run: (ctx, subscription) =>
      subscription.status === SubscriptionStatus.ACTIVE
        ? renew(ctx, subscription)
        : expire(ctx, subscription),
  }),
];

type SubscriptionEvent =
  | typeof SubscriptionCreate
  | typeof SubscriptionUpdate
  | typeof SubscriptionDelete;

function emitSubscriptionEvent(
  ctx: Context,
  event: SubscriptionEvent,
  subscription: SubscriptionRecord,
): void {
  const { application_id } = subscription;
  ctx.emit(event, { kind: "application", application_id }, subscriptionView(subscription));
}

function store(ctx: Context, subscription: SubscriptionRecord): void {
  ctx.tx.put(subscriptions, subscription);
  emitSubscriptionEvent(ctx, SubscriptionUpdate, subscription);
}

/** The entitlements of a subscription, including deleted ones. */
async function entitlementsOfSubscription(
  ctx: ReadContext,
  { entitlement_ids: ids }: SubscriptionRecord,
): Promise<EntitlementRecord[]> {
  const found = await Promise.all(ids.map((id) => ctx.tx.get(entitlements, snowflakeKey(id))));
  return found.filter((each) => each !== undefined);
}

/** Grants the entitlements of a subscription. @returns their ids */
async function grantAll(ctx: Context, subscription: SubscriptionRecord): Promise<string[]> {
  const { sku_ids, application_id, user_id, guild_id } = subscription;
  const ids: string[] = [];
  for (const sku_id of sku_ids) {
    const entitlement = await grant(ctx, {
      sku_id,
      application_id,
      user_id,
      ...definedFields({ guild_id }),
      type: EntitlementType.APPLICATION_SUBSCRIPTION,
      deleted: false,
      consumed: false,
      starts_at: subscription.current_period_start,
      ends_at: null,
    });
    ids.push(entitlement.id);
  }
  return ids;
}

/** Ends the entitlements of a subscription with its current period. */
async function endAll(ctx: Context, subscription: SubscriptionRecord): Promise<void> {
  const ends_at = subscription.current_period_end;
  for (const each of await entitlementsOfSubscription(ctx, subscription)) {
    if (!each.deleted && !hasEnded(each, ctx.now))
      await changeEntitlement(ctx, { ...each, ends_at });
  }
}

/** Emits the event of a subscription that was just stored. */
export function emitSubscription(ctx: Context, subscription: SubscriptionRecord): void {
  emitSubscriptionEvent(ctx, SubscriptionCreate, subscription);
}

/**
 * The next period, or the later one that contains `now`: a late renewal skips the periods in
 * between.
 */
function nextPeriod(subscription: SubscriptionRecord, now: Millis) {
  const { start, end } = periodOf(subscription);
  const length = end - start;
  const begin = end + Math.floor(Math.max(0, now - end) / length) * length;
  return { current_period_start: timestamp(begin), current_period_end: timestamp(begin + length) };
}

/** Renews a subscription for the next period. If its SKUs change, the old entitlements end. */
async function renew(ctx: Context, before: SubscriptionRecord): Promise<void> {
  const next = { ...before, ...nextPeriod(before, ctx.now) };
  const { renewal_sku_ids: other } = before;
  if (other === null) store(ctx, next);
  else {
    await endAll(ctx, before);
    const changed = { ...next, sku_ids: other, renewal_sku_ids: null };
    store(ctx, { ...changed, entitlement_ids: await grantAll(ctx, changed) });
  }
}

async function expire(ctx: Context, subscription: SubscriptionRecord): Promise<void> {
  await endAll(ctx, subscription);
  store(ctx, { ...subscription, status: SubscriptionStatus.INACTIVE });
}

/**
 * Changes the status of a subscription: ENDING cancels it; ACTIVE undoes that or starts it again;
 * INACTIVE refunds it, which deletes its entitlements.
 */
export async function changeStatus(
  ctx: Context,
  before: SubscriptionRecord,
  status: number,
): Promise<void> {
  if (status === before.status) return store(ctx, before);
  if (status === SubscriptionStatus.INACTIVE) {
    for (const each of await entitlementsOfSubscription(ctx, before)) await withdraw(ctx, each);
    return store(ctx, { ...before, status });
  }
  const canceled_at = status === SubscriptionStatus.ENDING ? timestamp(ctx.now) : null;
  const after = { ...before, status, canceled_at };
  const hasActive = (await entitlementsOfSubscription(ctx, before)).some((each) =>
    isActive(each, ctx.now),
  );
  const again = hasActive ? {} : { entitlement_ids: await grantAll(ctx, after) };
  store(ctx, { ...after, ...again });
}

/** Deletes an entitlement, and removes it from its subscriptions. */
export async function removeEntitlement(
  ctx: Context,
  entitlement: EntitlementRecord,
): Promise<void> {
  await withdraw(ctx, entitlement);
  const { id, application_id } = entitlement;
  const ofApplication = { index: "application", value: application_id } as const;
  for (const subscription of await ctx.tx.find(subscriptions, ofApplication)) {
    const { entitlement_ids: ids } = subscription;
    if (!ids.includes(id)) continue;
    store(ctx, { ...subscription, entitlement_ids: ids.filter((each) => each !== id) });
  }
  ctx.tx.delete(entitlements, snowflakeKey(id));
}

/** Deletes a subscription and its entitlements. */
export async function removeSubscription(
  ctx: Context,
  subscription: SubscriptionRecord,
): Promise<void> {
  for (const each of await entitlementsOfSubscription(ctx, subscription)) await withdraw(ctx, each);
  ctx.tx.delete(subscriptions, snowflakeKey(subscription.id));
  emitSubscriptionEvent(ctx, SubscriptionDelete, subscription);
}
