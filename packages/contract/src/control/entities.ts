// Endpoints that change the world while it runs: each kind of entity in its world-file format, with
// ids and, in the reply to its creation, its secrets. Source: product.md, Control plane.
import type { TObject, TProperties } from "typebox";
import { control } from "../auth.ts";
import { refusingUnknownKeys, none } from "../endpoint.ts";
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
} from "../error.ts";
import { LinkedChannelAgeRestricted } from "../resources/channels/channel-errors.ts";
import { UnknownEntitlement, UnknownSku } from "../resources/entitlements/entitlements.ts";
import { object, optional, type TSchema } from "../schema/values.ts";
import { WorldAccessToken, WorldApplication, WorldUser } from "./world-file/world.ts";
import {
  WorldChannel,
  WorldGuild,
  WorldGuildInstall,
  WorldMember,
  WorldRole,
} from "./world-file/guilds.ts";
import { ref } from "./world-file/kinds.ts";
import {
  EntitlementChange,
  EntitlementForm,
  SkuChange,
  SkuForm,
  SubscriptionChange,
  SubscriptionForm,
} from "./world-file/sales.ts";
import { TeamChange, WorldTeam } from "./world-file/teams.ts";

const source = "product.md, Control plane";

/** An entity that others depend on cannot be deleted or changed while they exist. */
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
  /** The name in paths and ids: `users`. */
  readonly plural: string;
  /** The summary of each endpoint. */
  readonly summaries: Readonly<Record<"create" | "get" | "edit" | "remove", string>>;
  /** The path of a single entity. */
  readonly one: P;
  readonly form: F;
  /** The fields that may be changed. */
  readonly changes: C;
  /** The error for a path without an entity. */
  readonly unknown: ErrorDeclaration;
  /** Errors for other unknown things that the path may name. */
  readonly alsoUnknown?: readonly ErrorDeclaration[];
  /** Other errors that may refuse a change. */
  readonly refusals?: readonly ErrorDeclaration[];
}

/** The four endpoints for a kind of entity. */
function entityEndpoints<const P extends string, F extends TSchema, C extends TSchema>({
  plural,
  summaries,
  one,
  form,
  changes,
  unknown,
  alsoUnknown = [],
  refusals = [],
}: EntityKind<P, F, C>) {
  const shared = { source, plane: "control", auth: [control] } as const;
  const single = { ...shared, path: one } as const;
  return {
    create: refusingUnknownKeys({
      ...shared,
      id: `control.${plural}.create`,
      summary: summaries.create,
      method: "POST",
      path: `/${plural}`,
      body: form,
      replies: { 201: form },
      errors: [],
    }),
    get: refusingUnknownKeys({
      ...single,
      id: `control.${plural}.get`,
      summary: summaries.get,
      method: "GET",
      replies: { 200: form },
      errors: [unknown, ...alsoUnknown],
    }),
    edit: refusingUnknownKeys({
      ...single,
      id: `control.${plural}.edit`,
      summary: summaries.edit,
      method: "PATCH",
      body: changes,
      replies: { 200: form },
      errors: [unknown, ...alsoUnknown, EntityInUse, ...refusals],
    }),
    remove: refusingUnknownKeys({
      ...single,
      id: `control.${plural}.remove`,
      summary: summaries.remove,
      method: "DELETE",
      replies: { 204: none },
      errors: [unknown, ...alsoUnknown, EntityInUse],
    }),
  } as const;
}

export const userEntity = entityEndpoints({
  plural: "users",
  summaries: {
    create: "Create a user; only this reply contains their token.",
    get: "Get a user in the format of world files, with the token hashed.",
    edit: "Update fields of a user; a new token or a ban ends sessions, a ban also authorizations.",
    remove: "Delete a user with their memberships, direct messages, installations and tokens.",
  },
  one: "/users/{user}",
  form: WorldUser,
  changes: without(WorldUser, "id"),
  unknown: UnknownUser,
});

export const applicationEntity = entityEndpoints({
  plural: "applications",
  summaries: {
    create:
      "Create an application with its bot and commands; only this reply contains its secrets.",
    get: "Get an application with its commands in the format of world files, with secrets hashed.",
    edit: "Update the given fields of an application; only this reply contains new secrets.",
    remove: "Delete an application with its bot, commands, installations, lobbies and tokens.",
  },
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
  summaries: {
    create: "Create a guild with everything that is given in it.",
    get: "Get a guild with everything in it in the format of world files.",
    edit: "Update the given fields of a guild itself.",
    remove: "Delete a guild with everything in it.",
  },
  one: "/guilds/{guild}",
  form: WorldGuild,
  changes: without(
    WorldGuild,
    "id",
    "roles",
    "channels",
    "members",
    "applications",
    "auto_moderation_rules",
    "join_requests",
    "invites",
    "scheduled_events",
    "soundboard_sounds",
    "stage_instances",
    "templates",
    "voice_states",
    "approximate_member_count",
    "approximate_presence_count",
  ),
  unknown: UnknownGuild,
});

