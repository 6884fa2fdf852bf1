// What applications of a world file sell, and who has what of it. Source: requirements 9.
import {
  EntitlementType,
  SkuFlag,
  SkuType,
  SubscriptionStatus,
} from "../../resources/entitlements/entitlements.ts";
import {
  Bool,
  choice,
  list,
  nullable,
  object,
  optional,
  refine,
  text,
  type Report,
} from "../../schema/values.ts";
import { bitSet, entries, Instant, ownId, ref, refById } from "./world-kinds.ts";

/** SKUs of one subscription. Source: assumed: bounds a subscription. */
const SKUS = { min: 1, max: 25 } as const;

/** Something that the application sells; by default a subscription for users. */
export const WorldSku = object({
  id: optional(ownId("sku")),
  name: optional(text({ min: 1, max: 256 })),
  type: optional(choice(Object.values(SkuType))),
  flags: optional(bitSet(SkuFlag)),
  slug: optional(text({ min: 1, max: 256 })),
});

interface Owned {
  readonly user?: unknown;
  readonly guild?: unknown;
}

function checkOwner(
  { user, guild }: Owned,
  report: Report,
  isInvalid: (field: string) => boolean,
): void {
  const isOwned = user !== undefined || guild !== undefined;
  if (isOwned || isInvalid("user") || isInvalid("guild")) return;
  report(["user"], "BASE_TYPE_REQUIRED", "A user or a guild must be named.");
}

const entitlement = {
  id: optional(ownId("entitlement")),
  sku: ref("sku"),
  /** With a guild: who bought it for the guild. */
  user: optional(ref("user")),
  guild: optional(ref("guild")),
  type: optional(choice(Object.values(EntitlementType))),
  /** The application may take it back. */
  test: optional(Bool),
  starts_at: optional(nullable(Instant)),
  ends_at: optional(nullable(Instant)),
  consumed: optional(Bool),
  deleted: optional(Bool),
};

export const WorldEntitlement = refine(object(entitlement), checkOwner);

const subscription = {
  id: optional(ownId("subscription")),
  user: ref("user"),
  guild: optional(ref("guild")),
  skus: list(ref("sku"), SKUS),
  renewal_skus: optional(nullable(list(ref("sku"), SKUS))),
  status: optional(choice(Object.values(SubscriptionStatus))),
  current_period_start: optional(Instant),
  current_period_end: optional(Instant),
  canceled_at: optional(nullable(Instant)),
  /** Ids of its entitlements; left out: they are made. */
  entitlements: entries(refById("entitlement")),
};

export const WorldSubscription = object(subscription);

const ofApplication = { application: ref("application") };

/** The same of an application that is named, for the control plane. */
export const SkuForm = object({ ...ofApplication, ...WorldSku.properties });
export const EntitlementForm = refine(object({ ...ofApplication, ...entitlement }), checkOwner);
export const SubscriptionForm = object({ ...ofApplication, ...subscription });

/** What may be changed of each. */
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
