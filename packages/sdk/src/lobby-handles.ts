// Lobbies as the client knows them. Source: protocol: lobbies-and-sdk 7.3.
import type { ChannelPayload, Known, LobbyPayload, MemberPayload } from "./payloads.ts";
import { UserHandle } from "./user-handle.ts";

/** The bit of a member's flags that lets them link the lobby. */
const CAN_LINK_LOBBY = 1 << 0;

/** A member of a lobby, as they were when the lobby was fetched from the client. */
export class LobbyMemberHandle {
  readonly #member: MemberPayload;
  readonly #known: Known;

  constructor(member: MemberPayload, known: Known) {
    this.#member = member;
    this.#known = known;
  }

  /** The user's id. */
  Id(): bigint {
    return BigInt(this.#member.user_id);
  }

  /** The user, with the client's current data. */
  User(): UserHandle {
    const { user_id } = this.#member;
    return new UserHandle(this.#known.user(user_id) ?? { id: user_id });
  }

  /** The game's metadata about the member; empty if there is none. */
  Metadata(): Readonly<Record<string, string>> {
    return this.#member.metadata ?? {};
  }

  /** True if the member may link the lobby to a channel. */
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
  readonly #channel: ChannelPayload;

  constructor(channel: ChannelPayload) {
    this.#channel = channel;
  }

  Id(): bigint {
    return BigInt(this.#channel.id);
  }

  Name(): string {
    return this.#channel.name ?? "";
  }

  /** The guild of the channel; 0 if the service does not name it. */
  GuildId(): bigint {
    return BigInt(this.#channel.guild_id ?? 0);
  }
}

/** A lobby, as it was when it was fetched from the client. */
export class LobbyHandle {
  readonly #lobby: LobbyPayload;
  readonly #known: Known;

  constructor(lobby: LobbyPayload, known: Known) {
    this.#lobby = lobby;
    this.#known = known;
  }

  Id(): bigint {
    return BigInt(this.#lobby.id);
  }

  /** The game's metadata about the lobby; empty if there is none. */
  Metadata(): Readonly<Record<string, string>> {
    return this.#lobby.metadata ?? {};
  }

  LobbyMemberIds(): readonly bigint[] {
    return this.#lobby.members.map(({ user_id }) => BigInt(user_id));
  }

  /** The members, connected or not. */
  LobbyMembers(): readonly LobbyMemberHandle[] {
    return this.#lobby.members.map((member) => new LobbyMemberHandle(member, this.#known));
  }

  /** The member with this user id; undefined if the user is not a member. */
  GetLobbyMemberHandle(memberId: bigint): LobbyMemberHandle | undefined {
    return this.LobbyMembers().find((member) => member.Id() === memberId);
  }

  /** The channel that the lobby is linked to, if there is one. */
  LinkedChannel(): LinkedChannel | undefined {
    const { linked_channel } = this.#lobby;
    return linked_channel === undefined ? undefined : new LinkedChannel(linked_channel);
  }

  /** The lobby's voice call: always undefined, because the service does not carry voice in lobbies. */
  GetCallInfoHandle(): undefined {
    return undefined;
  }
}
