// SKUs, entitlements and subscriptions of a world file.
import { limits } from "@antechamber/contract";
import {
  bitsOf,
  type WorldApplication,
  WorldEntitlement,
  type WorldSku,
  WorldSubscription,
} from "@antechamber/contract/control";
import {
  EntitlementType,
  SkuFlag,
  SkuType,
  SubscriptionStatus,
} from "@antechamber/contract/entitlements";
import { parseTimestamp, timestamp, type Static } from "@antechamber/contract/schema";
import type { ApplicationRecord } from "../../../domains/applications/application.ts";
import { entitlements, type EntitlementRecord } from "../../../domains/entitlements/entitlement.ts";
import { skuConstants, skus } from "../../../domains/entitlements/sku.ts";
import {
  subscriptions,
  type SubscriptionRecord,
} from "../../../domains/entitlements/subscription.ts";
import { checkEachDerived, namedBy } from "../derived-fields.ts";
import type { Directory } from "../directory.ts";
import type { WorldBuilder } from "../world-builder.ts";
import { userNamed } from "../people.ts";
import { asTimestamp } from "../timestamps.ts";
import { forEachEntry, type PlacedEntry } from "./placed-entries.ts";
import { definedFields } from "../../../platform/defined-fields.ts";

/** An application and the SKUs that references can mean. */
export interface ApplicationSkus {
  readonly application: Pick<ApplicationRecord, "id" | "owner_id">;
  readonly skus: Directory;
}

/** Loads the SKUs, entitlements and subscriptions of the file's applications. */
export function loadSales(
  builder: WorldBuilder,
  entries: readonly (Static<typeof WorldApplication> | undefined)[],
  applications: readonly (ApplicationRecord | undefined)[],
): void {
  for (const [i, application] of applications.entries()) {
    const entry = entries[i];
    if (application === undefined || entry === undefined) continue;
    const shop = { application, skus: builder.directory("SKU") };
    const place = ["applications", i];
    forEachEntry(entry.skus, [...place, "skus"], (at) => loadSku(builder, shop, at));
    forEachEntry(entry.entitlements, [...place, "entitlements"], (at) =>
      loadEntitlement(builder, shop, at),
    );
    forEachEntry(entry.subscriptions, [...place, "subscriptions"], (at) =>
      loadSubscription(builder, shop, at),
    );
  }
}

/** The default flags of a SKU: available, and for users if it is a subscription. */
export function skuFlagsOf(type: number): number {
  const available = 1 << SkuFlag.AVAILABLE;
  return type === SkuType.SUBSCRIPTION ? available | (1 << SkuFlag.USER_SUBSCRIPTION) : available;
}

/** A name in the form that URLs use. */
export function slugOf(name: string): string {
  return (
    name
      .toLowerCase()
      .replace(/[^\p{L}\p{N}]+/gu, "-")
      .replace(/^-|-$/g, "") || "sku"
  );
}

/** Loads a SKU. */
export function loadSku(
  builder: WorldBuilder,
  shop: ApplicationSkus,
  { entry, place }: PlacedEntry<Static<typeof WorldSku>>,
): void {
  const id = builder.id("SKU", entry.id, [...place, "id"]);
  const type = entry.type ?? SkuType.SUBSCRIPTION;
  const name = entry.name ?? "Premium";
  shop.skus.add(id, name);
  const { id: application_id } = shop.application;
  checkEachDerived(builder, { given: entry, place }, { application_id, ...skuConstants });
  builder.put(skus, {
    id,
    application_id,
    type,
    name,
    slug: entry.slug ?? slugOf(name),
    flags: entry.flags === undefined ? skuFlagsOf(type) : Number(bitsOf(entry.flags, SkuFlag)),
  });
}

/** Loads an entitlement of a user or a guild. */
export function loadEntitlement(
  builder: WorldBuilder,
  { application, skus: directory }: ApplicationSkus,
  { entry, place }: PlacedEntry<Static<typeof WorldEntitlement>>,
): void {
  const id = builder.id("entitlement", entry.id, [...place, "id"]);
  const found = builder.resolved(WorldEntitlement, { entry, place }, { sku: directory });
  const [sku_id, user_id, guild_id] = (["sku", "user", "guild"] as const).map((kind) =>
    namedBy(builder, [...place, `${kind}_id`], { own: found[kind], shown: found[`${kind}_id`] }),
  );
  checkEachDerived(builder, { given: found, place }, { application_id: application.id });
  if (sku_id === undefined || (user_id === undefined && guild_id === undefined)) return;
  builder.put(entitlements, {
    id,
    sku_id,
    application_id: application.id,
    user_id: user_id ?? application.owner_id,
    ...definedFields({ guild_id }),
    type: entry.type ?? EntitlementType.PURCHASE,
    deleted: entry.deleted ?? false,
    consumed: entry.consumed ?? false,
    starts_at: asTimestamp(entry.starts_at),
    ends_at: asTimestamp(entry.ends_at),
    ...(entry.test === true ? { isTest: true } : {}),
  });
}

