// What a message that is sent from a game looks like. Source: protocol: lobbies-and-sdk 2.3, 13 #14.
import { MessageFlag } from "@antechamber/contract";
import type { MessageBody } from "../body.ts";

/** Flags that a game may set; others are left out without a word. */
const GAME_FLAGS = MessageFlag.SUPPRESS_EMBEDS | MessageFlag.SUPPRESS_NOTIFICATIONS;

/** The flags of a message that is sent from a game. */
export function gameMessageFlags(asked: number | null | undefined): number {
  return ((asked ?? 0) & GAME_FLAGS) | MessageFlag.SENT_BY_SOCIAL_LAYER_INTEGRATION;
}

/** A body of nothing but text. */
export function plainBody(content: string, flags: number): MessageBody {
  return { content, embeds: [], components: [], flags, tts: false };
}
