// The applications of a guild, as users who manage the guild can list and remove them. Source:
// protocol: gateway-oauth-limits 4.16, 5.3, 5.9; the routes are the public ones.
import { bot, signedIn } from "../../auth.ts";
import { endpoint, none } from "../../endpoint.ts";
import {
  error,
  InvalidForm,
  MissingAccess,
  MissingPermissions,
  UnknownGuild,
  UnknownIntegration,
} from "../../error.ts";
import { integer, list, nullable, object, optional, text } from "../../schema/values.ts";
import { Integration } from "./integration-events.ts";
import { User } from "../users/users.ts";

const codes = "protocol: gateway-oauth-limits 1.6";

/** The application has no bot that the scope could add. */
export const BotMissing = error({
  name: "BotMissing",
  status: 400,
  code: 50010,
  message: "OAuth2 application does not have a bot",
  source: codes,
});

export const OwnerOnly = error({
  name: "OwnerOnly",
  status: 403,
  code: 20018,
  message: "Only the owner of this account can perform this action",
  source: codes,
});

export const TwoFactorRequired = error({
  name: "TwoFactorRequired",
  status: 401,
  code: 60003,
  message: "Two factor is required for this operation",
  source: codes,
});

/** The guild's owner cannot leave it. */
export const InvalidGuild = error({
  name: "InvalidGuild",
  status: 400,
  code: 50055,
  message: "Invalid Guild",
  source: codes,
});

/** The errors of an installation. */
export const installErrors = [
  UnknownGuild,
  MissingAccess,
  MissingPermissions,
  TwoFactorRequired,
  OwnerOnly,
  BotMissing,
  InvalidForm,
] as const;

const { guild_id: _guild, ...shown } = Integration.properties;

/** An application as the guild's list shows it; the id is the application's. */
export const GuildIntegration = object({
  ...shown,
  application: object({
    ...shown.application.properties,
    type: nullable(integer()),
    flags: integer(),
    flags_new: text(),
  }),
  /** The user who installed it. */
  user: optional(User),
});

export const listGuildIntegrations = endpoint({
  id: "guilds.integrations",
  source: "protocol: gateway-oauth-limits 5.3; assumed: the public route",
  summary:
    "List a guild's integrations, which are its installed applications, at most 50; requires MANAGE_GUILD.",
  method: "GET",
  path: "/guilds/{guild_id}/integrations",
  auth: [bot, signedIn],
  replies: { 200: list(GuildIntegration) },
  errors: [UnknownGuild, MissingAccess, MissingPermissions],
});

export const removeGuildIntegration = endpoint({
  id: "guilds.removeIntegration",
  source: "protocol: gateway-oauth-limits 5.9; assumed: the public route",
  summary:
    "Delete an integration: removes the application from the guild with its bot, the bot's role, its commands and its webhooks there; requires MANAGE_GUILD.",
  method: "DELETE",
  path: "/guilds/{guild_id}/integrations/{integration_id}",
  auth: [bot, signedIn],
  replies: { 204: none },
  errors: [UnknownGuild, UnknownIntegration, MissingAccess, MissingPermissions],
});

export const leaveGuild = endpoint({
  id: "users.leaveGuild",
  source: "protocol: gateway-oauth-limits 5.9; assumed: the public route",
  summary: "Leave a guild; if the caller is a bot, its application's installation ends.",
  method: "DELETE",
  path: "/users/@me/guilds/{guild_id}",
  auth: [bot, signedIn],
  replies: { 204: none },
  errors: [UnknownGuild, InvalidGuild],
});
