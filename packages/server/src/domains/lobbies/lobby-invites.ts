// Invites from a lobby to the guild of its linked channel. Source: protocol: lobbies-and-sdk 3, 4.
import {
  AlreadyInGuild,
  InviteTargetType,
  inviteMember,
  inviteSelf,
  limits,
  LobbyNotLinked,
} from "@antechamber/contract";
import { ApiError } from "../../platform/api-error.ts";
import type { Context } from "../../platform/context.ts";
import { handle, reply, type Binding } from "../../platform/handler.ts";
import { callerApplicationId } from "../applications/operations.ts";
import { memberOf } from "../guilds/operations.ts";
import { createInvite } from "../invites/operations.ts";
import { callingUser, userOf } from "../users/operations.ts";
import { linkedChannelOf } from "./link.ts";
import type { LobbyRecord } from "./lobby.ts";
import { requireMember } from "./messaging.ts";
import { lobbyOf } from "./operations.ts";

const LIFE_SECONDS = limits.lobbyInviteLife.value / 1000;

/**
 * Makes an invite to a lobby's linked channel that one member alone can use, once, within an hour.
 *
 * @throws LobbyMembersOnly, LobbyNotLinked, AlreadyInGuild, TooManyInvites
 */
async function inviteToChannel(
  ctx: Context,
  lobby: LobbyRecord,
  userId: string,
): Promise<{ code: string }> {
  await requireMember(ctx, lobby, userId);
  const channel = await linkedChannelOf(ctx, lobby);
  if (channel?.guild_id === undefined) throw new ApiError(LobbyNotLinked);
  if ((await memberOf(ctx, channel.guild_id, userId)) !== undefined) {
    throw new ApiError(AlreadyInGuild);
  }
  const { code } = await createInvite(ctx, {
    guild_id: channel.guild_id,
    channel_id: channel.id,
    max_age: LIFE_SECONDS,
    max_uses: 1,
    target_type: InviteTargetType.LOBBY,
    only_user_id: userId,
    hidden: true,
  });
  return { code };
}

export const lobbyInviteHandlers: readonly Binding[] = [
  handle(inviteSelf, async (ctx, { params }) => {
    const { id } = await callingUser(ctx, ctx.caller);
    const lobby = await lobbyOf(ctx, callerApplicationId(ctx.caller), params.lobby_id);
    return reply(200, await inviteToChannel(ctx, lobby, id));
  }),

  handle(inviteMember, async (ctx, { params }) => {
    const lobby = await lobbyOf(ctx, callerApplicationId(ctx.caller), params.lobby_id);
    const { id } = await userOf(ctx, params.user_id);
    return reply(200, await inviteToChannel(ctx, lobby, id));
  }),
];
