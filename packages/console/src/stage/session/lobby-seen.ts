// The state of a lobby in a player's session, and how each event changes it. Source: the
// reference's public documentation, Social SDK.
import type { types } from "@antechamber/sdk";
import { isOlder } from "./seen-messages.ts";

export interface LobbyMember {
  readonly user_id: string;
  readonly metadata: Readonly<Record<string, string>> | null;
  readonly flags: number;
  readonly connected: boolean;
}

export interface Lobby {
  readonly id: string;
  readonly application_id: string;
  readonly metadata: Readonly<Record<string, string>> | null;
  readonly flags: number;
  readonly members: readonly LobbyMember[];
  readonly linked_channel?: types.Channel;
}

export type LobbyMessage = types.LobbyMessage;

export interface LobbySeen {
  /** Undefined if the player is not in the lobby. */
  readonly lobby: Lobby | undefined;
  /** Why the player left; undefined if they did not. */
  readonly left: "deleted" | "removed" | undefined;
  readonly messages: readonly LobbyMessage[];
  /** Messages that were deleted during the session. */
  readonly gone: readonly LobbyMessage[];
}

export const noLobbySeen: LobbySeen = {
  lobby: undefined,
  left: undefined,
  messages: [],
  gone: [],
};

/** The most messages that are kept. */
const MESSAGES_MAX = 500;
/** The number of messages that one call reads. */
export const READ_MAX = 200;

interface OfMember {
  readonly lobby_id: string;
  readonly member: LobbyMember;
}

function withMember(seen: LobbySeen, { member }: OfMember): LobbySeen {
  if (seen.lobby === undefined) return seen;
  const { members } = seen.lobby;
  const isKnown = members.some(({ user_id: id }) => id === member.user_id);
  const all = isKnown
    ? members.map((each) => (each.user_id === member.user_id ? member : each))
    : [...members, member];
  return { ...seen, lobby: { ...seen.lobby, members: all } };
}

function withoutMember(seen: LobbySeen, { member }: OfMember): LobbySeen {
  if (seen.lobby === undefined) return seen;
  const members = seen.lobby.members.filter(({ user_id: id }) => id !== member.user_id);
  return { ...seen, lobby: { ...seen.lobby, members } };
}

function entered(seen: LobbySeen, lobby: Lobby): LobbySeen {
  return { ...seen, lobby, left: undefined };
}

const changes: Readonly<Record<string, (seen: LobbySeen, d: never) => LobbySeen>> = {
  LOBBY_CREATE: entered,
  LOBBY_UPDATE: entered,
  LOBBY_DELETE: (seen, { reason }: { readonly reason: "deleted" | "removed" }) => ({
    ...seen,
    lobby: undefined,
    left: reason,
  }),
  LOBBY_MEMBER_ADD: withMember,
  LOBBY_MEMBER_UPDATE: withMember,
  LOBBY_MEMBER_CONNECT: withMember,
  LOBBY_MEMBER_DISCONNECT: withMember,
  LOBBY_MEMBER_REMOVE: withoutMember,
  LOBBY_MESSAGE_CREATE: (seen, message: LobbyMessage) => ({
    ...seen,
    messages: [...seen.messages.filter(({ id }) => id !== message.id), message].slice(
      -MESSAGES_MAX,
    ),
  }),
  LOBBY_MESSAGE_UPDATE: (seen, message: LobbyMessage) => ({
    ...seen,
    messages: seen.messages.map((each) => (each.id === message.id ? message : each)),
  }),
  LOBBY_MESSAGE_DELETE: (seen, { id: gone }: { readonly id: string }) => ({
    ...seen,
    messages: seen.messages.filter(({ id }) => id !== gone),
    gone: [
      ...seen.gone.filter(({ id }) => id !== gone),
      ...seen.messages.filter(({ id }) => id === gone),
    ].slice(-MESSAGES_MAX),
  }),
};

/** The state of a lobby after an event; events of other lobbies change nothing. */
export function lobbyAfter(
  seen: LobbySeen,
  lobby: string,
  [name, d]: readonly [name: string, d: unknown],
): LobbySeen {
  const { id, lobby_id, lobbies } = d as {
    readonly id?: string;
    readonly lobby_id?: string;
    readonly lobbies?: readonly Lobby[];
  };
  if (name === "READY") {
    return { ...seen, lobby: lobbies?.find((each) => each.id === lobby), left: undefined };
  }
  if ((lobby_id ?? id) !== lobby) return seen;
  return changes[name]?.(seen, d as never) ?? seen;
}

/**
 * The state with the given messages, newest first. If they fill a page, messages older than all of
 * them stay; all others are replaced.
 */
export function withRead(seen: LobbySeen, read: readonly LobbyMessage[]): LobbySeen {
  const oldest = read.length < READ_MAX ? undefined : read.at(-1);
  const older = seen.messages.filter(({ id }) => oldest !== undefined && isOlder(id, oldest.id));
  return { ...seen, messages: [...older, ...read.toReversed()].slice(-MESSAGES_MAX) };
}
