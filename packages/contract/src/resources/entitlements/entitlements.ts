// SKUs, entitlements and subscriptions of an application. Source: requirements 9; the reference's
// public pages on SKUs, entitlements and subscriptions, machine specification.
import { bearer, bot } from "../../auth.ts";
import { endpoint, none } from "../../endpoint.ts";
import {
  error,
  NotFound,
  NotThisApplication,
  UnknownApplication,
  UnknownGuild,
  UnknownUser,
} from "../../error.ts";
import {
  Bool,
  choice,
  idList,
  integer,
  list,
  nullable,
  object,
  optional,
  Snowflake,
  text,
  Timestamp,
} from "../../schema/values.ts";

/** The types of SKU. A subscription group is created with its subscription and cannot be bought. */
export const SkuType = {
  DURABLE: 2,
  CONSUMABLE: 3,
  SUBSCRIPTION: 5,
  SUBSCRIPTION_GROUP: 6,
} as const;

/** Bits of a SKU's flags. */
export const SkuFlag = {
  AVAILABLE: 2,
  GUILD_SUBSCRIPTION: 7,
  USER_SUBSCRIPTION: 8,
} as const;

export const EntitlementType = {
  PURCHASE: 1,
  PREMIUM_SUBSCRIPTION: 2,
  DEVELOPER_GIFT: 3,
  TEST_MODE_PURCHASE: 4,
  FREE_PURCHASE: 5,
  USER_GIFT: 6,
  PREMIUM_PURCHASE: 7,
  APPLICATION_SUBSCRIPTION: 8,
  QUEST_REWARD: 10,
} as const;

/** Source: requirements 9; protocol: gateway-oauth-limits 7. */
export const SubscriptionStatus = { ACTIVE: 0, INACTIVE: 1, ENDING: 2 } as const;

const codes = "protocol: gateway-oauth-limits 1.6; the HTTP status is assumed";
const documented = "assumed: the reference's documented code; the HTTP status is not public";

export const UnknownSku = error({
  name: "UnknownSku",
  status: 404,
  code: 10027,
  message: "Unknown SKU",
  source: documented,
});
export const UnknownEntitlement = error({
  name: "UnknownEntitlement",
  status: 404,
  code: 10029,
  message: "Unknown entitlement",
  source: codes,
});
export const NotConsumable = error({
  name: "NotConsumable",
  status: 400,
  code: 40018,
  message: "Only consumable SKUs can be consumed",
  source: documented,
});
export const NotATestEntitlement = error({
  name: "NotATestEntitlement",
  status: 400,
  code: 40019,
  message: "You can only delete sandbox entitlements.",
  source: documented,
});
export const AlreadyEntitled = error({
  name: "AlreadyEntitled",
  status: 400,
  code: 40074,
  message: "An entitlement has already been granted for this resource",
  source: documented,
});

export const Sku = object({
  id: Snowflake,
  type: integer(),
  dependent_sku_id: nullable(Snowflake),
  application_id: Snowflake,
  manifest_labels: nullable(list(Snowflake)),
  access_type: integer(),
  name: text(),
  features: list(integer()),
  release_date: nullable(Timestamp),
  premium: Bool,
  slug: text(),
  flags: integer(),
  show_age_gate: Bool,
});

/** A user's or guild's right to an SKU. */
export const Entitlement = object({
  id: Snowflake,
  sku_id: Snowflake,
  application_id: Snowflake,
  user_id: Snowflake,
  guild_id: optional(Snowflake),
  type: integer(),
  deleted: Bool,
  consumed: Bool,
  starts_at: nullable(Timestamp),
  ends_at: nullable(Timestamp),
});

/** A recurring payment. */
export const Subscription = object({
  id: Snowflake,
  user_id: Snowflake,
  sku_ids: list(Snowflake),
  renewal_sku_ids: nullable(list(Snowflake)),
  entitlement_ids: list(Snowflake),
  current_period_start: Timestamp,
  current_period_end: Timestamp,
  status: integer(),
  canceled_at: nullable(Timestamp),
});

const source = "requirements 9; the reference's public pages";
const ownEntitlements = bearer("applications.entitlements");
/** Any token of a user. Source: machine specification, which lists every scope. */
const purchasers = bearer();
const ofApplication = [NotThisApplication, UnknownApplication] as const;
const Limit = optional(integer({ min: 1, max: 100 }));

