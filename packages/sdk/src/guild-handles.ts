// The guilds of a player, and their channels. Source: protocol: lobbies-and-sdk 2.5, 7.3.

/** A guild that the user is in. */
export class GuildMinimal {
  readonly #guild: { readonly id: string; readonly name: string };

  constructor(guild: { readonly id: string; readonly name: string }) {
    this.#guild = guild;
  }

  Id(): bigint {
    return BigInt(this.#guild.id);
  }

  Name(): string {
    return this.#guild.name;
  }
}

interface LinkedLobbyPayload {
  readonly application_id: string;
  readonly lobby_id: string;
}

/** The lobby that a channel is linked to. */
export class LinkedLobby {
  readonly #lobby: LinkedLobbyPayload;

  constructor(lobby: LinkedLobbyPayload) {
    this.#lobby = lobby;
  }

  /** The application that the lobby belongs to. */
  ApplicationId(): bigint {
    return BigInt(this.#lobby.application_id);
  }

  LobbyId(): bigint {
    return BigInt(this.#lobby.lobby_id);
  }
}

/** A guild channel as the list of channels contains it. */
export interface GuildChannelPayload {
  readonly id: string;
  readonly type: number;
  readonly name?: string | null;
  readonly position?: number;
  readonly parent_id?: string | null;
  readonly is_linkable?: boolean;
  readonly is_viewable_and_writeable_by_all_members?: boolean;
  readonly linked_lobby?: LinkedLobbyPayload | null;
}

/** A channel, with whether a lobby may be linked to it. */
export class GuildChannel {
  readonly #channel: GuildChannelPayload;

  constructor(channel: GuildChannelPayload) {
    this.#channel = channel;
  }

  Id(): bigint {
    return BigInt(this.#channel.id);
  }

  Name(): string {
    return this.#channel.name ?? "";
  }

  /** The API's channel type: 0 for text, 2 for voice, 4 for a category. */
  Type(): number {
    return this.#channel.type;
  }

  /** The sort key of channels. */
  Position(): number {
    return this.#channel.position ?? 0;
  }

  /** The category that the channel is in. */
  ParentId(): bigint | undefined {
    const { parent_id } = this.#channel;
    return typeof parent_id === "string" ? BigInt(parent_id) : undefined;
  }

  /** True if the user may link a lobby to the channel. */
  IsLinkable(): boolean {
    return this.#channel.is_linkable ?? false;
  }

  /** True if every member of the guild may read and write in the channel. */
  IsViewableAndWriteableByAllMembers(): boolean {
    return this.#channel.is_viewable_and_writeable_by_all_members ?? false;
  }

  /** The lobby that the channel is linked to, if there is one. */
  LinkedLobby(): LinkedLobby | undefined {
    const { linked_lobby } = this.#channel;
    return linked_lobby ? new LinkedLobby(linked_lobby) : undefined;
  }
}
