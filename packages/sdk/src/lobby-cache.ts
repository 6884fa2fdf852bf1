// The client's cache of its lobbies, updated by the gateway's events. Source: protocol:
// lobbies-and-sdk 6, 7.2.
import type {
  ChannelPayload,
  Known,
  LobbyPayload,
  MemberPayload,
  MessagePayload,
  UserPayload,
} from "./payloads.ts";

/** The callbacks for changes of lobbies and messages. */
export interface LobbyListeners {
  lobbyCreated?: ((lobbyId: bigint) => void) | undefined;
  lobbyDeleted?: ((lobbyId: bigint) => void) | undefined;
  lobbyUpdated?: ((lobbyId: bigint) => void) | undefined;
  memberAdded?: ((lobbyId: bigint, memberId: bigint) => void) | undefined;
  memberRemoved?: ((lobbyId: bigint, memberId: bigint) => void) | undefined;
  memberUpdated?: ((lobbyId: bigint, memberId: bigint) => void) | undefined;
  messageCreated?: ((messageId: bigint) => void) | undefined;
  messageUpdated?: ((messageId: bigint) => void) | undefined;
  messageDeleted?: ((messageId: bigint, channelId: bigint) => void) | undefined;
}

/** The number of messages cached for each channel. Source: protocol: lobbies-and-sdk 5.2. */
const CACHED_MESSAGES_MAX = 25;

interface MemberEvent {
  readonly lobby_id: string;
  readonly member: MemberPayload;
}

interface Ready {
  readonly user?: UserPayload;
  readonly lobbies?: readonly LobbyPayload[];
  readonly private_channels?: readonly ChannelPayload[];
}

/** The lobbies and the newest messages of a session, kept up to date by its events. */
export class LobbyCache implements Known {
  readonly listeners: LobbyListeners = {};
  readonly #lobbies = new Map<string, LobbyPayload>();
  readonly #messages = new Map<string, MessagePayload[]>();
  /** Direct message channels, by id. */
  readonly #directs = new Map<string, ChannelPayload>();
  #self: UserPayload | undefined;

