// Loads and exports the votes in the polls of messages.
import type { WorldMessage } from "@antechamber/contract/control";
import type { Static } from "@antechamber/contract/schema";
import type { ReadContext } from "../../platform/context.ts";
import { withPrefix } from "../../platform/records/compound-keys.ts";
import type { MessageRecord } from "../../domains/messages/message.ts";
import { pollVotes, withVote, type PollState } from "../../domains/messages/polls/poll.ts";
import type { Place } from "./json-path.ts";
import type { Resolved, WorldBuilder } from "./world-builder.ts";

type Entry = NonNullable<Static<typeof WorldMessage>["poll_votes"]>;

/** Entries that could not be read are undefined, and so are their fields. */
type Readable = readonly (Partial<Entry[number]> | undefined)[];

interface Given {
  readonly poll: PollState | undefined;
  readonly given: Readable | undefined;
  readonly found: Resolved<Entry> | undefined;
  readonly place: Place;
}

/** Loads the votes in a message's poll. @returns the poll with its counts */
export function loadPoll(
  builder: WorldBuilder,
  message: Pick<MessageRecord, "id" | "channel_id">,
  { poll, given, found = [], place }: Given,
): PollState | undefined {
  const at = [...place, "poll_votes"];
  if (poll === undefined) {
    if (given !== undefined) builder.issue(at, "the message has no poll");
    return undefined;
  }
  if (given === undefined || builder.isInvalid([...place, "poll"])) return poll;
  return loadVotes(builder, message, { poll, given, found, at });
}

function loadVotes(
  builder: WorldBuilder,
  { id: message_id, channel_id }: Pick<MessageRecord, "id" | "channel_id">,
  votes: {
    readonly poll: PollState;
    readonly given: Readable;
    readonly found: Resolved<Entry>;
    readonly at: Place;
  },
): PollState {
  let poll: PollState = { ...votes.poll, results: { ...votes.poll.results, answer_counts: [] } };
  for (const [i, entry] of votes.given.entries()) {
    const answer_id = entry?.answer_id;
    if (answer_id === undefined) continue;
    const path = [...votes.at, i, "answer_id"];
    const isAnswer = poll.answers.some((each) => each.answer_id === answer_id);
    if (!isAnswer) builder.issue(path, "the poll has no such answer");
    const once = { path, message: "the votes for this answer are listed already" };
    if (!builder.once("poll answer", `${message_id}:${answer_id}`, once) || !isAnswer) continue;
    for (const user_id of new Set((votes.found[i]?.users ?? []).flatMap((user) => user ?? []))) {
      builder.put(pollVotes, { channel_id, message_id, answer_id, user_id });
      poll = withVote(poll, answer_id, 1);
    }
  }
  return poll;
}

/** The votes in a message's poll as a world file has them; undefined for none. */
export async function pollVoteEntries(
  ctx: ReadContext,
  { id, poll }: MessageRecord,
): Promise<Entry | undefined> {
  if (poll === undefined) return undefined;
  const all = await ctx.tx.find(pollVotes, withPrefix(id));
  if (all.length === 0) return undefined;
  const byAnswer = Map.groupBy(all, ({ answer_id }) => answer_id);
  return [...byAnswer]
    .map(([answer_id, votes]) => ({ answer_id, users: votes.map(({ user_id }) => user_id) }))
    .toSorted((one, other) => one.answer_id - other.answer_id);
}
