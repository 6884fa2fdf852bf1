// Reactions: one record for each user and emoji; the message itself holds the counts.
import type { Reaction, ReactionEmoji } from "@antechamber/contract/messages";
import { snowflakeKey, type Static } from "@antechamber/contract/schema";
import { tableOf } from "../../../platform/store.ts";
import { compoundKey, withParts } from "../../../platform/records/compound-keys.ts";

/** One user's reaction to a message with one emoji. */
export interface ReactionRecord {
  readonly channel_id: string;
  readonly message_id: string;
  readonly user_id: string;
  /** The emoji, as `emojiKey` gives it. */
  readonly emoji: string;
  /** True for a super reaction. */
  readonly burst: boolean;
}

/** The counts of normal and super reactions to a message with one emoji. */
export interface ReactionCount {
  readonly emoji: Static<typeof ReactionEmoji>;
  readonly normal: number;
  readonly burst: number;
}

/** The index key of reactions of one kind with one emoji, which are in order of user id. */
function reactionKey({ message_id, emoji, burst }: Omit<ReactionRecord, "user_id" | "channel_id">) {
  return `${snowflakeKey(message_id)}:${emoji}:${burst ? 1 : 0}`;
}

export const reactions = tableOf<ReactionRecord>()({
  name: "reaction",
  key: (reaction) => `${reactionKey(reaction)}:${snowflakeKey(reaction.user_id)}`,
  isSmall: true,
  indexes: {
    user: (reaction) => reaction.user_id,
    own: (reaction) => ownKey(reaction.message_id, reaction.user_id),
  },
});

/** The index key of one user's reactions to a message. */
export function ownKey(messageId: string, userId: string): string {
  return compoundKey(messageId, userId);
}

/** A search for reactions of one kind with one emoji, in order of user id. */
export function reactorSearch(
  way: Omit<ReactionRecord, "user_id" | "channel_id">,
  { after, limit }: { readonly after?: string; readonly limit: number },
) {
  const { after: beginning, before } = withParts(reactionKey(way));
  const from = after === undefined ? beginning : beginning + snowflakeKey(after);
  return { after: from, before, limit };
}

/** The variation selector 16, which clients may or may not append to a Unicode emoji. */
const PICTURE_SIGN = "\uFE0F";

/** The identity of an emoji: its id, else its code points. */
export function emojiKey({ id, name }: Pick<Static<typeof ReactionEmoji>, "id" | "name">): string {
  if (id !== null) return id;
  const characters = Array.from((name ?? "").replaceAll(PICTURE_SIGN, ""));
  return characters.map((each) => each.codePointAt(0)?.toString(16)).join("-");
}

/** The counts as the API shows them to a user who did not react. */
export function reactionViews(counts: readonly ReactionCount[]): Static<typeof Reaction>[] {
  return counts.map(({ emoji, normal, burst }) => ({
    emoji,
    count: normal + burst,
    count_details: { burst, normal },
    // Clients of the reference derive the colours from the emoji's picture.
    burst_colors: [],
    me_burst: false,
    me: false,
  }));
}

/** The counts after a reaction is added or removed; an emoji without reactions is dropped. */
export function countsAfter(
  counts: readonly ReactionCount[],
  emoji: Static<typeof ReactionEmoji>,
  change: { readonly isBurst: boolean; readonly by: 1 | -1 },
): readonly ReactionCount[] {
  const key = emojiKey(emoji);
  const isKnown = counts.some((each) => emojiKey(each.emoji) === key);
  const all = isKnown ? counts : [...counts, { emoji, normal: 0, burst: 0 }];
  const way = change.isBurst ? "burst" : "normal";
  return all
    .map((each) =>
      emojiKey(each.emoji) === key ? { ...each, [way]: each[way] + change.by } : each,
    )
    .filter(({ normal, burst }) => normal + burst > 0);
}
