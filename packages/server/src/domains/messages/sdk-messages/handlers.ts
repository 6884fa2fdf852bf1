import { MissingPermissions, UnknownMessage } from "@antechamber/contract";
import { NotTheAuthor } from "@antechamber/contract/messages";
import {
  createGameMessage,
  deleteGameMessage,
  editGameMessage,
  listGameChannels,
  listGameMessages,
  moderateGameMessage,
} from "@antechamber/contract/lobbies";
import { ApiError } from "../../../platform/api-error.ts";
import type { Context, ReadContext, WithCaller } from "../../../platform/context.ts";
import { handle, noContent, reply, type Binding } from "../../../platform/handler.ts";
import { callerApplicationId } from "../../applications/operations.ts";
import { callingUser, userOf } from "../../users/operations.ts";
import { changeMessage, deleteAsUser } from "../channel-messages/changing.ts";
import {
  ephemeralMessage,
  ephemeralView,
  type EphemeralMessageRecord,
} from "../ephemeral-message.ts";
import { deleteEphemeral, editEphemeral } from "../ephemeral-sending.ts";
import {
  correspondents,
  gameMessageView,
  messageBetween,
  messagesBetween,
  moderateBetween,
  requireText,
  sendGameMessage,
  type Players,
} from "./sdk-messages.ts";

/** The default number of messages in one reply. Source: protocol: lobbies-and-sdk 9. */
const MESSAGES_DEFAULT = 50;

/** The caller and the user that the path names, in the caller's game. */
async function playersOf(ctx: WithCaller, otherId: string): Promise<Players> {
  const user = await callingUser(ctx, ctx.caller);
  const applicationId = callerApplicationId(ctx.caller);
  return { applicationId, user, other: await userOf(ctx, otherId) };
}

/** An ephemeral message between the two users, or undefined. */
function ephemeralBetween(
  ctx: ReadContext,
  { applicationId, user, other }: Players,
  id: string,
): Promise<EphemeralMessageRecord | undefined> {
  return ephemeralMessage(ctx, { applicationId, users: [user.id, other.id] }, id);
}

/** @throws UnknownMessage, NotTheAuthor, EmptyMessage */
async function edit(
  ctx: Context,
  players: Players,
  { id, body }: { readonly id: string; readonly body: () => { readonly content?: string } },
) {
  const { user, applicationId } = players;
  const ephemeral = await ephemeralBetween(ctx, players, id);
  if (ephemeral !== undefined) {
    if (ephemeral.author.id !== user.id) throw new ApiError(NotTheAuthor);
    const { content = ephemeral.content } = body();
    return ephemeralView(await editEphemeral(ctx, ephemeral, requireText(content)), user.id);
  }
  const found = await messageBetween(ctx, players, id);
  if (found === undefined) throw new ApiError(UnknownMessage);
  if (found.message.author.id !== user.id) throw new ApiError(NotTheAuthor);
  const { content = found.message.content } = body();
  const payload = () => ({ content: requireText(content) });
  const on = { user, channel: found.channel, messageId: id };
  return gameMessageView(ctx, await changeMessage(ctx, on, { payload, files: [] }), applicationId);
}

/** @throws UnknownMessage, MissingPermissions */
async function remove(ctx: Context, players: Players, id: string): Promise<void> {
  const { user } = players;
  const ephemeral = await ephemeralBetween(ctx, players, id);
  const found = ephemeral === undefined ? await messageBetween(ctx, players, id) : undefined;
  const author = (ephemeral ?? found?.message)?.author;
  if (author === undefined) throw new ApiError(UnknownMessage);
  if (author.id !== user.id) throw new ApiError(MissingPermissions);
  if (ephemeral !== undefined) return deleteEphemeral(ctx, ephemeral);
  if (found !== undefined) await deleteAsUser(ctx, { user, channel: found.channel, messageId: id });
}

export const gameMessageHandlers: readonly Binding[] = [
  handle(createGameMessage, async (ctx, { params, body }) => {
    const players = await playersOf(ctx, params.user_id);
    return reply(200, await sendGameMessage(ctx, players, body()));
  }),

  handle(listGameMessages, async (ctx, { params, query }) => {
    const players = await playersOf(ctx, params.user_id);
    const page = await messagesBetween(ctx, players, query.limit ?? MESSAGES_DEFAULT);
    return reply(200, [...page]);
  }),

  handle(editGameMessage, async (ctx, { params, body }) => {
    const players = await playersOf(ctx, params.user_id);
    return reply(200, await edit(ctx, players, { id: params.message_id, body }));
  }),

  handle(deleteGameMessage, async (ctx, { params }) => {
    const players = await playersOf(ctx, params.user_id);
    await remove(ctx, players, params.message_id);
    return noContent;
  }),

  handle(listGameChannels, async (ctx) => {
    const user = await callingUser(ctx, ctx.caller);
    return reply(200, await correspondents(ctx, user.id));
  }),

  handle(moderateGameMessage, async (ctx, { params, body }) => {
    const user = await userOf(ctx, params.user_id_1);
    const other = await userOf(ctx, params.user_id_2);
    const players = { applicationId: callerApplicationId(ctx.caller), user, other };
    const isThere = await moderateBetween(ctx, players, { id: params.message_id, body });
    if (!isThere) throw new ApiError(UnknownMessage);
    return noContent;
  }),
];