/** The guild, by the control plane's key or by the API's: one of the two is required. */
const ofGuild = { guild: optional(ref("guild")), guild_id: optional(ref("guild")) };

export const roleEntity = entityEndpoints({
  plural: "roles",
  summaries: {
    create: "Create a role in a guild.",
    get: "Get a role in the format of world files.",
    edit: "Update the given fields of a role.",
    remove: "Delete a role, also from its members and its channels' overwrites.",
  },
  one: "/roles/{role}",
  form: object({ ...ofGuild, ...WorldRole.properties }),
  changes: without(WorldRole, "id", "managed", "tags"),
  unknown: UnknownRole,
});

export const channelEntity = entityEndpoints({
  plural: "channels",
  summaries: {
    create:
      "Create a channel or a thread in a guild; without given overwrites it has its category's.",
    get: "Get a channel or a thread in the format of world files.",
    edit: "Update the given fields of a channel or a thread; channels synced with a category follow it.",
    remove: "Delete a channel with its messages and threads, or a thread.",
  },
  one: "/channels/{channel}",
  form: object({ ...ofGuild, ...WorldChannel.properties }),
  changes: without(WorldChannel, "id", "type"),
  unknown: UnknownChannel,
  refusals: [LinkedChannelAgeRestricted],
});

export const memberEntity = entityEndpoints({
  plural: "members",
  summaries: {
    create: "Add a user to a guild as a member.",
    get: "Get a member of a guild in the format of world files.",
    edit: "Update the given fields of a member.",
    remove: "Remove a member from a guild; a bot's installation is removed with it.",
  },
  one: "/members/{guild}/{member}",
  form: object({ ...ofGuild, ...WorldMember.properties }),
  changes: without(WorldMember, "user"),
  unknown: UnknownMember,
  alsoUnknown: [UnknownGuild, UnknownUser],
});

/** An application that is installed in a guild or for a user: one of the two is required. */
export const installEntity = entityEndpoints({
  plural: "installs",
  summaries: {
    create: "Install an application in a guild or for a user.",
    get: "Get an application's installation in the format of world files.",
    edit: "Update the scopes or permissions of an installation.",
    remove: "Remove an application from a guild or a user; a bot leaves the guild.",
  },
  one: "/installs/{owner}/{application}",
  form: object({
    guild: optional(ref("guild")),
    user: optional(ref("user")),
    ...WorldGuildInstall.properties,
  }),
  changes: without(WorldGuildInstall, "application"),
  unknown: UnknownIntegration,
  alsoUnknown: [UnknownApplication],
});

export const tokenEntity = entityEndpoints({
  plural: "tokens",
  summaries: {
    create: "Create an access token; only this reply contains it.",
    get: "Get an access token in the format of world files, hashed.",
    edit: "Update the scopes or the expiry of an access token.",
    remove: "Revoke an access token; the sessions that use it end.",
  },
  one: "/tokens/{token}",
  form: WorldAccessToken,
  changes: without(WorldAccessToken, "token", "user", "application", "issued_at", "parent"),
  unknown: UnknownToken,
});

export const skuEntity = entityEndpoints({
  plural: "skus",
  summaries: {
    create: "Create a SKU of an application.",
    get: "Get a SKU in the format of world files.",
    edit: "Update the name, the slug or the flags of a SKU.",
    remove: "Delete a SKU that no entitlement or subscription refers to.",
  },
  one: "/skus/{sku}",
  form: SkuForm,
  changes: SkuChange,
  unknown: UnknownSku,
});

export const entitlementEntity = entityEndpoints({
  plural: "entitlements",
  summaries: {
    create: "Create an entitlement of a user or a guild to a SKU; the application is notified.",
    get: "Get an entitlement in the format of world files.",
    edit: "Update an entitlement, or withdraw it; the application is notified.",
    remove:
      "Delete an entitlement and its record; the application is notified that it was withdrawn.",
  },
  one: "/entitlements/{entitlement_id}",
  form: EntitlementForm,
  changes: EntitlementChange,
  unknown: UnknownEntitlement,
});

export const subscriptionEntity = entityEndpoints({
  plural: "subscriptions",
  summaries: {
    create:
      "Create a subscription of a user to SKUs of an application; the application is notified.",
    get: "Get a subscription in the format of world files.",
    edit: "Renew, cancel or end a subscription; the application is notified.",
    remove: "Delete a subscription with its entitlements; the application is notified.",
  },
  one: "/subscriptions/{subscription_id}",
  form: SubscriptionForm,
  changes: SubscriptionChange,
  unknown: NotFound,
});

export const teamEntity = entityEndpoints({
  plural: "teams",
  summaries: {
    create: "Create a team, to which applications may belong.",
    get: "Get a team in the format of world files.",
    edit: "Update the given fields of a team; given members replace all but its owner.",
    remove: "Delete a team that owns no application.",
  },
  one: "/teams/{team}",
  form: WorldTeam,
  changes: TeamChange,
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
  teamEntity,
] as const;
