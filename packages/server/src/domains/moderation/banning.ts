// Banning users, and removing bans. Source: protocol: moderation 4.
import {
  GuildBanAdd,
  GuildBanRemove,
  NobodyBanned,
  UnknownBan,
  type Ban,
} from "@antechamber/contract/guilds";
import { MessageDeleteBulk } from "@antechamber/contract/messages";
import { snowflakeAt, snowflakeKey, type Static } from "@antechamber/contract/schema";
import { ApiError } from "../../platform/api-error.ts";
import type { Context, ReadContext } from "../../platform/context.ts";
import { compoundKey, withPrefix } from "../../platform/records/compound-keys.ts";
import { entryFields, writeAuditLog } from "../guilds/audit-log/write.ts";
import { banOf, bans, type BanRecord } from "../guilds/members/bans.ts";
import { requireAboveMember, isAboveMember } from "../guilds/hierarchy.ts";
import { memberOf } from "../guilds/operations.ts";
import type { PermissionContext } from "../guilds/permissions.ts";
import { messageOf, removeMessage } from "../messages/operations.ts";
import { countDeletedMessage } from "../messages/threads/counting.ts";
import { searchDocuments, withTerm } from "../messages/search-document.ts";
import { removeMember } from "../oauth/installs/uninstall.ts";
import { users, userView, type UserRecord } from "../users/user.ts";

/** The most messages in one event of a bulk deletion. Source: protocol: moderation 4. */
const DELETED_AT_ONCE = 100;

/** A ban with its user; undefined if the user was deleted. */
export async function banView(
  ctx: ReadContext,
  { user_id, reason }: BanRecord,
): Promise<Static<typeof Ban> | undefined> {
  const user = await ctx.tx.get(users, snowflakeKey(user_id));
  return user && { user: userView(user), reason };
}

/** @throws UnknownBan */
export async function requireBan(
  ctx: ReadContext,
  guildId: string,
  userId: string,
): Promise<BanRecord> {
  const found = await banOf(ctx, guildId, userId);
  if (found === undefined) throw new ApiError(UnknownBan);
  return found;
}

interface BanPage {
  readonly before?: string;
  readonly after?: string;
  readonly limit: number;
}

/** Bans in order of user id; with `before`, those closest below it. */
export async function bansOf(
  ctx: ReadContext,
  guildId: string,
  { before, after, limit }: BanPage,
): Promise<readonly BanRecord[]> {
  const whole = withPrefix(guildId);
  if (before !== undefined) {
    const bounds = { after: whole.after, before: compoundKey(guildId, before) };
    return (await ctx.tx.find(bans, { ...bounds, limit, newestFirst: true })).toReversed();
  }
  const from = after === undefined ? whole.after : compoundKey(guildId, after);
  return ctx.tx.find(bans, { after: from, before: whole.before, limit });
}

/** The user to ban, and for how many seconds back their messages are deleted. */
interface Banning {
  readonly user: UserRecord;
  readonly deletedSeconds: number;
}

/**
 * Bans a user, whether or not they are a member; an existing ban stays unchanged.
 *
 * @throws MissingPermissions for a member who is not below the actor
 */
export async function ban(
  ctx: Context,
  actor: PermissionContext,
  { user, deletedSeconds }: Banning,
): Promise<void> {
  const guild_id = actor.guild.id;
  const member = await memberOf(ctx, guild_id, user.id);
  if (member !== undefined) requireAboveMember(actor, member, "BAN_MEMBERS");
  if ((await banOf(ctx, guild_id, user.id)) !== undefined) return;
  ctx.tx.put(bans, { guild_id, user_id: user.id, reason: ctx.auditReason ?? null });
  ctx.emit(GuildBanAdd, { kind: "guild", guild_id }, { guild_id, user: userView(user) });
  if (member !== undefined) await removeMember(ctx, member, actor.member.user_id);
  if (deletedSeconds > 0) await deleteSince(ctx, actor, { user, deletedSeconds });
  writeAuditLog(ctx, "MEMBER_BAN_ADD", entryFields(actor.member, user.id));
}

/** Deletes a user's recent messages in the guild, channel by channel. */
async function deleteSince(
  ctx: Context,
  { guild }: PermissionContext,
  { user, deletedSeconds }: Banning,
): Promise<void> {
  const since = snowflakeAt(ctx.now - deletedSeconds * 1000);
  const written = await ctx.tx.find(
    searchDocuments,
    withTerm(guild.id, `author:${user.id}`, since),
  );
  const byChannel = Map.groupBy(written, ({ channel_id }) => channel_id);
  for (const [channel_id, documents] of byChannel) {
    for (const { id } of documents) {
      const message = await messageOf(ctx, channel_id, id);
      if (message === undefined) continue;
      await removeMessage(ctx, message);
      await countDeletedMessage(ctx, message);
    }
    const ids = documents.map(({ id }) => id);
    const place = { channel_id, guild_id: guild.id };
    for (let at = 0; at < ids.length; at += DELETED_AT_ONCE) {
      const part = ids.slice(at, at + DELETED_AT_ONCE);
      ctx.emit(MessageDeleteBulk, { kind: "channel", ...place }, { ids: part, ...place });
    }
  }
}

/** Removes a ban. @throws UnknownBan */
export async function unban(ctx: Context, actor: PermissionContext, userId: string): Promise<void> {
  const { guild_id } = await requireBan(ctx, actor.guild.id, userId);
  ctx.tx.delete(bans, compoundKey(guild_id, userId));
  const user = await ctx.tx.get(users, snowflakeKey(userId));
  if (user !== undefined) {
    ctx.emit(GuildBanRemove, { kind: "guild", guild_id }, { guild_id, user: userView(user) });
  }
  writeAuditLog(ctx, "MEMBER_BAN_REMOVE", entryFields(actor.member, userId));
}

/**
 * Bans several users.
 *
 * @returns the users who were banned, and those who could not be
 * @throws NobodyBanned if none could be banned
 */
export async function banSeveral(
  ctx: Context,
  actor: PermissionContext,
  {
    userIds,
    deletedSeconds,
  }: { readonly userIds: readonly string[]; readonly deletedSeconds: number },
): Promise<{ banned_users: string[]; failed_users: string[] }> {
  const result = { banned_users: [] as string[], failed_users: [] as string[] };
  for (const id of new Set(userIds)) {
    const user = await bannable(ctx, actor, id);
    if (user !== undefined) await ban(ctx, actor, { user, deletedSeconds });
    result[user === undefined ? "failed_users" : "banned_users"].push(id);
  }
  if (result.banned_users.length === 0) throw new ApiError(NobodyBanned);
  return result;
}

/** The user, if they exist, are not banned, and may be banned by the actor. */
async function bannable(
  ctx: ReadContext,
  actor: PermissionContext,
  id: string,
): Promise<UserRecord | undefined> {
  const user = await ctx.tx.get(users, snowflakeKey(id));
  const member = await memberOf(ctx, actor.guild.id, id);
  const isBeyond = member !== undefined && !isAboveMember(actor, member);
  if (isBeyond || (await banOf(ctx, actor.guild.id, id)) !== undefined) return undefined;
  return user;
}
