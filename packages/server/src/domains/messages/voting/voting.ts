// Voting in polls. Source: machine specification.
import { UnknownMessage } from "@antechamber/contract";
import {
  MessagePollVoteAdd,
  MessagePollVoteRemove,
  PollExpired,
} from "@antechamber/contract/messages";
import { ApiError, invalidForm } from "../../../platform/api-error.ts";
import type { Context } from "../../../platform/context.ts";
import { definedFields } from "../../../platform/defined-fields.ts";
import { compoundKey, withPrefix } from "../../../platform/records/compound-keys.ts";
import { messageOn, type OnMessage } from "../on-message.ts";
import { showInAnswers } from "../jobs.ts";
import { messages, scopeOfMessage, type MessageRecord } from "../message.ts";
import { ownVotes } from "../polls/own-votes.ts";
import { isOver, pollVotes, withVote, type PollState, type PollVoteRecord } from "../polls/poll.ts";

/** A message with its poll. */
export type PollMessage = MessageRecord & { readonly poll: PollState };

export function hasPoll(message: MessageRecord): message is PollMessage {
  return message.poll !== undefined;
}

/** The answers that a user votes for, and their path within the form. */
export interface Votes {
  readonly answerIds: readonly number[];
  readonly path: string;
}

/** @throws InvalidForm for unknown answers, and for several answers if the poll allows only one */
function requireAnswers({ answers, allow_multiselect }: PollState, { answerIds, path }: Votes) {
  const validIds = new Set(answers.map(({ answer_id }) => answer_id));
  const strays = answerIds.flatMap((id, i) => (validIds.has(id) ? [] : [i]));
  if (strays.length > 0) {
    const message = `Value must be one of {${[...validIds].join(", ")}}.`;
    throw invalidForm(
      ...strays.map((i) => ({ path: [path, i], code: "BASE_TYPE_CHOICES", message })),
    );
  }
  if (answerIds.length > 1 && !allow_multiselect) {
    const message = "Must be 1 or fewer in length.";
    throw invalidForm({ path: [path], code: "BASE_TYPE_MAX_LENGTH", message });
  }
}

/**
 * Votes for answers; the user's earlier votes in the poll are replaced.
 *
 * @throws UnknownMessage, also for a message without a poll, PollExpired, InvalidForm
 */
export async function vote(ctx: Context, on: OnMessage, votes: Votes): Promise<void> {
  const message = await messageOn(ctx, on);
  if (!hasPoll(message)) throw new ApiError(UnknownMessage);
  if (isOver(message.poll, ctx.now)) throw new ApiError(PollExpired);
  const requested = new Set(votes.answerIds);
  requireAnswers(message.poll, { ...votes, answerIds: [...requested] });
  const own = await ownVotes(ctx, message.id, on.user.id);
  let { poll } = message;
  for (const record of own) {
    if (requested.delete(record.answer_id)) continue;
    poll = withVote(poll, record.answer_id, -1);
    ctx.tx.delete(pollVotes, pollVotes.key(record));
    emit(ctx, MessagePollVoteRemove, { message, record });
  }
  for (const answer_id of requested) {
    const { id: message_id, channel_id } = message;
    const record = { channel_id, message_id, answer_id, user_id: on.user.id };
    poll = withVote(poll, answer_id, 1);
    ctx.tx.put(pollVotes, record);
    emit(ctx, MessagePollVoteAdd, { message, record });
  }
  ctx.tx.put(messages, { ...message, poll });
  await showInAnswers(ctx, message);
}

function emit(
  ctx: Context,
  event: typeof MessagePollVoteAdd | typeof MessagePollVoteRemove,
  { message, record }: { readonly message: MessageRecord; readonly record: PollVoteRecord },
): void {
  const inGuild = definedFields({ guild_id: message.guild_id });
  ctx.emit(event, scopeOfMessage(message), { ...record, ...inGuild });
}

/** Removes every vote of a deleted user. */
export async function removeVotesOf(ctx: Context, userId: string): Promise<void> {
  for (const record of await votesOf(ctx, userId)) await withdrawVote(ctx, record);
}

/** Moves one user's votes to another user; in polls where both voted, the first are removed. */
export async function giveVotes(
  ctx: Context,
  { from, to }: { readonly from: string; readonly to: string },
): Promise<void> {
  const voted = new Set((await votesOf(ctx, to)).map(({ message_id }) => message_id));
  for (const record of await votesOf(ctx, from)) {
    if (voted.has(record.message_id)) await withdrawVote(ctx, record);
    else {
      ctx.tx.delete(pollVotes, pollVotes.key(record));
      ctx.tx.put(pollVotes, { ...record, user_id: to });
    }
  }
}

/** Moves the votes in a message's poll to the channel that the message is moved to. */
export async function moveVotes(ctx: Context, id: string, channel_id: string): Promise<void> {
  for (const record of await ctx.tx.find(pollVotes, withPrefix(id))) {
    ctx.tx.put(pollVotes, { ...record, channel_id });
  }
}

function votesOf(ctx: Context, userId: string) {
  return ctx.tx.find(pollVotes, { index: "user", value: userId });
}

async function withdrawVote(ctx: Context, record: PollVoteRecord): Promise<void> {
  ctx.tx.delete(pollVotes, pollVotes.key(record));
  const message = await ctx.tx.get(messages, compoundKey(record.channel_id, record.message_id));
  if (message === undefined || !hasPoll(message)) return;
  ctx.tx.put(messages, { ...message, poll: withVote(message.poll, record.answer_id, -1) });
  emit(ctx, MessagePollVoteRemove, { message, record });
  await showInAnswers(ctx, message);
}
