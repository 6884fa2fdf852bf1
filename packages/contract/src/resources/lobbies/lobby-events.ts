// The events of lobbies, for sessions of players. Source: protocol: lobbies-and-sdk 6.2.
import { event } from "../../event.ts";
import {
  anything,
  Bool,
  dictionary,
  integer,
  list,
  nullable,
  object,
  optional,
  Snowflake,
  text,
  word,
} from "../../schema/values.ts";
import { Channel } from "../guilds/guilds.ts";

const shapes = "protocol: lobbies-and-sdk 6.2";
const lobbies = { guild: "LOBBIES", dm: "LOBBIES" } as const;
const deletions = { guild: "LOBBY_DELETE", dm: "LOBBY_DELETE" } as const;

/** A member, as players' sessions receive them. */
export const GatewayLobbyMember = object({
  user_id: Snowflake,
  user: object({ id: Snowflake }),
  metadata: nullable(dictionary(text())),
  flags: integer(),
  connected: Bool,
});

/** A lobby, as players' sessions receive it. */
export const GatewayLobby = object({
  id: Snowflake,
  application_id: Snowflake,
  metadata: nullable(dictionary(text())),
  flags: integer(),
  linked_channel: optional(Channel),
  members: list(GatewayLobbyMember),
  region: nullable(text()),
  voice_states: list(anything<object>()),
});

const MemberOfLobby = object({
  member: GatewayLobbyMember,
  lobby_id: Snowflake,
  application_id: Snowflake,
});

export const LobbyCreate = event({
  name: "LOBBY_CREATE",
  source: shapes,
  summary: "A lobby with the session's user was created, or the user was added to a lobby.",
  scope: "users",
  intent: lobbies,
  payload: GatewayLobby,
});

export const LobbyUpdate = event({
  name: "LOBBY_UPDATE",
  source: shapes,
  summary: "The fields of a lobby were updated.",
  scope: "users",
  intent: lobbies,
  payload: GatewayLobby,
});

export const LobbyDelete = event({
  name: "LOBBY_DELETE",
  source: shapes,
  summary: "A lobby of the session's user was deleted, or the user was removed from it.",
  scope: "users",
  intent: deletions,
  payload: object({ id: Snowflake, reason: word(["deleted", "removed"]) }),
});

export const LobbyMemberAdd = event({
  name: "LOBBY_MEMBER_ADD",
  source: shapes,
  summary: "Another user was added to a lobby of the session's user.",
  scope: "users",
  intent: lobbies,
  payload: MemberOfLobby,
});

export const LobbyMemberUpdate = event({
  name: "LOBBY_MEMBER_UPDATE",
  source: shapes,
  summary: "A member of a lobby was updated; also sent to that member.",
  scope: "users",
  intent: lobbies,
  payload: MemberOfLobby,
});

export const LobbyMemberRemove = event({
  name: "LOBBY_MEMBER_REMOVE",
  source: shapes,
  summary: "Another user left or was removed from a lobby of the session's user.",
  scope: "users",
  intent: lobbies,
  payload: MemberOfLobby,
});

/** Without the application's id. */
const ConnectionOfMember = object({ member: GatewayLobbyMember, lobby_id: Snowflake });

export const LobbyMemberConnect = event({
  name: "LOBBY_MEMBER_CONNECT",
  source: shapes,
  summary: "Another member's first session for the application connected.",
  scope: "users",
  intent: lobbies,
  payload: ConnectionOfMember,
});

export const LobbyMemberDisconnect = event({
  name: "LOBBY_MEMBER_DISCONNECT",
  source: shapes,
  summary:
    "Another member's last session for the application disconnected; the user remains a member.",
  scope: "users",
  intent: lobbies,
  payload: ConnectionOfMember,
});
