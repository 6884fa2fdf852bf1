// Operations of applications on entitlements, and the entitlements shown in interactions.
import { limits, UnknownGuild } from "@antechamber/contract";
import {
  AlreadyEntitled,
  EntitlementType,
  NotATestEntitlement,
  NotConsumable,
  SkuType,
  UnknownEntitlement,
  UnknownSku,
  type createTestEntitlement,
  type Entitlement,
} from "@antechamber/contract/entitlements";
import { snowflakeKey, type Static } from "@antechamber/contract/schema";
import { ApiError, invalidForm } from "../../platform/api-error.ts";
import type { Context, ReadContext } from "../../platform/context.ts";
import { compareSnowflakes } from "../../platform/records/storage-keys.ts";
import type { ApplicationRecord } from "../applications/application.ts";
import { guilds } from "../guilds/guild.ts";
import { userOf } from "../users/operations.ts";
import {
  entitledIn,
  entitlements,
  entitlementView,
  isActive,
  type EntitlementRecord,
} from "./entitlement.ts";
import { changeEntitlement, grant, withdraw } from "./granting.ts";
import { isFlagged, skus, type SkuRecord } from "./sku.ts";
import { subscriptions } from "./subscription.ts";

/** A SKU of the application. @throws UnknownSku */
export async function skuOf(
  ctx: ReadContext,
  applicationId: string,
  skuId: string,
): Promise<SkuRecord> {
  const sku = await ctx.tx.get(skus, snowflakeKey(skuId));
  if (sku?.application_id !== applicationId) throw new ApiError(UnknownSku);
  return sku;
}

/** An entitlement of the application. @throws UnknownEntitlement */
export async function entitlementOf(
  ctx: ReadContext,
  applicationId: string,
  id: string,
): Promise<EntitlementRecord> {
  const entitlement = await ctx.tx.get(entitlements, snowflakeKey(id));
  if (entitlement?.application_id !== applicationId) throw new ApiError(UnknownEntitlement);
  return entitlement;
}

type TestForm = Static<(typeof createTestEntitlement)["body"]>;

const GUILD = 1;

/**
 * Requires that a SKU can be granted to this type of owner: subscriptions are for guilds or users,
 * and subscription groups for nobody.
 */
function requireGrantable(sku: SkuRecord, ownerType: number): void {
  const group = sku.type === SkuType.SUBSCRIPTION_GROUP;
  const flag = ownerType === GUILD ? "GUILD_SUBSCRIPTION" : "USER_SUBSCRIPTION";
  const isOther = sku.type === SkuType.SUBSCRIPTION && !isFlagged(sku, flag);
  if (!group && !isOther) return;
  const path = [group ? "sku_id" : "owner_type"];
  const message = group
    ? "A group of subscriptions cannot be granted."
    : "This SKU is not for this kind of owner.";
  throw invalidForm({ path, code: "BASE_TYPE_CHOICES", message });
}

/**
 * Grants a test entitlement without an end to a user or guild.
 *
 * @throws UnknownSku, UnknownGuild, UnknownUser, AlreadyEntitled, InvalidForm
 */
export async function grantTest(
  ctx: Context,
  application: ApplicationRecord,
  { sku_id, owner_id, owner_type }: TestForm,
): Promise<EntitlementRecord> {
  const sku = await skuOf(ctx, application.id, sku_id);
  requireGrantable(sku, owner_type);
  const owner = await ownerOf(ctx, application, { owner_id, owner_type });
  if (sku.type !== SkuType.CONSUMABLE && (await hasAlready(ctx, sku, owner))) {
    throw new ApiError(AlreadyEntitled);
  }
  return grant(ctx, {
    sku_id,
    application_id: application.id,
    ...owner,
    type:
      sku.type === SkuType.SUBSCRIPTION
        ? EntitlementType.APPLICATION_SUBSCRIPTION
        : EntitlementType.TEST_MODE_PURCHASE,
    deleted: false,
    consumed: false,
    starts_at: null,
    ends_at: null,
    isTest: true,
  });
}

type Owner = Pick<EntitlementRecord, "user_id" | "guild_id">;

