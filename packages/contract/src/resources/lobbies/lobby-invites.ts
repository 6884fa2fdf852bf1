// Invites to the guild of a lobby's linked channel. Source: protocol: lobbies-and-sdk 2.4, 3.
import { bearer, bot } from "../../auth.ts";
import { endpoint } from "../../endpoint.ts";
import { UnknownLobby, UnknownUser } from "../../error.ts";
import { object, text } from "../../schema/values.ts";
import { TooManyInvites } from "../guilds/invite-errors.ts";
import { AlreadyInGuild, LobbyMembersOnly, LobbyNotLinked } from "./lobby-errors.ts";
import { perUnlistedRoute } from "./lobby-rates.ts";

/** An invite for one use by one user within one hour. */
export const LobbyInvite = object({ code: text() });

export const inviteSelf = endpoint({
  id: "lobbies.inviteSelf",
  source: "requirements 4.3, 8; protocol: lobbies-and-sdk 3",
  summary: "Create an invite to the linked channel for the caller only; valid once, for one hour.",
  method: "POST",
  path: "/lobbies/{lobby_id}/members/@me/invites",
  auth: [bearer("lobbies.write")],
  limit: perUnlistedRoute("lobby-invite-self"),
  replies: { 200: LobbyInvite },
  errors: [AlreadyInGuild, LobbyMembersOnly, LobbyNotLinked, TooManyInvites, UnknownLobby],
});

export const inviteMember = endpoint({
  id: "lobbies.inviteMember",
  source: "requirements 4.3, 8; protocol: lobbies-and-sdk 3",
  summary:
    "Create an invite to the linked channel for one lobby member only; valid once, for one hour.",
  method: "POST",
  path: "/lobbies/{lobby_id}/members/{user_id}/invites",
  auth: [bot],
  limit: perUnlistedRoute("lobby-invite-member"),
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
