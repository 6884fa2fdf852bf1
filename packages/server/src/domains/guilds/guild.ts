// Guilds with their roles, channels and members: records, tables and views.
import type { Channel, Guild, Member, MemberWithoutUser, Role } from "@antechamber/contract/guilds";
import { snowflakeKey, type Static } from "@antechamber/contract/schema";
import type { Millis } from "../../platform/clock.ts";
import { tableOf } from "../../platform/store.ts";
import { keyOfIds } from "../../platform/records/stored-form.ts";
import { compoundKey } from "../../platform/records/compound-keys.ts";
import { searchedName, userView, type UserRecord } from "../users/user.ts";
import { archiveDeadline, threadFields } from "./thread-fields.ts";

/** A guild without its roles, which are records of their own. */
export type GuildRecord = Omit<
  Static<typeof Guild>,
  "roles" | "approximate_member_count" | "approximate_presence_count"
>;

/** A role. The permissions twin is made when it is shown. */
export type RoleRecord = Omit<Static<typeof Role>, "permissions_new"> & {
  readonly guild_id: string;
};

export interface OverwriteRecord {
  readonly id: string;
  /** 0 a role, 1 a member. */
  readonly type: 0 | 1;
  readonly allow: string;
  readonly deny: string;
}

/** A channel of a guild, or a direct message with its recipients' ids. */
export type ChannelRecord = Omit<
  Static<typeof Channel>,
  "permission_overwrites" | "recipients" | "member" | "member_count"
> & {
  readonly permission_overwrites?: readonly OverwriteRecord[];
  readonly recipientIds?: readonly string[];
  /** What an application calls those who are in its group, by their ids. */
  readonly groupNicks?: Readonly<Record<string, string>>;
  /** Who is in a thread beside who began it. */
  readonly memberIds?: readonly string[];
  /** Who began the thread is not in it: they left, or it was a webhook. */
  readonly hasOwnerLeft?: true;
  /** When each joined who is not in the thread from the beginning, by user id. */
  readonly joinedAt?: Readonly<Record<string, string>>;
  /** When a thread began, or was last written in; absent for those of world files. */
  readonly activeAt?: Millis;
};

export type MemberRecord = Static<typeof MemberWithoutUser> & {
  readonly guild_id: string;
  readonly user_id: string;
  /** Their profile text in this guild, which no answer shows. */
  readonly bio?: string;
  /** How they came, and by which invite. */
  readonly join_source_type?: number;
  readonly source_invite_code?: string;
  /** Without a role by the time that they go offline, they are no longer a member. */
  readonly temporary?: boolean;
  /** The options of the guild's onboarding that they chose. */
  readonly onboardingResponses?: readonly string[];
  /** How many boosts of the guild are theirs; absent: one, where `premium_since` says so. */
  readonly boosts?: number;
  /** The guild says that they joined once they are not pending any more. */
  readonly isUngreeted?: true;
};

export const guilds = tableOf<GuildRecord>()({
  name: "guild",
  isWatched: true,
  key: (guild) => snowflakeKey(guild.id),
  indexes: { name: (guild) => guild.name },
});

export const roles = tableOf<RoleRecord>()({
  name: "role",
  isWatched: true,
  key: (role) => compoundKey(role.guild_id, role.id),
  indexes: { id: (role) => role.id },
});

export const channels = tableOf<ChannelRecord>()({
  name: "channel",
  isWatched: true,
  key: (channel) => snowflakeKey(channel.id),
  indexes: {
    guild: (channel) => channel.guild_id,
    recipient: (channel) => channel.recipientIds,
    linked: (channel) => (channel.linked_lobby === undefined ? undefined : channel.guild_id),
  },
  deadline: archiveDeadline,
});

/** What members of a guild are found by their nickname under. */
export function nickIn(guildId: string, nick: string): string {
  return `${guildId}:${searchedName(nick)}`;
}

export const members = tableOf<MemberRecord>()({
  name: "member",
  isWatched: true,
  key: keyOfIds("guild_id", "user_id"),
  isSmall: true,
  defaults: {
    nick: null,
    avatar: null,
    banner: null,
    roles: [],
    premium_since: null,
    deaf: false,
    mute: false,
    flags: 0,
    pending: false,
    communication_disabled_until: null,
  },
  indexes: {
    user: (member) => member.user_id,
    role: (member) => member.roles,
    nick: ({ guild_id, nick }) => (nick === null ? undefined : nickIn(guild_id, nick)),
  },
});

