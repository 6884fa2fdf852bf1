// Links lobbies to guild channels, and unlinks them.
// Source: protocol: lobbies-and-sdk 3, 12.
import { UnknownChannel } from "@antechamber/contract";
import { ChannelType } from "@antechamber/contract/guilds";
import { ChannelAlreadyLinked, ChannelNotLinkable } from "@antechamber/contract/lobbies";
import { LinkedChannelAgeRestricted } from "@antechamber/contract/channels";
import { MessageType } from "@antechamber/contract/messages";
import { snowflakeKey } from "@antechamber/contract/schema";
import { ApiError, missingPermission } from "../../platform/api-error.ts";
import type { Context, ReadContext } from "../../platform/context.ts";
import { channels, type ChannelRecord } from "../guilds/guild.ts";
import { mayLink } from "../guilds/linkable.ts";
import { permissionSource, permissionContextOf } from "../guilds/operations.ts";
import { postSystemMessage } from "../messages/system-message.ts";
import { userView, type UserRecord } from "../users/user.ts";
import { emitUpdate } from "./events.ts";
import { restartIdleCountdown } from "./idle-timeout.ts";
import { clearChannel, linkedChannelOf, showOnChannel, withoutLink } from "./link.ts";
import { lobbies, type LobbyRecord, type LobbyWithMembers } from "./lobby.ts";
import { withMembers } from "./membership.ts";
import type { PermissionContext } from "../guilds/permissions.ts";

/** The user who links a lobby, and the channel to link it to. */
export interface LinkRequest {
  readonly user: UserRecord;
  readonly channelId: string;
}

/**
 * Links a lobby to a channel, replacing an existing link.
 *
 * @throws UnknownChannel, MissingPermissions, ChannelNotLinkable, LinkedChannelAgeRestricted,
 *   ChannelAlreadyLinked
 */
export async function linkChannel(
  ctx: Context,
  lobby: LobbyRecord,
  { user, channelId }: LinkRequest,
): Promise<LobbyWithMembers> {
  if (lobby.linked_channel_id === channelId) return withMembers(ctx, lobby);
  await requireLinkable(ctx, channelId, user.id);
  await clearChannel(ctx, lobby);
  const link = { linked_channel_id: channelId, linked_by: user.id, linked_at: ctx.now };
  const linked = await restartIdleCountdown(ctx, { ...lobby, ...link });
  await showOnChannel(ctx, linked);
  await postLinkNotice(ctx, linked, user);
  return emitLinkChange(ctx, linked);
}

async function requireLinkable(ctx: ReadContext, channelId: string, userId: string): Promise<void> {
  const channel = await ctx.tx.get(channels, snowflakeKey(channelId));
  if (channel === undefined) throw new ApiError(UnknownChannel);
  if (channel.guild_id === undefined) throw new ApiError(ChannelNotLinkable);
  const permissionContext = await permissionContextOf(ctx, channel.guild_id, userId);
  if (
    permissionContext === undefined ||
    !mayLink(permissionContext, await permissionSource(ctx, channel))
  ) {
    throw missingPermission("MANAGE_CHANNELS");
  }
  if (channel.type !== ChannelType.GUILD_TEXT) throw new ApiError(ChannelNotLinkable);
  if (channel.nsfw === true) throw new ApiError(LinkedChannelAgeRestricted);
  if (channel.linked_lobby !== undefined) throw new ApiError(ChannelAlreadyLinked);
}

/** Posts a system message that informs people in the channel that a game can read it. */
async function postLinkNotice(ctx: Context, lobby: LobbyRecord, user: UserRecord): Promise<void> {
  const channel = await linkedChannelOf(ctx, lobby);
  if (channel === undefined) throw new Error("a channel that was linked is missing");
  await postSystemMessage(ctx, {
    channel,
    author: userView(user),
    type: MessageType.CHANNEL_LINKED_TO_LOBBY,
    origin: { application_id: lobby.application_id },
  });
}

/** Unlinks a lobby, if it is linked. Without connected members, its idle countdown starts. */
export async function unlinkLobby(ctx: Context, lobby: LobbyRecord): Promise<LobbyWithMembers> {
  if (lobby.linked_channel_id === null) return withMembers(ctx, lobby);
  await clearChannel(ctx, lobby);
  return emitLinkChange(ctx, await restartIdleCountdown(ctx, withoutLink(lobby)));
}

async function emitLinkChange(ctx: Context, lobby: LobbyRecord): Promise<LobbyWithMembers> {
  const whole = await withMembers(ctx, lobby);
  emitUpdate(ctx, whole, whole.members);
  return whole;
}

/** The lobby that a channel is linked to, or undefined. */
export async function lobbyOfChannel(
  ctx: ReadContext,
  channel: ChannelRecord | undefined,
): Promise<LobbyRecord | undefined> {
  const id = channel?.linked_lobby?.lobby_id;
  return id === undefined ? undefined : ctx.tx.get(lobbies, snowflakeKey(id));
}

/** Unlinks a channel, if it is linked; for a deleted channel, no channel event is emitted. */
export async function unlinkChannel(ctx: Context, channel: ChannelRecord): Promise<void> {
  const lobby = await lobbyOfChannel(ctx, channel);
  if (lobby !== undefined) await unlinkLobby(ctx, lobby);
}

/** A time-out does not undo a link, because it ends and the permissions return. */
function withoutTimeOut(creator: PermissionContext): PermissionContext {
  return { ...creator, member: { ...creator.member, communication_disabled_until: null } };
}

/** Removes links in a guild whose creators would not be allowed to create them now. */
export async function unlinkWithoutLeave(ctx: Context, guildId: string): Promise<void> {
  const linked = await ctx.tx.find(channels, { index: "linked", value: guildId });
  for (const channel of linked) {
    const creatorId = channel.linked_lobby?.linked_by ?? "";
    const creator = await permissionContextOf(ctx, guildId, creatorId);
    const mayStill =
      channel.type === ChannelType.GUILD_TEXT &&
      creator !== undefined &&
      mayLink(withoutTimeOut(creator), channel);
    if (!mayStill) await unlinkChannel(ctx, channel);
  }
}
