// The permissions of users and bots for messages in a channel. Source: protocol:
// gateway-oauth-limits 2.1, 2.2; requirements 9 for the permissions that were split.
import { ALL_PERMISSIONS, holds, permissionSet } from "@antechamber/contract";
import { ThreadArchived, ThreadLocked } from "@antechamber/contract/channels";
import { ChannelType } from "@antechamber/contract/guilds";
import {
  CannotMessageUser,
  NoMutualGuilds,
  NoVoiceMessagesHere,
  type ChannelMessageForm,
  ApplicationNotAuthorized,
} from "@antechamber/contract/messages";
import { snowflakeKey } from "@antechamber/contract/schema";
import { ApiError } from "../../platform/api-error.ts";
import type { Caller, ReadContext } from "../../platform/context.ts";
import { userInstallOf } from "../applications/installs.ts";
import { guilds, type ChannelRecord } from "../guilds/guild.ts";
import { isPaused } from "../guilds/incidents.ts";
import { guildIdsOf, isThread, permissionsIn, requireMessages } from "../guilds/operations.ts";
import { isArchived, isLocked } from "../guilds/thread-fields.ts";
import { users, type UserRecord } from "../users/user.ts";
import { authorizationOf } from "../applications/authorization.ts";
import { accessTokens } from "../applications/tokens.ts";
import { isVoiceMessage } from "./files/voice-messages.ts";
import { requireAllOf } from "../guilds/caller-permissions.ts";

/** Direct messages have no roles: users may do all that does not concern other users' messages. */
const BETWEEN_PEOPLE = ALL_PERMISSIONS & ~permissionSet("MANAGE_MESSAGES", "MENTION_EVERYONE");

/** Permissions of a user who can see the channel. */
export async function messagePermissions(
  ctx: ReadContext,
  channel: ChannelRecord,
  userId: string,
): Promise<bigint> {
  return channel.guild_id === undefined ? BETWEEN_PEOPLE : permissionsIn(ctx, channel, userId);
}

/** Bots need READ_MESSAGE_HISTORY to read earlier messages; people need only see the channel. */
export async function mayReadHistory(
  ctx: ReadContext,
  caller: Caller,
  channel: ChannelRecord,
): Promise<boolean> {
  if (caller.kind !== "bot" || channel.guild_id === undefined) return true;
  const permissions = await permissionsIn(ctx, channel, caller.application_id);
  return holds(permissions, "READ_MESSAGE_HISTORY");
}

interface Sender {
  readonly user: UserRecord;
  readonly permissions: bigint;
  /** The message begins a forum post, for which permission to send in the forum is enough. */
  readonly isStarter?: boolean | undefined;
}

/**
 * In a locked thread, only users who may manage threads can send.
 *
 * @throws ThreadLocked, ThreadArchived
 */
export function requireUnlocked(channel: ChannelRecord, permissions: bigint): void {
  if (!isThread(channel) || !isLocked(channel) || holds(permissions, "MANAGE_THREADS")) return;
  throw new ApiError(isArchived(channel) ? ThreadArchived : ThreadLocked);
}

/** An archived thread accepts only new messages, which reopen it. @throws ThreadArchived */
export function requireUnarchived(channel: ChannelRecord): void {
  if (isThread(channel) && isArchived(channel)) throw new ApiError(ThreadArchived);
}

/**
 * @throws NotATextChannel, MissingPermissions, ApplicationNotAuthorized, CannotMessageUser,
 *   NoMutualGuilds, ThreadLocked, ThreadArchived
 */
export async function requireSending(
  ctx: ReadContext,
  channel: ChannelRecord,
  sender: Sender,
): Promise<void> {
  requireMessages(channel);
  const isReply = isThread(channel) && sender.isStarter !== true;
  requireAllOf(sender.permissions, isReply ? "SEND_MESSAGES_IN_THREADS" : "SEND_MESSAGES");
  requireUnlocked(channel, sender.permissions);
  await requireAuthorization(ctx, channel, sender.user);
  if (channel.type === ChannelType.DM && sender.user.bot === true) {
    await requireAcquaintance(ctx, channel, sender.user.id);
  } else if (channel.type === ChannelType.DM) {
    await refuseWhilePaused(ctx, channel, sender.user.id);
  }
}

