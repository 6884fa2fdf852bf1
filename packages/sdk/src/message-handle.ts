// Messages as the client knows them. Source: protocol: lobbies-and-sdk 7.3.
import { additionalContent, type AdditionalContent } from "./additional-content.ts";
import { ChannelHandle, channelType } from "./channel-handle.ts";
import type { DisclosureTypes } from "./enums.ts";
import { LobbyHandle } from "./lobby-handles.ts";
import { parseTimestamp } from "./moment.ts";
import type { Known, MessagePayload } from "./payloads.ts";
import { UserHandle } from "./user-handle.ts";

/** The zero of the timestamps in snowflakes, in milliseconds since 1970. */
const SNOWFLAKE_EPOCH_MS = 1_420_070_400_000n;
const SENT_BY_SOCIAL_LAYER = 1 << 16;

/** A lobby message or direct message, as it was when it was fetched from the client. */
export class MessageHandle {
  readonly #message: MessagePayload;
  readonly #known: Known;

  constructor(message: MessagePayload, known: Known) {
    this.#message = message;
    this.#known = known;
  }

  Id(): bigint {
    return BigInt(this.#message.id);
  }

  AuthorId(): bigint {
    return BigInt(this.#message.author.id);
  }

  Author(): UserHandle {
    return new UserHandle(this.#message.author);
  }

  ChannelId(): bigint {
    return BigInt(this.#message.channel_id);
  }

  /** The message's channel: the lobby, the channel linked to the lobby, or a direct message channel. */
  Channel(): ChannelHandle {
    const { channel_id: id, recipient_id } = this.#message;
    const type = channelType(this.#message);
    const recipients = recipient_id === undefined ? [] : [{ id: recipient_id }];
    return new ChannelHandle({ type, ...(this.#known.channel(id) ?? { id, recipients }) });
  }

  /** The lobby that the message was sent to; undefined for other messages. */
  LobbyId(): bigint | undefined {
    return optionalId(this.#message.lobby_id);
  }

  /** That lobby as the client knows it now; undefined if the client does not know it. */
  Lobby(): LobbyHandle | undefined {
    const id = this.LobbyId();
    const lobby = id === undefined ? undefined : this.#known.lobby(id);
    return lobby === undefined ? undefined : new LobbyHandle(lobby, this.#known);
  }

  /** The other participant's id, for a direct message. */
  RecipientId(): bigint | undefined {
    return this.Recipient()?.Id();
  }

  /** The other participant, with the client's current data, for a direct message. */
  Recipient(): UserHandle | undefined {
    const { recipient_id: id, channel_id } = this.#message;
    const [other] = this.#known.channel(channel_id)?.recipients ?? [];
    const recipient = id === undefined ? other : (this.#known.user(id) ?? { id });
    return recipient === undefined ? undefined : new UserHandle(recipient);
  }

  /** The application that sent the message. */
  ApplicationId(): bigint | undefined {
    return optionalId(this.#message.application_id);
  }

  /** The text. */
  Content(): string {
    return this.#message.content;
  }

  /** The text: the same as `Content`, because mentions are not expanded. */
  RawContent(): string {
    return this.#message.content;
  }

  /** The metadata that the game sent with the message; empty if there is none. */
  Metadata(): Readonly<Record<string, string>> {
    return this.#message.metadata ?? {};
  }

  /** The metadata that the application's moderation set on the message; empty if there is none. */
  ModerationMetadata(): Readonly<Record<string, string>> {
    return this.#message.moderation_metadata ?? {};
  }

  /** The game's name for the author at the time of the message. */
  AdditionalName(): string | undefined {
    return this.#message.lobby_member?.additional_name;
  }

  /** What the message contains besides its text, such as pictures or a poll; undefined for nothing. */
  AdditionalContent(): AdditionalContent | undefined {
    return additionalContent(this.#message);
  }

  /** Always undefined: the service sends no messages that disclose something to players. */
  DisclosureType(): DisclosureTypes | undefined {
    return undefined;
  }

  /** True if a game sent the message. */
  SentFromGame(): boolean {
    return ((this.#message.flags ?? 0) & SENT_BY_SOCIAL_LAYER) !== 0;
  }

  /** The time of sending, in milliseconds since 1970. */
  SentTimestamp(): bigint {
    return (this.Id() >> 22n) + SNOWFLAKE_EPOCH_MS;
  }

  /** The time of the last edit, in milliseconds since 1970; 0 if it was never edited. */
  EditedTimestamp(): bigint {
    const edited = this.#message.edited_timestamp;
    return edited === undefined || edited === null ? 0n : BigInt(parseTimestamp(edited));
  }
}

function optionalId(id: string | undefined): bigint | undefined {
  return id === undefined ? undefined : BigInt(id);
}
