import { createLobbyMessage, listLobbyMessages, moderateLobbyMessage } from "@antechamber/contract";
import type { Caller, ReadContext } from "../../platform/context.ts";
import { handle, noContent, reply, type Binding } from "../../platform/handler.ts";
import { callerApplicationId } from "../applications/operations.ts";
import { callingUser } from "../users/operations.ts";
import { recentMessages } from "./history.ts";
import { lobbyMessageView } from "./lobby-message.ts";
import { moderateMessage, requireMember, sendLobbyMessage } from "./messaging.ts";
import { lobbyOf } from "./operations.ts";

/** Messages in one answer when no limit is given. Source: protocol: lobbies-and-sdk 3. */
const MESSAGES_DEFAULT = 50;

/** A lobby of the caller's application with the caller as its member. */
async function membershipOf(ctx: ReadContext & { readonly caller: Caller }, lobbyId: string) {
  const user = await callingUser(ctx, ctx.caller);
  const lobby = await lobbyOf(ctx, callerApplicationId(ctx.caller), lobbyId);
  return { user, lobby, member: await requireMember(ctx, lobby, user.id) };
}

export const lobbyMessageHandlers: readonly Binding[] = [
  handle(createLobbyMessage, async (ctx, { params, body }) => {
    const membership = await membershipOf(ctx, params.lobby_id);
    const draft = body();
    const message = await sendLobbyMessage(ctx, { ...membership, draft });
    const { metadata } = draft;
    const echoed = metadata === undefined || metadata === null ? {} : { metadata };
    return reply(201, { ...lobbyMessageView(message), ...echoed });
  }),

  handle(listLobbyMessages, async (ctx, { params, query }) => {
    const { lobby } = await membershipOf(ctx, params.lobby_id);
    const page = await recentMessages(ctx, lobby.id, query.limit ?? MESSAGES_DEFAULT);
    return reply(200, page.map(lobbyMessageView));
  }),

  handle(moderateLobbyMessage, async (ctx, { params, body }) => {
    const lobby = await lobbyOf(ctx, callerApplicationId(ctx.caller), params.lobby_id);
    await moderateMessage(ctx, { lobby, messageId: params.message_id }, body());
    return noContent;
  }),
];
