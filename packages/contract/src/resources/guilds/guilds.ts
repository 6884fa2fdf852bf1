import { bearer, bot, signedIn } from "../../auth.ts";
import { endpoint, rateLimit } from "../../endpoint.ts";
import {
  MissingAccess,
  UnknownChannel,
  UnknownGuild,
  UnknownMember,
  UnknownUser,
} from "../../error.ts";
import { limits } from "../../limits/limits.ts";
import { storable } from "../../schema/storable.ts";
import {
  anything,
  Bool,
  choice,
  integer,
  list,
  nullable,
  object,
  optional,
  Snowflake,
  text,
  Timestamp,
} from "../../schema/values.ts";
import { User } from "../users/users.ts";
import { GuildSticker } from "./stickers.ts";
import { threadDefaults, threadFields } from "./threads.ts";

export const Role = object({
  id: Snowflake,
  name: text(),
  permissions: text(),
  permissions_new: text(),
  position: integer(),
  color: integer(),
  colors: object({
    primary_color: integer(),
    secondary_color: nullable(integer()),
    tertiary_color: nullable(integer()),
  }),
  hoist: Bool,
  managed: Bool,
  mentionable: Bool,
  icon: nullable(text()),
  unicode_emoji: nullable(text()),
  flags: integer(),
  tags: optional(storable(anything<object>())),
});

/** The permissions that a role or member has or lacks in one channel. */
export const PermissionOverwrite = object({
  id: Snowflake,
  type: choice([0, 1]),
  allow: text(),
  deny: text(),
  allow_new: text(),
  deny_new: text(),
});

const member = {
  nick: nullable(text()),
  avatar: nullable(text()),
  banner: nullable(text()),
  roles: list(Snowflake),
  joined_at: Timestamp,
  premium_since: nullable(Timestamp),
  deaf: Bool,
  mute: Bool,
  flags: integer(),
  pending: Bool,
  communication_disabled_until: nullable(Timestamp),
  /** Only for this guild; absent if the user's own is shown. */
  avatar_decoration_data: optional(nullable(anything<object>())),
  collectibles: optional(nullable(anything<object>())),
};

export const Member = object({ user: User, ...member });

/** The member object of a message or an interaction, which names the user elsewhere. */
export const MemberWithoutUser = object(member);

/**
 * The lobby that a channel is linked to, as the channel shows it. Source: protocol: lobbies-and-sdk
 * 2.5.
 */
export const LinkedLobby = object({
  application_id: Snowflake,
  lobby_id: Snowflake,
  linked_by: Snowflake,
  linked_at: Timestamp,
  require_application_authorization: Bool,
});

/** A guild channel or a direct message channel. Its type determines which fields it has. */
export const Channel = object({
  id: Snowflake,
  type: integer(),
  guild_id: optional(Snowflake),
  name: optional(nullable(text())),
  position: optional(integer()),
  permission_overwrites: optional(list(PermissionOverwrite)),
  parent_id: optional(nullable(Snowflake)),
  topic: optional(nullable(text())),
  nsfw: optional(Bool),
  rate_limit_per_user: optional(integer()),
  bitrate: optional(integer()),
  user_limit: optional(integer()),
  rtc_region: optional(nullable(text())),
  video_quality_mode: optional(choice([1, 2])),
  ...threadDefaults,
  last_message_id: optional(nullable(Snowflake)),
  last_pin_timestamp: optional(nullable(Timestamp)),
  flags: integer(),
  recipients: optional(list(User)),
  /** For groups. */
  icon: optional(nullable(text())),
  owner_id: optional(Snowflake),
  application_id: optional(nullable(Snowflake)),
  /** For a group that an application created. */
  managed: optional(Bool),
  linked_lobby: optional(LinkedLobby),
  ...threadFields,
});

/**
 * The notices that a guild suppresses in its system channel, as bits. Source: machine
 * specification.
 */
export const SystemChannelFlag = {
  SUPPRESS_JOIN_NOTIFICATIONS: 1 << 0,
  SUPPRESS_PREMIUM_SUBSCRIPTIONS: 1 << 1,
} as const;

