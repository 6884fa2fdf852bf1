// Changing, removing and adding members. Source: protocol: moderation 3.
import {
  holds,
  limits,
  UnknownChannel,
  WrongChannelType,
  type PermissionName,
} from "@antechamber/contract";
import {
  InvalidAccessToken,
  TargetNotInVoice,
  type addMember,
  type MemberChange,
} from "@antechamber/contract/guilds";
import { parseTimestamp, snowflakeKey, timestamp, type Static } from "@antechamber/contract/schema";
import { ApiError, invalidForm, missingPermission } from "../../platform/api-error.ts";
import type { Context, ReadContext } from "../../platform/context.ts";
import { definedFields } from "../../platform/defined-fields.ts";
import { compoundKey } from "../../platform/records/compound-keys.ts";
import { isSameJson } from "../../platform/records/same-json.ts";
import { userWhoGranted } from "../applications/tokens.ts";
import { entryFields, writeAuditLog } from "../guilds/audit-log/write.ts";
import { requireNotBanned } from "../guilds/members/bans.ts";
import { emitMemberChange } from "../guilds/events.ts";
import { channels, members, type MemberRecord } from "../guilds/guild.ts";
import { requireAboveMember, requireAssignable } from "../guilds/hierarchy.ts";
import { joinGuild, requireRoomForGuild } from "../guilds/members/joining.ts";
import { memberOf } from "../guilds/operations.ts";
import {
  basePermissions,
  channelPermissions,
  type PermissionContext,
} from "../guilds/permissions.ts";
import { isVoice } from "../guilds/channel-defaults.ts";
import { requirePermissions } from "../guilds/caller-permissions.ts";
import { leaveVoice, moveMember, emitVoiceState } from "../guilds/voice/operations.ts";
import { voiceStates, type VoiceStateRecord } from "../guilds/voice/voice-state.ts";
import { removeMember } from "../oauth/installs/uninstall.ts";
import { logRoleChange, requireRoleChange } from "./member-roles.ts";
import { rolesNamed } from "./moderation.ts";

type Change = Static<typeof MemberChange>;

/** The flag that exempts a member from verification; only the service sets the other flags. */
const BYPASSES_VERIFICATION = 4;

/** A member to change, and the actor who changes them. */
interface Target {
  readonly actor: PermissionContext;
  readonly member: MemberRecord;
  /** The member's voice state; undefined if they are in no voice channel. */
  readonly voice: VoiceStateRecord | undefined;
}

/**
 * Changes a member. If the actor lacks permission for any part, nothing is changed.
 *
 * @throws MissingPermissions, UnknownRole, InvalidRole, TargetNotInVoice, UnknownChannel,
 *   WrongChannelType, InvalidForm
 */
export async function changeMember(
  ctx: Context,
  actor: PermissionContext,
  { member, change }: { readonly member: MemberRecord; readonly change: Change },
): Promise<MemberRecord> {
  const key = compoundKey(member.guild_id, member.user_id);
  const target: Target = { actor, member, voice: await ctx.tx.get(voiceStates, key) };
  requireProfile(target, change);
  requireTimeout(ctx, target, change);
  await requireVoice(ctx, target, change);
  const after = withChange(member, change);
  if (!isSameJson(after, member)) {
    ctx.tx.put(members, after);
    await emitMemberChange(ctx, after);
    writeAuditLog(ctx, "MEMBER_UPDATE", {
      ...entryFields(actor.member, member.user_id),
      before: member,
      after,
    });
    logRoleChange(ctx, actor, { before: member, after });
  }
  await settleVoice(ctx, target, { change, after });
  return after;
}

function withChange(member: MemberRecord, change: Change): MemberRecord {
  const { nick, roles, mute, deaf, communication_disabled_until: until, flags } = change;
  const unchanged = member.flags & ~BYPASSES_VERIFICATION;
  return {
    ...member,
    ...definedFields({ mute, deaf }),
    ...(nick === undefined ? {} : { nick: nick === "" ? null : nick }),
    ...(roles === undefined ? {} : { roles: [...new Set(roles)] }),
    ...(until === undefined ? {} : { communication_disabled_until: instantOf(until) }),
    ...(flags === undefined ? {} : { flags: unchanged | (flags & BYPASSES_VERIFICATION) }),
  };
}

function instantOf(value: string | null): string | null {
  const at = value === null ? undefined : parseTimestamp(value);
  return at === undefined ? null : timestamp(at);
}

/** @throws MissingPermissions, UnknownRole, InvalidRole for a nick, roles or flags */
function requireProfile({ actor, member }: Target, { nick, roles, flags }: Change): void {
  const own = basePermissions(actor);
  if (nick !== undefined && actor.member.user_id === member.user_id) {
    requirePermissions(actor, "CHANGE_NICKNAME");
  } else if (nick !== undefined) {
    requirePermissions(actor, "MANAGE_NICKNAMES");
    requireAboveMember(actor, member, "MANAGE_NICKNAMES");
  }
  if (roles !== undefined) {
    requirePermissions(actor, "MANAGE_ROLES");
    requireRoleChange(actor, member, roles);
  }
  if (flags === undefined || holds(own, "MANAGE_GUILD") || holds(own, "MANAGE_ROLES")) return;
  requirePermissions(actor, "MODERATE_MEMBERS", "KICK_MEMBERS", "BAN_MEMBERS");
}

