// Guilds of a world file with everything that belongs to them. Source: product.md, World file.
import type { TObject, TProperties } from "typebox";
import { limits } from "../../limits/limits.ts";
import { LocaleCode } from "../../schema/locale.ts";
import { PermissionBit } from "../../permissions/permissions.ts";
import { ChannelDraft, ForumTagForm } from "../../resources/channels/channel-forms.ts";
import { ChannelType } from "../../resources/guilds/channel-types.ts";
import { guildLevels } from "../../resources/guilds/guild-settings.ts";
import { Channel, Guild, LinkedLobby } from "../../resources/guilds/guilds.ts";
import { RoleDraft } from "../../resources/guilds/roles.ts";
import { ThreadMetadata } from "../../resources/guilds/threads.ts";
import { storable } from "../../schema/storable.ts";
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
  optionalFields,
  text,
  word,
} from "../../schema/values.ts";
import { WorldAutoModerationRule } from "./auto-moderation.ts";
import { decorations } from "./decorations.ts";
import { WorldInvite, WorldJoinRequest, WorldScheduledEvent } from "./invites.ts";
import { WorldEmoji, WorldSticker, WorldVoiceState } from "./messages.ts";
import { WorldRoleLink } from "./linked-roles.ts";
import {
  WorldNewMemberWelcome,
  WorldOnboarding,
  WorldTemplate,
  WorldWelcomeScreen,
} from "./settings.ts";
import { WorldSound, WorldStage } from "./sounds.ts";
import { WorldWebhook } from "./webhooks.ts";
import {
  asShown,
  bitSet,
  Code,
  Colour,
  entries,
  ownId,
  pastId,
  Person,
  ref,
  refOrPast,
  Reference,
  Scopes,
} from "./kinds.ts";
import { Instant } from "../../schema/instant.ts";
import { meaning } from "../../schema/references.ts";

const Permissions = bitSet(PermissionBit);

/** Some fields of an object, all of them optional. */
function someFields<P extends TProperties, const K extends keyof P & string>(
  { properties }: TObject<P>,
  names: readonly K[],
) {
  const fields = Object.fromEntries(names.map((name) => [name, properties[name]]));
  return optionalFields(fields as Pick<P, K>);
}

export const WorldRole = object({
  id: optional(ownId("role")),
  name: RoleDraft.properties.name,
  permissions: optional(Permissions),
  /** The API's form of the field above. */
  permissions_new: optional(Permissions),
  position: optional(integer({ min: 0 })),
  color: optional(Colour),
  colors: optional(
    object({
      primary_color: Colour,
      secondary_color: optional(nullable(Colour)),
      tertiary_color: optional(nullable(Colour)),
    }),
  ),
  hoist: optional(Bool),
  mentionable: optional(Bool),
  managed: optional(Bool),
  icon: optional(nullable(text({ max: 200 }))),
  unicode_emoji: optional(nullable(text({ max: 100 }))),
  flags: optional(integer({ min: 0 })),
  tags: optional(storable(dictionary(anything()))),
  /** Makes it a linked role. */
  linked: optional(WorldRoleLink),
});

const subject = meaning(Reference, {
  by: "type",
  kinds: { "": "role", 0: "role", 1: "user" },
});

/** `id` names a role (type 0, the default) or a member (type 1). */
export const WorldOverwrite = object({
  id: subject,
  type: optional(choice([0, 1])),
  allow: optional(Permissions),
  deny: optional(Permissions),
  /** The API's form of the fields above. */
  allow_new: optional(Permissions),
  deny_new: optional(Permissions),
});

const guildChannelTypes = Object.values(ChannelType).filter(
  (type) => type !== ChannelType.DM && type !== ChannelType.GROUP_DM,
);

/** The default reaction emoji of a forum. */
export const WorldDefaultReaction = object({
  emoji_id: nullable(pastId("emoji")),
  emoji_name: nullable(text({ max: 100 })),
});

/** When a user joined a thread. */
export const WorldThreadJoin = object({ user: ref("user"), at: Instant });

/** A tag of a forum. */
export const WorldForumTag = object({
  id: optional(ownId("tag")),
  name: ForumTagForm.properties.name,
  moderated: ForumTagForm.properties.moderated,
  emoji_id: optional(nullable(pastId("emoji"))),
  emoji_name: ForumTagForm.properties.emoji_name,
});

