// Linking a lobby to a channel of a guild, and cutting the link.
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
import { plainBody } from "../messages/sdk-messages/sdk-messages.ts";
import { createMessage } from "../messages/operations.ts";
import { userView, type UserRecord } from "../users/user.ts";
import { emitUpdate } from "./events.ts";
import { restartIdleCountdown } from "./idle-timeout.ts";
import { clearChannel, linkedChannelOf, showOnChannel, withoutLink } from "./link.ts";
import { lobbies, type LobbyRecord, type LobbyWithMembers } from "./lobby.ts";
import { withMembers } from "./membership.ts";

/** Who links a lobby, to which channel. */
export interface Linking {
  readonly user: UserRecord;
  readonly channelId: string;
}

/**
 * Links a lobby to a channel, in the place of the one that it may be linked to.
 *
 * @throws UnknownChannel, MissingPermissions, ChannelNotLinkable, LinkedChannelAgeRestricted,
 *   ChannelAlreadyLinked
 */
export async function linkChannel(
  ctx: Context,
  lobby: LobbyRecord,
  { user, channelId }: Linking,
): Promise<LobbyWithMembers> {
  if (lobby.linked_channel_id === channelId) return withMembers(ctx, lobby);
  await requireLinkable(ctx, channelId, user.id);
  await clearChannel(ctx, lobby);
  const link = { linked_channel_id: channelId, linked_by: user.id, linked_at: ctx.now };
  const linked = await restartIdleCountdown(ctx, { ...lobby, ...link });
  await showOnChannel(ctx, linked);
  await postNotice(ctx, linked, user);
  return announced(ctx, linked);
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

/** The channel's own people see that a game reads along. */
async function postNotice(ctx: Context, lobby: LobbyRecord, user: UserRecord): Promise<void> {
  const channel = await linkedChannelOf(ctx, lobby);
  if (channel === undefined) throw new Error("a channel that was linked is missing");
  await createMessage(ctx, {
    channel,
    author: userView(user),
    type: MessageType.CHANNEL_LINKED_TO_LOBBY,
    body: plainBody("", 0),
    rights: { allowed: undefined, everyone: false },
    origin: { application_id: lobby.application_id },
  });
}

/** Removes a lobby's link, if it has one; without connected members, its countdown begins. */
export async function unlinkLobby(ctx: Context, lobby: LobbyRecord): Promise<LobbyWithMembers> {
  if (lobby.linked_channel_id === null) return withMembers(ctx, lobby);
  await clearChannel(ctx, lobby);
  return announced(ctx, await restartIdleCountdown(ctx, withoutLink(lobby)));
}

async function announced(ctx: Context, lobby: LobbyRecord): Promise<LobbyWithMembers> {
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

/** Removes the link of a channel, if it has one; for a deleted channel no event is emitted. */
export async function unlinkChannel(ctx: Context, channel: ChannelRecord): Promise<void> {
  const lobby = await lobbyOfChannel(ctx, channel);
  if (lobby !== undefined) await unlinkLobby(ctx, lobby);
}

/** Cuts the links in a guild whose makers could not make them any more. */
export async function unlinkWithoutLeave(ctx: Context, guildId: string): Promise<void> {
  const linked = await ctx.tx.find(channels, { index: "linked", value: guildId });
  for (const channel of linked) {
    const permissionContext = await permissionContextOf(
      ctx,
      guildId,
      channel.linked_lobby?.linked_by ?? "",
    );
    // A time-out passes, and the right to link with it comes back.
    const mayStill =
      channel.type === ChannelType.GUILD_TEXT &&
      permissionContext !== undefined &&
      mayLink({ ...permissionContext, time: { now: Number.MAX_SAFE_INTEGER } }, channel);
    if (!mayStill) await unlinkChannel(ctx, channel);
  }
}