/** @throws MissingPermissions, InvalidForm for a time-out that exceeds the maximum */
function requireTimeout(ctx: ReadContext, { actor, member }: Target, change: Change): void {
  const { communication_disabled_until: until } = change;
  if (until === undefined) return;
  requirePermissions(actor, "MODERATE_MEMBERS");
  requireAboveMember(actor, member, "MODERATE_MEMBERS");
  const theirs = basePermissions({ ...actor, member });
  if (until !== null && holds(theirs, "ADMINISTRATOR")) throw missingPermission("ADMINISTRATOR");
  const at = parseTimestamp(until ?? "") ?? 0;
  if (at <= ctx.now + limits.timeout.value) return;
  const path = ["communication_disabled_until"];
  const code = "INVALID_COMMUNICATION_DISABLED_TIMESTAMP";
  throw invalidForm({ path, code, message: "Invalid communication disabled timestamp" });
}

/** @throws MissingPermissions, TargetNotInVoice, UnknownChannel, WrongChannelType */
async function requireVoice(
  ctx: ReadContext,
  { actor, voice }: Target,
  { mute, deaf, channel_id: channelId }: Change,
): Promise<void> {
  if (mute !== undefined) requirePermissions(actor, "MUTE_MEMBERS");
  if (deaf !== undefined) requirePermissions(actor, "DEAFEN_MEMBERS");
  if (channelId !== undefined) requirePermissions(actor, "MOVE_MEMBERS");
  const isAboutVoice = [mute, deaf, channelId].some((each) => each !== undefined);
  if (isAboutVoice && voice === undefined) throw new ApiError(TargetNotInVoice);
  if (channelId === undefined || channelId === null) return;
  const channel = await ctx.tx.get(channels, snowflakeKey(channelId));
  if (channel === undefined || channel.guild_id !== actor.guild.id)
    throw new ApiError(UnknownChannel);
  if (!isVoice(channel)) throw new ApiError(WrongChannelType);
  const there = channelPermissions(actor, channel);
  if (!holds(there, "VIEW_CHANNEL", "CONNECT", "MOVE_MEMBERS")) {
    throw missingPermission("CONNECT", "MOVE_MEMBERS");
  }
}

/** Moves, disconnects, mutes or deafens a member in voice; moves and disconnects are logged. */
async function settleVoice(
  ctx: Context,
  { actor, member, voice }: Target,
  { change, after }: { readonly change: Change; readonly after: MemberRecord },
): Promise<void> {
  if (voice === undefined) return;
  const { channel_id: channelId } = change;
  if (channelId === null) {
    await leaveVoice(ctx, { guildId: member.guild_id, userId: member.user_id });
    const options = { count: "1" };
    return writeAuditLog(ctx, "MEMBER_DISCONNECT", { ...entryFields(actor.member, null), options });
  }
  if (channelId !== undefined && channelId !== voice.channel_id) {
    await moveMember(ctx, voice, channelId);
    const options = { channel_id: channelId, count: "1" };
    return writeAuditLog(ctx, "MEMBER_MOVE", { ...entryFields(actor.member, null), options });
  }
  if (after.mute !== member.mute || after.deaf !== member.deaf) await emitVoiceState(ctx, voice);
}

/** Removes a member who is below the actor. @throws MissingPermissions */
export async function kick(
  ctx: Context,
  actor: PermissionContext,
  member: MemberRecord,
): Promise<void> {
  requireAboveMember(actor, member, "KICK_MEMBERS");
  await removeMember(ctx, member, actor.member.user_id);
  writeAuditLog(ctx, "MEMBER_KICK", entryFields(actor.member, member.user_id));
}

type Addition = Static<(typeof addMember)["body"]>;

/**
 * Adds the user whose access token grants `guilds.join` to the actor's application.
 *
 * @returns undefined if the user is already a member
 * @throws MissingPermissions, InvalidAccessToken, UserBanned, TooManyGuilds, UnknownRole,
 *   InvalidRole
 */
export async function addByToken(
  ctx: Context,
  actor: PermissionContext,
  { userId, addition }: { readonly userId: string; readonly addition: Addition },
): Promise<MemberRecord | undefined> {
  requirePermissions(actor, "CREATE_INSTANT_INVITE");
  const { access_token: token, roles = [] } = addition;
  await requireGrant(ctx, token, { userId, applicationId: actor.member.user_id });
  const guildId = actor.guild.id;
  if ((await memberOf(ctx, guildId, userId)) !== undefined) return undefined;
  await requireNotBanned(ctx, guildId, userId);
  await requireRoomForGuild(ctx, userId);
  return joinGuild(ctx, {
    guild_id: guildId,
    user_id: userId,
    roles: [...new Set(roles)],
    profile: initialFields(actor, addition),
  });
}

/** The initial fields of a new member. @throws MissingPermissions, UnknownRole, InvalidRole */
function initialFields(actor: PermissionContext, addition: Addition) {
  const { roles = [], mute = false, deaf = false, flags } = addition;
  const nick = addition.nick ?? "";
  const needs: readonly (readonly [boolean, PermissionName])[] = [
    [nick !== "", "MANAGE_NICKNAMES"],
    [roles.length > 0, "MANAGE_ROLES"],
    [mute, "MUTE_MEMBERS"],
    [deaf, "DEAFEN_MEMBERS"],
    [flags !== undefined, "MANAGE_GUILD"],
  ];
  for (const [isGiven, permission] of needs) if (isGiven) requirePermissions(actor, permission);
  for (const role of rolesNamed(actor, roles)) requireAssignable(actor, role);
  const bypass = (flags ?? 0) & BYPASSES_VERIFICATION;
  return { mute, deaf, nick: nick === "" ? null : nick, flags: bypass };
}

/** @throws InvalidAccessToken for a token of another application or user, or without the scope */
async function requireGrant(
  ctx: ReadContext,
  token: string,
  { userId, applicationId }: { readonly userId: string; readonly applicationId: string },
): Promise<void> {
  const granted = await userWhoGranted(ctx, token, { applicationId, scope: "guilds.join" });
  if (granted !== userId) throw new ApiError(InvalidAccessToken);
}
