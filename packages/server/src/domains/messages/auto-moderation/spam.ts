// Detection of generic spam. Source: protocol: auto-moderation 5 #4.
import type { ReadContext } from "../../../platform/context.ts";
import { messages, writtenTypes } from "../message.ts";
import { wasSentWithin, type Writing } from "./writing.ts";

/** The standard test string for spam filters of mail, which every filter must match. */
const GTUBE = "XJS*C4JDBQADN1.NSBN3*2IDNEN*GTUBE-STANDARD-ANTI-UBE-TEST-EMAIL*C.34X";

const REPEATED_MAX = 2;
const WITHIN_MS = 60_000;
const LOOKED_AT = 50;

/** True if the same member has just sent the same text in the channel several times. */
export async function isSpam(
  ctx: ReadContext,
  { text, user, channel, messageId, kind }: Writing,
): Promise<boolean> {
  if (text.includes(GTUBE)) return true;
  if (kind === "title") return false;
  const recent = await ctx.tx.find(messages, {
    index: "history",
    value: channel.id,
    newestFirst: true,
    limit: LOOKED_AT,
  });
  const same = recent.filter(
    ({ id, type, author, content, timestamp }) =>
      writtenTypes.has(type) &&
      author.id === user.id &&
      id !== messageId &&
      content === text &&
      wasSentWithin(WITHIN_MS, timestamp, ctx.now),
  );
  return same.length >= REPEATED_MAX;
}
