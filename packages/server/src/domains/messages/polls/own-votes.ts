// Marks the answers of a message's poll that its reader voted for.
import type { Message } from "@antechamber/contract/messages";
import type { Static } from "@antechamber/contract/schema";
import type { ReadContext } from "../../../platform/context.ts";
import { compoundKey } from "../../../platform/records/compound-keys.ts";
import { pollVotes } from "./poll.ts";

/** A user's votes in the poll of a message. */
export function ownVotes(ctx: ReadContext, messageId: string, userId: string) {
  return ctx.tx.find(pollVotes, { index: "own", value: compoundKey(messageId, userId) });
}

/** A message's view with the reader's own votes marked. */
export async function withOwnVotes(
  ctx: ReadContext,
  userId: string | undefined,
  view: Static<typeof Message>,
): Promise<Static<typeof Message>> {
  const { poll } = view;
  if (userId === undefined || poll === undefined || poll.results.answer_counts.length === 0) {
    return view;
  }
  const own = await ownVotes(ctx, view.id, userId);
  const answer_counts = poll.results.answer_counts.map((each) => ({
    ...each,
    me_voted: own.some(({ answer_id }) => answer_id === each.id),
  }));
  return { ...view, poll: { ...poll, results: { ...poll.results, answer_counts } } };
}
