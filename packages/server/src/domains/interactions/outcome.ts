// What became of an interaction, as its user sees it. Source: product.md, Simulated users.
import { ageKey, CallbackType, FailureReason, type Outcome } from "@antechamber/contract";
import type { ReadContext } from "../../platform/context.ts";
import { messages, type MessageRecord } from "../messages/message.ts";
import { isLoading } from "./answer-messages.ts";
import { interactions, type InteractionRecord, type Progress } from "./interaction.ts";

export interface Outlook {
  readonly outcome: Outcome;
  /** The answer was promised first and came later. */
  readonly deferred: boolean;
  readonly messages: readonly MessageRecord[];
  /** Nothing more can be expected. */
  readonly isFinal: boolean;
}

/** What is known of an interaction at one moment. */
export interface Known {
  /** Undefined once the token has ended. */
  readonly interaction: InteractionRecord | undefined;
  /** Every message that was sent with the token, the oldest first. */
  readonly messages: readonly MessageRecord[];
  /** Why the user was told that it failed, if they were. */
  readonly failure: number | undefined;
  /** A promise of an answer is enough. */
  readonly untilAcknowledged: boolean;
}

/** Reads what is known of an interaction. */
export async function knownOf(
  ctx: ReadContext,
  id: string,
): Promise<Pick<Known, "interaction" | "messages">> {
  const [interaction, sent] = await Promise.all([
    ctx.tx.get(interactions, ageKey(id)),
    ctx.tx.find(messages, { index: "interaction", value: id }),
  ]);
  return { interaction, messages: sent };
}

/** The outcome as it stands. */
export function outlookOf(known: Known): Outlook {
  const progress = known.interaction?.progress;
  const reason = known.failure ?? reasonOf(progress);
  if (reason !== undefined) {
    return ended(reason === FailureReason.TIMEOUT ? "timed_out" : "failed", known);
  }
  if (progress?.state === "responded") return outlookOfAnswer(progress, known);
  if (progress?.state === "pending") return { ...ended("pending", known), isFinal: false };
  // Whoever still waits when the token ends was promised a message that never came.
  return ended("deferred", known);
}

function reasonOf(progress: Progress | undefined): number | undefined {
  return progress?.state === "failed" ? progress.reason : undefined;
}

function outlookOfAnswer(
  progress: Extract<Progress, { state: "responded" }>,
  known: Known,
): Outlook {
  if (progress.callbackType !== CallbackType.DEFERRED_CHANNEL_MESSAGE_WITH_SOURCE) {
    return ended("replied", known);
  }
  const original = known.messages.find((message) => message.id === progress.messageId);
  if (original === undefined) return ended("deferred", known);
  if (isLoading(original)) return { ...ended("deferred", known), isFinal: known.untilAcknowledged };
  return { ...ended("replied", known), deferred: true };
}

function ended(outcome: Outcome, known: Known): Outlook {
  return { outcome, deferred: false, messages: known.messages, isFinal: true };
}
