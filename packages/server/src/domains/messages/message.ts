// The message record, its table and its view.
import type { Message, Static } from "@antechamber/contract";
import { tableOf } from "../../platform/store.ts";
import { pairKey } from "../applications/installs.ts";

/** A message. Its author and mentions stand there as they were when it was sent. */
export type MessageRecord = Static<typeof Message> & {
  readonly guild_id?: string;
  /** The interaction whose token may read, edit and delete it. */
  readonly interactionId?: string;
  /** The only user who sees it, for ephemeral messages. */
  readonly visibleTo?: string;
};

export const messages = tableOf<MessageRecord>()({
  name: "message",
  key: (message) => pairKey(message.channel_id, message.id),
  indexes: { interaction: (message) => message.interactionId },
});

/** A message as the API shows it. */
export function messageView({
  guild_id: _guild,
  interactionId: _interaction,
  visibleTo: _viewer,
  ...message
}: MessageRecord): Static<typeof Message> {
  return message;
}
