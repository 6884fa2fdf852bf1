// Invites to the guild of a lobby's linked channel. Source: protocol: lobbies-and-sdk 2.4, 3.
import { bearer, bot } from "../../auth.ts";
import { endpoint } from "../../endpoint.ts";
import { UnknownLobby, UnknownUser } from "../../error.ts";
import { limits } from "../../limits/limits.ts";
import { object, text } from "../../schema/values.ts";
import { TooManyInvites } from "../guilds/invite-errors.ts";
import { AlreadyInGuild, LobbyMembersOnly, LobbyNotLinked } from "./lobby-errors.ts";

/** One use, one hour, for one user. */
export const LobbyInvite = object({ code: text() });

/** Not public for approved applications: the same as of every route without a figure. */
const limit = {
  bucket: "lobby-invite-create",
  count: limits.otherCalls.value,
  windowMs: limits.otherCalls.windowMs,
  per: "application",
  unapproved: {
    count: limits.unapprovedLobbyCalls.value,
    windowMs: limits.unapprovedLobbyCalls.windowMs,
  },
} as const;

export const inviteSelf = endpoint({
  id: "lobbies.inviteSelf",
  source: "requirements 4.3, 8; protocol: lobbies-and-sdk 3",
  summary: "An invite to the linked channel for the caller alone: one use, one hour.",
  method: "POST",
  path: "/lobbies/{lobby_id}/members/@me/invites",
  auth: [bearer("lobbies.write")],
  limit,
  replies: { 200: LobbyInvite },
  errors: [AlreadyInGuild, LobbyMembersOnly, LobbyNotLinked, TooManyInvites, UnknownLobby],
});

export const inviteMember = endpoint({
  id: "lobbies.inviteMember",
  source: "requirements 4.3, 8; protocol: lobbies-and-sdk 3",
  summary: "An invite to the linked channel for a member of the lobby alone: one use, one hour.",
  method: "POST",
  path: "/lobbies/{lobby_id}/members/{user_id}/invites",
  auth: [bot],
  limit,
  replies: { 200: LobbyInvite },
  errors: [
    AlreadyInGuild,
    LobbyMembersOnly,
    LobbyNotLinked,
    TooManyInvites,
    UnknownLobby,
    UnknownUser,
  ],
});
