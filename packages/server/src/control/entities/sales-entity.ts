// SKUs, entitlements and subscriptions in a running world, with which a test makes a user buy,
// cancel or get a refund.
import { limits, NotFound } from "@antechamber/contract";
import {
  EntityInUse,
  entitlementEntity,
  skuEntity,
  SubscriptionChange,
  subscriptionEntity,
} from "@antechamber/contract/control";
import { UnknownEntitlement, UnknownSku } from "@antechamber/contract/entitlements";
import {
  snowflakeKey,
  parseTimestamp,
  timestamp,
  type TSchema,
} from "@antechamber/contract/schema";
import { ApiError, invalidForm } from "../../platform/api-error.ts";
import type { Context, ReadContext } from "../../platform/context.ts";
import type { Table } from "../../platform/store.ts";
import { applications } from "../../domains/applications/application.ts";
import { applicationOf } from "../../domains/applications/operations.ts";
import { entitlements, type EntitlementRecord } from "../../domains/entitlements/entitlement.ts";
import { emitGrant, changeEntitlement, withdraw } from "../../domains/entitlements/granting.ts";
import { skus, type SkuRecord } from "../../domains/entitlements/sku.ts";
import {
  emitSubscription,
  changeStatus,
  removeEntitlement,
  removeSubscription,
} from "../../domains/entitlements/subscribing.ts";
import {
  periodOf,
  subscriptions,
  type SubscriptionRecord,
} from "../../domains/entitlements/subscription.ts";
import { isId, onlyCandidate } from "../../domains/users/references.ts";
import { entitlementEntry, skuEntry, subscriptionEntry } from "../world-file/export/sales.ts";
import {
  loadEntitlement,
  loadSku,
  loadSubscription,
  type ApplicationSkus,
} from "../world-file/load/sales.ts";
import type { WorldBuilder } from "../world-file/world-builder.ts";
import type { EntityVerbs } from "./entity-verbs.ts";
import { liveBuilder, storeBuilt } from "./live-builder.ts";

/** The SKUs of the application that a form names. @throws InvalidForm if it is unknown */
async function shopNamed(
  ctx: ReadContext,
  builder: WorldBuilder,
  reference: string,
): Promise<ApplicationSkus> {
  const id = builder.applications.find(reference, ["application"]);
  if (id === undefined) throw invalidForm(...builder.issues);
  return shopOf(ctx, builder, id);
}

async function shopOf(
  ctx: ReadContext,
  builder: WorldBuilder,
  applicationId: string,
): Promise<ApplicationSkus> {
  const application = await applicationOf(ctx, applicationId);
  const directory = builder.directory("SKU");
  for (const sku of await ctx.tx.find(skus, { index: "application", value: applicationId })) {
    directory.add(sku.id, sku.name);
  }
  return { application, skus: directory };
}

/** Loads one entity of an application's sales into the store. @returns its record */
async function loadIntoStore<E extends { readonly application: string }, R extends object>(
  ctx: Context,
  form: E,
  {
    kind,
    load,
    table,
  }: {
    readonly kind: { readonly create: { readonly body: TSchema } };
    readonly load: (
      builder: WorldBuilder,
      shop: ApplicationSkus,
      at: { entry: E; place: [] },
    ) => void;
    readonly table: Table<R>;
  },
): Promise<{ record: R; builder: WorldBuilder }> {
  const builder = await liveBuilder(ctx, kind, form);
  load(builder, await shopNamed(ctx, builder, form.application), { entry: form, place: [] });
  await storeBuilt(ctx, builder);
  const [record] = builder.all(table);
  if (record === undefined) throw new Error(`a ${table.name} that was loaded is missing`);
  return { record, builder };
}

/** A SKU by its id, its name, or `application/name`. @throws UnknownSku, InvalidForm */
async function skuAt(ctx: ReadContext, text: string): Promise<SkuRecord> {
  const byId = isId(text) ? await ctx.tx.get(skus, snowflakeKey(text)) : undefined;
  if (byId !== undefined) return byId;
  const names = new Map((await ctx.tx.find(applications)).map(({ id, name }) => [id, name]));
  const pathOf = ({ application_id, name }: SkuRecord) =>
    `${names.get(application_id) ?? application_id}/${name}`;
  const all = await ctx.tx.find(skus);
  const found = all.filter((sku) => sku.name === text || pathOf(sku) === text);
  const sku = onlyCandidate(
    found,
    { text, path: ["sku"] },
    (each) => `${pathOf(each)} (${each.id})`,
  );
  if (sku === undefined) throw new ApiError(UnknownSku);
  return sku;
}

export const showSku = (sku: SkuRecord) => ({ application: sku.application_id, ...skuEntry(sku) });

