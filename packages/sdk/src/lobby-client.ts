// The half of the client that plays in lobbies. Source: protocol: lobbies-and-sdk 7.2.
import { ErrorType } from "./enums.ts";
import type { ClientResult } from "./client-result.ts";
import type { Calls } from "./generated/calls.ts";
import { LobbyHandle, MessageHandle, type MessagePayload } from "./lobby-handles.ts";
import { attempt, attemptOnly, ClientFailure, type Callback, type Outcome } from "./outcome.ts";
import { SessionClient } from "./session-client.ts";

type Metadata = Readonly<Record<string, string>>;
type IdCallback = ((lobbyId: bigint) => void) | undefined;
type MemberCallback = ((lobbyId: bigint, memberId: bigint) => void) | undefined;

export interface FoundMessages {
  readonly messages: readonly MessageHandle[];
}

/** Messages that one call may ask for. */
const MESSAGES_MAX = 200;

export class LobbyClient extends SessionClient {
  /** Joins the lobby of a secret, or makes it. */
  CreateOrJoinLobby(secret: string, callback?: Callback<[lobbyId: bigint]>) {
    return this.#join({ secret }, callback);
  }

  /** The same; both dictionaries replace what is there. */
  CreateOrJoinLobbyWithMetadata(
    given: {
      readonly secret: string;
      readonly lobbyMetadata: Metadata;
      readonly memberMetadata: Metadata;
    },
    callback?: Callback<[lobbyId: bigint]>,
  ) {
    const { secret, lobbyMetadata, memberMetadata } = given;
    const body = { secret, lobby_metadata: lobbyMetadata, member_metadata: memberMetadata };
    return this.#join(body, callback);
  }

  /** Leaves a lobby that was joined by its secret. */
  LeaveLobby(lobbyId: bigint, callback?: Callback<[]>): Promise<ClientResult> {
    return attemptOnly(() => {
      const path = { lobby_id: lobbyId.toString() };
      return this.rest.call("lobbies.leave", { path });
    }, callback);
  }

  /** The lobbies that the client knows of; complete once it is Ready. */
  GetLobbyIds(): readonly bigint[] {
    return this.lobbies.lobbyIds();
  }

  /** A lobby as it is now; undefined when the client does not know it. */
  GetLobbyHandle(lobbyId: bigint): LobbyHandle | undefined {
    const lobby = this.lobbies.lobby(lobbyId);
    return lobby === undefined ? undefined : new LobbyHandle(lobby);
  }

  SendLobbyMessage(lobbyId: bigint, content: string, callback?: Callback<[messageId: bigint]>) {
    return this.#send({ lobbyId, content }, callback);
  }

  /** The metadata goes to those who are connected, and is not kept. */
  SendLobbyMessageWithMetadata(
    message: { readonly lobbyId: bigint; readonly content: string; readonly metadata: Metadata },
    callback?: Callback<[messageId: bigint]>,
  ) {
    return this.#send(message, callback);
  }

  /** Up to 200 messages, newest first. */
  GetLobbyMessagesWithLimit(
    lobbyId: bigint,
    limit: number,
    callback?: Callback<[messages: readonly MessageHandle[]]>,
  ): Promise<Outcome<FoundMessages>> {
    return this.messages(callback, () => {
      const path = { lobby_id: lobbyId.toString() };
      return this.rest.call("lobbies.messages", { path, query: { limit: checkedLimit(limit) } });
    });
  }

  /** Messages of the lobby then go to the channel too, and back. */
  LinkChannelToLobby(lobbyId: bigint, channelId: bigint, callback?: Callback<[]>) {
    return this.#link(lobbyId, () => ({ channel_id: channelId.toString() }), callback);
  }

  UnlinkChannelFromLobby(lobbyId: bigint, callback?: Callback<[]>) {
    return this.#link(lobbyId, () => ({}), callback);
  }

  /** A code that lets this user, and nobody else, into the linked channel's guild once. */
  JoinLinkedLobbyGuild(lobbyId: bigint, callback?: Callback<[inviteCode: string]>) {
    return attempt<{ readonly inviteCode: string }, [string]>({
      work: async () => {
        const path = { lobby_id: lobbyId.toString() };
        return { inviteCode: (await this.rest.call("lobbies.inviteSelf", { path })).code };
      },
      empty: { inviteCode: "" },
      values: ({ inviteCode }) => [inviteCode],
      callback,
    });
  }

