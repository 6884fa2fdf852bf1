// Provisional accounts, of players whose identity another service asserts, and child applications.
// Source: protocol: lobbies-and-sdk 8.5, 8.7, gateway-oauth-limits 5.7.
import { unsafe } from "../../schema/schema-nodes.ts";
import { bearer, bot, open } from "../../auth.ts";
import { endpoint, none, rateLimit } from "../../endpoint.ts";
import { MissingScope, UnknownApplication, UnknownUser } from "../../error.ts";
import { limits } from "../../limits/limits.ts";
import {
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
import {
  AccountLocked,
  identityErrors,
  IdentityMerged,
  InvalidOauthToken,
  InvalidUserType,
  MergeSourceBanned,
  NotAChild,
  ProvisionalAccountsOff,
  TooManyIdentities,
  UsernameTimeout,
  WrongClientSecret,
  WrongParentSecret,
} from "./partner-errors.ts";
import { clientInBody } from "./oauth.ts";
import { OwnUser } from "../users/users.ts";

/** The services whose tokens identify players. Source: protocol: lobbies-and-sdk 8.2. */
export const externalAuthTypes = [
  "OIDC",
  "EPIC_ONLINE_SERVICES_ACCESS_TOKEN",
  "EPIC_ONLINE_SERVICES_ID_TOKEN",
  "STEAM_SESSION_TICKET",
  "UNITY_SERVICES_ID_TOKEN",
  "DISCORD_BOT_ISSUED_ACCESS_TOKEN",
  "APPLE_ID_TOKEN",
  "PLAYSTATION_NETWORK_ID_TOKEN",
] as const;

export type ExternalAuthType = (typeof externalAuthTypes)[number];

const notes = "protocol: lobbies-and-sdk 8.7";
const name = text({ min: 1, max: limits.globalName.value });
const externalId = text({ min: 1, max: limits.externalUserId.value });
const externalToken = secret(text({ min: 1, max: limits.externalToken.value }));
const clientSecret = optional(nullable(secret(text({ max: limits.clientSecret.value }))));

/** What a player's game sends to prove the player's identity at another service. */
const ExternalCredential = object({
  client_id: Snowflake,
  client_secret: clientSecret,
  external_auth_type: word(externalAuthTypes),
  external_auth_token: externalToken,
});

/**
 * Only issued for OIDC, to confidential clients. Games authenticate again instead, and pass the new
 * token to the client SDK. Source: requirements 9.
 */
const LegacyRefreshToken = unsafe<string>({
  type: "string",
  deprecated: true,
  description: "Refreshing is deprecated: exchange a fresh token of the other service instead.",
});

/** Tokens of a provisional account. */
export const ProvisionalToken = object({
  token_type: text(),
  access_token: secret(text()),
  /** In seconds. */
  expires_in: integer(),
  scope: text(),
  id_token: secret(text()),
  refresh_token: optional(nullable(secret(LegacyRefreshToken))),
  scopes: optional(nullable(list(text()))),
  expires_at_s: optional(nullable(integer())),
});

const limit = rateLimit("partner-sdk", limits.partnerSdkCalls, "address");

export const createProvisionalToken = endpoint({
  id: "partnerSdk.token",
  source: notes,
  summary:
    "Exchange another service's token for one of a provisional account; creates the account for a new identity.",
  method: "POST",
  path: "/partner-sdk/token",
  auth: [open, bot],
  limit,
  bodyCredential: clientInBody,
  body: ExternalCredential,
  replies: { 200: ProvisionalToken },
  errors: [
    ...identityErrors,
    UnknownApplication,
    WrongClientSecret,
    IdentityMerged,
    MergeSourceBanned,
    UsernameTimeout,
    AccountLocked,
  ],
});

export const createBotProvisionalToken = endpoint({
  id: "partnerSdk.botToken",
  source: notes,
  summary:
    "Create a token of the provisional account of a player whom the application itself identifies.",
  method: "POST",
  path: "/partner-sdk/token/bot",
  auth: [bot],
  body: object({
    external_user_id: externalId,
    preferred_global_name: optional(nullable(name)),
    /** An account that the player already has, under another identity. */
    provisional_user_id: optional(nullable(Snowflake)),
  }),
  replies: { 200: ProvisionalToken },
  errors: [
    ProvisionalAccountsOff,
    IdentityMerged,
    InvalidUserType,
    MergeSourceBanned,
    TooManyIdentities,
    UnknownUser,
    UsernameTimeout,
    AccountLocked,
  ],
});

export const unmergeProvisionalAccount = endpoint({
  id: "partnerSdk.unmerge",
  source: notes,
  summary:
    "Separate an identity from the account that it was merged into; it gets a new provisional account.",
  method: "POST",
  path: "/partner-sdk/provisional-accounts/unmerge",
  auth: [open, bot],
  limit,
  bodyCredential: clientInBody,
  body: ExternalCredential,
  replies: { 204: none },
  errors: [...identityErrors, UnknownApplication, WrongClientSecret, InvalidUserType, UnknownUser],
});

export const unmergeAsBot = endpoint({
  id: "partnerSdk.unmergeBot",
  source: notes,
  summary: "Separate a player whom the application itself identifies from the merged account.",
  method: "POST",
  path: "/partner-sdk/provisional-accounts/unmerge/bot",
  auth: [bot],
  body: object({ external_user_id: externalId }),
  replies: { 204: none },
  errors: [ProvisionalAccountsOff, InvalidUserType, UnknownUser],
});

/** A token with which a child application acts for its parent's player. */
export const ChildToken = object({
  access_token: secret(text()),
  token_type: text(),
  /** The remaining lifetime of the parent's token, in seconds. */
  expires_in: integer(),
  scope: text(),
});

export const exchangeChildToken = endpoint({
  id: "partnerSdk.childToken",
  source: "protocol: lobbies-and-sdk 8.7, 13 #18",
  summary:
    "Exchange a parent application's token for one of its child; it expires with the parent's, and cannot be refreshed.",
  method: "POST",
  path: "/partner-sdk/child-token",
  auth: [open],
  limit,
  bodyCredential: { token: "parent_access_token" },
  body: object({
    parent_access_token: externalToken,
    child_application_id: Snowflake,
    parent_client_secret: clientSecret,
  }),
  replies: { 200: ChildToken },
  errors: [NotAChild, InvalidOauthToken, WrongParentSecret],
});

export const editCurrentAccount = endpoint({
  id: "users.editAccount",
  source: "protocol: lobbies-and-sdk 8.5",
  summary:
    "Update the caller's display name; a token of a provisional account needs no scope for this.",
  method: "PATCH",
  path: "/users/@me/account",
  auth: [bearer("account.global_name.update", "sdk.social_layer", "sdk.social_layer_presence")],
  body: object({ global_name: optional(nullable(name)) }),
  replies: { 200: OwnUser },
  errors: [MissingScope],
});
