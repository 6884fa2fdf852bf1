// The end of polls, either at their expiry or by their author. Source: machine specification; the
// message with the results as the reference's public page on messages has it.
import { MessageType, type ReactionEmoji } from "@antechamber/contract/messages";
import { snowflakeKey, timestamp, type Static } from "@antechamber/contract/schema";
import type { Context } from "../../../platform/context.ts";
import { onDeadline } from "../../../platform/schedule/deadlines.ts";
import { definedFields } from "../../../platform/defined-fields.ts";
import { channels } from "../../guilds/guild.ts";
import { storeMessage } from "../message-store.ts";
import { messages } from "../message.ts";
import { postSystemMessage } from "../system-message.ts";
import { emitChanged } from "../events.ts";
import type { PollState } from "../polls/poll.ts";
import { hasPoll, type PollMessage } from "./voting.ts";

/** Closes a poll: its counts become final, and a system message announces the result. */
export async function closePoll(ctx: Context, message: PollMessage): Promise<PollMessage> {
  const { poll, channel_id } = message;
  const results = { ...poll.results, is_finalized: true };
  const closed = { ...message, poll: { ...poll, results } };
  storeMessage(ctx.tx, closed);
  const channel = await ctx.tx.get(channels, snowflakeKey(channel_id));
  await emitChanged(ctx, closed, channel);
  if (channel === undefined || message.visibleTo !== undefined) return closed;
  await postSystemMessage(ctx, {
    channel,
    author: message.author,
    type: MessageType.POLL_RESULT,
    origin: {
      embeds: [resultOf(closed.poll)],
      message_reference: {
        type: 0,
        channel_id,
        message_id: message.id,
        ...definedFields({ guild_id: message.guild_id }),
      },
    },
  });
  return closed;
}

/** Closes a poll now, before its expiry. */
export function expirePollNow(ctx: Context, message: PollMessage): Promise<PollMessage> {
  return closePoll(ctx, { ...message, poll: { ...message.poll, expiry: timestamp(ctx.now) } });
}

/** Closes a poll at its expiry. */
export const closeExpiredPoll = onDeadline(messages, {
  kind: "message.closePoll",
  subject: ({ id }) => id,
  async run(ctx, message) {
    if (hasPoll(message)) await closePoll(ctx, message);
  },
});

/** The embed with the result for clients. In a draw, it names no winner. */
function resultOf({ question, answers, results }: PollState): object {
  const counts = results.answer_counts;
  const most = Math.max(0, ...counts.map(({ count }) => count));
  const leading = counts.filter(({ count }) => count === most);
  const victorId = leading.length === 1 ? leading[0]?.id : undefined;
  const victor = answers.find(({ answer_id }) => answer_id === victorId)?.poll_media;
  const values: Record<string, string | number | undefined> = {
    poll_question_text: question.text,
    victor_answer_votes: most,
    total_votes: counts.reduce((total, { count }) => total + count, 0),
    victor_answer_id: victorId,
    victor_answer_text: victor?.text,
    ...(victor?.emoji === undefined ? {} : emojiFields(victor.emoji)),
  };
  const fields = Object.entries(values).flatMap(([name, value]) =>
    value === undefined ? [] : [{ name, value: String(value), inline: false }],
  );
  return { type: "poll_result", fields };
}

function emojiFields({ id, name, animated }: Static<typeof ReactionEmoji>) {
  return {
    victor_answer_emoji_id: id ?? undefined,
    victor_answer_emoji_name: name ?? undefined,
    victor_answer_emoji_animated: animated === undefined ? undefined : String(animated),
  };
}
