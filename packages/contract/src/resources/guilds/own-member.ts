// What callers may change about their own membership, and the number of members of each role.
// Source: protocol: lobbies-and-sdk 9.
import { bearer, bot, signedIn } from "../../auth.ts";
import { endpoint, none } from "../../endpoint.ts";
import {
  MissingAccess,
  MissingPermissions,
  UnknownChannel,
  UnknownGuild,
  WrongChannelType,
} from "../../error.ts";
import { limits } from "../../limits/limits.ts";
import { dictionary, integer, nullable, object, optional, text } from "../../schema/values.ts";
import { Member } from "./guilds.ts";
import { ImageData } from "../users/images.ts";

const source = "requirements 4.3; protocol: lobbies-and-sdk 9";

const nick = optional(nullable(text({ max: limits.memberNick.value })));

/** What members may change about themselves. Null removes a value. */
export const OwnMemberChange = object({
  nick,
  avatar: optional(nullable(ImageData)),
  banner: optional(nullable(ImageData)),
  bio: optional(nullable(text({ max: limits.memberBio.value }))),
});

export const changeOwnMember = endpoint({
  id: "guilds.changeOwnMember",
  source,
  summary: "Update one's own nick, avatar, banner and bio in a guild.",
  method: "PATCH",
  path: "/guilds/{guild_id}/members/@me",
  auth: [bot, signedIn],
  body: OwnMemberChange,
  replies: { 200: Member },
  errors: [UnknownGuild, MissingAccess, MissingPermissions],
});

export const changeOwnNick = endpoint({
  id: "guilds.changeOwnNick",
  source,
  summary: "Update one's own nick in a guild; deprecated path.",
  method: "PATCH",
  path: "/guilds/{guild_id}/members/@me/nick",
  auth: [bot, signedIn],
  body: object({ nick }),
  replies: { 200: object({ nick: nullable(text()) }) },
  errors: [UnknownGuild, MissingAccess, MissingPermissions],
});

export const getOwnMember = endpoint({
  id: "users.guildMember",
  source: "protocol: gateway-oauth-limits 5.12; the machine specification",
  summary:
    "Get the caller's own member object of a guild; the guild is unknown if they are not in it.",
  method: "GET",
  path: "/users/@me/guilds/{guild_id}/member",
  auth: [bearer("guilds.members.read"), signedIn],
  replies: { 200: Member },
  errors: [UnknownGuild],
});

export const countRoleMembers = endpoint({
  id: "guilds.roleMemberCounts",
  source,
  summary: "Count the members with each role, except @everyone.",
  method: "GET",
  path: "/guilds/{guild_id}/roles/member-counts",
  auth: [bot, signedIn],
  replies: { 200: dictionary(integer()) },
  errors: [UnknownGuild, MissingAccess],
});

export const setVoiceStatus = endpoint({
  id: "channels.setVoiceStatus",
  source,
  summary: "Set the status of a voice channel, or clear it with null.",
  method: "PUT",
  path: "/channels/{channel_id}/voice-status",
  auth: [bot, signedIn],
  body: object({ status: optional(nullable(text({ max: limits.voiceStatus.value }))) }),
  replies: { 204: none },
  errors: [MissingAccess, MissingPermissions, UnknownChannel, WrongChannelType],
});
