// What the client knows of lobbies and messages. Source: protocol: lobbies-and-sdk 7.3.
import type * as types from "./generated/types.ts";
import { parseTimestamp } from "./moment.ts";

/** A member as the gateway writes it. */
export interface MemberPayload {
  readonly user_id: string;
  readonly metadata: Readonly<Record<string, string>> | null;
  readonly flags: number;
  readonly connected: boolean;
}

/** A lobby as the gateway writes it. */
export interface LobbyPayload {
  readonly id: string;
  readonly metadata: Readonly<Record<string, string>> | null;
  readonly linked_channel?: {
    readonly id: string;
    readonly name?: string | null;
    readonly guild_id?: string;
  };
  readonly members: readonly MemberPayload[];
}

/** Bit of a member's flags. */
const CAN_LINK_LOBBY = 1 << 0;

/** A member of a lobby as they were when the lobby was asked for. */
export class LobbyMemberHandle {
  readonly #member: MemberPayload;

  constructor(member: MemberPayload) {
    this.#member = member;
  }

  /** The user's id. */
  Id(): bigint {
    return BigInt(this.#member.user_id);
  }

  /** What the game keeps of the member; empty where there is nothing. */
  Metadata(): Readonly<Record<string, string>> {
    return this.#member.metadata ?? {};
  }

  /** True where the member may link the lobby to a channel. */
  CanLinkLobby(): boolean {
    return (this.#member.flags & CAN_LINK_LOBBY) !== 0;
  }

  /** True while a session of the member is connected. */
  Connected(): boolean {
    return this.#member.connected;
  }
}

/** The channel that a lobby is linked to. */
export class LinkedChannel {
  readonly #channel: NonNullable<LobbyPayload["linked_channel"]>;

  constructor(channel: NonNullable<LobbyPayload["linked_channel"]>) {
    this.#channel = channel;
  }

  Id(): bigint {
    return BigInt(this.#channel.id);
  }

  Name(): string {
    return this.#channel.name ?? "";
  }

  /** The guild of the channel; 0 where the service does not name it. */
  GuildId(): bigint {
    return BigInt(this.#channel.guild_id ?? 0);
  }
}

/** A lobby as it was when it was asked for. */
export class LobbyHandle {
  readonly #lobby: LobbyPayload;

  constructor(lobby: LobbyPayload) {
    this.#lobby = lobby;
  }

  Id(): bigint {
    return BigInt(this.#lobby.id);
  }

  /** What the game keeps of the lobby; empty where there is nothing. */
  Metadata(): Readonly<Record<string, string>> {
    return this.#lobby.metadata ?? {};
  }

  LobbyMemberIds(): readonly bigint[] {
    return this.#lobby.members.map(({ user_id }) => BigInt(user_id));
  }

  /** The members, connected or not. */
  LobbyMembers(): readonly LobbyMemberHandle[] {
    return this.#lobby.members.map((member) => new LobbyMemberHandle(member));
  }

  /** A member by their user id; undefined where they are none. */
  GetLobbyMemberHandle(memberId: bigint): LobbyMemberHandle | undefined {
    return this.LobbyMembers().find((member) => member.Id() === memberId);
  }

  /** The channel that it is linked to, if there is one. */
  LinkedChannel(): LinkedChannel | undefined {
    const { linked_channel } = this.#lobby;
    return linked_channel === undefined ? undefined : new LinkedChannel(linked_channel);
  }
}

/** A message as calls and the gateway write it. */
export type MessagePayload = Pick<types.LobbyMessage, "id" | "content" | "channel_id"> & {
  readonly author: { readonly id: string; readonly username?: string };
  readonly lobby_id?: string;
  readonly application_id?: string;
  readonly flags?: number;
  readonly lobby_member?: { readonly additional_name?: string };
  readonly metadata?: Readonly<Record<string, string>> | null;
  readonly moderation_metadata?: Readonly<Record<string, string>> | null;
  readonly edited_timestamp?: string | null;
  readonly recipient_id?: string;
};

/** Snowflakes count milliseconds from here. */
const SNOWFLAKE_EPOCH_MS = 1_420_070_400_000n;
const SENT_BY_SOCIAL_LAYER = 1 << 16;

/** A message of a lobby, or of two people, as it was when it was asked for. */
export class MessageHandle {
  readonly #message: MessagePayload;

  constructor(message: MessagePayload) {
    this.#message = message;
  }

  Id(): bigint {
    return BigInt(this.#message.id);
  }

  AuthorId(): bigint {
    return BigInt(this.#message.author.id);
  }

  ChannelId(): bigint {
    return BigInt(this.#message.channel_id);
  }

  /** The lobby that it was sent to, if that is where it was sent. */
  LobbyId(): bigint | undefined {
    return optionalId(this.#message.lobby_id);
  }

  /** The other person, of a direct message. */
  RecipientId(): bigint | undefined {
    return optionalId(this.#message.recipient_id);
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