  /** A message that the client was told of, while it is one of the newest of its place. */
  GetMessageHandle(messageId: bigint): MessageHandle | undefined {
    const message = this.lobbies.message(messageId);
    return message === undefined ? undefined : new MessageHandle(message);
  }

  /** A lobby became available: created, joined, or found again at sign-in. */
  SetLobbyCreatedCallback(callback: IdCallback): void {
    this.lobbies.listeners.lobbyCreated = callback;
  }

  SetLobbyDeletedCallback(callback: IdCallback): void {
    this.lobbies.listeners.lobbyDeleted = callback;
  }

  SetLobbyUpdatedCallback(callback: IdCallback): void {
    this.lobbies.listeners.lobbyUpdated = callback;
  }

  /** Others alone: nobody hears of their own coming. */
  SetLobbyMemberAddedCallback(callback: MemberCallback): void {
    this.lobbies.listeners.memberAdded = callback;
  }

  SetLobbyMemberRemovedCallback(callback: MemberCallback): void {
    this.lobbies.listeners.memberRemoved = callback;
  }

  /** Metadata, flags, connecting and disconnecting. */
  SetLobbyMemberUpdatedCallback(callback: MemberCallback): void {
    this.lobbies.listeners.memberUpdated = callback;
  }

  SetMessageCreatedCallback(callback: IdCallback): void {
    this.lobbies.listeners.messageCreated = callback;
  }

  SetMessageUpdatedCallback(callback: IdCallback): void {
    this.lobbies.listeners.messageUpdated = callback;
  }

  SetMessageDeletedCallback(callback: MemberCallback): void {
    this.lobbies.listeners.messageDeleted = callback;
  }

  #join(
    body: Calls["lobbies.join"]["body"],
    callback: Callback<[bigint]> | undefined,
  ): Promise<Outcome<{ readonly lobbyId: bigint }>> {
    return attempt<{ readonly lobbyId: bigint }, [bigint]>({
      work: async () => ({ lobbyId: BigInt((await this.rest.call("lobbies.join", { body })).id) }),
      empty: { lobbyId: 0n },
      values: ({ lobbyId }) => [lobbyId],
      callback,
    });
  }

  #send(
    message: { readonly lobbyId: bigint; readonly content: string; readonly metadata?: Metadata },
    callback: Callback<[bigint]> | undefined,
  ) {
    const { lobbyId, ...body } = message;
    return this.sent(callback, () => {
      const path = { lobby_id: lobbyId.toString() };
      return this.rest.call("lobbies.createMessage", { path, body });
    });
  }

  protected sent(
    callback: Callback<[bigint]> | undefined,
    send: () => Promise<{ readonly id: string }>,
  ): Promise<Outcome<{ readonly messageId: bigint }>> {
    return attempt<{ readonly messageId: bigint }, [bigint]>({
      work: async () => ({ messageId: BigInt((await send()).id) }),
      empty: { messageId: 0n },
      values: ({ messageId }) => [messageId],
      callback,
    });
  }

  protected messages(
    callback: Callback<[readonly MessageHandle[]]> | undefined,
    fetchAll: () => Promise<readonly unknown[]>,
  ) {
    return attempt<FoundMessages, [readonly MessageHandle[]]>({
      work: async () => {
        const all = (await fetchAll()) as readonly MessagePayload[];
        return { messages: all.map((message) => new MessageHandle(message)) };
      },
      empty: { messages: [] },
      values: ({ messages }) => [messages],
      callback,
    });
  }

  #link(
    lobbyId: bigint,
    bodyOf: () => { readonly channel_id?: string },
    callback?: Callback<[]>,
  ): Promise<ClientResult> {
    return attemptOnly(() => {
      const path = { lobby_id: lobbyId.toString() };
      return this.rest.call("lobbies.linkChannel", { path, body: bodyOf() });
    }, callback);
  }
}

/** @throws ClientFailure for a limit that no call takes */
export function checkedLimit(limit: number): number {
  if (Number.isInteger(limit) && limit >= 1 && limit <= MESSAGES_MAX) return limit;
  throw new ClientFailure(ErrorType.ValidationError, `a limit is from 1 to ${MESSAGES_MAX}`);
}
