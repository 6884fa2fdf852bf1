import {
  createLobby,
  deleteLobby,
  editLobby,
  getLobby,
  addLobbyMember,
  removeLobbyMember,
} from "@antechamber/contract";
import { handle, noContent, reply, type Binding } from "../../platform/handler.ts";
import { callerApplicationId } from "../applications/operations.ts";
import { userOf } from "../users/operations.ts";
import { closeLobby } from "./closing.ts";
import { lobbyMemberView, lobbyView } from "./lobby.ts";
import { withMembers } from "./membership.ts";
import {
  changeLobby,
  findLobby,
  lobbyOf,
  openLobby,
  removeMember,
  writeMember,
} from "./operations.ts";

export const lobbyHandlers: readonly Binding[] = [
  handle(createLobby, async (ctx, { body }) => {
    const opened = await openLobby(ctx, callerApplicationId(ctx.caller), body());
    return reply(201, lobbyView(opened));
  }),

  handle(getLobby, async (ctx, { params }) => {
    const lobby = await lobbyOf(ctx, callerApplicationId(ctx.caller), params.lobby_id);
    return reply(200, lobbyView(await withMembers(ctx, lobby)));
  }),

  handle(editLobby, async (ctx, { params, body }) => {
    const lobby = await lobbyOf(ctx, callerApplicationId(ctx.caller), params.lobby_id);
    return reply(200, lobbyView(await changeLobby(ctx, lobby, body())));
  }),

  handle(deleteLobby, async (ctx, { params }) => {
    const lobby = await findLobby(ctx, callerApplicationId(ctx.caller), params.lobby_id);
    // Deleting twice succeeds, because clients retry (requirements 4.1).
    if (lobby !== undefined) await closeLobby(ctx, lobby);
    return noContent;
  }),

  handle(addLobbyMember, async (ctx, { params, body }) => {
    const lobby = await lobbyOf(ctx, callerApplicationId(ctx.caller), params.lobby_id);
    const user = await userOf(ctx, params.user_id);
    return reply(200, lobbyMemberView(await writeMember(ctx, lobby, { ...body(), id: user.id })));
  }),

  handle(removeLobbyMember, async (ctx, { params }) => {
    const lobby = await lobbyOf(ctx, callerApplicationId(ctx.caller), params.lobby_id);
    await removeMember(ctx, lobby, params.user_id);
    return noContent;
  }),
];
