// Joining lobbies, writing in them and linking them. Source: protocol: lobbies-and-sdk 7.2.
import type { ClientResult } from "./client-result.ts";
import type { Calls } from "./generated/calls.ts";
import {
  checkedLimit,
  foundMessages,
  sentMessage,
  type FoundCallback,
  type FoundMessages,
  type SentCallback,
  type SentMessage,
} from "./message-calls.ts";
import { attempt, attemptOnly, type Callback, type Outcome } from "./outcome.ts";
import type { Rest } from "./rest.ts";

/** A game's own texts by their names. */
export type Metadata = Readonly<Record<string, string>>;

/** The lobby; 0 where the call failed. */
export interface JoinedLobby {
  readonly lobbyId: bigint;
}

/** A message that is to be sent. */
export interface LobbyMessage {
  readonly lobbyId: bigint;
  readonly content: string;
  readonly metadata?: Metadata;
}

/** Joins, leaves and links lobbies, and writes in them. */
export class LobbyCalls {
  readonly #rest: Rest;

  constructor(rest: Rest) {
    this.#rest = rest;
  }

  join(
    body: Calls["lobbies.join"]["body"],
    callback: Callback<[lobbyId: bigint]> | undefined,
  ): Promise<Outcome<JoinedLobby>> {
    return attempt<JoinedLobby, [bigint]>({
      work: async () => ({ lobbyId: BigInt((await this.#rest.call("lobbies.join", { body })).id) }),
      empty: { lobbyId: 0n },
      values: ({ lobbyId }) => [lobbyId],
      callback,
    });
  }

  leave(lobbyId: bigint, callback: Callback<[]> | undefined): Promise<ClientResult> {
    return attemptOnly(() => {
      const path = { lobby_id: lobbyId.toString() };
      return this.#rest.call("lobbies.leave", { path });
    }, callback);
  }

  send(message: LobbyMessage, callback: SentCallback | undefined): Promise<Outcome<SentMessage>> {
    const { lobbyId, ...body } = message;
    return sentMessage(callback, () => {
      const path = { lobby_id: lobbyId.toString() };
      return this.#rest.call("lobbies.createMessage", { path, body });
    });
  }

  messages(
    lobbyId: bigint,
    limit: number,
    callback: FoundCallback | undefined,
  ): Promise<Outcome<FoundMessages>> {
    return foundMessages(callback, () => {
      const path = { lobby_id: lobbyId.toString() };
      return this.#rest.call("lobbies.messages", { path, query: { limit: checkedLimit(limit) } });
    });
  }

  link(
    lobbyId: bigint,
    channelId: bigint,
    callback: Callback<[]> | undefined,
  ): Promise<ClientResult> {
    return this.#setChannel(lobbyId, () => ({ channel_id: channelId.toString() }), callback);
  }

  unlink(lobbyId: bigint, callback: Callback<[]> | undefined): Promise<ClientResult> {
    return this.#setChannel(lobbyId, () => ({}), callback);
  }

  inviteSelf(lobbyId: bigint, callback: Callback<[inviteCode: string]> | undefined) {
    return attempt<{ readonly inviteCode: string }, [string]>({
      work: async () => {
        const path = { lobby_id: lobbyId.toString() };
        return { inviteCode: (await this.#rest.call("lobbies.inviteSelf", { path })).code };
      },
      empty: { inviteCode: "" },
      values: ({ inviteCode }) => [inviteCode],
      callback,
    });
  }

  #setChannel(
    lobbyId: bigint,
    bodyOf: () => Calls["lobbies.linkChannel"]["body"],
    callback: Callback<[]> | undefined,
  ): Promise<ClientResult> {
    return attemptOnly(() => {
      const path = { lobby_id: lobbyId.toString() };
      return this.#rest.call("lobbies.linkChannel", { path, body: bodyOf() });
    }, callback);
  }
}
