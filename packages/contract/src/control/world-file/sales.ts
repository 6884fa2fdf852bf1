// What applications of a world file sell, and who has bought it. Source: requirements 9.
import {
  EntitlementType,
  SkuFlag,
  SkuType,
  SubscriptionStatus,
} from "../../resources/entitlements/entitlements.ts";
import {
  Bool,
  choice,
  integer,
  list,
  namedFields,
  nullable,
  object,
  optional,
  refine,
  text,
  type Report,
} from "../../schema/values.ts";
import { bitSet, entries, ownId, pastId, ref, refById, requireOne } from "./kinds.ts";
import { Instant } from "../../schema/instant.ts";

/** The number of SKUs of one subscription. Source: assumed: bounds a subscription. */
const SKUS = { min: 1, max: 25 } as const;

/** The application's own id, which the API shows in each of its objects. */
const ofItself = { application_id: optional(refById("application")) };

/** An SKU of the application; by default a subscription for users. */
export const WorldSku = object({
  id: optional(ownId("sku")),
  name: optional(text({ min: 1, max: 256 })),
  type: optional(choice(Object.values(SkuType))),
  flags: optional(bitSet(SkuFlag)),
  slug: optional(text({ min: 1, max: 256 })),
  /** Derived fields may be given as the API shows them, with their derived values. */
  ...ofItself,
  dependent_sku_id: optional(nullable(pastId("sku"))),
  manifest_labels: optional(nullable(list(text({ max: 100 })))),
  access_type: optional(integer()),
  features: optional(list(integer())),
  release_date: optional(nullable(Instant)),
  premium: optional(Bool),
  show_age_gate: optional(Bool),
});

/** Requires one owner, by the file's own keys or by the API's. */
function checkOwner(entry: object, report: Report, isInvalid: (field: string) => boolean): void {
  const keys = ["user", "guild", "user_id", "guild_id"];
  if (namedFields(entry, keys, isInvalid).length > 0) return;
  report(["user"], "BASE_TYPE_REQUIRED", "A user or a guild must be given.");
}

const entitlement = {
  id: optional(ownId("entitlement")),
  sku: optional(ref("sku")),
  /** With a guild: the user who bought it for the guild. */
  user: optional(ref("user")),
  guild: optional(ref("guild")),
  /** The API's form of the fields above. */
  sku_id: optional(ref("sku")),
  user_id: optional(ref("user")),
  guild_id: optional(ref("guild")),
  ...ofItself,
  type: optional(choice(Object.values(EntitlementType))),
  /** True for a test entitlement, which the application may delete. */
  test: optional(Bool),
  starts_at: optional(nullable(Instant)),
  ends_at: optional(nullable(Instant)),
  consumed: optional(Bool),
  deleted: optional(Bool),
};

const hasSku = requireOne("sku", "sku_id");

export const WorldEntitlement = refine(refine(object(entitlement), checkOwner), hasSku);

const subscription = {
  id: optional(ownId("subscription")),
  user: optional(ref("user")),
  guild: optional(ref("guild")),
  skus: optional(list(ref("sku"), SKUS)),
  renewal_skus: optional(nullable(list(ref("sku"), SKUS))),
  /** The API's form of the fields above. */
  user_id: optional(ref("user")),
  sku_ids: optional(list(ref("sku"), SKUS)),
  renewal_sku_ids: optional(nullable(list(ref("sku"), SKUS))),
  status: optional(choice(Object.values(SubscriptionStatus))),
  current_period_start: optional(Instant),
  current_period_end: optional(Instant),
  canceled_at: optional(nullable(Instant)),
  /** The ids of its entitlements; absent: they are created. */
  entitlements: entries(refById("entitlement")),
  /** The API's form of the fields above. */
  entitlement_ids: entries(refById("entitlement")),
};

const hasUser = requireOne("user", "user_id");
const hasSkus = requireOne("skus", "sku_ids");

export const WorldSubscription = refine(refine(object(subscription), hasUser), hasSkus);

const ofApplication = { application: ref("application") };

/** The same forms with the application, for the control plane. */
export const SkuForm = object({ ...ofApplication, ...WorldSku.properties });
export const EntitlementForm = refine(
  refine(object({ ...ofApplication, ...entitlement }), checkOwner),
  hasSku,
);
export const SubscriptionForm = refine(
  refine(object({ ...ofApplication, ...subscription }), hasUser),
  hasSkus,
);

/** The fields that may be changed. */
export const SkuChange = object({
  name: WorldSku.properties.name,
  flags: WorldSku.properties.flags,
  slug: WorldSku.properties.slug,
});
export const EntitlementChange = object({
  starts_at: entitlement.starts_at,
  ends_at: entitlement.ends_at,
  consumed: entitlement.consumed,
  deleted: entitlement.deleted,
});
export const SubscriptionChange = object({
  status: subscription.status,
  renewal_skus: subscription.renewal_skus,
  current_period_end: subscription.current_period_end,
});
