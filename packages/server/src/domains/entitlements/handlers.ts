import { NotFound } from "@antechamber/contract";
import {
  listEntitlements,
  listSubscriptions,
  consumeEntitlement,
  createTestEntitlement,
  deleteTestEntitlement,
  getEntitlement,
  getSubscription,
  listOwnEntitlements,
  listSkus,
  UnknownEntitlement,
} from "@antechamber/contract/entitlements";
import { snowflakeKey, type Static } from "@antechamber/contract/schema";
import type { ReadContext, Caller } from "../../platform/context.ts";
import type { TimeSlicer } from "../../platform/time/time-slicer.ts";
import { ApiError, invalidForm } from "../../platform/api-error.ts";
import { definedFields } from "../../platform/defined-fields.ts";
import { handle, handleAsync, noContent, reply, type Binding } from "../../platform/handler.ts";
import type { ApplicationRecord } from "../applications/application.ts";
import { callerApplicationId, ownApplication } from "../applications/operations.ts";
import { owns } from "../applications/teams.ts";
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

/** How many records are read from the store at once. */
const BATCH = 200;

/** How lists are read: in batches, yielding to other long tasks. */
interface ListDeps {
  readonly read: <T>(look: (ctx: ReadContext) => Promise<T>) => Promise<T>;
  readonly slicer: TimeSlicer;
}

/** The bounds and order of a page by ids: newest first, or ascending with `after`. */
function boundsOf({ before, after }: { readonly before?: string; readonly after?: string }) {
  return {
    ...(before === undefined ? {} : { before: snowflakeKey(before) }),
    ...(after === undefined ? {} : { after: snowflakeKey(after) }),
    newestFirst: after === undefined,
  };
}

type EntitlementQuery = Static<(typeof listEntitlements)["query"]> & {
  readonly exclude_consumed?: boolean;
};

const ENTITLEMENTS_DEFAULT = 100;

/** The application's entitlements that match a query. Reads on until the page is full. */
async function entitlementPage(
  { read, slicer }: ListDeps,
  applicationId: string,
  query: EntitlementQuery,
): Promise<EntitlementRecord[]> {
  const { user_id, guild_id, limit = ENTITLEMENTS_DEFAULT } = query;
  const under = { index: "in", value: entitledIn(applicationId, { user_id, guild_id }) } as const;
  const task = slicer.begin(Infinity);
  let bounds = boundsOf(query);
  const found: EntitlementRecord[] = [];
  while (found.length < limit) {
    const { batch, now } = await read(async (ctx) => ({
      batch: await ctx.tx.find(entitlements, { ...under, ...bounds, limit: BATCH }),
      now: ctx.now,
    }));
    found.push(...batch.filter((each) => matchesQuery(each, query, now)));
    const last = batch.at(-1);
    if (last === undefined || batch.length < BATCH) break;
    bounds = { ...bounds, [bounds.newestFirst ? "before" : "after"]: entitlements.key(last) };
    await task.yieldIfDue();
  }
  return found.slice(0, limit);
}

function matchesQuery(each: EntitlementRecord, query: EntitlementQuery, now: number): boolean {
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

/** A user's subscriptions to a SKU. */
async function subscriptionPage(
  ctx: ReadContext,
  of: { readonly skuId: string; readonly userId: string },
  query: SubscriptionQuery,
): Promise<readonly SubscriptionRecord[]> {
  const under = { index: "subscriber", value: subscribedTo(of.skuId, of.userId) } as const;
  const { limit = SUBSCRIPTIONS_DEFAULT } = query;
  return ctx.tx.find(subscriptions, { ...under, ...boundsOf(query), limit });
}

/** The user whose subscriptions are listed: the token's, or the one that a bot names. */
function subscriberOf(caller: Caller, userId: string | undefined): string {
  if (caller.kind === "bearer" && caller.user_id !== undefined) return caller.user_id;
  if (userId !== undefined) return userId;
  throw invalidForm({
    path: ["user_id"],
    code: "BASE_TYPE_REQUIRED",
    message: "This field is required",
  });
}

/**
 * The user to whose entitlements a token is restricted; undefined for bots and for tokens of the
 * application's owners. Source: protocol: gateway-oauth-limits 5.12.
 */
async function restrictedUser(
  ctx: ReadContext,
  caller: Caller,
  application: ApplicationRecord,
): Promise<string | undefined> {
  if (caller.kind !== "bearer" || caller.user_id === undefined) return undefined;
  return (await owns(ctx, application, caller.user_id)) ? undefined : caller.user_id;
}

/** @throws NotThisApplication, UnknownEntitlement */
async function ownEntitlement(
  ctx: ReadContext,
  caller: Caller,
  of: { readonly application_id: string; readonly entitlement_id: string },
): Promise<EntitlementRecord> {
  const application = await ownApplication(ctx, caller, of.application_id);
  const entitlement = await entitlementOf(ctx, application.id, of.entitlement_id);
  const userId = await restrictedUser(ctx, caller, application);
  if (userId !== undefined && entitlement.user_id !== userId)
    throw new ApiError(UnknownEntitlement);
  return entitlement;
}

/** @throws NotFound: the reference has no error number for an unknown subscription */
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

/** The handlers that read long lists, yielding to other long tasks. */
function listHandlers(slicer: TimeSlicer): readonly Binding[] {
  return [
    handleAsync(listEntitlements, async ({ work, caller }, { params, query }) => {
      const read: ListDeps["read"] = (look) => work.read(look);
      const { id, confined } = await read(async (ctx) => {
        const application = await ownApplication(ctx, caller, params.application_id);
        return { id: application.id, confined: await restrictedUser(ctx, caller, application) };
      });
      const { user_id = confined } = query;
      if (confined !== undefined && user_id !== confined) return reply(200, []);
      const page = await entitlementPage({ read, slicer }, id, {
        ...query,
        ...definedFields({ user_id }),
      });
      return reply(200, page.map(entitlementView));
    }),

    handleAsync(listOwnEntitlements, async ({ work, caller }, { params, query }) => {
      const read: ListDeps["read"] = (look) => work.read(look);
      const { id, userId } = await read(async (ctx) => {
        const application = await ownApplication(ctx, caller, params.application_id);
        return { id: application.id, userId: (await callingUser(ctx, caller)).id };
      });
      const own = { exclude_consumed: true, ...query, user_id: userId };
      const page = await entitlementPage({ read, slicer }, id, own);
      return reply(200, page.map(entitlementView));
    }),
  ];
}

const otherHandlers: readonly Binding[] = [
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

/** Every endpoint of entitlements, SKUs and subscriptions. */
export function entitlementHandlers({ slicer }: Pick<ListDeps, "slicer">): readonly Binding[] {
  return [...listHandlers(slicer), ...otherHandlers];
}
