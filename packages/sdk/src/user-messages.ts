// Direct messages from within a game. Source: protocol: lobbies-and-sdk 7.2.
import type { ClientResult } from "./client-result.ts";
import {
  checkedLimit,
  foundMessages,
  sentMessage,
  type FoundCallback,
  type FoundMessages,
  type SentCallback,
  type SentMessage,
} from "./message-calls.ts";
import { attemptOnly, type Callback, type Outcome } from "./outcome.ts";
import type { Known, MessagePayload } from "./payloads.ts";
import type { PlayerRest } from "./player-rest.ts";

/** One of the user's own messages to another user. */
export interface UserMessage {
  readonly recipientId: bigint;
  readonly messageId: bigint;
}

/** Direct messages of the player. */
export class UserMessages {
  readonly #player: PlayerRest;
  readonly #known: Known;

  constructor(player: PlayerRest, known: Known) {
    this.#player = player;
    this.#known = known;
  }

  send(
    recipientId: bigint,
    content: string,
    callback: SentCallback | undefined,
  ): Promise<Outcome<SentMessage>> {
    return sentMessage(callback, () => {
      const path = { user_id: recipientId.toString() };
      const input = { path, body: { content } };
      return this.#player.call("SendUserMessage", "users.createMessage", input);
    });
  }

  edit(
    message: UserMessage & { readonly content: string },
    callback: Callback<[]> | undefined,
  ): Promise<ClientResult> {
    return attemptOnly(() => {
      const input = { path: pathOf(message), body: { content: message.content } };
      return this.#player.call("EditUserMessage", "users.editMessage", input);
    }, callback);
  }

  delete(message: UserMessage, callback: Callback<[]> | undefined): Promise<ClientResult> {
    return attemptOnly(() => {
      const path = pathOf(message);
      return this.#player.call("DeleteUserMessage", "users.deleteMessage", { path });
    }, callback);
  }

  list(
    recipientId: bigint,
    limit: number,
    callback: FoundCallback | undefined,
  ): Promise<Outcome<FoundMessages>> {
    return foundMessages(this.#known, callback, async () => {
      const recipient_id = recipientId.toString();
      const input = { path: { user_id: recipient_id }, query: { limit: checkedLimit(limit) } };
      const all = await this.#player.call("GetUserMessagesWithLimit", "users.messages", input);
      return (all as readonly MessagePayload[]).map((message) => ({ ...message, recipient_id }));
    });
  }
}

function pathOf({ recipientId, messageId }: UserMessage) {
  return { user_id: recipientId.toString(), message_id: messageId.toString() };
}
