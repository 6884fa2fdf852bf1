import type {
  WorldApplication,
  WorldEntitlement,
  WorldSku,
  WorldSubscription,
} from "@antechamber/contract/control";
import type { Static } from "@antechamber/contract/schema";
import type { ReadContext } from "../../../platform/context.ts";
import { definedFields } from "../../../platform/defined-fields.ts";
import { entitlements, type EntitlementRecord } from "../../../domains/entitlements/entitlement.ts";
import { skus, type SkuRecord } from "../../../domains/entitlements/sku.ts";
import {
  subscriptions,
  type SubscriptionRecord,
} from "../../../domains/entitlements/subscription.ts";
import { skuFlagsOf, slugOf } from "../load/sales.ts";
import { omitDefaults } from "../omit-defaults.ts";

type Sales = Pick<Static<typeof WorldApplication>, "skus" | "entitlements" | "subscriptions">;

/** An application's SKUs, entitlements and subscriptions as a world file has them. */
export async function salesEntries(ctx: ReadContext, applicationId: string): Promise<Sales> {
  const own = { index: "application", value: applicationId } as const;
  const [sold, had, paid] = await Promise.all([
    ctx.tx.find(skus, own),
    ctx.tx.find(entitlements, { index: "in", value: applicationId }),
    ctx.tx.find(subscriptions, own),
  ]);
  return omitDefaults(
    {
      skus: sold.map(skuEntry),
      entitlements: had.map(entitlementEntry),
      subscriptions: paid.map(subscriptionEntry),
    },
    { skus: [], entitlements: [], subscriptions: [] },
  );
}

/** A SKU as a world file has it. */
export function skuEntry({ id, name, type, slug, flags }: SkuRecord): Static<typeof WorldSku> {
  const defaults = { type: 5, slug: slugOf(name), flags: skuFlagsOf(type) };
  return { id, name, ...omitDefaults({ type, slug, flags }, defaults) };
}

/** An entitlement as a world file has it. */
export function entitlementEntry(entitlement: EntitlementRecord): Static<typeof WorldEntitlement> {
  const { id, sku_id, user_id, guild_id, type, consumed, deleted, starts_at, ends_at } =
    entitlement;
  const fields = { type, consumed, deleted, starts_at, ends_at };
  const defaults = { type: 1, consumed: false, deleted: false, starts_at: null, ends_at: null };
  return {
    id,
    sku: sku_id,
    user: user_id,
    ...definedFields({ guild: guild_id }),
    ...(entitlement.isTest === true ? { test: true } : {}),
    ...omitDefaults(fields, defaults),
  };
}

/** A subscription as a world file has it. */
export function subscriptionEntry(of: SubscriptionRecord): Static<typeof WorldSubscription> {
  const { id, user_id, guild_id, sku_ids, renewal_sku_ids, entitlement_ids, status } = of;
  return {
    id,
    user: user_id,
    ...definedFields({ guild: guild_id }),
    skus: sku_ids,
    ...(renewal_sku_ids === null ? {} : { renewal_skus: renewal_sku_ids }),
    ...omitDefaults({ status, canceled_at: of.canceled_at }, { status: 0, canceled_at: null }),
    current_period_start: of.current_period_start,
    current_period_end: of.current_period_end,
    entitlements: entitlement_ids,
  };
}
