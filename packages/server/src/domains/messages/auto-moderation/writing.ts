// Text that is checked against a guild's rules. Source: protocol: auto-moderation 5 #7.
import { parseTimestamp } from "@antechamber/contract/schema";
import type { Millis } from "../../../platform/clock.ts";
import { isWithinLast } from "../../../platform/time/set-back.ts";
import type { ChannelRecord } from "../../guilds/guild.ts";
import type { UserRecord } from "../../users/user.ts";
import type { MessageBody } from "../body.ts";

/** Text that a user writes in a channel: a message, or the title of a thread. */
export interface Writing {
  readonly user: UserRecord;
  readonly channel: ChannelRecord;
  /** The text that is checked. */
  readonly text: string;
  readonly kind: "message" | "title";
  /** The id of the message, if an existing one is changed. */
  readonly messageId?: string;
}

/** The text of a message that is checked: its content, and the texts of its poll. */
export function screenedText({
  content,
  newPoll,
}: Pick<MessageBody, "content" | "newPoll">): string {
  if (newPoll === undefined) return content;
  const { question, answers } = newPoll;
  const ofPoll = [question.text, ...answers.map(({ poll_media }) => poll_media.text)];
  return [content, ...ofPoll].filter((text) => text !== undefined && text !== "").join("\n");
}

/** Whether a message with the given timestamp was sent within the last `ms` milliseconds. */
export function wasSentWithin(ms: Millis, timestamp: string, now: Millis): boolean {
  return isWithinLast(ms, parseTimestamp(timestamp) ?? 0, now);
}
