// The world file: the state to start from. Everything in it is optional; what is left out gets a
// value when it is loaded. Source: product.md, World file.
import type { TObject, TOptional, TProperties } from "typebox";
import type { Fault } from "./fault.ts";
import { compile } from "./form-kinds.ts";
import { IntentBit } from "./gateway.ts";
import { locales } from "./locale.ts";
import { PermissionBit } from "./permissions.ts";
import { ApplicationFlag } from "./resources/applications.ts";
import { GlobalCommandItem, reportCommand } from "./resources/command-forms.ts";
import { ChannelType, Guild } from "./resources/guilds.ts";
import { LobbyDraft, LobbyMemberDraft } from "./resources/lobbies.ts";
import { unknownKeys } from "./unknown-keys.ts";
import {
  anything,
  Bool,
  choice,
  dictionary,
  integer,
  list,
  nullable,
  object,
  optional,
  refine,
  Snowflake,
  text,
  word,
  type Static,
  type TSchema,
} from "./values.ts";
import { bitSet, ClockInstant, Instant, Reference, Secret } from "./world-kinds.ts";

/** The longest list in a world file. */
export const WORLD_LIST_MAX = 100_000;

function entries<S extends TSchema>(items: S) {
  return optional(list(items, { max: WORLD_LIST_MAX }));
}

/** Some fields of an object, each of which may be left out. */
function optionalFields<P extends TProperties, const K extends keyof P & string>(
  schema: TObject<P>,
  names: readonly K[],
) {
  const fields = names.map((name) => [name, optional(schema.properties[name] as TSchema)]);
  return Object.fromEntries(fields) as { [N in K]: TOptional<P[N]> };
}

const colour = integer({ min: 0, max: 0xff_ff_ff });
const int53 = integer({ min: 0, width: "int53" });
const Permissions = bitSet(PermissionBit);
const scopes = entries(text({ min: 1, max: 100 }));

/** What people and bots have in common. */
const persona = {
  username: optional(text({ min: 1, max: 32 })),
  discriminator: optional(text({ pattern: "^[0-9]{1,4}$" })),
  global_name: optional(nullable(text({ min: 1, max: 32 }))),
  avatar: optional(nullable(text({ max: 200 }))),
  banner: optional(nullable(text({ max: 200 }))),
  accent_color: optional(nullable(colour)),
  public_flags: optional(int53),
  flags: optional(int53),
  locale: optional(word(locales)),
  verified: optional(Bool),
  mfa_enabled: optional(Bool),
};

/** A simulated user. A token of null: nobody can sign in as them. */
export const WorldUser = object({
  id: optional(Snowflake),
  token: optional(nullable(Secret)),
  ...persona,
  email: optional(nullable(text({ max: 320 }))),
  premium_type: optional(choice([0, 1, 2, 3])),
  connections: entries(dictionary(anything())),
  banned: optional(Bool),
});

/** A bot's user, whose id is its application's; `intents` are the privileged ones switched on. */
export const WorldBot = object({
  token: optional(nullable(Secret)),
  intents: optional(bitSet(IntentBit)),
  ...persona,
});

/** A command as a bulk overwrite has it; with a guild, it is that guild's. */
export const WorldCommand = refine(
  object({
    ...GlobalCommandItem.properties,
    guild_id: optional(nullable(Reference)),
    version: optional(Snowflake),
  }),
  reportCommand,
);

export const WorldApplication = object({
  id: optional(Snowflake),
  name: optional(text({ min: 1, max: 100 })),
  description: optional(text({ max: 400 })),
  icon: optional(nullable(text({ max: 200 }))),
  owner: optional(Reference),
  client_secret: optional(nullable(Secret)),
  public_client: optional(Bool),
  flags: optional(bitSet(ApplicationFlag)),
  integration_types: optional(list(choice([0, 1]), { min: 1, unique: true })),
  redirect_uris: entries(text({ min: 1, max: 2048 })),
  interactions_endpoint_url: optional(nullable(text({ min: 1, max: 2048 }))),
  event_webhooks: optional(
    nullable(
      object({
        url: optional(nullable(text({ min: 1, max: 2048 }))),
        types: entries(text({ min: 1, max: 100 })),
      }),
    ),
  ),
  requests_per_second: optional(integer({ min: 1, max: 1_000_000 })),
  bot_public: optional(Bool),
  bot_require_code_grant: optional(Bool),
  tags: optional(list(text({ min: 1, max: 20 }), { max: 5 })),
  /** Left out: a bot with defaults, as new applications have one. Null: no bot. */
  bot: optional(nullable(WorldBot)),
  commands: entries(WorldCommand),
});

export const WorldRole = object({
  id: optional(Snowflake),
  name: optional(text({ min: 1, max: 100 })),
  permissions: optional(Permissions),
  position: optional(integer({ min: 0 })),
  color: optional(colour),
  colors: optional(
    object({
      primary_color: colour,
      secondary_color: optional(nullable(colour)),
      tertiary_color: optional(nullable(colour)),
    }),
  ),
  hoist: optional(Bool),
  mentionable: optional(Bool),
  managed: optional(Bool),
  icon: optional(nullable(text({ max: 200 }))),
  unicode_emoji: optional(nullable(text({ max: 100 }))),
  flags: optional(integer({ min: 0 })),
  tags: optional(dictionary(anything())),
});

/** `id` names a role (type 0, the default) or a member (type 1). */
export const WorldOverwrite = object({
  id: Reference,
  type: optional(choice([0, 1])),
  allow: optional(Permissions),
  deny: optional(Permissions),
});

