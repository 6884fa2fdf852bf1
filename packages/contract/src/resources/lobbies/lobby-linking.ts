// Linking a lobby to a guild channel. Source: protocol: lobbies-and-sdk 2.5, 3.
import { bearer, bot, signedIn } from "../../auth.ts";
import { endpoint } from "../../endpoint.ts";
import {
  MissingAccess,
  MissingLobbyPermissions,
  MissingPermissions,
  UnknownChannel,
  UnknownLobby,
} from "../../error.ts";
import { limits } from "../../limits/limits.ts";
import { nullable, object, optional, Snowflake } from "../../schema/values.ts";
import { Channel } from "../guilds/guilds.ts";
import { Lobby } from "./lobbies.ts";
import { LinkedChannelAgeRestricted } from "../channels/channel-errors.ts";
import { ChannelAlreadyLinked, ChannelNotLinkable, LobbyMembersOnly } from "./lobby-errors.ts";
import { perUnlistedRoute } from "./lobby-rates.ts";

export const linkLobby = endpoint({
  id: "lobbies.linkChannel",
  source: "protocol: lobbies-and-sdk 3",
  summary:
    "Link a lobby to a text channel, or unlink it if no channel is given; requires a member who may link it.",
  method: "PATCH",
  path: "/lobbies/{lobby_id}/channel-linking",
  auth: [bearer("lobbies.write")],
  limit: perUnlistedRoute("lobby-channel-linking", limits.unapprovedLobbyLinkings),
  body: object({ channel_id: optional(nullable(Snowflake)) }),
  replies: { 200: Lobby },
  errors: [
    ChannelAlreadyLinked,
    ChannelNotLinkable,
    LinkedChannelAgeRestricted,
    LobbyMembersOnly,
    MissingLobbyPermissions,
    MissingPermissions,
    UnknownChannel,
    UnknownLobby,
  ],
});

export const unlinkChannel = endpoint({
  id: "channels.unlinkLobby",
  source: "protocol: lobbies-and-sdk 3",
  summary:
    "Remove the link between a channel and a lobby; requires permission to manage the channel.",
  method: "DELETE",
  path: "/channels/{channel_id}/linked-lobby",
  auth: [bot, signedIn],
  replies: { 200: Channel },
  errors: [MissingAccess, MissingPermissions, UnknownChannel],
});
