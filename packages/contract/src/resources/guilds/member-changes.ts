// Changing, removing and adding members. Source: protocol: moderation 3.
import { bot, signedIn } from "../../auth.ts";
import { endpoint, none } from "../../endpoint.ts";
import {
  MissingAccess,
  MissingPermissions,
  UnknownChannel,
  UnknownGuild,
  UnknownMember,
  UnknownRole,
  UnknownUser,
  WrongChannelType,
} from "../../error.ts";
import { limits } from "../../limits/limits.ts";
import { error } from "../../transport-errors.ts";
import {
  Bool,
  BoolOrText,
  idList,
  integer,
  list,
  nullable,
  object,
  optional,
  orDigits,
  secret,
  Snowflake,
  text,
} from "../../schema/values.ts";
import { Instant } from "../../schema/instant.ts";
import { Member } from "./guilds.ts";
import { InvalidRole, TooManyGuilds, UserBanned } from "./invite-errors.ts";

const source = "protocol: moderation 3";
const codes = "protocol: gateway-oauth-limits 1.6; the HTTP status is assumed";

export const TargetNotInVoice = error({
  name: "TargetNotInVoice",
  status: 400,
  code: 40032,
  message: "Target user is not connected to voice.",
  source: codes,
});
export const InvalidAccessToken = error({
  name: "InvalidAccessToken",
  status: 403,
  code: 50025,
  message: "Invalid OAuth2 access token",
  source: codes,
});

const guildErrors = [UnknownGuild, MissingAccess, MissingPermissions] as const;
const nick = optional(nullable(text({ max: limits.memberNick.value })));
const roles = optional(list(Snowflake, { max: limits.roles.value, sparse: true }));

/** The changes of a member. Null removes a value; a null channel disconnects the member from voice. */
export const MemberChange = object({
  nick,
  roles,
  mute: optional(Bool),
  deaf: optional(Bool),
  channel_id: optional(nullable(Snowflake)),
  communication_disabled_until: optional(nullable(Instant)),
  flags: optional(integer({ min: 0 })),
});

export const editMember = endpoint({
  id: "guilds.editMember",
  source,
  summary:
    "Update a member: nick, roles, mute and deaf, voice channel, timeout, flags; each requires its own permission.",
  method: "PATCH",
  path: "/guilds/{guild_id}/members/{user_id}",
  auth: [bot, signedIn],
  body: MemberChange,
  replies: { 200: Member },
  errors: [
    ...guildErrors,
    UnknownMember,
    UnknownUser,
    UnknownRole,
    UnknownChannel,
    InvalidRole,
    TargetNotInVoice,
    WrongChannelType,
  ],
});

export const kickMember = endpoint({
  id: "guilds.kickMember",
  source,
  summary: "Kick a member below the caller; kicking a bot removes its application.",
  method: "DELETE",
  path: "/guilds/{guild_id}/members/{user_id}",
  auth: [bot, signedIn],
  replies: { 204: none },
  errors: [...guildErrors, UnknownMember, UnknownUser],
});

export const addMember = endpoint({
  id: "guilds.addMember",
  source,
  summary:
    "Add a user who granted the application `guilds.join`; 204 if they are already a member.",
  method: "PUT",
  path: "/guilds/{guild_id}/members/{user_id}",
  auth: [bot],
  body: object({
    access_token: secret(text({ min: 1, max: 10_240 })),
    nick,
    roles,
    mute: optional(Bool),
    deaf: optional(Bool),
    flags: optional(integer({ min: 0 })),
  }),
  replies: { 201: Member, 204: none },
  errors: [...guildErrors, InvalidAccessToken, InvalidRole, TooManyGuilds, UnknownRole, UserBanned],
});

const days = optional(orDigits(integer({ min: 1, max: limits.pruneDays.value })));
const includeRoles = optional(idList({ max: limits.pruneRoles.value }));

export const countPrune = endpoint({
  id: "guilds.countPrune",
  source,
  summary:
    "Count the members that a prune would remove: without roles and inactive for `days`, by default 7.",
  method: "GET",
  path: "/guilds/{guild_id}/prune",
  auth: [bot, signedIn],
  query: object({ days, include_roles: includeRoles }),
  replies: { 200: object({ pruned: nullable(integer()) }) },
  errors: guildErrors,
});

export const prune = endpoint({
  id: "guilds.prune",
  source,
  summary:
    "Prune the guild: remove members without roles who were inactive for `days`, by default 7.",
  method: "POST",
  path: "/guilds/{guild_id}/prune",
  auth: [bot, signedIn],
  body: object({
    days,
    /** discord.py sends it as text. */
    compute_prune_count: optional(BoolOrText),
    include_roles: includeRoles,
  }),
  replies: { 200: object({ pruned: nullable(integer()) }) },
  errors: guildErrors,
});
