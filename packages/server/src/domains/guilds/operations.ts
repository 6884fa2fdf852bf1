import {
  holds,
  MissingAccess,
  UnknownChannel,
  UnknownGuild,
  UnknownMember,
  UnknownUser,
  type ErrorDeclaration,
  type PermissionName,
} from "@antechamber/contract";
import { hasMessages } from "@antechamber/contract/guilds";
import { NotATextChannel } from "@antechamber/contract/messages";
import { snowflakeKey } from "@antechamber/contract/schema";
import { ApiError } from "../../platform/api-error.ts";
import type { Caller, ReadContext } from "../../platform/context.ts";
import { compoundKey, withPrefix } from "../../platform/records/compound-keys.ts";
import { callerUserId } from "../users/operations.ts";
import { users, type UserRecord } from "../users/user.ts";
import {
  channels,
  guilds,
  members,
  roles,
  type ChannelRecord,
  type GuildRecord,
  type MemberRecord,
  type RoleRecord,
} from "./guild.ts";
import { basePermissions, isClosed, permissionsAt, type PermissionContext } from "./permissions.ts";
import { isThreadType } from "./thread-fields.ts";

export function memberOf(ctx: ReadContext, guildId: string, userId: string) {
  return ctx.tx.get(members, compoundKey(guildId, userId));
}

export function rolesOf(ctx: ReadContext, guildId: string): Promise<readonly RoleRecord[]> {
  return ctx.tx.find(roles, withPrefix(guildId));
}

/** The guild's channels and threads in order of id. */
export function channelsAndThreads(
  ctx: ReadContext,
  guildId: string,
): Promise<readonly ChannelRecord[]> {
  return ctx.tx.find(channels, { index: "guild", value: guildId });
}

/** The channels of all guilds whose overwrites name a user, and the threads that they are in. */
export function channelsNaming(
  ctx: ReadContext,
  userId: string,
): Promise<readonly ChannelRecord[]> {
  return ctx.tx.find(channels, { index: "member", value: userId });
}

/** The guild's channels in order of id, without threads. */
export async function channelsOf(ctx: ReadContext, guildId: string): Promise<ChannelRecord[]> {
  return (await channelsAndThreads(ctx, guildId)).filter((channel) => !isThread(channel));
}

export function isThread(channel: ChannelRecord): boolean {
  return isThreadType(channel.type);
}

/** True for a channel that can hold messages; categories, directories and forums cannot. */
export function holdsMessages({ type }: Pick<ChannelRecord, "type">): boolean {
  return hasMessages(type);
}

/** @throws NotATextChannel for a channel that holds no messages */
export function requireMessages(channel: Pick<ChannelRecord, "type">): void {
  if (!holdsMessages(channel)) throw new ApiError(NotATextChannel);
}

/**
 * A guild that the caller is a member of.
 *
 * @throws UnknownGuild if it does not exist, `forOthers` if the caller is not a member
 */
export async function guildOf(
  ctx: ReadContext,
  caller: Caller,
  id: string,
  forOthers: ErrorDeclaration = MissingAccess,
): Promise<GuildRecord> {
  const guild = await ctx.tx.get(guilds, snowflakeKey(id));
  if (guild === undefined) throw new ApiError(UnknownGuild);
  const userId = callerUserId(caller);
  const member = userId === undefined ? undefined : await memberOf(ctx, id, userId);
  if (member === undefined) throw new ApiError(forOthers);
  return guild;
}

/**
 * A member with the records that determine their permissions; undefined if they are not in the
 * guild.
 */
export async function permissionContextOf(
  ctx: ReadContext,
  guildId: string,
  userId: string,
): Promise<PermissionContext | undefined> {
  const [guild, member, itsRoles] = await Promise.all([
    ctx.tx.get(guilds, snowflakeKey(guildId)),
    memberOf(ctx, guildId, userId),
    rolesOf(ctx, guildId),
  ]);
  if (guild === undefined || member === undefined) return undefined;
  return { guild, member, roles: itsRoles, time: ctx };
}

/**
 * A user's permissions in a guild's channel or thread, overwrites included; none if the user is not
 * in the guild.
 */
export async function permissionsIn(
  ctx: ReadContext,
  channel: ChannelRecord,
  userId: string,
): Promise<bigint> {
  if (channel.guild_id === undefined) return 0n;
  const permissionContext = await permissionContextOf(ctx, channel.guild_id, userId);
  if (permissionContext === undefined) return 0n;
  return permissionsAt(permissionContext, channel, await permissionSource(ctx, channel));
}

/** The channel from which permissions and age restriction follow: for a thread, its parent. */
export async function permissionSource(
  ctx: ReadContext,
  channel: ChannelRecord,
): Promise<ChannelRecord> {
  if (!isThread(channel) || channel.parent_id === undefined || channel.parent_id === null) {
    return channel;
  }
  return (await ctx.tx.get(channels, snowflakeKey(channel.parent_id))) ?? channel;
}

/**
 * True if the user can see the channel (in a guild, with VIEW_CHANNEL) and enter it: without
 * CONNECT, a voice or stage channel is visible, but cannot be used.
 */
export async function canEnter(
  ctx: ReadContext,
  channel: ChannelRecord,
  userId: string,
): Promise<boolean> {
  return (await neededFor(ctx, channel, userId)) === undefined;
}

