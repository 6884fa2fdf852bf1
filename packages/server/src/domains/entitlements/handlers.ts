import {
  snowflakeKey,
  listEntitlements,
  listSubscriptions,
  type Static,
  consumeEntitlement,
  createTestEntitlement,
  deleteTestEntitlement,
  getEntitlement,
  getSubscription,
  listOwnEntitlements,
  listSkus,
  NotFound,
} from "@antechamber/contract";
import type { ReadContext, Caller } from "../../platform/context.ts";
import type { Search, Table } from "../../platform/store.ts";
import { ApiError, invalidForm } from "../../platform/api-error.ts";
import { handle, noContent, reply, type Binding } from "../../platform/handler.ts";
import { callerApplicationId, ownApplication } from "../applications/operations.ts";
import { callingUser } from "../users/operations.ts";
import {
  entitledIn,
  entitlements,
  hasEnded,
  isActive,
  type EntitlementRecord,
  entitlementView,
} from "./entitlement.ts";
import {
  subscribedTo,
  subscriptions,
  type SubscriptionRecord,
  subscriptionView,
} from "./subscription.ts";
import { consume, entitlementOf, grantTest, skuOf, withdrawTest } from "./operations.ts";
import { skus, skuView } from "./sku.ts";

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
    ...(before === undefined ? {} : { before: snowflakeKey(before) }),
    ...(after === undefined ? {} : { after: snowflakeKey(after) }),
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

/** Whose subscriptions are asked for: the token's user's own, or whom a bot names. */
function subscriberOf(caller: Caller, userId: string | undefined): string {
  if (caller.kind === "bearer" && caller.user_id !== undefined) return caller.user_id;
  if (userId !== undefined) return userId;
  throw invalidForm({
    path: ["user_id"],
    code: "BASE_TYPE_REQUIRED",
    message: "This field is required",
  });
}

async function ownEntitlement(
  ctx: ReadContext,
  caller: Caller,
  of: { readonly application_id: string; readonly entitlement_id: string },
) {
  const application = await ownApplication(ctx, caller, of.application_id);
  return entitlementOf(ctx, application.id, of.entitlement_id);
}

/** @throws NotFound: the reference has no number for a subscription that there is not */
async function subscriptionWith(
  ctx: ReadContext,
  of: { readonly sku_id: string; readonly subscription_id: string },
): Promise<SubscriptionRecord> {
  const subscription = await ctx.tx.get(subscriptions, snowflakeKey(of.subscription_id));
  if (subscription === undefined || !subscription.sku_ids.includes(of.sku_id)) {
    throw new ApiError(NotFound);
  }
  return subscription;
}

export const entitlementHandlers: readonly Binding[] = [
  handle(listEntitlements, async (ctx, { params, query }) => {
    const { id } = await ownApplication(ctx, ctx.caller, params.application_id);
    return reply(200, (await entitlementPage(ctx, id, query)).map(entitlementView));
  }),

  handle(createTestEntitlement, async (ctx, { params, body }) => {
    const application = await ownApplication(ctx, ctx.caller, params.application_id);
    return reply(200, entitlementView(await grantTest(ctx, application, body())));
  }),

  handle(getEntitlement, async (ctx, { params }) => {
    return reply(200, entitlementView(await ownEntitlement(ctx, ctx.caller, params)));
  }),

  handle(deleteTestEntitlement, async (ctx, { params }) => {
    await withdrawTest(ctx, await ownEntitlement(ctx, ctx.caller, params));
    return noContent;
  }),

  handle(consumeEntitlement, async (ctx, { params }) => {
    await consume(ctx, await ownEntitlement(ctx, ctx.caller, params));
    return noContent;
  }),

  handle(listOwnEntitlements, async (ctx, { params, query }) => {
    const application = await ownApplication(ctx, ctx.caller, params.application_id);
    const user = await callingUser(ctx, ctx.caller);
    const own = { exclude_consumed: true, ...query, user_id: user.id };
    return reply(200, (await entitlementPage(ctx, application.id, own)).map(entitlementView));
  }),

  handle(listSkus, async (ctx, { params }) => {
    const { id } = await ownApplication(ctx, ctx.caller, params.application_id);
    const own = await ctx.tx.find(skus, { index: "application", value: id });
    return reply(200, own.map(skuView));
  }),

  handle(listSubscriptions, async (ctx, { params, query }) => {
    const sku = await skuOf(ctx, callerApplicationId(ctx.caller), params.sku_id);
    const userId = subscriberOf(ctx.caller, query.user_id);
    const page = await subscriptionPage(ctx, { skuId: sku.id, userId }, query);
    return reply(200, page.map(subscriptionView));
  }),

  handle(getSubscription, async (ctx, { params }) => {
    await skuOf(ctx, callerApplicationId(ctx.caller), params.sku_id);
    const subscription = await subscriptionWith(ctx, params);
    const { caller } = ctx;
    const isForeign = caller.kind === "bearer" && caller.user_id !== subscription.user_id;
    if (isForeign) throw new ApiError(NotFound);
    return reply(200, subscriptionView(subscription));
  }),
];