export const WorldChannel = object({
  id: optional(ownId("channel")),
  name: optional(ChannelDraft.properties.name),
  type: optional(choice(guildChannelTypes)),
  /** The guild that it belongs to. */
  guild_id: optional(ref("guild")),
  position: optional(integer({ min: 0 })),
  permission_overwrites: entries(WorldOverwrite),
  parent_id: optional(nullable(ref("channel"))),
  topic: ChannelDraft.properties.topic,
  nsfw: optional(Bool),
  rate_limit_per_user: optional(integer({ min: 0, max: limits.slowmode.value })),
  bitrate: optional(integer({ min: 8000, max: 384_000 })),
  user_limit: optional(integer({ min: 0, max: 10_000 })),
  rtc_region: ChannelDraft.properties.rtc_region,
  ...someFields(Channel, [
    "video_quality_mode",
    "default_auto_archive_duration",
    "default_thread_rate_limit_per_user",
    "default_sort_order",
    "default_forum_layout",
    "default_tag_setting",
  ]),
  default_reaction_emoji: optional(nullable(WorldDefaultReaction)),
  available_tags: entries(WorldForumTag),
  flags: optional(integer({ min: 0 })),
  /** For threads: the creator, which may be a user, a webhook, or a deleted user. */
  owner_id: optional(refOrPast("user")),
  /** For threads: the members besides the owner. */
  members: entries(ref("user")),
  application_id: optional(nullable(ref("application"))),
  last_message_id: optional(nullable(pastId("message"))),
  last_pin_timestamp: optional(nullable(Instant)),
  /** For threads: true if the owner has left. */
  owner_left: optional(Bool),
  /** For threads: when members joined who were not in it from the start. */
  joined: entries(WorldThreadJoin),
  /** For posts: ids of the forum's tags. */
  applied_tags: optional(list(pastId("tag"))),
  /** Derived fields may be given as the API shows them, with their derived values. */
  linked_lobby: optional(nullable(asShown(LinkedLobby))),
  thread_metadata: optional(ThreadMetadata),
  message_count: optional(integer({ min: 0 })),
  member_count: optional(integer({ min: 0 })),
  /** For threads: the number of messages that were ever sent in it. */
  total_message_sent: optional(integer({ min: 0 })),
  /** For voice channels: the status text. */
  status: optional(nullable(text({ max: 500 }))),
  /** For voice channels: since when it is in use, in Unix seconds. */
  voice_start_time: optional(nullable(integer({ min: 0, width: "int53" }))),
});

export const WorldMember = object({
  user: Person,
  nick: optional(nullable(text({ min: 1, max: limits.memberNick.value }))),
  avatar: optional(nullable(text({ max: 200 }))),
  banner: optional(nullable(text({ max: 200 }))),
  roles: entries(ref("role")),
  joined_at: optional(Instant),
  premium_since: optional(nullable(Instant)),
  /** How many boosts they have given the guild; absent: one, if they boost it. */
  boosts: optional(integer({ min: 1, max: limits.boostsPerMember.value })),
  deaf: optional(Bool),
  mute: optional(Bool),
  flags: optional(integer({ min: 0 })),
  pending: optional(Bool),
  communication_disabled_until: optional(nullable(Instant)),
  ...decorations,
  bio: optional(text({ max: limits.memberBio.value })),
  join_source_type: optional(integer({ min: 0 })),
  source_invite_code: optional(text({ max: 100 })),
  /** The options of the guild's onboarding that they chose. */
  onboarding_responses: entries(pastId("option")),
  temporary: optional(Bool),
});

/** A ban. */
export const WorldBan = object({
  user: Person,
  reason: optional(nullable(text({ max: limits.auditLogReason.value }))),
});

/** An application in a guild; with the scope `bot` it brings a member and a managed role. */
export const WorldGuildInstall = object({
  application: ref("application"),
  scopes: Scopes,
  /** Those of the bot's managed role; none given explicitly (`[]` or `"0"`): it has no role. */
  permissions: optional(Permissions),
  installed_by: optional(ref("user")),
});

const channelOfGuild = optional(nullable(ref("channel")));

/** Source: machine specification. */
const levels = {
  afk_timeout: optional(guildLevels.afk_timeout),
  verification_level: optional(guildLevels.verification_level),
  default_message_notifications: optional(guildLevels.default_message_notifications),
  mfa_level: optional(choice([0, 1])),
  explicit_content_filter: optional(guildLevels.explicit_content_filter),
  premium_tier: optional(choice([0, 1, 2, 3])),
  nsfw_level: optional(choice([0, 1, 2, 3])),
};

export const WorldGuild = object({
  id: optional(ownId("guild")),
  name: optional(text({ min: 1, max: limits.guildName.value })),
  owner: optional(ref("user")),
  /** The API's form of the field above. */
  owner_id: optional(ref("user")),
  ...someFields(Guild, [
    "icon",
    "description",
    "home_header",
    "splash",
    "discovery_splash",
    "features",
    "banner",
    "region",
    "system_channel_flags",
    "widget_enabled",
    "max_presences",
    "max_members",
    "max_stage_video_channel_users",
    "max_video_channel_users",
    "premium_subscription_count",
    "premium_progress_bar_enabled",
    "nsfw",
    "incidents_data",
  ]),
  ...levels,
  vanity_url_code: optional(nullable(Code)),
  preferred_locale: optional(LocaleCode),
  /** `not_ready`: the first message search starts indexing, and finds nothing. */
  search_index: optional(word(["ready", "not_ready"])),
  application_id: optional(nullable(ref("application"))),
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
  invites: entries(WorldInvite),
  scheduled_events: entries(WorldScheduledEvent),
  emojis: entries(WorldEmoji),
  stickers: entries(WorldSticker),
  soundboard_sounds: entries(WorldSound),
  stage_instances: entries(WorldStage),
  webhooks: entries(WorldWebhook),
  bans: entries(WorldBan),
  auto_moderation_rules: entries(WorldAutoModerationRule),
  join_requests: entries(WorldJoinRequest),
  voice_states: entries(WorldVoiceState),
  welcome_screen: optional(WorldWelcomeScreen),
  onboarding: optional(WorldOnboarding),
  new_member_welcome: optional(WorldNewMemberWelcome),
  templates: entries(WorldTemplate),
  /** How many members joined by the vanity URL. */
  vanity_url_uses: optional(integer({ min: 0 })),
  /** Derived fields may be given as the API shows them, with their derived values. */
  approximate_member_count: optional(integer({ min: 0 })),
  /** Derived from who is connected; ignored when loaded. */
  approximate_presence_count: optional(integer({ min: 0 })),
});
