import {
  addReaction,
  deleteAllReactions,
  deleteEmojiReactions,
  deleteOwnReaction,
  deleteUserReaction,
  listReactions,
  ReactionType,
} from "@antechamber/contract/messages";
import { handle, noContent, reply, type Binding } from "../../../platform/handler.ts";
import { userOf, usersOf } from "../../users/operations.ts";
import { callerOn } from "../on-message.ts";
import { readableMessage } from "../readable-message.ts";
import { namedEmoji } from "./named-emoji.ts";
import { clearReactions, clearReactionsOf, react, removeReaction, unreact } from "./operations.ts";
import { emojiKey, reactorSearch, reactions } from "../reactions/reaction.ts";

/** The default number of users in one reply. Source: machine specification. */
const REACTED_DEFAULT = 25;

export const reactionHandlers: readonly Binding[] = [
  handle(addReaction, async (ctx, { params }) => {
    await react(ctx, await callerOn(ctx, params), { emoji: params.emoji_name });
    return noContent;
  }),

  handle(deleteOwnReaction, async (ctx, { params }) => {
    await unreact(ctx, await callerOn(ctx, params), params.emoji_name);
    return noContent;
  }),

  handle(deleteUserReaction, async (ctx, { params }) => {
    const on = await callerOn(ctx, params);
    const { id: userId } = await userOf(ctx, params.user_id);
    await removeReaction(ctx, on, { userId, emoji: params.emoji_name });
    return noContent;
  }),

  handle(listReactions, async (ctx, { params, query }) => {
    const message = await readableMessage(ctx, params);
    const { type = ReactionType.NORMAL, limit = REACTED_DEFAULT, after } = query;
    const emoji = emojiKey(namedEmoji(params.emoji_name));
    const way = { message_id: message.id, emoji, burst: type === ReactionType.BURST };
    const page = reactorSearch(way, { limit, ...(after === undefined ? {} : { after }) });
    const found = await ctx.tx.find(reactions, page);
    return reply(200, await usersOf(ctx, found));
  }),

  handle(deleteAllReactions, async (ctx, { params }) => {
    await clearReactions(ctx, await callerOn(ctx, params));
    return noContent;
  }),

  handle(deleteEmojiReactions, async (ctx, { params }) => {
    await clearReactionsOf(ctx, await callerOn(ctx, params), params.emoji_name);
    return noContent;
  }),
];
