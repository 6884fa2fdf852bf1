// The permissions of members. Source: protocol: gateway-oauth-limits 2.2.
import {
  ALL_PERMISSIONS,
  GUILD_PERMISSIONS,
  holds,
  NOT_OVERWRITTEN,
  permissionSet,
} from "@antechamber/contract";
import { ChannelType } from "@antechamber/contract/guilds";
import { parseTimestamp } from "@antechamber/contract/schema";
import type { ReadContext } from "../../platform/context.ts";
import { isVoice } from "./channel-defaults.ts";
import {
  members,
  type ChannelRecord,
  type GuildRecord,
  type MemberRecord,
  type RoleRecord,
} from "./guild.ts";
import { threadMemberIds } from "./thread-fields.ts";

/** The permissions that a member keeps during a time-out. */
const TIMED_OUT = permissionSet("VIEW_CHANNEL", "READ_MESSAGE_HISTORY");

/** The permissions that a member keeps while their name is blocked: they may change it. */
const MISNAMED = TIMED_OUT | permissionSet("CHANGE_NICKNAME");

/** The permissions that a member keeps in a voice channel that they may not connect to. */
const OUTSIDE = GUILD_PERMISSIONS | permissionSet("VIEW_CHANNEL");

/** The flag of a member whose name is blocked. Source: protocol: auto-moderation 3, 5 #8. */
export const NAME_BLOCKED = 1 << 7;

/** A member, with the guild and the roles that determine their permissions. */
export interface PermissionContext {
  readonly guild: GuildRecord;
  readonly member: MemberRecord;
  /** Every role of the guild, or only those of the member where no others matter. */
  readonly roles: readonly RoleRecord[];
  /**
   * The instant at which time-outs are evaluated. It is read only for members with a time-out,
   * because replies that depend on the time are not cached.
   */
  readonly time: Pick<ReadContext, "now">;
}

/**
 * A member with only the roles that they have, for their permissions in many channels: each would
 * otherwise look for these among all roles of the guild.
 */
export function withOwnRoles(permissionContext: PermissionContext): PermissionContext {
  const { guild, member, roles } = permissionContext;
  const own = roles.filter(({ id }) => id === guild.id || member.roles.includes(id));
  return { ...permissionContext, roles: own };
}

/** Whether a member is in a time-out. The time is read only for members who have had one. */
export function isTimedOut(
  member: Pick<MemberRecord, "communication_disabled_until">,
  time: Pick<ReadContext, "now">,
): boolean {
  const until = parseTimestamp(member.communication_disabled_until ?? "");
  return until !== undefined && until > time.now;
}

/** The permissions that a member keeps during a time-out or while their name is blocked. */
function remaining(set: bigint, permissionContext: PermissionContext): bigint {
  const { member, time } = permissionContext;
  if (isTimedOut(member, time)) return set & TIMED_OUT;
  return isMisnamed(permissionContext) ? set & MISNAMED : set;
}

function isMisnamed({ member }: PermissionContext): boolean {
  return (member.flags & NAME_BLOCKED) !== 0;
}

/** True for members in a time-out or with a blocked name, except those with all permissions. */
export function isSilenced(permissionContext: PermissionContext): boolean {
  const { member, time } = permissionContext;
  const isBarred = isTimedOut(member, time) || isMisnamed(permissionContext);
  return isBarred && basePermissions(permissionContext) !== ALL_PERMISSIONS;
}

/** Permissions in the guild as a whole, without any channel's overwrites. */
export function basePermissions(permissionContext: PermissionContext): bigint {
  const set = rolePermissions(permissionContext);
  return set === ALL_PERMISSIONS ? set : remaining(set, permissionContext);
}

/** The permissions from ownership and roles, ignoring time-outs. */
function rolePermissions(permissionContext: PermissionContext): bigint {
  const { guild, member } = permissionContext;
  if (guild.owner_id === member.user_id) return ALL_PERMISSIONS;
  const base = permissionContext.roles
    .filter((role) => role.id === guild.id || member.roles.includes(role.id))
    .reduce((set, role) => set | BigInt(role.permissions), 0n);
  return holds(base, "ADMINISTRATOR") ? ALL_PERMISSIONS : base;
}

