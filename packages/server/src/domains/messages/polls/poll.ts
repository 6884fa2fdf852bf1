// Polls: the message holds the poll with its counts, and each vote is a record.
import type { Poll, PollForm } from "@antechamber/contract/messages";
import { parseTimestamp, snowflakeKey, timestamp, type Static } from "@antechamber/contract/schema";
import type { Millis } from "../../../platform/clock.ts";
import { tableOf } from "../../../platform/store.ts";
import { compoundKey, withParts } from "../../../platform/records/compound-keys.ts";

export type PollState = Static<typeof Poll>;

/** One user's vote for one answer. */
export interface PollVoteRecord {
  readonly channel_id: string;
  readonly message_id: string;
  readonly answer_id: number;
  readonly user_id: string;
}

/** The index key of an answer's votes, which are in order of user id. */
function answerKey({ message_id, answer_id }: Pick<PollVoteRecord, "message_id" | "answer_id">) {
  return `${snowflakeKey(message_id)}:${answer_id}`;
}

export const pollVotes = tableOf<PollVoteRecord>()({
  name: "poll_vote",
  key: (vote) => `${answerKey(vote)}:${snowflakeKey(vote.user_id)}`,
  indexes: {
    user: (vote) => vote.user_id,
    own: (vote) => compoundKey(vote.message_id, vote.user_id),
  },
});

/** A search for the votes for an answer, in order of user id. */
export function votersOf(
  answer: Pick<PollVoteRecord, "message_id" | "answer_id">,
  { after, limit }: { readonly after?: string; readonly limit: number },
) {
  const { after: beginning, before } = withParts(answerKey(answer));
  const from = after === undefined ? beginning : beginning + snowflakeKey(after);
  return { after: from, before, limit };
}

/** When a message's poll ends; undefined for a closed poll, or no poll. */
export function pollEnd({ poll }: { readonly poll?: PollState }): Millis | undefined {
  if (poll === undefined || poll.results.is_finalized) return undefined;
  return parseTimestamp(poll.expiry) ?? 0;
}

/** True for a poll that accepts no more votes. */
export function isOver({ results, expiry }: PollState, now: Millis): boolean {
  return results.is_finalized || (parseTimestamp(expiry) ?? 0) <= now;
}

/** A poll whose count for one answer is one higher or lower. */
export function withVote(poll: PollState, id: number, by: 1 | -1): PollState {
  const { answer_counts: counts } = poll.results;
  const count = (counts.find((each) => each.id === id)?.count ?? 0) + by;
  const others = counts.filter((each) => each.id !== id);
  const all = count > 0 ? [...others, { id, count, me_voted: false }] : others;
  const answer_counts = all.toSorted((one, other) => one.id - other.id);
  return { ...poll, results: { ...poll.results, answer_counts } };
}

const HOUR_MS = 3_600_000;

/** How long a poll is open by default. Source: machine specification. */
const HOURS_DEFAULT = 24;

/** A poll that begins now. */
export function pollFrom(payload: PollForm, now: Millis): PollState {
  const { question, answers, duration = HOURS_DEFAULT } = payload;
  return {
    question,
    answers: answers.map(({ poll_media: { text, emoji } }, i) => ({
      answer_id: i + 1,
      poll_media: {
        text,
        ...(emoji === undefined
          ? {}
          : { emoji: { ...emoji, id: emoji.id ?? null, name: emoji.name ?? null } }),
      },
    })),
    expiry: timestamp(now + duration * HOUR_MS),
    allow_multiselect: payload.allow_multiselect ?? false,
    layout_type: payload.layout_type ?? 1,
    results: { answer_counts: [], is_finalized: false },
  };
}
