import {
  expirePoll,
  listAnswerVoters,
  NotAPoll,
  NotTheAuthor,
  PollExpired,
  voteInPoll,
} from "@antechamber/contract/messages";
import { UnknownMessage } from "@antechamber/contract";
import { ApiError, invalidForm } from "../../../platform/api-error.ts";
import { definedFields } from "../../../platform/defined-fields.ts";
import { handle, noContent, reply, type Binding } from "../../../platform/handler.ts";
import { usersOf } from "../../users/operations.ts";
import { readableMessage } from "../readable-message.ts";
import { viewerFor } from "../readable.ts";
import { callerOn, messageOn } from "../on-message.ts";
import { expirePollNow } from "./closing.ts";
import { isOver, pollVotes, votersOf } from "../polls/poll.ts";
import { hasPoll, vote } from "./voting.ts";

/** The default number of users in one reply. Source: machine specification. */
const VOTERS_DEFAULT = 25;

/** @throws InvalidForm for text that is not a number */
function answerNumber(text: string): number {
  if (/^[0-9]+$/.test(text)) return Number(text);
  const message = `Value "${text}" is not int.`;
  throw invalidForm({ path: ["answer_id"], code: "NUMBER_TYPE_COERCE", message });
}

export const pollHandlers: readonly Binding[] = [
  handle(listAnswerVoters, async (ctx, { params, query }) => {
    const message = await readableMessage(ctx, params);
    if (!hasPoll(message)) throw new ApiError(UnknownMessage);
    const answer = { message_id: message.id, answer_id: answerNumber(params.answer_id) };
    const { limit = VOTERS_DEFAULT, after } = query;
    const page = votersOf(answer, { limit, ...definedFields({ after }) });
    const found = await ctx.tx.find(pollVotes, page);
    return reply(200, { users: await usersOf(ctx, found) });
  }),

  handle(expirePoll, async (ctx, { params }) => {
    const on = await callerOn(ctx, params);
    const message = await messageOn(ctx, on);
    if (!hasPoll(message)) throw new ApiError(NotAPoll);
    if (message.author.id !== on.user.id) throw new ApiError(NotTheAuthor);
    if (isOver(message.poll, ctx.now)) throw new ApiError(PollExpired);
    const closed = await expirePollNow(ctx, message);
    return reply(200, await (await viewerFor(ctx, ctx.caller))(closed));
  }),

  handle(voteInPoll, async (ctx, { params, body }) => {
    const on = await callerOn(ctx, params);
    await messageOn(ctx, on);
    await vote(ctx, on, { answerIds: body().answer_ids, path: "answer_ids" });
    return noContent;
  }),
];
