// Detection of mention spam and mention raids. Source: protocol: auto-moderation 1.2, 5 #5.
import { limits } from "@antechamber/contract";
import type { ReadContext } from "../../../platform/context.ts";
import type { TriggerMetadata } from "../../guilds/auto-moderation/rule.ts";
import { messages } from "../message.ts";
import { mentionsIn } from "../mentions.ts";
import { wasSentWithin, type Writing } from "./writing.ts";

/** A raid mentions more than this many different users and roles, within this many milliseconds. */
const RAID_MENTIONS = 20;
const RAID_MS = 10_000;
const LOOKED_AT = 50;

/** The users and roles that a text mentions. */
function mentionedBy(text: string): readonly string[] {
  const { userIds, roleIds } = mentionsIn(text, undefined);
  return [...userIds, ...roleIds];
}

/** Whether a message itself has too many mentions, or is part of a raid; undefined when neither. */
export async function mentionsTooMuch(
  ctx: ReadContext,
  metadata: TriggerMetadata,
  { text, user, channel, messageId }: Writing,
): Promise<"alone" | "raid" | undefined> {
  const own = mentionedBy(text);
  const max = metadata.mention_total_limit ?? limits.autoModerationMentions.value;
  if (own.length > max) return "alone";
  if (metadata.mention_raid_protection_enabled !== true || own.length === 0) return undefined;
  const history = { index: "history", value: channel.id, newestFirst: true } as const;
  const recent = (await ctx.tx.find(messages, { ...history, limit: LOOKED_AT })).filter(
    ({ id, author, timestamp }) =>
      author.bot !== true && id !== messageId && wasSentWithin(RAID_MS, timestamp, ctx.now),
  );
  const isBySeveral = recent.some(({ author }) => author.id !== user.id);
  const all = new Set([...own, ...recent.flatMap(({ content }) => mentionedBy(content))]);
  return isBySeveral && all.size > RAID_MENTIONS ? "raid" : undefined;
}
