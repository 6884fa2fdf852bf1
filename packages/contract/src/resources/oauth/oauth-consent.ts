// The endpoints that a user's own client calls: consent, device codes, and existing authorizations.
// Source: protocol: gateway-oauth-limits 5.2, 5.3, 5.6.
import { signedIn } from "../../auth.ts";
import { endpoint, rateLimit } from "../../endpoint.ts";
import {
  InvalidForm,
  MissingAccess,
  MissingPermissions,
  UnknownApplication,
  UnknownChannel,
  UnknownGuild,
  UnknownToken,
  WrongChannelType,
} from "../../error.ts";
import { limits } from "../../limits/limits.ts";
import {
  bits,
  Bool,
  choice,
  integer,
  list,
  nullable,
  object,
  optional,
  secret,
  Snowflake,
  text,
  word,
} from "../../schema/values.ts";
import { UnknownUserCode, UnverifiedAccount } from "./oauth-errors.ts";
import { BotMissing, OwnerOnly, TwoFactorRequired } from "../guilds/integrations.ts";
import { UserBanned } from "../guilds/invite-errors.ts";
import { PublicApplication } from "./oauth.ts";
import { User } from "../users/users.ts";
import { TooManyGuildWebhooks, TooManyWebhooks } from "../webhooks/channel-webhooks.ts";

const parameter = (max: number) => optional(text({ max }));

/** Parameters of the authorization request. */
export const AuthorizeQuery = object({
  client_id: parameter(100),
  response_type: parameter(100),
  scope: parameter(4000),
  redirect_uri: parameter(2048),
  state: parameter(4096),
  nonce: parameter(2048),
  prompt: parameter(100),
  code_challenge: parameter(2048),
  code_challenge_method: parameter(100),
  integration_type: parameter(10),
  permissions: parameter(20),
  guild_id: parameter(20),
  /** The channel that is preselected for a webhook. */
  channel_id: parameter(20),
  disable_guild_select: parameter(10),
});

/** What the consent page shows. */
export const ConsentQuestion = object({
  application: PublicApplication,
  user: User,
  /** True if the same scopes have been granted already. */
  authorized: Bool,
  /** A guild, 0, where nothing is installed. */
  integration_type: choice([0, 1]),
  redirect_uri: optional(text()),
  bot: optional(User),
  /** The guilds to which the user may add the application. */
  guilds: optional(
    list(
      object({
        id: Snowflake,
        name: text(),
        icon: nullable(text()),
        mfa_level: integer(),
        permissions: text(),
      }),
    ),
  ),
  /** With `webhook.incoming`: the channels that a webhook may be added to. */
  channels: optional(
    list(object({ id: Snowflake, name: text(), guild_id: Snowflake, guild_name: text() })),
  ),
});

export const getAuthorization = endpoint({
  id: "oauth2.consent",
  source: "protocol: gateway-oauth-limits 5.3",
  summary:
    "Get what an authorization request asks the signed-in user for; redirects browsers to the consent page.",
  method: "GET",
  path: "/oauth2/authorize",
  auth: [signedIn],
  query: AuthorizeQuery,
  replies: { 200: ConsentQuestion },
  errors: [UnknownApplication, InvalidForm],
});

export const authorize = endpoint({
  id: "oauth2.authorize",
  source: "protocol: gateway-oauth-limits 5.3",
  summary: "Approve or deny an authorization request as the signed-in user.",
  method: "POST",
  path: "/oauth2/authorize",
  auth: [signedIn],
  query: AuthorizeQuery,
  body: object({
    authorize: Bool,
    permissions: optional(bits()),
    guild_id: optional(Snowflake),
    /** With `webhook.incoming`: the channel in which the application gets a webhook. */
    webhook_channel_id: optional(Snowflake),
    integration_type: optional(choice([0, 1])),
  }),
  replies: {
    200: object({
      /** Where the browser is redirected, with the code, the token or the error in the URL. */
      location: secret(text()),
      /** The same as `location`. */
      url: text(),
    }),
  },
  errors: [
    UnknownApplication,
    InvalidForm,
    UnverifiedAccount,
    UnknownGuild,
    MissingAccess,
    MissingPermissions,
    TwoFactorRequired,
    OwnerOnly,
    BotMissing,
    UserBanned,
    TooManyGuildWebhooks,
    TooManyWebhooks,
    UnknownChannel,
    WrongChannelType,
  ],
});

const userCode = secret(text({ min: 1, max: 20 }));
const verifications = rateLimit("oauth2.deviceVerify", limits.deviceVerifications, "user");

export const verifyDevice = endpoint({
  id: "oauth2.deviceVerify",
  source: "protocol: gateway-oauth-limits 5.6",
  summary: "Get what a device requests, by its user code.",
  method: "POST",
  path: "/oauth2/device/verify",
  auth: [signedIn],
  limit: verifications,
  body: object({ user_code: userCode }),
  replies: {
    200: object({
      scopes: list(text()),
      client_id: Snowflake,
      two_way_link_code: nullable(text()),
      type: word(["pending", "granted", "denied"]),
    }),
  },
  errors: [UnknownUserCode],
});

export const finishDevice = endpoint({
  id: "oauth2.deviceFinish",
  source: "protocol: gateway-oauth-limits 5.6",
  summary: "Approve or deny the sign-in of a device.",
  method: "POST",
  path: "/oauth2/device/finish",
  auth: [signedIn],
  limit: verifications,
  body: object({ user_code: userCode, result: word(["granted", "denied"]) }),
  replies: { 204: null },
  errors: [UnknownUserCode, UnverifiedAccount],
});

export const listAuthorizations = endpoint({
  id: "oauth2.tokens",
  source: "protocol: gateway-oauth-limits 5.9",
  summary: "List the applications that the signed-in user has authorized, oldest first.",
  method: "GET",
  path: "/oauth2/tokens",
  auth: [signedIn],
  replies: {
    200: list(object({ id: Snowflake, scopes: list(text()), application: PublicApplication })),
  },
  errors: [],
});

export const removeAuthorization = endpoint({
  id: "oauth2.removeToken",
  source: "protocol: gateway-oauth-limits 5.9",
  summary: "Remove an application that the signed-in user has authorized.",
  method: "DELETE",
  path: "/oauth2/tokens/{application_id}",
  auth: [signedIn],
  replies: { 204: null },
  errors: [UnknownToken],
});
