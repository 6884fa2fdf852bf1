// Endpoints that shape the world while it runs: each kind of entity in its world-file shape, with ids
// and, when it was just made, its secrets. Source: product.md, Control plane.
import type { TObject, TProperties } from "typebox";
import { control } from "./auth.ts";
import { none } from "./endpoint.ts";
import {
  error,
  NotFound,
  UnknownApplication,
  UnknownChannel,
  UnknownGuild,
  UnknownIntegration,
  UnknownMember,
  UnknownRole,
  UnknownToken,
  UnknownUser,
  type ErrorDeclaration,
} from "./error.ts";
import { LinkedChannelAgeRestricted } from "./resources/lobbies/lobby-errors.ts";
import { UnknownEntitlement, UnknownSku } from "./resources/entitlements.ts";
import { object, optional, strict, type TSchema } from "./values.ts";
import { WorldAccessToken, WorldApplication, WorldUser } from "./world.ts";
import {
  WorldChannel,
  WorldGuild,
  WorldGuildInstall,
  WorldMember,
  WorldRole,
} from "./world-guilds.ts";
import { Reference } from "./world-kinds.ts";
import {
  EntitlementChange,
  EntitlementForm,
  SkuChange,
  SkuForm,
  SubscriptionChange,
  SubscriptionForm,
} from "./world-sales.ts";

const source = "product.md, Control plane";

/** What others rest on cannot go, or change, before they do. */
export const EntityInUse = error({
  name: "EntityInUse",
  status: 409,
  code: 0,
  message: "This is still in use",
  source,
});

/** An object's schema without some of its fields. */
function without<P extends TProperties, const N extends keyof P & string>(
  schema: TObject<P>,
  ...names: readonly N[]
): TObject<Omit<P, N>> {
  const kept = Object.entries(schema.properties).filter(([name]) => !names.includes(name as N));
  return object(Object.fromEntries(kept)) as unknown as TObject<Omit<P, N>>;
}

interface EntityKind<P extends string, F extends TSchema, C extends TSchema> {
  /** As it stands in paths and ids: `users`. */
  readonly plural: string;
  readonly noun: string;
  /** The path of one. */
  readonly one: P;
  readonly form: F;
  /** What may be changed of it. */
  readonly changes: C;
  /** There is none at the path of one. */
  readonly unknown: ErrorDeclaration;
  /** What else refuses a change. */
  readonly refusals?: readonly ErrorDeclaration[];
}

/** The four endpoints of a kind of entity. */
function entityEndpoints<const P extends string, F extends TSchema, C extends TSchema>({
  plural,
  noun,
  one,
  form,
  changes,
  unknown,
  refusals = [],
}: EntityKind<P, F, C>) {
  const shared = { source, plane: "control", auth: [control] } as const;
  const single = { ...shared, path: one } as const;
  return {
    create: {
      ...shared,
      id: `control.${plural}.create`,
      summary: `Add ${noun}; the answer tells its secrets, this once.`,
      method: "POST",
      path: `/${plural}`,
      body: strict(form),
      replies: { 201: form },
      errors: [],
    },
    get: {
      ...single,
      id: `control.${plural}.get`,
      summary: `Show ${noun} as a world file has it, secrets hashed.`,
      method: "GET",
      replies: { 200: form },
      errors: [unknown],
    },
    edit: {
      ...single,
      id: `control.${plural}.edit`,
      summary: `Change what is named of ${noun}; the answer tells new secrets, this once.`,
      method: "PATCH",
      body: strict(changes),
      replies: { 200: form },
      errors: [unknown, EntityInUse, ...refusals],
    },
    remove: {
      ...single,
      id: `control.${plural}.remove`,
      summary: `Remove ${noun} with everything that hangs on it.`,
      method: "DELETE",
      replies: { 204: none },
      errors: [unknown, EntityInUse],
    },
  } as const;
}

export const userEntity = entityEndpoints({
  plural: "users",
  noun: "a user",
  one: "/users/{user}",
  form: WorldUser,
  changes: without(WorldUser, "id"),
  unknown: UnknownUser,
});

export const applicationEntity = entityEndpoints({
  plural: "applications",
  noun: "an application",
  one: "/applications/{application}",
  form: WorldApplication,
  changes: without(
    WorldApplication,
    "id",
    "commands",
    "command_permissions",
    "skus",
    "entitlements",
    "subscriptions",
  ),
  unknown: UnknownApplication,
});

export const guildEntity = entityEndpoints({
  plural: "guilds",
  noun: "a guild",
  one: "/guilds/{guild_id}",
  form: WorldGuild,
  changes: without(
    WorldGuild,
    "id",
    "roles",
    "channels",
    "members",
    "applications",
    "invites",
    "scheduled_events",
  ),
  unknown: UnknownGuild,
});

const ofGuild = { guild: Reference };

export const roleEntity = entityEndpoints({
  plural: "roles",
  noun: "a role",
  one: "/roles/{role_id}",
  form: object({ ...ofGuild, ...WorldRole.properties }),
  changes: without(WorldRole, "id", "managed", "tags"),
  unknown: UnknownRole,
});

export const channelEntity = entityEndpoints({
  plural: "channels",
  noun: "a channel or a thread",
  one: "/channels/{channel_id}",
  form: object({ ...ofGuild, ...WorldChannel.properties }),
  changes: without(WorldChannel, "id", "type"),
  unknown: UnknownChannel,
  refusals: [LinkedChannelAgeRestricted],
});

export const memberEntity = entityEndpoints({
  plural: "members",
  noun: "a member",
  one: "/members/{guild_id}/{user_id}",
  form: object({ ...ofGuild, ...WorldMember.properties }),
  changes: without(WorldMember, "user"),
  unknown: UnknownMember,
});

/** An application in a guild, or with a user: one of the two is named. */
export const installEntity = entityEndpoints({
  plural: "installs",
  noun: "an application's installation",
  one: "/installs/{owner_id}/{application_id}",
  form: object({
    guild: optional(Reference),
    user: optional(Reference),
    ...WorldGuildInstall.properties,
  }),
  changes: without(WorldGuildInstall, "application"),
  unknown: UnknownIntegration,
});

export const tokenEntity = entityEndpoints({
  plural: "tokens",
  noun: "an access token",
  one: "/tokens/{token}",
  form: WorldAccessToken,
  changes: without(WorldAccessToken, "token", "user", "application", "parent"),
  unknown: UnknownToken,
});

export const skuEntity = entityEndpoints({
  plural: "skus",
  noun: "something that an application sells",
  one: "/skus/{sku_id}",
  form: SkuForm,
  changes: SkuChange,
  unknown: UnknownSku,
});

export const entitlementEntity = entityEndpoints({
  plural: "entitlements",
  noun: "an entitlement, of which the application hears",
  one: "/entitlements/{entitlement_id}",
  form: EntitlementForm,
  changes: EntitlementChange,
  unknown: UnknownEntitlement,
});

export const subscriptionEntity = entityEndpoints({
  plural: "subscriptions",
  noun: "a subscription, of which the application hears",
  one: "/subscriptions/{subscription_id}",
  form: SubscriptionForm,
  changes: SubscriptionChange,
  unknown: NotFound,
});

export const entityKinds = [
  userEntity,
  applicationEntity,
  guildEntity,
  roleEntity,
  channelEntity,
  memberEntity,
  installEntity,
  tokenEntity,
  skuEntity,
  entitlementEntity,
  subscriptionEntity,
] as const;
