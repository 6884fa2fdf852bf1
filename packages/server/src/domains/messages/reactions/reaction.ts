// Reactions: one record for each user and emoji, and on the message the numbers that it shows.
import type { Reaction, ReactionEmoji } from "@antechamber/contract/messages";
import { snowflakeKey, type Static } from "@antechamber/contract/schema";
import { tableOf } from "../../../platform/store.ts";
import { compoundKey } from "../../../platform/records/compound-keys.ts";

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

/** How many reacted to a message with one emoji. */
export interface ReactionCount {
  readonly emoji: Static<typeof ReactionEmoji>;
  readonly normal: number;
  readonly burst: number;
}

/** Who reacted with one emoji in one way stands together, in order of user id. */
function wayKey({ message_id, emoji, burst }: Omit<ReactionRecord, "user_id" | "channel_id">) {
  return `${snowflakeKey(message_id)}:${emoji}:${burst ? 1 : 0}`;
}

export const reactions = tableOf<ReactionRecord>()({
  name: "reaction",
  key: (reaction) => `${wayKey(reaction)}:${snowflakeKey(reaction.user_id)}`,
  isSmall: true,
  indexes: {
    user: (reaction) => reaction.user_id,
    own: (reaction) => ownKey(reaction.message_id, reaction.user_id),
  },
});

/** What one user's reactions to a message are found by. */
export function ownKey(messageId: string, userId: string): string {
  return compoundKey(messageId, userId);
}

/** A search for who reacted in one way, in order of user id; ";" follows ":" in text order. */
export function inWay(
  way: Omit<ReactionRecord, "user_id" | "channel_id">,
  { after, limit }: { readonly after?: string; readonly limit: number },
) {
  const key = wayKey(way);
  const from = after === undefined ? `${key}:` : `${key}:${snowflakeKey(after)}`;
  return { after: from, before: `${key};`, limit };
}

/** Clients write a character with or without the sign that asks for its picture. */
const PICTURE_SIGN = "\uFE0F";

/** What tells an emoji from others: its id, else its code points. */
export function emojiKey({ id, name }: Pick<Static<typeof ReactionEmoji>, "id" | "name">): string {
  if (id !== null) return id;
  const characters = Array.from((name ?? "").replaceAll(PICTURE_SIGN, ""));
  return characters.map((each) => each.codePointAt(0)?.toString(16)).join("-");
}

/** The counts as the API shows them to somebody who did not react. */
export function reactionViews(counts: readonly ReactionCount[]): Static<typeof Reaction>[] {
  return counts.map(({ emoji, normal, burst }) => ({
    emoji,
    count: normal + burst,
    count_details: { burst, normal },
    // They are taken from the emoji's picture by clients of the reference.
    burst_colors: [],
    me_burst: false,
    me: false,
  }));
}

/** The counts with one more or less of an emoji; an emoji that nobody uses any more goes. */
export function counted(
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
