// Subscriptions: the record, its table and its view.
import { SubscriptionStatus, type Subscription } from "@antechamber/contract/entitlements";
import { snowflakeKey, parseTimestamp, type Static } from "@antechamber/contract/schema";
import type { Millis } from "../../platform/clock.ts";
import { tableOf } from "../../platform/store.ts";

export type SubscriptionRecord = Static<typeof Subscription> & {
  readonly application_id: string;
  /** The guild that owns the subscription's entitlements. */
  readonly guild_id?: string;
};

/** The index value of a user's subscriptions to a SKU. */
export function subscribedTo(skuId: string, userId: string): string {
  return `${skuId}:${userId}`;
}

export const subscriptions = tableOf<SubscriptionRecord>()({
  name: "subscription",
  key: (subscription) => snowflakeKey(subscription.id),
  indexes: {
    application: ({ application_id }) => application_id,
    sku: ({ sku_ids, renewal_sku_ids }) => [...new Set([...sku_ids, ...(renewal_sku_ids ?? [])])],
    subscriber: ({ sku_ids, user_id }) => sku_ids.map((id) => subscribedTo(id, user_id)),
    owner: ({ user_id, guild_id }) => [user_id, ...(guild_id === undefined ? [] : [guild_id])],
  },
  deadline: (subscription) =>
    subscription.status === SubscriptionStatus.INACTIVE ? undefined : periodOf(subscription).end,
});

/** When the current period begins and ends. */
export function periodOf(subscription: SubscriptionRecord): {
  readonly start: Millis;
  readonly end: Millis;
} {
  const { current_period_start: start, current_period_end: end } = subscription;
  return { start: parseTimestamp(start) ?? 0, end: parseTimestamp(end) ?? 0 };
}

/** A subscription in the format of the API. */
export function subscriptionView({
  application_id: _application,
  guild_id: _guild,
  ...subscription
}: SubscriptionRecord): Static<typeof Subscription> {
  return subscription;
}