type SubscriptionEntry = Static<typeof WorldSubscription>;

/** Loads a subscription, and creates the entitlements that it does not list. */
export function loadSubscription(
  builder: WorldBuilder,
  shop: ApplicationSkus,
  { entry, place }: PlacedEntry<SubscriptionEntry>,
): void {
  const id = builder.id("subscription", entry.id, [...place, "id"]);
  const directories = { sku: shop.skus, entitlement: entitlementsIn(builder) };
  const found = builder.resolved(WorldSubscription, { entry, place }, directories);
  const { guild: guild_id, skus: skuIds = found.sku_ids ?? [] } = found;
  const { renewal_skus: renewal = found.renewal_sku_ids } = found;
  const user_id = userNamed(builder, place, found);
  const sku_ids = skuIds.filter((sku) => sku !== undefined);
  if (user_id === undefined || sku_ids.length === 0) return;
  const bare: SubscriptionRecord = {
    id,
    application_id: shop.application.id,
    user_id,
    ...definedFields({ guild_id }),
    sku_ids,
    renewal_sku_ids: renewal?.filter((sku) => sku !== undefined) ?? null,
    entitlement_ids: [],
    ...periodIn(builder, { entry, place }),
    status: entry.status ?? SubscriptionStatus.ACTIVE,
    canceled_at: asTimestamp(entry.canceled_at),
  };
  const named = (found.entitlements ?? found.entitlement_ids)?.filter((each) => each !== undefined);
  const entitlement_ids = named ?? putSubscriptionEntitlements(builder, bare);
  const subscription = { ...bare, entitlement_ids };
  const { renewal_sku_ids } = bare;
  checkEachDerived(builder, { given: found, place }, { sku_ids, renewal_sku_ids, entitlement_ids });
  builder.put(subscriptions, subscription);
}

/** The current period; by default it ends a month from now. */
function periodIn(builder: WorldBuilder, { entry, place }: PlacedEntry<SubscriptionEntry>) {
  const { current_period_start: begin, current_period_end: finish } = entry;
  const length = limits.subscriptionPeriod.value;
  const givenEnd = finish === undefined ? undefined : parseTimestamp(finish);
  const givenStart = begin === undefined ? undefined : parseTimestamp(begin);
  const start = givenStart ?? Math.min(builder.now, (givenEnd ?? builder.now + length) - length);
  const end = givenEnd ?? start + length;
  if (end - start < limits.subscriptionPeriodMin.value) {
    const seconds = limits.subscriptionPeriodMin.value / 1000;
    builder.issue([...place, "current_period_end"], `a period takes at least ${seconds} seconds`);
  }
  return { current_period_start: timestamp(start), current_period_end: timestamp(end) };
}

function entitlementsIn(builder: WorldBuilder): Directory {
  const found = builder.directory("entitlement");
  for (const { id } of builder.all(entitlements)) found.add(id, undefined);
  return found;
}

function putSubscriptionEntitlements(
  builder: WorldBuilder,
  subscription: SubscriptionRecord,
): string[] {
  if (subscription.status === SubscriptionStatus.INACTIVE) return [];
  return subscription.sku_ids.map((sku_id) => putEntitlementFor(builder, subscription, sku_id));
}

function putEntitlementFor(
  builder: WorldBuilder,
  subscription: SubscriptionRecord,
  sku_id: string,
): string {
  const { application_id, user_id, guild_id, current_period_start } = subscription;
  const id = builder.id("entitlement", undefined, []);
  const entitlement: EntitlementRecord = {
    id,
    sku_id,
    application_id,
    user_id,
    ...definedFields({ guild_id }),
    type: EntitlementType.APPLICATION_SUBSCRIPTION,
    deleted: false,
    consumed: false,
    starts_at: current_period_start,
    ends_at: null,
  };
  builder.put(entitlements, entitlement);
  return id;
}