export const skuVerbs: EntityVerbs<typeof skuEntity> = {
  async create(ctx, form) {
    const { record } = await loadIntoStore(ctx, form, {
      kind: skuEntity,
      load: loadSku,
      table: skus,
    });
    return showSku(record);
  },

  show: async (ctx, at) => showSku(await skuAt(ctx, at.sku)),

  async edit(ctx, at, changes) {
    const before = await skuAt(ctx, at.sku);
    const { id } = before;
    const edited = { ...showSku(before), ...changes() };
    const builder = await liveBuilder(ctx, skuEntity, edited);
    loadSku(builder, await shopOf(ctx, builder, before.application_id), {
      entry: edited,
      place: [],
    });
    await storeBuilt(ctx, builder, { table: skus, key: snowflakeKey(id) });
    return showSku(await skuAt(ctx, id));
  },

  async remove(ctx, at) {
    const { id } = await skuAt(ctx, at.sku);
    const of = { index: "sku", value: id } as const;
    const uses = (await ctx.tx.count(entitlements, of)) + (await ctx.tx.count(subscriptions, of));
    if (uses > 0)
      throw new ApiError(EntityInUse, {
        message: "Entitlements or subscriptions refer to this SKU; delete them first",
      });
    ctx.tx.delete(skus, snowflakeKey(id));
  },
};

async function entitlementWith(ctx: ReadContext, id: string): Promise<EntitlementRecord> {
  const entitlement = await ctx.tx.get(entitlements, snowflakeKey(id));
  if (entitlement === undefined) throw new ApiError(UnknownEntitlement);
  return entitlement;
}

export const showEntitlement = (entitlement: EntitlementRecord) => ({
  application: entitlement.application_id,
  ...entitlementEntry(entitlement),
});

export const entitlementVerbs: EntityVerbs<typeof entitlementEntity> = {
  async create(ctx, form) {
    const source = { kind: entitlementEntity, load: loadEntitlement, table: entitlements };
    const { record } = await loadIntoStore(ctx, form, source);
    await emitGrant(ctx, record);
    return showEntitlement(record);
  },

  show: async (ctx, { entitlement_id: id }) => showEntitlement(await entitlementWith(ctx, id)),

  async edit(ctx, { entitlement_id: id }, changes) {
    const before = await entitlementWith(ctx, id);
    const edited = { ...showEntitlement(before), ...changes() };
    const builder = await liveBuilder(ctx, entitlementEntity, edited);
    const shop = await shopOf(ctx, builder, before.application_id);
    loadEntitlement(builder, shop, { entry: edited, place: [] });
    await storeBuilt(ctx, builder, { table: entitlements, key: snowflakeKey(id) });
    const after = await entitlementWith(ctx, id);
    const isWithdrawn = after.deleted && !before.deleted;
    if (isWithdrawn) await withdraw(ctx, { ...after, deleted: false });
    else await changeEntitlement(ctx, after);
    return showEntitlement(await entitlementWith(ctx, id));
  },

  async remove(ctx, { entitlement_id: id }) {
    await removeEntitlement(ctx, await entitlementWith(ctx, id));
  },
};

async function subscriptionWith(ctx: ReadContext, id: string): Promise<SubscriptionRecord> {
  const subscription = await ctx.tx.get(subscriptions, snowflakeKey(id));
  if (subscription === undefined) throw new ApiError(NotFound);
  return subscription;
}

export const showSubscription = (subscription: SubscriptionRecord) => ({
  application: subscription.application_id,
  ...subscriptionEntry(subscription),
});

/** The subscription with another end of its current period. */
function withEnd(subscription: SubscriptionRecord, requestedEnd: string | undefined) {
  const end = requestedEnd === undefined ? undefined : parseTimestamp(requestedEnd);
  if (end === undefined) return subscription;
  if (end - periodOf(subscription).start < limits.subscriptionPeriodMin.value) {
    const message = "The period would be too short.";
    throw invalidForm({ path: ["current_period_end"], code: "NUMBER_TYPE_MIN", message });
  }
  return { ...subscription, current_period_end: timestamp(end) };
}

export const subscriptionVerbs: EntityVerbs<typeof subscriptionEntity> = {
  async create(ctx, form) {
    const source = { kind: subscriptionEntity, load: loadSubscription, table: subscriptions };
    const { record, builder } = await loadIntoStore(ctx, form, source);
    for (const each of builder.all(entitlements)) await emitGrant(ctx, each);
    emitSubscription(ctx, record);
    return showSubscription(record);
  },

  show: async (ctx, { subscription_id: id }) => showSubscription(await subscriptionWith(ctx, id)),

  async edit(ctx, { subscription_id: id }, changes) {
    const before = await subscriptionWith(ctx, id);
    const entry = changes();
    const { status, renewal_skus: renewal, current_period_end: end } = entry;
    const builder = await liveBuilder(ctx, subscriptionEntity, {});
    const shop = await shopOf(ctx, builder, before.application_id);
    const directories = { sku: shop.skus };
    const found = builder.resolved(SubscriptionChange, { entry, place: [] }, directories);
    const renewalIds = (found.renewal_skus ?? []).filter((sku) => sku !== undefined);
    if (builder.issues.length > 0) throw invalidForm(...builder.issues);
    const moved = withEnd(before, end);
    const named =
      renewal === undefined ? {} : { renewal_sku_ids: renewal === null ? null : renewalIds };
    await changeStatus(ctx, { ...moved, ...named }, status ?? before.status);
    return showSubscription(await subscriptionWith(ctx, id));
  },

  async remove(ctx, { subscription_id: id }) {
    await removeSubscription(ctx, await subscriptionWith(ctx, id));
  },
};
