import { bulkLobbyMembers, joinLobby, leaveLobby } from "@antechamber/contract";
import { handle, noContent, reply, type Binding } from "../../platform/handler.ts";
import { callerApplicationId } from "../applications/operations.ts";
import { callingUser } from "../users/operations.ts";
import { writeMembers } from "./bulk.ts";
import { joinBySecret, leaveLobby as leave } from "./joining.ts";
import { lobbyMemberView, lobbyView, playersLobbyView } from "./lobby.ts";
import { lobbyOf } from "./operations.ts";

export const lobbyPlayerHandlers: readonly Binding[] = [
  handle(joinLobby, async (ctx, { body }) => {
    const applicationId = callerApplicationId(ctx.caller);
    const { id: userId } = await callingUser(ctx, ctx.caller);
    const joined = await joinBySecret(ctx, { applicationId, userId }, body());
    const view = ctx.caller.kind === "bot" ? lobbyView : playersLobbyView;
    return reply(200, view(joined));
  }),

  handle(leaveLobby, async (ctx, { params }) => {
    const { id: userId } = await callingUser(ctx, ctx.caller);
    const lobby = await lobbyOf(ctx, callerApplicationId(ctx.caller), params.lobby_id);
    await leave(ctx, lobby, userId);
    return noContent;
  }),

  handle(bulkLobbyMembers, async (ctx, { params, body }) => {
    const lobby = await lobbyOf(ctx, callerApplicationId(ctx.caller), params.lobby_id);
    const members = await writeMembers(ctx, lobby, body());
    return reply(200, members.map(lobbyMemberView));
  }),
];
