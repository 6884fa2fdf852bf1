// Lists of entitlements and subscriptions, by pages of ids.
import {
  ageKey,
  type listEntitlements,
  type listSubscriptions,
  type Static,
} from "@antechamber/contract";
import type { ReadContext } from "../../platform/context.ts";
import type { Search, Table } from "../../platform/store.ts";
import {
  entitledIn,
  entitlements,
  hasEnded,
  isActive,
  type EntitlementRecord,
} from "./entitlement.ts";
import { subscribedTo, subscriptions, type SubscriptionRecord } from "./subscription.ts";

/** Records that are read from the store at once. */
const BATCH = 200;

interface Page<R> {
  readonly under: Required<Pick<Search, "index" | "value">>;
  readonly before?: string | undefined;
  readonly after?: string | undefined;
  readonly limit: number;
  readonly accepts: (record: R) => boolean;
}

/** The newest first, or, from an id on, in order. */
async function pageOf<R extends object>(
  ctx: ReadContext,
  table: Table<R>,
  { under, before, after, limit, accepts }: Page<R>,
): Promise<R[]> {
  const newestFirst = after === undefined;
  let bounds = {
    ...(before === undefined ? {} : { before: ageKey(before) }),
    ...(after === undefined ? {} : { after: ageKey(after) }),
  };
  const found: R[] = [];
  while (found.length < limit) {
    const batch = await ctx.tx.find(table, { ...under, ...bounds, newestFirst, limit: BATCH });
    found.push(...batch.filter(accepts));
    const last = batch.at(-1);
    if (last === undefined || batch.length < BATCH) break;
    bounds = { ...bounds, [newestFirst ? "before" : "after"]: table.key(last) };
  }
  return found.slice(0, limit);
}

type EntitlementQuery = Static<(typeof listEntitlements)["query"]> & {
  readonly exclude_consumed?: boolean;
};

const ENTITLEMENTS_DEFAULT = 100;

/** The application's entitlements that a query means. */
export function entitlementPage(
  ctx: ReadContext,
  applicationId: string,
  query: EntitlementQuery,
): Promise<EntitlementRecord[]> {
  const { user_id, guild_id, before, after, limit = ENTITLEMENTS_DEFAULT } = query;
  const value = entitledIn(applicationId, { user_id, guild_id });
  const accepts = (each: EntitlementRecord) => isMeant(each, query, ctx.now);
  return pageOf(ctx, entitlements, {
    under: { index: "in", value },
    before,
    after,
    limit,
    accepts,
  });
}

function isMeant(each: EntitlementRecord, query: EntitlementQuery, now: number): boolean {
  const { user_id, sku_ids = [] } = query;
  const checks = [
    user_id === undefined || each.user_id === user_id,
    sku_ids.length === 0 || sku_ids.includes(each.sku_id),
    query.exclude_ended !== true || !hasEnded(each, now),
    query.exclude_deleted === false || !each.deleted,
    query.only_active !== true || isActive(each, now),
    query.exclude_consumed !== true || !each.consumed,
  ];
  return checks.every(Boolean);
}

type SubscriptionQuery = Static<(typeof listSubscriptions)["query"]>;

const SUBSCRIPTIONS_DEFAULT = 50;

/** A user's subscriptions with a SKU. */
export function subscriptionPage(
  ctx: ReadContext,
  of: { readonly skuId: string; readonly userId: string },
  { before, after, limit = SUBSCRIPTIONS_DEFAULT }: SubscriptionQuery,
): Promise<SubscriptionRecord[]> {
  const under = { index: "subscriber", value: subscribedTo(of.skuId, of.userId) } as const;
  return pageOf(ctx, subscriptions, { under, before, after, limit, accepts: () => true });
}