/**
 * Permissions in a channel or thread. In a private thread, only its members and users who may
 * manage threads have any.
 *
 * @param source the channel that permissions follow from: a thread's parent, else the channel
 *   itself
 * @source the reference's public page on threads
 */
export function permissionsAt(
  permissionContext: PermissionContext,
  channel: ChannelRecord,
  source: ChannelRecord,
): bigint {
  const set = channelPermissions(permissionContext, source);
  if (channel.type !== ChannelType.PRIVATE_THREAD || holds(set, "MANAGE_THREADS")) return set;
  return threadMemberIds(channel).includes(permissionContext.member.user_id) ? set : 0n;
}

/** Permissions in one channel; for a thread, give its parent. */
export function channelPermissions(
  permissionContext: PermissionContext,
  channel: ChannelRecord,
): bigint {
  const set = overwrittenPermissions(permissionContext, channel);
  if (set === ALL_PERMISSIONS) return set;
  return remaining(mayEnter(set, channel) ? set : set & OUTSIDE, permissionContext);
}

/** True for a voice or stage channel that a member may not connect to; they can still see it. */
export function isClosed(permissionContext: PermissionContext, channel: ChannelRecord): boolean {
  return isVoice(channel) && !holds(overwrittenPermissions(permissionContext, channel), "CONNECT");
}

function mayEnter(set: bigint, channel: ChannelRecord): boolean {
  return !isVoice(channel) || holds(set, "CONNECT");
}

/** The member's permissions after a channel's overwrites, ignoring time-outs. */
function overwrittenPermissions(
  permissionContext: PermissionContext,
  channel: ChannelRecord,
): bigint {
  const base = rolePermissions(permissionContext);
  if (base === ALL_PERMISSIONS) return base;
  const overwrites = channel.permission_overwrites ?? [];
  const { guild, member } = permissionContext;
  const everyone = overwrites.filter((each) => each.type === 0 && each.id === guild.id);
  const ofRoles = overwrites.filter(
    (each) => each.type === 0 && each.id !== guild.id && member.roles.includes(each.id),
  );
  const own = overwrites.filter((each) => each.type === 1 && each.id === member.user_id);
  let set = base;
  for (const layer of [everyone, ofRoles, own]) {
    const deny = layer.reduce((bits, each) => bits | BigInt(each.deny), 0n);
    const allow = layer.reduce((bits, each) => bits | BigInt(each.allow), 0n);
    set = (set & ~deny) | allow;
  }
  const fromGuild = notOverwrittenIn(channel);
  return (set & ~fromGuild) | (base & fromGuild);
}

/**
 * Permissions that overwrites do not affect. Overwrites of a category count for all types of
 * channels.
 */
function notOverwrittenIn({ type }: ChannelRecord): bigint {
  switch (type) {
    case ChannelType.GUILD_CATEGORY:
      return GUILD_PERMISSIONS;
    case ChannelType.GUILD_VOICE:
      return NOT_OVERWRITTEN.voice;
    case ChannelType.GUILD_STAGE_VOICE:
      return NOT_OVERWRITTEN.stage;
    default:
      return NOT_OVERWRITTEN.text;
  }
}

/** The permissions of a member without roles in one channel; for a thread, give its parent. */
export function everyonePermissions(
  permissionContext: Omit<PermissionContext, "member">,
  channel: ChannelRecord,
): bigint {
  const { id: guild_id } = permissionContext.guild;
  const anybody = { ...members.defaults, guild_id, user_id: "0", joined_at: "" };
  return channelPermissions({ ...permissionContext, member: anybody }, channel);
}

/** The permissions of a set that a member lacks in the guild; unknown bits are ignored. */
export function lackedPermissions(permissionContext: PermissionContext, set: bigint): bigint {
  return set & ALL_PERMISSIONS & ~basePermissions(permissionContext);
}