export const listEntitlements = endpoint({
  id: "entitlements.list",
  source,
  summary:
    "List the application's entitlements, newest first, or oldest first with `after`; omits deleted ones by default.",
  method: "GET",
  path: "/applications/{application_id}/entitlements",
  auth: [bot, ownEntitlements],
  query: object({
    user_id: optional(Snowflake),
    /** Ids with commas between them, or a repeated key. */
    sku_ids: optional(idList({ max: 100 })),
    guild_id: optional(Snowflake),
    before: optional(Snowflake),
    after: optional(Snowflake),
    limit: Limit,
    exclude_ended: optional(Bool),
    exclude_deleted: optional(Bool),
    only_active: optional(Bool),
  }),
  replies: { 200: list(Entitlement) },
  errors: ofApplication,
});

export const createTestEntitlement = endpoint({
  id: "entitlements.create",
  source,
  summary: "Create a test entitlement to a SKU for a guild or a user; it does not expire.",
  method: "POST",
  path: "/applications/{application_id}/entitlements",
  auth: [bot],
  body: object({ sku_id: Snowflake, owner_id: Snowflake, owner_type: choice([1, 2]) }),
  replies: { 200: Entitlement },
  errors: [...ofApplication, AlreadyEntitled, UnknownGuild, UnknownSku, UnknownUser],
});

export const getEntitlement = endpoint({
  id: "entitlements.get",
  source,
  summary: "Get an entitlement, even one that has expired or was deleted.",
  method: "GET",
  path: "/applications/{application_id}/entitlements/{entitlement_id}",
  auth: [bot, ownEntitlements],
  replies: { 200: Entitlement },
  errors: [...ofApplication, UnknownEntitlement],
});

export const deleteTestEntitlement = endpoint({
  id: "entitlements.delete",
  source,
  summary: "Delete a test entitlement.",
  method: "DELETE",
  path: "/applications/{application_id}/entitlements/{entitlement_id}",
  auth: [bot, ownEntitlements],
  replies: { 204: none },
  errors: [...ofApplication, NotATestEntitlement, UnknownEntitlement],
});

export const consumeEntitlement = endpoint({
  id: "entitlements.consume",
  source,
  summary: "Consume an entitlement to a consumable SKU; consuming it again changes nothing.",
  method: "POST",
  path: "/applications/{application_id}/entitlements/{entitlement_id}/consume",
  auth: [bot, ownEntitlements],
  replies: { 204: none },
  errors: [...ofApplication, NotConsumable, UnknownEntitlement],
});

export const listSkus = endpoint({
  id: "skus.list",
  source,
  summary: "List the application's SKUs.",
  method: "GET",
  path: "/applications/{application_id}/skus",
  auth: [bot, ownEntitlements],
  replies: { 200: list(Sku) },
  errors: ofApplication,
});

export const listOwnEntitlements = endpoint({
  id: "users.ownEntitlements",
  source: "machine specification",
  summary: "List the entitlements of the token's user to the application's SKUs, newest first.",
  method: "GET",
  path: "/users/@me/applications/{application_id}/entitlements",
  auth: [purchasers],
  query: object({
    /** Ids with commas between them, or a repeated key. */
    sku_ids: optional(idList({ max: 100 })),
    /** Consumed entitlements are excluded unless this is false. */
    exclude_consumed: optional(Bool),
  }),
  replies: { 200: list(Entitlement) },
  errors: ofApplication,
});

const subscribed = { auth: [bot, purchasers] } as const;

export const listSubscriptions = endpoint({
  id: "skus.subscriptions",
  source,
  summary:
    "List a user's subscriptions with a SKU, newest first; a bearer token lists its own user's.",
  method: "GET",
  path: "/skus/{sku_id}/subscriptions",
  ...subscribed,
  query: object({
    before: optional(Snowflake),
    after: optional(Snowflake),
    limit: Limit,
    user_id: optional(Snowflake),
  }),
  replies: { 200: list(Subscription) },
  errors: [UnknownSku],
});

export const getSubscription = endpoint({
  id: "skus.subscription",
  source,
  summary: "Get a subscription with a SKU.",
  method: "GET",
  path: "/skus/{sku_id}/subscriptions/{subscription_id}",
  ...subscribed,
  query: object({ user_id: optional(Snowflake) }),
  replies: { 200: Subscription },
  errors: [NotFound, UnknownSku],
});
