// The reactions that applications added to messages.
import type { AppChange } from "./segments.ts";

/** `/messages/1/reactions/👍/@me`, and `/messages/1/reactions/name:2` for a custom emoji. */
const REACTION = /\/messages\/(\d+)\/reactions\/([^/?]+)/;

/** The emojis that applications added to each message, and did not remove again, by message id. */
export type AddedReactions = ReadonlyMap<string, readonly string[]>;

interface Reaction {
  readonly message: string;
  /** A custom emoji by its name. */
  readonly emoji: string;
}

function reactionBy({ entry: { url } }: AppChange): Reaction | undefined {
  const [, message, emoji] = REACTION.exec(url) ?? [];
  if (message === undefined || emoji === undefined) return undefined;
  return { message, emoji: decodeURIComponent(emoji).replace(/:\d+$/, "") };
}

/** Whether the call added a reaction, which a test can see: it cannot see that one is gone. */
export function addsReaction({ entry: { name } }: AppChange): boolean {
  return name === "channels.react";
}

/** What is left of the reactions after these changes. */
export function addedReactions(changes: readonly AppChange[]): AddedReactions {
  const added = new Map<string, readonly string[]>();
  for (const change of changes) {
    const isOwn = addsReaction(change) || change.entry.name === "channels.unreact";
    const reaction = change.isLate || !isOwn ? undefined : reactionBy(change);
    if (reaction === undefined) continue;
    const { message, emoji } = reaction;
    const others = (added.get(message) ?? []).filter((each) => each !== emoji);
    added.set(message, addsReaction(change) ? [...others, emoji] : others);
  }
  return added;
}
