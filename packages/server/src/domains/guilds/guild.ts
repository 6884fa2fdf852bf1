// Guilds with their roles, channels and members: records, tables and views.
import type { Channel, Guild, Member, MemberWithoutUser, Role } from "@antechamber/contract/guilds";
import { snowflakeKey, type Static } from "@antechamber/contract/schema";
import type { Millis } from "../../platform/clock.ts";
import { ofManyValues, tableOf } from "../../platform/store.ts";
import { keyOfIds } from "../../platform/records/stored-form.ts";
import { compoundKey } from "../../platform/records/compound-keys.ts";
import { searchedName, userView, type UserRecord } from "../users/user.ts";
import { archiveDeadline, isThreadType, threadFields, threadMemberIds } from "./thread-fields.ts";
import { compareSnowflakes } from "../../platform/records/storage-keys.ts";

/** A guild without its roles, which are records of their own. */
export type GuildRecord = Omit<
  Static<typeof Guild>,
  "roles" | "approximate_member_count" | "approximate_presence_count"
>;

/** A role. `permissions_new` is not stored, because it equals `permissions`. */
export type RoleRecord = Omit<Static<typeof Role>, "permissions_new"> & {
  readonly guild_id: string;
};

export interface OverwriteRecord {
  readonly id: string;
  /** 0 for a role, 1 for a member. */
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
  /** The nicknames that an application gave the recipients of its group, by their ids. */
  readonly groupNicks?: Readonly<Record<string, string>>;
  /** The members of a thread, beside its owner. */
  readonly memberIds?: readonly string[];
  /** True if the thread's owner is not a member of it: they left, or the owner is a webhook. */
  readonly hasOwnerLeft?: true;
  /** When members joined the thread after its creation, by user id. */
  readonly joinedAt?: Readonly<Record<string, string>>;
  /** When a thread was created or last had a message; absent for threads from world files. */
  readonly activeAt?: Millis;
};

/** A channel or a thread of a guild. */
export type GuildChannelRecord = ChannelRecord & { readonly guild_id: string };

export type MemberRecord = Static<typeof MemberWithoutUser> & {
  readonly guild_id: string;
  readonly user_id: string;
  /** Their profile text in this guild, which no reply shows. */
  readonly bio?: string;
  /** How they joined, and by which invite. */
  readonly join_source_type?: number;
  readonly source_invite_code?: string;
  /** True if they leave the guild when they go offline without having a role. */
  readonly temporary?: boolean;
  /** The onboarding options that they chose. */
  readonly onboardingResponses?: readonly string[];
  /** How many times they boost the guild; if absent, `premium_since` implies one boost. */
  readonly boosts?: number;
  /** True while the notice that they joined is due, which is posted once they are not pending. */
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

/** The users whom a channel's overwrites name, and the members of a thread. */
function memberIdsIn(channel: ChannelRecord): string[] {
  const { type, permission_overwrites: overwrites = [] } = channel;
  const named = overwrites.flatMap((each) => (each.type === 1 ? [each.id] : []));
  return isThreadType(type) ? [...named, ...threadMemberIds(channel)] : named;
}

export const channels = tableOf<ChannelRecord>()({
  name: "channel",
  isWatched: true,
  key: (channel) => snowflakeKey(channel.id),
  indexes: {
    guild: (channel) => channel.guild_id,
    recipient: (channel) => channel.recipientIds,
    linked: (channel) => (channel.linked_lobby === undefined ? undefined : channel.guild_id),
    member: ofManyValues(memberIdsIn),
  },
  deadline: archiveDeadline,
});

/** The index value of a guild's members by nickname. */
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

/** The fields of a guild that refer to its channels. */
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

/** The name of a new role. Source: public captures of new guilds' roles, 2024 to 2026. */
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

/** The bot that a managed role belongs to, or undefined. */
export function botIdOf({ tags = {} }: Pick<RoleRecord, "tags">): string | undefined {
  const { bot_id: id } = tags as { bot_id?: unknown };
  return typeof id === "string" ? id : undefined;
}

/** A role as it is shown: both fields of the wire hold the same permissions. */
export function roleView({ guild_id: _guild, ...role }: RoleRecord): Static<typeof Role> {
  return { ...role, permissions_new: role.permissions };
}

/** A channel as it is shown; `recipients` are those of a direct message, without the viewer. */
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

/** A member without the user, who is shown elsewhere. */
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

/** Roles or channels in order of their position, and at the same position in order of age. */
export function inOrderOfPosition<R extends { readonly id: string; readonly position?: number }>(
  all: readonly R[],
): R[] {
  return all.toSorted(
    (a, b) => (a.position ?? 0) - (b.position ?? 0) || compareSnowflakes(a.id, b.id),
  );
}
