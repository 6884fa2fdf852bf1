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
import type { Rest } from "./rest.ts";

/** Which of one's own messages to somebody. */
export interface UserMessage {
  readonly recipientId: bigint;
  readonly messageId: bigint;
}

/** Direct messages of the player. */
export class UserMessages {
  readonly #rest: Rest;

  constructor(rest: Rest) {
    this.#rest = rest;
  }

  send(
    recipientId: bigint,
    content: string,
    callback: SentCallback | undefined,
  ): Promise<Outcome<SentMessage>> {
    return sentMessage(callback, () => {
      const path = { user_id: recipientId.toString() };
      return this.#rest.call("users.createMessage", { path, body: { content } });
    });
  }

  edit(
    message: UserMessage & { readonly content: string },
    callback: Callback<[]> | undefined,
  ): Promise<ClientResult> {
    return attemptOnly(() => {
      const body = { content: message.content };
      return this.#rest.call("users.editMessage", { path: pathOf(message), body });
    }, callback);
  }

  delete(message: UserMessage, callback: Callback<[]> | undefined): Promise<ClientResult> {
    return attemptOnly(
      () => this.#rest.call("users.deleteMessage", { path: pathOf(message) }),
      callback,
    );
  }

  list(
    recipientId: bigint,
    limit: number,
    callback: FoundCallback | undefined,
  ): Promise<Outcome<FoundMessages>> {
    return foundMessages(callback, () => {
      const path = { user_id: recipientId.toString() };
      return this.#rest.call("users.messages", { path, query: { limit: checkedLimit(limit) } });
    });
  }
}

function pathOf({ recipientId, messageId }: UserMessage) {
  return { user_id: recipientId.toString(), message_id: messageId.toString() };
}
