// Messages of lobbies: records, tables and views.
import { timestamp, type LobbyMessage, type Static, type User } from "@antechamber/contract";
import type { Millis } from "../../platform/clock.ts";
import { tableOf } from "../../platform/store.ts";
import { pairKey } from "../applications/installs.ts";
import type { Metadata } from "./lobby.ts";

/** A message of a lobby. Its author stands there as they were when it was sent. */
export interface LobbyMessageRecord {
  readonly id: string;
  readonly lobby_id: string;
  /** The application that the lobby belongs to. */
  readonly application_id: string;
  /** The channel that was linked then, or the lobby itself. */
  readonly channel_id: string;
  readonly type: number;
  readonly content: string;
  readonly author: Static<typeof User>;
  /** What the game called the author then; null for nothing. */
  readonly additional_name: string | null;
  readonly flags: number;
  readonly moderation_metadata: Metadata | null;
  /** False for what was written in the linked channel. */
  readonly isFromGame: boolean;
  readonly sentAt: Millis;
  readonly editedAt: Millis | null;
}

export const lobbyMessages = tableOf<LobbyMessageRecord>()({
  name: "lobby_message",
  key: (message) => pairKey(message.lobby_id, message.id),
});

/** A lobby whose messages wait for the end of their time, by one planned job. */
export interface LobbyHistory {
  readonly lobby_id: string;
}

export const lobbyHistories = tableOf<LobbyHistory>()({
  name: "lobby_history",
  key: (history) => pairKey(history.lobby_id, history.lobby_id),
});

/** A message as its lobby's members and application see it. */
export function lobbyMessageView(message: LobbyMessageRecord): Static<typeof LobbyMessage> {
  const { additional_name, moderation_metadata } = message;
  return {
    id: message.id,
    type: message.type,
    content: message.content,
    lobby_id: message.lobby_id,
    channel_id: message.channel_id,
    author: message.author,
    ...(additional_name === null ? {} : { lobby_member: { additional_name } }),
    ...(moderation_metadata === null ? {} : { moderation_metadata }),
    flags: message.flags,
    ...(message.isFromGame ? { application_id: message.application_id } : {}),
  };
}

/** When a message was sent and edited, as the wire writes it. */
export function momentsOf({ sentAt, editedAt }: LobbyMessageRecord) {
  return {
    timestamp: timestamp(sentAt),
    edited_timestamp: editedAt === null ? null : timestamp(editedAt),
  };
}
