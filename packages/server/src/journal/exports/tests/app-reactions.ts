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

/** Whether the call added or removed an application's own reaction. */
export function isOwnReaction({ entry: { name } }: AppChange): boolean {
  return name === "channels.react" || name === "channels.unreact";
}

/** What is left of the reactions after these changes. */
export function addedReactions(changes: readonly AppChange[]): AddedReactions {
  const added = new Map<string, readonly string[]>();
  for (const change of changes) {
    const reaction = change.isLate || !isOwnReaction(change) ? undefined : reactionBy(change);
    if (reaction === undefined) continue;
    const { message, emoji } = reaction;
    const others = (added.get(message) ?? []).filter((each) => each !== emoji);
    added.set(message, change.entry.name === "channels.react" ? [...others, emoji] : others);
  }
  return added;
}