/** The fields of a guild that all of its members can read. */
export const guildFields = {
  id: Snowflake,
  name: text(),
  icon: nullable(text()),
  description: nullable(text()),
  home_header: nullable(text()),
  splash: nullable(text()),
  discovery_splash: nullable(text()),
  features: list(text()),
  banner: nullable(text()),
  owner_id: Snowflake,
  application_id: nullable(Snowflake),
  region: text(),
  afk_channel_id: nullable(Snowflake),
  afk_timeout: integer(),
  system_channel_id: nullable(Snowflake),
  system_channel_flags: integer(),
  widget_enabled: Bool,
  widget_channel_id: nullable(Snowflake),
  verification_level: integer(),
  roles: list(Role),
  default_message_notifications: integer(),
  mfa_level: integer(),
  explicit_content_filter: integer(),
  max_presences: nullable(integer()),
  max_members: integer(),
  max_stage_video_channel_users: integer(),
  max_video_channel_users: integer(),
  vanity_url_code: nullable(text()),
  premium_tier: integer(),
  premium_subscription_count: integer(),
  preferred_locale: text(),
  rules_channel_id: nullable(Snowflake),
  safety_alerts_channel_id: nullable(Snowflake),
  public_updates_channel_id: nullable(Snowflake),
  premium_progress_bar_enabled: Bool,
  nsfw: Bool,
  nsfw_level: integer(),
  emojis: list(anything<object>()),
  stickers: list(GuildSticker),
  incidents_data: nullable(storable(anything<object>())),
};

/** Source: protocol: gateway-oauth-limits 4.11, machine specification. */
export const Guild = object({
  ...guildFields,
  approximate_member_count: optional(integer()),
  approximate_presence_count: optional(integer()),
});

const guildErrors = [UnknownGuild, MissingAccess] as const;

export const getGuild = endpoint({
  id: "guilds.get",
  source: "protocol: gateway-oauth-limits 4.11",
  summary: "Get a guild that the caller is in.",
  method: "GET",
  path: "/guilds/{guild_id}",
  auth: [bot, signedIn],
  query: object({ with_counts: optional(Bool) }),
  replies: { 200: Guild },
  errors: [UnknownGuild],
});

/** What a player sees about a channel when choosing one to link a lobby to. */
const linkability = {
  /** True for a text channel that can be linked, and that the caller may link. */
  is_linkable: optional(Bool),
  is_viewable_and_writeable_by_all_members: optional(Bool),
};

export const listGuildChannels = endpoint({
  id: "guilds.channels",
  source: "protocol: gateway-oauth-limits 4.11",
  summary:
    "List a guild's channels without threads; with `with_can_link_lobby`, those that a bearer token's user sees, and which of them can be linked to a lobby.",
  method: "GET",
  path: "/guilds/{guild_id}/channels",
  auth: [bot, bearer("guilds.channels.read"), signedIn],
  query: object({ with_can_link_lobby: optional(Bool) }),
  replies: { 200: list(object({ ...Channel.properties, ...linkability })) },
  errors: guildErrors,
});

export const listGuildRoles = endpoint({
  id: "guilds.roles",
  source: "protocol: gateway-oauth-limits 4.11",
  summary: "List a guild's roles.",
  method: "GET",
  path: "/guilds/{guild_id}/roles",
  auth: [bot, signedIn],
  replies: { 200: list(Role) },
  errors: guildErrors,
});

export const listGuildMembers = endpoint({
  id: "guilds.members",
  source: "protocol: gateway-oauth-limits 4.5",
  summary: "List members in order of user id; requires the GUILD_MEMBERS privileged intent.",
  method: "GET",
  path: "/guilds/{guild_id}/members",
  auth: [bot],
  query: object({
    limit: optional(integer({ min: 1, max: 1000 })),
    after: optional(Snowflake),
  }),
  replies: { 200: list(Member) },
  errors: guildErrors,
});

export const searchGuildMembers = endpoint({
  id: "guilds.searchMembers",
  source: "assumed: machine specification; its bucket is not public",
  summary:
    "Search members whose username, display name or nickname starts with a text, ignoring case.",
  method: "GET",
  path: "/guilds/{guild_id}/members/search",
  auth: [bot],
  limit: rateLimit("guilds.searchMembers", limits.memberSearches, "application"),
  query: object({
    query: text({ min: 1, max: 100 }),
    limit: optional(integer({ min: 1, max: 1000 })),
  }),
  replies: { 200: list(Member) },
  errors: guildErrors,
});

export const getGuildMember = endpoint({
  id: "guilds.member",
  source: "protocol: gateway-oauth-limits 4.11",
  summary: "Get one member of a guild.",
  method: "GET",
  path: "/guilds/{guild_id}/members/{user_id}",
  auth: [bot, signedIn],
  replies: { 200: Member },
  errors: [...guildErrors, UnknownMember, UnknownUser],
});

export const getChannel = endpoint({
  id: "channels.get",
  source: "protocol: gateway-oauth-limits 4.11",
  summary: "Get a channel that the caller can see.",
  method: "GET",
  path: "/channels/{channel_id}",
  auth: [bot, signedIn],
  replies: { 200: Channel },
  errors: [UnknownChannel, MissingAccess],
});
