// Loads and exports the reactions to messages.
import type { WorldMessage } from "@antechamber/contract/control";
import type { ReactionEmoji } from "@antechamber/contract/messages";
import type { Static } from "@antechamber/contract/schema";
import type { ReadContext } from "../../platform/context.ts";
import { withPrefix } from "../../platform/records/compound-keys.ts";
import type { MessageRecord } from "../../domains/messages/message.ts";
import { namedEmoji } from "../../domains/messages/reacting/named-emoji.ts";
import {
  emojiKey,
  reactions,
  type ReactionCount,
} from "../../domains/messages/reactions/reaction.ts";
import { checkEachDerived } from "./derived-fields.ts";
import type { Place } from "./json-path.ts";
import type { Resolved, WorldBuilder } from "./world-builder.ts";

type Entry = NonNullable<Static<typeof WorldMessage>["reactions"]>;
/** Entries that could not be read are undefined, and so are their fields. */
type Readable = readonly (Partial<Entry[number]> | undefined)[];
type Emoji = Static<typeof ReactionEmoji>;

function emojiOf(
  builder: WorldBuilder,
  given: string | Emoji | undefined,
  place: Place,
): Emoji | undefined {
  if (given === undefined || typeof given === "object") return given;
  try {
    return namedEmoji(given);
  } catch {
    builder.issue(place, "this is neither an emoji nor the name:id of one");
    return undefined;
  }
}

/** Loads the reactions to a message. @returns the counts that it shows; undefined for none */
export function loadReactions(
  builder: WorldBuilder,
  message: Pick<MessageRecord, "id" | "channel_id">,
  {
    given = [],
    found,
    place,
  }: { given: Readable | undefined; found: Resolved<Entry> | undefined; place: Place },
): readonly ReactionCount[] | undefined {
  const counts: ReactionCount[] = [];
  for (const [i, entry] of given.entries()) {
    const at = [...place, "reactions", i];
    const emoji = emojiOf(builder, entry?.emoji, [...at, "emoji"]);
    if (emoji === undefined) continue;
    const path = [...at, "emoji"];
    const key = emojiKey(emoji);
    const once = { path, message: "this emoji is listed already" };
    if (!builder.once("reaction", `${message.id}:${key}`, once)) continue;
    const of = { channel_id: message.channel_id, message_id: message.id, emoji: key };
    const put = (named: readonly (string | undefined)[] = [], way: { readonly burst: boolean }) => {
      const ids = new Set(named.flatMap((id) => id ?? []));
      for (const user_id of ids) builder.put(reactions, { ...of, user_id, ...way });
      return ids.size;
    };
    const { users, super_users: superUsers } = found?.[i] ?? {};
    const normal = put(users, { burst: false });
    const burst = put(superUsers, { burst: true });
    const count = { emoji, normal, burst };
    if (entry !== undefined) agreeWithCount(builder, { entry, place: at }, count);
    if (normal + burst > 0) counts.push(count);
  }
  return counts.length === 0 ? undefined : counts;
}

/** Checks the shown counts of a reaction against its users; without users they are an issue. */
function agreeWithCount(
  builder: WorldBuilder,
  { entry, place }: { readonly entry: Partial<Entry[number]>; readonly place: Place },
  { normal, burst }: ReactionCount,
): void {
  if (entry.users === undefined && entry.super_users === undefined) return;
  // The colours of super reactions are not computed from images here.
  const derived = { count: normal + burst, count_details: { burst, normal }, burst_colors: [] };
  checkEachDerived(builder, { given: entry, place }, derived);
}

/** The reactions to a message as a world file has them; undefined for none. */
export async function reactionEntries(
  ctx: ReadContext,
  { id, reactionCounts: counts }: MessageRecord,
): Promise<Entry | undefined> {
  if (counts === undefined) return undefined;
  const all = await ctx.tx.find(reactions, withPrefix(id));
  return counts.map(({ emoji }) => {
    const key = emojiKey(emoji);
    const own = all.filter((each) => each.emoji === key);
    const users = own.filter(({ burst }) => !burst).map(({ user_id }) => user_id);
    const superUsers = own.filter(({ burst }) => burst).map(({ user_id }) => user_id);
    return {
      emoji: emoji.id === null ? (emoji.name ?? "") : { ...emoji },
      ...(users.length === 0 ? {} : { users }),
      ...(superUsers.length === 0 ? {} : { super_users: superUsers }),
    };
  });
}
