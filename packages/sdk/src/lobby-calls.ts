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
import { ErrorType } from "./enums.ts";
import { attempt, attemptOnly, ClientFailure, type Callback, type Outcome } from "./outcome.ts";
import type { Known } from "./payloads.ts";
import type { PlayerRest } from "./player-rest.ts";
import { isProvisional } from "./user-handle.ts";

/** A game's own metadata: texts by their names. */
export type Metadata = Readonly<Record<string, string>>;

/** The lobby's id; 0 if the call failed. */
export interface JoinedLobby {
  readonly lobbyId: bigint;
}

/** A message to send. */
export interface LobbyMessage {
  readonly lobbyId: bigint;
  readonly content: string;
  readonly metadata?: Metadata;
}

/** An invite to the guild of a linked lobby; empty if the call failed. */
export interface GuildInvite {
  readonly inviteUrl: string;
}

interface LobbyDeps {
  readonly player: PlayerRest;
  readonly known: Known;
  /** The address of the sign-in pages and of invites. */
  readonly webBase: string;
}

/** Joins, leaves and links lobbies, and writes in them. */
export class LobbyCalls {
  readonly #player: PlayerRest;
  readonly #known: Known;
  readonly #webBase: string;
  /** Resolvers of the calls that wait until the player's account is merged. */
  readonly #awaitingMerge = new Set<(isMerged: boolean) => void>();

  constructor({ player, known, webBase }: LobbyDeps) {
    this.#player = player;
    this.#known = known;
    this.#webBase = webBase;
  }

  join(
    name: string,
    body: Calls["lobbies.join"]["body"],
    callback: Callback<[lobbyId: bigint]> | undefined,
  ): Promise<Outcome<JoinedLobby>> {
    return attempt<JoinedLobby, [bigint]>({
      work: async () => {
        const { id } = await this.#player.call(name, "lobbies.join", { body });
        return { lobbyId: BigInt(id) };
      },
      empty: { lobbyId: 0n },
      values: ({ lobbyId }) => [lobbyId],
      callback,
    });
  }

  leave(lobbyId: bigint, callback: Callback<[]> | undefined): Promise<ClientResult> {
    return attemptOnly(() => {
      const path = { lobby_id: lobbyId.toString() };
      return this.#player.call("LeaveLobby", "lobbies.leave", { path });
    }, callback);
  }

  send(
    name: string,
    message: LobbyMessage,
    callback: SentCallback | undefined,
  ): Promise<Outcome<SentMessage>> {
    const { lobbyId, ...body } = message;
    return sentMessage(callback, () => {
      const path = { lobby_id: lobbyId.toString() };
      return this.#player.call(name, "lobbies.createMessage", { path, body });
    });
  }

  messages(
    lobbyId: bigint,
    limit: number,
    callback: FoundCallback | undefined,
  ): Promise<Outcome<FoundMessages>> {
    return foundMessages(this.#known, callback, () => {
      const path = { lobby_id: lobbyId.toString() };
      const input = { path, query: { limit: checkedLimit(limit) } };
      return this.#player.call("GetLobbyMessagesWithLimit", "lobbies.messages", input);
    });
  }

  link(
    lobbyId: bigint,
    channelId: bigint,
    callback: Callback<[]> | undefined,
  ): Promise<ClientResult> {
    return attemptOnly(() => {
      const path = { lobby_id: lobbyId.toString() };
      const body = { channel_id: channelId.toString() };
      return this.#player.call("LinkChannelToLobby", "lobbies.linkChannel", { path, body });
    }, callback);
  }

  unlink(lobbyId: bigint, callback: Callback<[]> | undefined): Promise<ClientResult> {
    return attemptOnly(() => {
      const path = { lobby_id: lobbyId.toString() };
      return this.#player.call("UnlinkChannelFromLobby", "lobbies.linkChannel", { path, body: {} });
    }, callback);
  }

  /** @param mergeRequired is called if the player has no account here and so cannot join */
  inviteSelf(
    lobbyId: bigint,
    mergeRequired: () => void,
    callback: Callback<[inviteUrl: string]> | undefined,
  ): Promise<Outcome<GuildInvite>> {
    return attempt<GuildInvite, [string]>({
      work: async () => {
        const path = { lobby_id: lobbyId.toString() };
        const { user } = await this.#player.call(INVITE, "oauth2.me", {});
        if (user !== undefined && isProvisional(user)) await this.#merged(mergeRequired);
        const { code } = await this.#player.call(INVITE, "lobbies.inviteSelf", { path });
        return { inviteUrl: `${this.#webBase}/invite/${code}` };
      },
      empty: { inviteUrl: "" },
      values: ({ inviteUrl }) => [inviteUrl],
      callback,
    });
  }

  mergeCompleted(isMerged: boolean): void {
    for (const resolve of this.#awaitingMerge) resolve(isMerged);
    this.#awaitingMerge.clear();
  }

  /** @throws ClientFailure when the account was not merged */
  async #merged(mergeRequired: () => void): Promise<void> {
    const isMerged = await new Promise<boolean>((resolve) => {
      this.#awaitingMerge.add(resolve);
      mergeRequired();
    });
    if (!isMerged)
      throw new ClientFailure(ErrorType.Aborted, "the player's account was not merged");
  }
}

const INVITE = "JoinLinkedLobbyGuild";
