import {
  ageKey,
  consumeEntitlement,
  createTestEntitlement,
  deleteTestEntitlement,
  getEntitlement,
  getSubscription,
  listEntitlements,
  listOwnEntitlements,
  listSkus,
  listSubscriptions,
  NotFound,
} from "@antechamber/contract";
import { ApiError, invalidForm } from "../../platform/api-error.ts";
import type { Caller, ReadContext } from "../../platform/context.ts";
import { handle, noContent, reply, type Binding } from "../../platform/handler.ts";
import { callerApplicationId, ownApplication } from "../applications/operations.ts";
import { callingUser } from "../users/operations.ts";
import { entitlementView } from "./entitlement.ts";
import { entitlementPage, subscriptionPage } from "./lists.ts";
import { consume, entitlementOf, grantTest, skuOf, withdrawTest } from "./operations.ts";
import { skus, skuView } from "./sku.ts";
import { subscriptions, subscriptionView, type SubscriptionRecord } from "./subscription.ts";

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
  const subscription = await ctx.tx.get(subscriptions, ageKey(of.subscription_id));
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
