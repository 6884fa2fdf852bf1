// Bans from a guild. Source: protocol: moderation 4.
import { bot, signedIn } from "../../auth.ts";
import { endpoint, none } from "../../endpoint.ts";
import { MissingAccess, MissingPermissions, UnknownGuild, UnknownUser } from "../../error.ts";
import { event } from "../../event.ts";
import { limits } from "../../limits/limits.ts";
import { error } from "../../transport-errors.ts";
import {
  integer,
  list,
  nullable,
  object,
  optional,
  orDigits,
  Snowflake,
  text,
} from "../../schema/values.ts";
import { User } from "../users/users.ts";

const source = "protocol: moderation 4";

export const UnknownBan = error({
  name: "UnknownBan",
  status: 404,
  code: 10026,
  message: "Unknown Ban",
  source: "protocol: gateway-oauth-limits 1.6",
});
export const NobodyBanned = error({
  name: "NobodyBanned",
  status: 400,
  code: 500_000,
  message: "Failed to ban users",
  source,
});

const guildErrors = [UnknownGuild, MissingAccess, MissingPermissions] as const;
const DAY_SECONDS = 86_400;

export const Ban = object({ user: User, reason: nullable(text()) });

export const listBans = endpoint({
  id: "guilds.bans",
  source,
  summary: "List banned users in order of user id; `before` takes precedence over `after`.",
  method: "GET",
  path: "/guilds/{guild_id}/bans",
  auth: [bot, signedIn],
  query: object({
    limit: optional(integer({ min: 1, max: limits.bansPage.value })),
    before: optional(Snowflake),
    after: optional(Snowflake),
  }),
  replies: { 200: list(Ban) },
  errors: guildErrors,
});

export const getBan = endpoint({
  id: "guilds.ban",
  source,
  summary: "Get one ban, with its reason.",
  method: "GET",
  path: "/guilds/{guild_id}/bans/{user_id}",
  auth: [bot, signedIn],
  replies: { 200: Ban },
  errors: [...guildErrors, UnknownBan],
});

const seconds = optional(
  orDigits(integer({ min: 0, max: limits.banDeletesDays.value * DAY_SECONDS })),
);

export const banUser = endpoint({
  id: "guilds.banUser",
  source,
  summary: "Ban a user, member or not, and delete their recent messages.",
  method: "PUT",
  path: "/guilds/{guild_id}/bans/{user_id}",
  auth: [bot, signedIn],
  body: object({
    delete_message_seconds: seconds,
    delete_message_days: optional(orDigits(integer({ min: 0, max: limits.banDeletesDays.value }))),
  }),
  replies: { 204: none },
  errors: [...guildErrors, UnknownUser],
});

export const unbanUser = endpoint({
  id: "guilds.unbanUser",
  source,
  summary: "Remove a ban.",
  method: "DELETE",
  path: "/guilds/{guild_id}/bans/{user_id}",
  auth: [bot, signedIn],
  replies: { 204: none },
  errors: [...guildErrors, UnknownBan],
});

export const bulkBan = endpoint({
  id: "guilds.bulkBan",
  source,
  summary: "Bulk ban users; the reply lists those who could not be banned.",
  method: "POST",
  path: "/guilds/{guild_id}/bulk-ban",
  auth: [bot, signedIn],
  body: object({
    user_ids: list(Snowflake, { min: 1, max: limits.bulkBans.value }),
    delete_message_seconds: seconds,
  }),
  replies: { 200: object({ banned_users: list(Snowflake), failed_users: list(Snowflake) }) },
  errors: [...guildErrors, NobodyBanned],
});

const banEvents = {
  source,
  scope: "guild",
  needs: ["BAN_MEMBERS", "VIEW_AUDIT_LOG"],
  intent: { guild: "GUILD_MODERATION" },
  // A member who is banned has GUILD_MEMBER_REMOVE too.
  changesViews: false,
  payload: object({ guild_id: Snowflake, user: User }),
} as const;

export const GuildBanAdd = event({
  ...banEvents,
  name: "GUILD_BAN_ADD",
  summary: "A user was banned.",
});

export const GuildBanRemove = event({
  ...banEvents,
  name: "GUILD_BAN_REMOVE",
  summary: "A ban was removed.",
});