/**
 * Two users cannot send direct messages to one another while all the guilds that they share pause
 * direct messages.
 *
 * @throws CannotMessageUser
 * @source protocol: moderation 5
 */
async function refuseWhilePaused(
  ctx: ReadContext,
  { recipientIds = [] }: ChannelRecord,
  userId: string,
): Promise<void> {
  const otherId = recipientIds.find((id) => id !== userId) ?? "";
  const other = await ctx.tx.get(users, snowflakeKey(otherId));
  if (other === undefined || other.bot === true) return;
  const shared = await sharedGuilds(ctx, userId, otherId);
  const all = await Promise.all(shared.map((id) => ctx.tx.get(guilds, snowflakeKey(id))));
  const paused = all.filter((guild) => guild && isPaused(guild, "dms_disabled_until", ctx.now));
  if (shared.length > 0 && paused.length === shared.length) throw new ApiError(CannotMessageUser);
}

/** The guilds that two users are in. */
async function sharedGuilds(ctx: ReadContext, one: string, other: string): Promise<string[]> {
  const theirs = new Set(await guildIdsOf(ctx, other));
  return (await guildIdsOf(ctx, one)).filter((id) => theirs.has(id));
}

/** A bot may write to people who share a guild with it or installed it, and to no other bot. */
async function requireAcquaintance(
  ctx: ReadContext,
  { recipientIds = [] }: ChannelRecord,
  botId: string,
): Promise<void> {
  const otherId = recipientIds.find((id) => id !== botId) ?? "";
  const other = await ctx.tx.get(users, snowflakeKey(otherId));
  if (other === undefined || other.bot === true) throw new ApiError(CannotMessageUser);
  if ((await userInstallOf(ctx, otherId, botId)) !== undefined) return;
  if ((await sharedGuilds(ctx, botId, otherId)).length === 0) throw new ApiError(NoMutualGuilds);
}

/**
 * Requires the permissions for the parts of a message.
 *
 * @throws MissingPermissions, NoVoiceMessagesHere
 */
export function requireParts(
  permissions: bigint,
  payload: Pick<ChannelMessageForm, "embeds" | "tts" | "poll" | "flags">,
  fileCount: number,
): void {
  if ((payload.embeds ?? []).length > 0) requireAllOf(permissions, "EMBED_LINKS");
  if (fileCount > 0) requireAllOf(permissions, "ATTACH_FILES");
  if (payload.poll !== undefined) requireAllOf(permissions, "SEND_POLLS");
  if (payload.tts === true) requireAllOf(permissions, "SEND_TTS_MESSAGES");
  if (isVoiceMessage(payload) && !holds(permissions, "SEND_VOICE_MESSAGES")) {
    throw new ApiError(NoVoiceMessagesHere);
  }
}

/**
 * A lobby may require that users have authorized its application to write in the linked channel.
 *
 * @throws ApplicationNotAuthorized
 */
export async function requireAuthorization(
  ctx: ReadContext,
  { linked_lobby: link }: ChannelRecord,
  user: UserRecord,
): Promise<void> {
  if (link?.require_application_authorization !== true || user.bot === true) return;
  if (!(await hasAuthorized(ctx, user.id, link.application_id))) {
    throw new ApiError(ApplicationNotAuthorized);
  }
}

/**
 * True if the user authorized the application, or has an installation or a valid token that imply
 * it.
 */
async function hasAuthorized(
  ctx: ReadContext,
  userId: string,
  applicationId: string,
): Promise<boolean> {
  if ((await authorizationOf(ctx, userId, applicationId)) !== undefined) return true;
  if ((await userInstallOf(ctx, userId, applicationId)) !== undefined) return true;
  const tokens = await ctx.tx.find(accessTokens, { index: "user", value: userId });
  return tokens.some(
    (token) => token.application_id === applicationId && token.expiresAt > ctx.now,
  );
}