  lobbyIds(): readonly bigint[] {
    return [...this.#lobbies.keys()].map(BigInt);
  }

  lobby(id: bigint): LobbyPayload | undefined {
    return this.#lobbies.get(id.toString());
  }

  message(id: bigint): MessagePayload | undefined {
    const text = id.toString();
    return [...this.#messages.values()].flat().find((message) => message.id === text);
  }

  channel(id: string): ChannelPayload | undefined {
    const linked = [...this.#lobbies.values()].map(({ linked_channel }) => linked_channel);
    return this.#directs.get(id) ?? linked.find((channel) => channel?.id === id);
  }

  user(id: string): UserPayload | undefined {
    const recipients = [...this.#directs.values()].flatMap((channel) => channel.recipients ?? []);
    const authors = [...this.#messages.values()].flat().map(({ author }) => author);
    return [...recipients, ...authors, ...(this.#self ? [this.#self] : [])].findLast(
      (user) => user.id === id,
    );
  }

  clear(): void {
    this.#lobbies.clear();
    this.#messages.clear();
    this.#directs.clear();
    this.#self = undefined;
  }

  /** Applies a gateway event to the cache; unknown events are ignored. */
  dispatch(name: string, payload: unknown): void {
    this.#handlers[name]?.(payload as never);
  }

  readonly #handlers: Readonly<Record<string, (payload: never) => void>> = {
    READY: (ready: Ready) => this.#begin(ready),
    CHANNEL_CREATE: (channel: ChannelPayload) => this.#met(channel),
    CHANNEL_DELETE: ({ id }: ChannelPayload) => this.#directs.delete(id),
    LOBBY_CREATE: (lobby: LobbyPayload) => this.#created(lobby),
    LOBBY_UPDATE: (lobby: LobbyPayload) => {
      this.#lobbies.set(lobby.id, lobby);
      this.listeners.lobbyUpdated?.(BigInt(lobby.id));
    },
    LOBBY_DELETE: ({ id }: { readonly id: string }) => {
      this.#lobbies.delete(id);
      this.#messages.delete(id);
      this.listeners.lobbyDeleted?.(BigInt(id));
    },
    LOBBY_MEMBER_ADD: (event: MemberEvent) => {
      this.#withMember(event);
      this.#notify("memberAdded", event);
    },
    LOBBY_MEMBER_REMOVE: (event: MemberEvent) => {
      this.#without(event);
      this.#notify("memberRemoved", event);
    },
    LOBBY_MEMBER_UPDATE: (event: MemberEvent) => this.#updated(event),
    LOBBY_MEMBER_CONNECT: (event: MemberEvent) => this.#updated(event),
    LOBBY_MEMBER_DISCONNECT: (event: MemberEvent) => this.#updated(event),
    LOBBY_MESSAGE_CREATE: (message: MessagePayload) => this.#wrote(message),
    LOBBY_MESSAGE_UPDATE: (message: MessagePayload) => this.#rewrote(message),
    LOBBY_MESSAGE_DELETE: ({ id, lobby_id }: { readonly id: string; readonly lobby_id: string }) =>
      this.#unwrote(id, lobby_id),
    MESSAGE_CREATE: (message: MessagePayload) => this.#wrote(message),
    MESSAGE_UPDATE: (message: MessagePayload) => this.#rewrote(message),
    MESSAGE_DELETE: ({ id, channel_id }: { readonly id: string; readonly channel_id: string }) =>
      this.#unwrote(id, channel_id),
  };

  /**
   * Starts a new session: removes the lobbies that READY does not list, and adds those that it
   * does.
   */
  #begin({ user, lobbies = [], private_channels = [] }: Ready): void {
    this.#self = user;
    this.#directs.clear();
    for (const channel of private_channels) this.#met(channel);
    const named = new Set(lobbies.map(({ id }) => id));
    for (const id of this.#lobbies.keys()) {
      if (!named.has(id)) this.dispatch("LOBBY_DELETE", { id });
    }
    for (const lobby of lobbies) this.#created(lobby);
  }

  /** Caches a channel if it is a direct message channel; guild channels have no recipients. */
  #met(channel: ChannelPayload): void {
    if (channel.recipients !== undefined) this.#directs.set(channel.id, channel);
  }

  #created(lobby: LobbyPayload): void {
    const isNew = !this.#lobbies.has(lobby.id);
    this.#lobbies.set(lobby.id, lobby);
    if (isNew) this.listeners.lobbyCreated?.(BigInt(lobby.id));
  }

  #updated(event: MemberEvent): void {
    this.#withMember(event);
    this.#notify("memberUpdated", event);
  }

  #withMember({ lobby_id, member }: MemberEvent): void {
    const lobby = this.#lobbies.get(lobby_id);
    if (lobby === undefined) return;
    const at = lobby.members.findIndex(({ user_id }) => user_id === member.user_id);
    const members = at < 0 ? [...lobby.members, member] : lobby.members.with(at, member);
    this.#lobbies.set(lobby_id, { ...lobby, members });
  }

  #without({ lobby_id, member }: MemberEvent): void {
    const lobby = this.#lobbies.get(lobby_id);
    if (lobby === undefined) return;
    const members = lobby.members.filter(({ user_id }) => user_id !== member.user_id);
    this.#lobbies.set(lobby_id, { ...lobby, members });
  }

  #notify(listener: "memberAdded" | "memberRemoved" | "memberUpdated", event: MemberEvent): void {
    this.listeners[listener]?.(BigInt(event.lobby_id), BigInt(event.member.user_id));
  }

  #wrote(message: MessagePayload): void {
    const place = message.lobby_id ?? message.channel_id;
    const kept = [...(this.#messages.get(place) ?? []), message].slice(-CACHED_MESSAGES_MAX);
    this.#messages.set(place, kept);
    this.listeners.messageCreated?.(BigInt(message.id));
  }

  #rewrote(message: MessagePayload): void {
    const place = message.lobby_id ?? message.channel_id;
    const kept = this.#messages
      .get(place)
      ?.map((each) => (each.id === message.id ? rewritten(each, message) : each));
    if (kept !== undefined) this.#messages.set(place, kept);
    this.listeners.messageUpdated?.(BigInt(message.id));
  }

  #unwrote(id: string, place: string): void {
    const kept = this.#messages.get(place)?.filter((each) => each.id !== id);
    if (kept !== undefined) this.#messages.set(place, kept);
    this.listeners.messageDeleted?.(BigInt(id), BigInt(place));
  }
}

/**
 * A message after an update. The update repeats everything but the metadata that the sender set,
 * which is kept; metadata of moderation is replaced.
 */
function rewritten(before: MessagePayload, message: MessagePayload): MessagePayload {
  const { moderation_metadata: _old, ...rest } = before;
  return { ...rest, ...message };
}
