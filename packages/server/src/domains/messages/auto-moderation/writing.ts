// What somebody writes, as the rules of a guild look at it. Source: protocol: auto-moderation 5 #7.
import { parseTimestamp } from "@antechamber/contract/schema";
import type { Millis } from "../../../platform/clock.ts";
import { isFromBeforeSetBack } from "../../../platform/time/set-back.ts";
import type { ChannelRecord } from "../../guilds/guild.ts";
import type { UserRecord } from "../../users/user.ts";
import type { MessageBody } from "../body.ts";

/** Something that somebody writes in a channel: a message, or the title of a thread. */
export interface Writing {
  readonly user: UserRecord;
  readonly channel: ChannelRecord;
  /** What is looked at. */
  readonly text: string;
  readonly kind: "message" | "title";
  /** Of a message that is changed. */
  readonly messageId?: string;
}

/** The text of a message that rules are held against: its content, and the texts of its poll. */
export function lookedAt({ content, newPoll }: Pick<MessageBody, "content" | "newPoll">): string {
  if (newPoll === undefined) return content;
  const { question, answers } = newPoll;
  const ofPoll = [question.text, ...answers.map(({ poll_media }) => poll_media.text)];
  return [content, ...ofPoll].filter((text) => text !== undefined && text !== "").join("\n");
}

/** Whether a message of the given time was sent within the last so many milliseconds. */
export function isWithin(ms: Millis, timestamp: string, now: Millis): boolean {
  const at = parseTimestamp(timestamp) ?? 0;
  return at > now - ms && !isFromBeforeSetBack(at, now);
}
