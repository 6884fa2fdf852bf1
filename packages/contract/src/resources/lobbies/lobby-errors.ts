// Errors that only lobbies, their links and their invites return.
import { error } from "../../error.ts";

const codes = "protocol: lobbies-and-sdk 4; the HTTP status follows 13 #2";

export const AlreadyInGuild = error({
  name: "AlreadyInGuild",
  status: 400,
  code: 40108,
  message: "User is already a member of the guild.",
  source: codes,
});
export const LobbyMembersOnly = error({
  name: "LobbyMembersOnly",
  status: 403,
  code: 40109,
  message: "User must be a member of the lobby to perform this action.",
  source: codes,
});
export const ChannelNotLinkable = error({
  name: "ChannelNotLinkable",
  status: 400,
  code: 50235,
  message: "Channel is not valid for lobby linking.",
  source: codes,
});
export const ChannelAlreadyLinked = error({
  name: "ChannelAlreadyLinked",
  status: 400,
  code: 50237,
  message: "Channel is already linked to another lobby.",
  source: codes,
});
export const LobbyNotLinked = error({
  name: "LobbyNotLinked",
  status: 400,
  code: 50267,
  message: "Lobby is not linked to a channel.",
  source: codes,
});