/** The fields in which a guild names one of its channels. */
export const guildChannelFields = [
  "afk_channel_id",
  "system_channel_id",
  "widget_channel_id",
  "rules_channel_id",
  "safety_alerts_channel_id",
  "public_updates_channel_id",
] as const;

/** The defaults of a guild. */
export const guildDefaults = {
  icon: null,
  description: null,
  home_header: null,
  splash: null,
  discovery_splash: null,
  features: [],
  banner: null,
  application_id: null,
  region: "us-west",
  afk_channel_id: null,
  afk_timeout: 300,
  system_channel_id: null,
  system_channel_flags: 0,
  widget_enabled: false,
  widget_channel_id: null,
  verification_level: 0,
  default_message_notifications: 0,
  mfa_level: 0,
  explicit_content_filter: 0,
  max_presences: null,
  max_members: 500_000,
  max_stage_video_channel_users: 50,
  max_video_channel_users: 25,
  vanity_url_code: null,
  premium_tier: 0,
  premium_subscription_count: 0,
  preferred_locale: "en-US",
  rules_channel_id: null,
  safety_alerts_channel_id: null,
  public_updates_channel_id: null,
  premium_progress_bar_enabled: false,
  nsfw: false,
  nsfw_level: 0,
  emojis: [],
  stickers: [],
  incidents_data: null,
};

/** What a new role is called. Source: public captures of new guilds' roles, 2024 to 2026. */
export const NEW_ROLE_NAME = "new role";

export const roleDefaults = {
  color: 0,
  colors: { primary_color: 0, secondary_color: null, tertiary_color: null },
  hoist: false,
  managed: false,
  mentionable: false,
  icon: null,
  unicode_emoji: null,
  flags: 0,
};

/** The bot that a role came with, or undefined. */
export function botIdOf({ tags = {} }: Pick<RoleRecord, "tags">): string | undefined {
  const { bot_id: id } = tags as { bot_id?: unknown };
  return typeof id === "string" ? id : undefined;
}

/** Permission bits as both of the wire's fields have them. */
export function roleView({ guild_id: _guild, ...role }: RoleRecord): Static<typeof Role> {
  return { ...role, permissions_new: role.permissions };
}

/** A channel as it is shown; `recipients` are those of a direct message other than the viewer. */
export function channelView(
  {
    recipientIds: _ids,
    groupNicks: _nicks,
    permission_overwrites: overwrites,
    ...record
  }: ChannelRecord,
  recipients?: readonly UserRecord[],
): Static<typeof Channel> {
  const {
    memberIds: _members,
    hasOwnerLeft: _left,
    joinedAt: _joined,
    activeAt: _active,
    ...channel
  } = record;
  return {
    ...channel,
    ...threadFields(record),
    ...(overwrites === undefined
      ? {}
      : {
          permission_overwrites: overwrites.map((each) => ({
            ...each,
            allow_new: each.allow,
            deny_new: each.deny,
          })),
        }),
    ...(recipients === undefined ? {} : { recipients: recipients.map(userView) }),
  };
}

/** A member beside a user who is named elsewhere. */
export function bareMemberView({
  guild_id: _guild,
  user_id: _user,
  bio: _bio,
  join_source_type: _source,
  source_invite_code: _code,
  temporary: _temporary,
  onboardingResponses: _responses,
  isUngreeted: _ungreeted,
  boosts: _boosts,
  ...member
}: MemberRecord): Static<typeof MemberWithoutUser> {
  return member;
}

export function memberView(member: MemberRecord, user: UserRecord): Static<typeof Member> {
  return { user: userView(user), ...bareMemberView(member) };
}

export function guildView(
  guild: GuildRecord,
  itsRoles: readonly RoleRecord[],
): Static<typeof Guild> {
  return { ...guild, roles: itsRoles.map(roleView) };
}

/** Roles or channels in order of their position; of those in one place, the older one first. */
export function inOrderOfPosition<R extends { readonly id: string; readonly position?: number }>(
  all: readonly R[],
): R[] {
  return all.toSorted(
    (a, b) =>
      (a.position ?? 0) - (b.position ?? 0) || (snowflakeKey(a.id) < snowflakeKey(b.id) ? -1 : 1),
  );
}