/** The owner of a test entitlement. For a guild, the application's owner counts as the buyer. */
async function ownerOf(
  ctx: ReadContext,
  application: ApplicationRecord,
  { owner_id, owner_type }: Omit<TestForm, "sku_id">,
): Promise<Owner> {
  if (owner_type !== GUILD) return { user_id: (await userOf(ctx, owner_id)).id };
  const guild = await ctx.tx.get(guilds, snowflakeKey(owner_id));
  if (guild === undefined) throw new ApiError(UnknownGuild);
  return { user_id: application.owner_id, guild_id: guild.id };
}

async function hasAlready(ctx: ReadContext, sku: SkuRecord, owner: Owner): Promise<boolean> {
  const ownedEntitlements = await entitlementsOf(ctx, sku.application_id, owner);
  return ownedEntitlements.some(({ sku_id }) => sku_id === sku.id);
}

/** The usable entitlements of a guild, or of a user without those bought for guilds. */
async function entitlementsOf(
  ctx: ReadContext,
  applicationId: string,
  owner: Partial<Owner>,
): Promise<EntitlementRecord[]> {
  const value = entitledIn(applicationId, owner);
  const all = await ctx.tx.find(entitlements, { index: "in", value });
  return all.filter(
    (each) => each.guild_id === owner.guild_id && isActive(each, ctx.now) && !each.consumed,
  );
}

/** Deletes a test entitlement. @throws UnknownEntitlement, NotATestEntitlement */
export async function withdrawTest(ctx: Context, entitlement: EntitlementRecord): Promise<void> {
  if (entitlement.isTest !== true) throw new ApiError(NotATestEntitlement);
  if (entitlement.deleted) throw new ApiError(UnknownEntitlement);
  await withdraw(ctx, entitlement);
}

/** Marks an entitlement as consumed. @throws NotConsumable, UnknownEntitlement */
export async function consume(ctx: Context, entitlement: EntitlementRecord): Promise<void> {
  const sku = await ctx.tx.get(skus, snowflakeKey(entitlement.sku_id));
  if (sku?.type !== SkuType.CONSUMABLE) throw new ApiError(NotConsumable);
  if (entitlement.deleted) throw new ApiError(UnknownEntitlement);
  if (!entitlement.consumed) await changeEntitlement(ctx, { ...entitlement, consumed: true });
}

/** The usable entitlements of the invoking user and of the guild, newest first. */
export async function entitlementsFor(
  ctx: ReadContext,
  applicationId: string,
  { user_id, guild_id }: { readonly user_id: string; readonly guild_id: string | undefined },
): Promise<Static<typeof Entitlement>[]> {
  const [own, around] = await Promise.all([
    entitlementsOf(ctx, applicationId, { user_id }),
    guild_id === undefined ? [] : entitlementsOf(ctx, applicationId, { guild_id }),
  ]);
  return [...own, ...around]
    .toSorted((one, other) => compareSnowflakes(other.id, one.id))
    .slice(0, limits.entitlementsPerInteraction.value)
    .map(entitlementView);
}

/** Deletes the entitlements and subscriptions of a deleted user or guild, without events. */
export async function deletePurchasesOf(ctx: Context, ownerId: string): Promise<void> {
  const owned = { index: "owner", value: ownerId } as const;
  for (const { id } of await ctx.tx.find(entitlements, owned)) {
    ctx.tx.delete(entitlements, snowflakeKey(id));
  }
  for (const { id } of await ctx.tx.find(subscriptions, owned)) {
    ctx.tx.delete(subscriptions, snowflakeKey(id));
  }
}

/** Deletes the SKUs, entitlements and subscriptions of a deleted application. */
export async function deleteSalesOf(ctx: Context, applicationId: string): Promise<void> {
  const { tx } = ctx;
  const own = { index: "application", value: applicationId } as const;
  for (const { id } of await tx.find(entitlements, { index: "in", value: applicationId })) {
    tx.delete(entitlements, snowflakeKey(id));
  }
  for (const { id } of await tx.find(subscriptions, own))
    tx.delete(subscriptions, snowflakeKey(id));
  for (const { id } of await tx.find(skus, own)) tx.delete(skus, snowflakeKey(id));
}