/**
 * The permission that a user lacks to see or enter a channel; undefined if they lack none.
 *
 * @source protocol: gateway-oauth-limits 2.2
 */
async function neededFor(
  ctx: ReadContext,
  channel: ChannelRecord,
  userId: string,
): Promise<PermissionName | undefined> {
  const { guild_id: guildId, recipientIds = [] } = channel;
  if (guildId === undefined) return recipientIds.includes(userId) ? undefined : "VIEW_CHANNEL";
  const permissionContext = await permissionContextOf(ctx, guildId, userId);
  if (permissionContext === undefined) return "VIEW_CHANNEL";
  const source = await permissionSource(ctx, channel);
  const may = permissionsAt(permissionContext, channel, source);
  if (!holds(may, "VIEW_CHANNEL")) return "VIEW_CHANNEL";
  return isClosed(permissionContext, source) ? "CONNECT" : undefined;
}

/**
 * A channel that the caller can see and enter.
 *
 * @throws UnknownChannel if it does not exist, MissingAccess if the caller cannot see or enter it
 * @source the reference's public tracker for MissingAccess without CONNECT
 */
export function channelOf(ctx: ReadContext, caller: Caller, id: string): Promise<ChannelRecord> {
  return accessibleChannel(ctx, caller, { id, sees: false });
}

/**
 * A channel that the caller can see, even if they cannot enter it.
 *
 * @throws UnknownChannel if it does not exist, MissingAccess if it is hidden from the caller
 */
export function seenChannelOf(
  ctx: ReadContext,
  caller: Caller,
  id: string,
): Promise<ChannelRecord> {
  return accessibleChannel(ctx, caller, { id, sees: true });
}

/** @param sees true if it is enough that the caller sees the channel */
async function accessibleChannel(
  ctx: ReadContext,
  caller: Caller,
  { id, sees }: { readonly id: string; readonly sees: boolean },
): Promise<ChannelRecord> {
  const channel = await ctx.tx.get(channels, snowflakeKey(id));
  if (channel === undefined) throw new ApiError(UnknownChannel);
  const userId = callerUserId(caller);
  const needed = userId === undefined ? "VIEW_CHANNEL" : await neededFor(ctx, channel, userId);
  if (needed === undefined || (sees && needed === "CONNECT")) return channel;
  throw new ApiError(MissingAccess, { needs: { permission: [needed] } });
}

/** A member with their user. @throws UnknownUser for an id that nobody has; UnknownMember */
export async function memberWithUser(
  ctx: ReadContext,
  guildId: string,
  userId: string,
): Promise<{ member: MemberRecord; user: UserRecord }> {
  const [member, user] = await Promise.all([
    memberOf(ctx, guildId, userId),
    ctx.tx.get(users, snowflakeKey(userId)),
  ]);
  // An id that nobody has, such as a webhook's, gets another error than a user who is no member.
  // Source: Mittelbots/Mittelbot#1238.
  if (user === undefined) throw new ApiError(UnknownUser);
  if (member === undefined) throw new ApiError(UnknownMember);
  return { member, user };
}

/** Members of a guild in order of user id, with their users. */
export async function membersOf(
  ctx: ReadContext,
  guildId: string,
  page: { readonly after?: string; readonly limit: number },
): Promise<{ member: MemberRecord; user: UserRecord }[]> {
  const { after, before } = withPrefix(guildId);
  const from = page.after === undefined ? after : compoundKey(guildId, page.after);
  const found = await ctx.tx.find(members, { after: from, before, limit: page.limit });
  const withUsers = await Promise.all(
    found.map(async (member) => ({
      member,
      user: await ctx.tx.get(users, snowflakeKey(member.user_id)),
    })),
  );
  return withUsers.flatMap(({ member, user }) => (user === undefined ? [] : [{ member, user }]));
}

/** The ids of the guilds that a user is in, in order. */
export async function guildIdsOf(ctx: ReadContext, userId: string): Promise<string[]> {
  const own = await ctx.tx.find(members, { index: "user", value: userId });
  return own.map(({ guild_id }) => guild_id);
}

/** The guilds that a user is in, with the user's permissions there, in order of guild id. */
export async function guildsOf(
  ctx: ReadContext,
  userId: string,
): Promise<{ guild: GuildRecord; permissions: bigint }[]> {
  const ids = await guildIdsOf(ctx, userId);
  const standings = await Promise.all(ids.map((id) => permissionContextOf(ctx, id, userId)));
  return standings.flatMap((permissionContext) =>
    permissionContext === undefined
      ? []
      : [{ guild: permissionContext.guild, permissions: basePermissions(permissionContext) }],
  );
}

/** The recipients of a direct message without the viewer; undefined for a channel of a guild. */
export async function recipientsOf(
  ctx: ReadContext,
  channel: ChannelRecord,
  viewerId: string | undefined,
): Promise<readonly UserRecord[] | undefined> {
  if (channel.recipientIds === undefined) return undefined;
  const others: UserRecord[] = [];
  for (const id of channel.recipientIds) {
    const user = id === viewerId ? undefined : await ctx.tx.get(users, snowflakeKey(id));
    if (user !== undefined) others.push(user);
  }
  return others;
}
