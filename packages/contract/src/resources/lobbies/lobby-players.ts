// How players join and leave lobbies, alone or in bulk.
import { bearer, bot } from "../../auth.ts";
import { endpoint, none } from "../../endpoint.ts";
import { InvalidForm, MissingLobbyPermissions, UnknownLobby, UnknownUser } from "../../error.ts";
import { limits } from "../../limits/limits.ts";
import {
  Bool,
  list,
  nullable,
  object,
  optional,
  secret,
  Snowflake,
  text,
} from "../../schema/values.ts";
import { Lobby, LobbyDraft, LobbyMember, LobbyMemberDraft } from "./lobbies.ts";
import { perApprovedApplication, perPlayer } from "./lobby-rates.ts";

/** The scope that players' tokens need; `sdk.social_layer` includes it. */
const LOBBY_SCOPE = "lobbies.write";

/**
 * A player's request to join a lobby. Null counts as absent; the timeout and the flags only apply
 * when the lobby is created.
 */
export const LobbyJoinDraft = object({
  secret: secret(text({ min: 1, max: limits.lobbySecret.value })),
  lobby_metadata: LobbyDraft.properties.metadata,
  member_metadata: LobbyMemberDraft.properties.metadata,
  idle_timeout_seconds: LobbyDraft.properties.idle_timeout_seconds,
  flags: LobbyDraft.properties.flags,
});

export const joinLobby = endpoint({
  id: "lobbies.join",
  source: "requirements 4.3",
  summary: "Join the lobby with a secret, or create the lobby if it does not exist.",
  method: "PUT",
  path: "/lobbies",
  auth: [bearer(LOBBY_SCOPE), bot],
  limit: perPlayer("lobby-join", limits.lobbyJoins),
  body: LobbyJoinDraft,
  replies: { 200: Lobby },
  errors: [InvalidForm, MissingLobbyPermissions, UnknownUser],
});

export const leaveLobby = endpoint({
  id: "lobbies.leave",
  source: "requirements 4.3",
  summary: "Leave a lobby that was created with a secret; succeeds if the caller is not in it.",
  method: "DELETE",
  path: "/lobbies/{lobby_id}/members/@me",
  auth: [bearer(LOBBY_SCOPE)],
  replies: { 204: none },
  errors: [MissingLobbyPermissions, UnknownLobby],
});

/** One item of a bulk change: a member to add or change, or one to remove. */
export const LobbyMemberChange = object({
  id: Snowflake,
  ...LobbyMemberDraft.properties,
  remove_member: optional(nullable(Bool)),
});

export const bulkLobbyMembers = endpoint({
  id: "lobbies.bulkMembers",
  source: "requirements 4.3",
  summary: "Add, update or remove many members; the reply omits users who may not be added.",
  method: "POST",
  path: "/lobbies/{lobby_id}/members/bulk",
  auth: [bot],
  limit: perApprovedApplication("lobby-members-bulk", limits.lobbyBulkEdits),
  body: list(LobbyMemberChange, { min: 1, max: limits.lobbyMembersPerRequest.value }),
  replies: { 200: list(LobbyMember) },
  errors: [InvalidForm, UnknownLobby, UnknownUser],
});
