// What the client knows of messages. Source: protocol: lobbies-and-sdk 7.3.
import { additionalContent, type AdditionalContent } from "./additional-content.ts";
import { ChannelHandle, channelType } from "./channel-handle.ts";
import type { DisclosureTypes } from "./enums.ts";
import { LobbyHandle } from "./lobby-handles.ts";
import { parseTimestamp } from "./moment.ts";
import type { Known, MessagePayload } from "./payloads.ts";
import { UserHandle } from "./user-handle.ts";

/** Snowflakes count milliseconds from here. */
const SNOWFLAKE_EPOCH_MS = 1_420_070_400_000n;
const SENT_BY_SOCIAL_LAYER = 1 << 16;

/** A message of a lobby, or of two people, as it was when it was asked for. */
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

  /** Where it stands: the lobby, the channel that the lobby is linked to, or that of two people. */
  Channel(): ChannelHandle {
    const { channel_id: id, recipient_id } = this.#message;
    const type = channelType(this.#message);
    const recipients = recipient_id === undefined ? [] : [{ id: recipient_id }];
    return new ChannelHandle({ type, ...(this.#known.channel(id) ?? { id, recipients }) });
  }

  /** The lobby that it was sent to, if that is where it was sent. */
  LobbyId(): bigint | undefined {
    return optionalId(this.#message.lobby_id);
  }

  /** The lobby as the client knows it now; undefined where it was not sent to one that it knows. */
  Lobby(): LobbyHandle | undefined {
    const id = this.LobbyId();
    const lobby = id === undefined ? undefined : this.#known.lobby(id);
    return lobby === undefined ? undefined : new LobbyHandle(lobby, this.#known);
  }

  /** The other person, of a direct message. */
  RecipientId(): bigint | undefined {
    return this.Recipient()?.Id();
  }

  /** The other person, of a direct message, as the client knows them now. */
  Recipient(): UserHandle | undefined {
    const { recipient_id: id, channel_id } = this.#message;
    const [other] = this.#known.channel(channel_id)?.recipients ?? [];
    const recipient = id === undefined ? other : (this.#known.user(id) ?? { id });
    return recipient === undefined ? undefined : new UserHandle(recipient);
  }

  /** The application that it was sent with. */
  ApplicationId(): bigint | undefined {
    return optionalId(this.#message.application_id);
  }

  /** The text. */
  Content(): string {
    return this.#message.content;
  }

  /** The same: mentions are not written out. */
  RawContent(): string {
    return this.#message.content;
  }

  /** What the game sent along; empty where there is nothing. */
  Metadata(): Readonly<Record<string, string>> {
    return this.#message.metadata ?? {};
  }

  /** What moderation of the application noted of it; empty where there is nothing. */
  ModerationMetadata(): Readonly<Record<string, string>> {
    return this.#message.moderation_metadata ?? {};
  }

  /** What the game calls its author, as it was when the message was sent. */
  AdditionalName(): string | undefined {
    return this.#message.lobby_member?.additional_name;
  }

  /** What it holds beside its text, such as pictures or a poll; undefined where there is nothing. */
  AdditionalContent(): AdditionalContent | undefined {
    return additionalContent(this.#message);
  }

  /** Always undefined: the service sends no messages that disclose something to players. */
  DisclosureType(): DisclosureTypes | undefined {
    return undefined;
  }

  /** True of a message that a game sent. */
  SentFromGame(): boolean {
    return ((this.#message.flags ?? 0) & SENT_BY_SOCIAL_LAYER) !== 0;
  }

  /** Milliseconds since 1970. */
  SentTimestamp(): bigint {
    return (this.Id() >> 22n) + SNOWFLAKE_EPOCH_MS;
  }

  /** Milliseconds since 1970; 0 when it was never edited. */
  EditedTimestamp(): bigint {
    const edited = this.#message.edited_timestamp;
    return edited === undefined || edited === null ? 0n : BigInt(parseTimestamp(edited));
  }
}

function optionalId(id: string | undefined): bigint | undefined {
  return id === undefined ? undefined : BigInt(id);
}
