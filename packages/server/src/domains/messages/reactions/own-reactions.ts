// Marks the reactions on a message that are its reader's own.
import type { Message, ReactionEmoji } from "@antechamber/contract/messages";
import type { Static } from "@antechamber/contract/schema";
import type { ReadContext } from "../../../platform/context.ts";
import { emojiKey, ownKey, reactions } from "./reaction.ts";

/** A message's view with the reader's own reactions marked. */
export async function withOwnReactions(
  ctx: ReadContext,
  userId: string | undefined,
  view: Static<typeof Message>,
): Promise<Static<typeof Message>> {
  if (userId === undefined || view.reactions === undefined) return view;
  const own = await ctx.tx.find(reactions, { index: "own", value: ownKey(view.id, userId) });
  if (own.length === 0) return view;
  const ofEmoji = (emoji: Static<typeof ReactionEmoji>) =>
    own.filter((each) => each.emoji === emojiKey(emoji));
  return {
    ...view,
    reactions: view.reactions.map((each) => ({
      ...each,
      me: ofEmoji(each.emoji).some(({ burst }) => !burst),
      me_burst: ofEmoji(each.emoji).some(({ burst }) => burst),
    })),
  };
}
