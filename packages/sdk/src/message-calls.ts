// What calls about lobby messages and direct messages share.
import { ErrorType } from "./enums.ts";
import { MessageHandle } from "./message-handle.ts";
import { attempt, ClientFailure, type Callback, type Outcome } from "./outcome.ts";
import type { Known, MessagePayload } from "./payloads.ts";

/** The id of the sent message; 0 if the call failed. */
export interface SentMessage {
  readonly messageId: bigint;
}

/** Messages, newest first; empty if the call failed. */
export interface FoundMessages {
  readonly messages: readonly MessageHandle[];
}

/** Called with the result and the id of the message. */
export type SentCallback = Callback<[messageId: bigint]>;
/** Called with the result and the messages. */
export type FoundCallback = Callback<[messages: readonly MessageHandle[]]>;

/** The most messages that one call may request. */
const MESSAGES_MAX = 200;

/** The outcome of sending a message: its id, or 0. */
export function sentMessage(
  callback: SentCallback | undefined,
  send: () => Promise<{ readonly id: string }>,
): Promise<Outcome<SentMessage>> {
  return attempt<SentMessage, [bigint]>({
    work: async () => ({ messageId: BigInt((await send()).id) }),
    empty: { messageId: 0n },
    values: ({ messageId }) => [messageId],
    callback,
  });
}

/** The outcome of listing messages. */
export function foundMessages(
  known: Known,
  callback: FoundCallback | undefined,
  list: () => Promise<readonly unknown[]>,
): Promise<Outcome<FoundMessages>> {
  return attempt<FoundMessages, [readonly MessageHandle[]]>({
    work: async () => {
      const all = (await list()) as readonly MessagePayload[];
      return { messages: all.map((message) => new MessageHandle(message, known)) };
    },
    empty: { messages: [] },
    values: ({ messages }) => [messages],
    callback,
  });
}

/** @throws ClientFailure for a limit outside 1 to 200, or one that is not a whole number */
export function checkedLimit(limit: number): number {
  if (Number.isInteger(limit) && limit >= 1 && limit <= MESSAGES_MAX) return limit;
  throw new ClientFailure(ErrorType.ValidationError, `a limit is from 1 to ${MESSAGES_MAX}`);
}