const guildChannelTypes = Object.values(ChannelType).filter(
  (type) => type !== ChannelType.DM && type !== ChannelType.GROUP_DM,
);

export const WorldChannel = object({
  id: optional(Snowflake),
  name: optional(text({ min: 1, max: 100 })),
  type: optional(choice(guildChannelTypes)),
  position: optional(integer({ min: 0 })),
  permission_overwrites: entries(WorldOverwrite),
  parent_id: optional(nullable(Reference)),
  topic: optional(nullable(text({ max: 4096 }))),
  nsfw: optional(Bool),
  rate_limit_per_user: optional(integer({ min: 0, max: 21_600 })),
  bitrate: optional(integer({ min: 8000, max: 384_000 })),
  user_limit: optional(integer({ min: 0, max: 10_000 })),
  rtc_region: optional(nullable(text({ max: 100 }))),
  flags: optional(integer({ min: 0 })),
  owner_id: optional(Reference),
  application_id: optional(nullable(Reference)),
  last_message_id: optional(nullable(Snowflake)),
  last_pin_timestamp: optional(nullable(Instant)),
});

export const WorldMember = object({
  user: Reference,
  nick: optional(nullable(text({ min: 1, max: 32 }))),
  avatar: optional(nullable(text({ max: 200 }))),
  banner: optional(nullable(text({ max: 200 }))),
  roles: entries(Reference),
  joined_at: optional(Instant),
  premium_since: optional(nullable(Instant)),
  deaf: optional(Bool),
  mute: optional(Bool),
  flags: optional(integer({ min: 0 })),
  pending: optional(Bool),
  communication_disabled_until: optional(nullable(Instant)),
});

/** An application in a guild; with the scope `bot` it brings a member and a managed role. */
export const WorldGuildInstall = object({
  application: Reference,
  scopes,
  permissions: optional(Permissions),
  installed_by: optional(Reference),
});

const channelOfGuild = optional(nullable(Reference));

export const WorldGuild = object({
  id: optional(Snowflake),
  name: optional(text({ min: 1, max: 100 })),
  owner: optional(Reference),
  ...optionalFields(Guild, [
    "icon", "description", "home_header", "splash", "discovery_splash", "features", "banner",
    "region", "afk_timeout", "system_channel_flags", "widget_enabled", "verification_level",
    "default_message_notifications", "mfa_level", "explicit_content_filter", "max_presences",
    "max_members", "max_stage_video_channel_users", "max_video_channel_users", "vanity_url_code",
    "premium_tier", "premium_subscription_count", "premium_progress_bar_enabled", "nsfw",
    "nsfw_level", "emojis", "stickers", "incidents_data",
  ]),
  preferred_locale: optional(word(locales)),
  application_id: optional(nullable(Reference)),
  afk_channel_id: channelOfGuild,
  system_channel_id: channelOfGuild,
  widget_channel_id: channelOfGuild,
  rules_channel_id: channelOfGuild,
  safety_alerts_channel_id: channelOfGuild,
  public_updates_channel_id: channelOfGuild,
  roles: entries(WorldRole),
  channels: entries(WorldChannel),
  members: entries(WorldMember),
  applications: entries(WorldGuildInstall),
});

export const WorldUserInstall = object({ user: Reference, application: Reference, scopes });

/** Without a user: a token of the application itself. */
export const WorldAccessToken = object({
  token: optional(Secret),
  user: optional(Reference),
  application: Reference,
  scopes,
  expires_at: optional(Instant),
});

export const WorldLobby = object({
  id: optional(Snowflake),
  application: Reference,
  metadata: LobbyDraft.properties.metadata,
  idle_timeout_seconds: LobbyDraft.properties.idle_timeout_seconds,
  flags: LobbyDraft.properties.flags,
  override_event_webhooks_url: LobbyDraft.properties.override_event_webhooks_url,
  members: entries(object({ user: Reference, ...LobbyMemberDraft.properties })),
});

/** How strictly calls are counted. Source: product.md, Commands. */
export const limitsProfiles = ["production", "unapproved", "off"] as const;
export type LimitsProfile = (typeof limitsProfiles)[number];

export const World = object({
  clock: optional(object({ now: optional(ClockInstant), frozen: optional(Bool) })),
  limits: optional(word(limitsProfiles)),
  users: entries(WorldUser),
  applications: entries(WorldApplication),
  guilds: entries(WorldGuild),
  user_installs: entries(WorldUserInstall),
  access_tokens: entries(WorldAccessToken),
  lobbies: entries(WorldLobby),
});

/** A world file as a value. */
export type WorldFile = Static<typeof World>;

/** A world file as far as it could be read: in lists and objects, parts with faults are undefined. */
export interface WorldReading {
  readonly world: WorldFile;
  readonly faults: readonly Fault[];
}

const read = compile(World);

/** Reads a world file: every fault of form at its place, unknown keys among them. An empty file is an empty world. */
export function readWorld(value: unknown): WorldReading {
  const given = value ?? {};
  if (typeof given !== "object" || Array.isArray(given)) {
    const message = "must be an object with the keys clock, users, applications, guilds and so on";
    return { world: {}, faults: [{ path: ["world file"], code: "MODEL_TYPE_CONVERT", message }] };
  }
  const faults: Fault[] = [];
  const world = read(given, undefined, faults) as WorldFile;
  return { world, faults: [...unknownKeys(World, given), ...faults] };
}
