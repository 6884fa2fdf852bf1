import {
  holds,
  LobbyMemberFlag,
  linkLobby,
  MissingLobbyPermissions,
  MissingPermissions,
  unlinkChannel,
} from "@antechamber/contract";
import { ApiError } from "../../platform/api-error.ts";
import { handle, reply, type Binding } from "../../platform/handler.ts";
import { callerApplicationId } from "../applications/operations.ts";
import { channelView } from "../guilds/guild.ts";
import { channelOf, permissionsIn } from "../guilds/operations.ts";
import { callingUser } from "../users/operations.ts";
import { linkChannel, unlinkChannel as cutLink, unlinkLobby } from "./linking.ts";
import { playersLobbyView } from "./lobby.ts";
import { requireMember } from "./messaging.ts";
import { lobbyOf } from "./operations.ts";

export const lobbyLinkingHandlers: readonly Binding[] = [
  handle(linkLobby, async (ctx, { params, body }) => {
    const user = await callingUser(ctx, ctx.caller);
    const lobby = await lobbyOf(ctx, callerApplicationId(ctx.caller), params.lobby_id);
    const { flags } = await requireMember(ctx, lobby, user.id);
    if ((flags & LobbyMemberFlag.CAN_LINK_LOBBY) === 0) throw new ApiError(MissingLobbyPermissions);
    const channelId = body().channel_id ?? undefined;
    const after =
      channelId === undefined
        ? await unlinkLobby(ctx, lobby)
        : await linkChannel(ctx, lobby, { user, channelId });
    return reply(200, playersLobbyView(after));
  }),

  handle(unlinkChannel, async (ctx, { params }) => {
    const channel = await channelOf(ctx, ctx.caller, params.channel_id);
    const user = await callingUser(ctx, ctx.caller);
    // Channels of people alone are nobody's to manage.
    const isOfGuild = channel.guild_id !== undefined;
    if (!isOfGuild || !holds(await permissionsIn(ctx, channel, user.id), "MANAGE_CHANNELS")) {
      throw new ApiError(MissingPermissions);
    }
    await cutLink(ctx, channel);
    const { linked_lobby: _, ...after } = channel;
    return reply(200, channelView(after));
  }),
];
