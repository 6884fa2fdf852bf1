// What a message contains besides its text. Source: protocol: lobbies-and-sdk 7.3.
import { AdditionalContentType } from "./enums.ts";
import type { MessagePayload } from "./payloads.ts";

const IS_VOICE_MESSAGE = 1 << 13;

/** What a message contains that a game does not show as text, but the platform's clients do. */
export class AdditionalContent {
  readonly #type: AdditionalContentType;
  readonly #count: number;
  readonly #title: string | undefined;

  constructor(type: AdditionalContentType, count: number, title?: string) {
    this.#type = type;
    this.#count = count;
    this.#title = title;
  }

  Type(): AdditionalContentType {
    return this.#type;
  }

  /** The question of a poll, or the name of a thread. */
  Title(): string | undefined {
    return this.#title;
  }

  /** The number of items, such as attachments. */
  Count(): number {
    return this.#count;
  }
}

/**
 * What a message contains besides its text: the first kind if there are several, undefined for
 * none.
 */
export function additionalContent(message: MessagePayload): AdditionalContent | undefined {
  const { attachments, poll, thread, embeds, sticker_items, components, flags = 0 } = message;
  const isVoice = (flags & IS_VOICE_MESSAGE) !== 0;
  if (poll) return new AdditionalContent(AdditionalContentType.Poll, 1, poll.question.text);
  if (thread) return new AdditionalContent(AdditionalContentType.Thread, 1, thread.name);
  const kinds = [
    [isVoice ? AdditionalContentType.VoiceMessage : AdditionalContentType.Attachment, attachments],
    [AdditionalContentType.Sticker, sticker_items],
    [AdditionalContentType.Embed, embeds],
    [AdditionalContentType.Other, components],
  ] as const;
  const [first] = kinds.flatMap(([type, { length } = []]) =>
    length === 0 ? [] : [new AdditionalContent(type, length)],
  );
  return first;
}
