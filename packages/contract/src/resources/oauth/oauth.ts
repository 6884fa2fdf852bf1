// The endpoints that applications call: issuing and revoking tokens, and identifying their users.
// Source: protocol: gateway-oauth-limits 5, lobbies-and-sdk 8.
import { bearer, bearerElseUnauthorized, open } from "../../auth.ts";
import { endpoint, rateLimit } from "../../endpoint.ts";
import { limits } from "../../limits/limits.ts";
import {
  anything,
  Bool,
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
  AuthorizationPending,
  DeviceDenied,
  ExpiredDeviceCode,
  InvalidClient,
  InvalidGrant,
  InvalidScope,
  SlowDown,
  UnauthorizedClient,
  UnsupportedGrantType,
} from "./oauth-errors.ts";
import { mergeErrors } from "./partner-errors.ts";
import { User } from "../users/users.ts";
import { Webhook } from "../webhooks/channel-webhooks.ts";

/** Enough for the longest token that another service may issue. */
const TOKEN_MAX = 10_240;
const field = (max: number) => optional(text({ max }));
const secretField = (max: number) => optional(secret(text({ max })));

/** A client may identify itself in the form instead of by HTTP Basic. */
const clientFields = { client_id: field(100), client_secret: secretField(1024) };
export const clientInBody = { id: "client_id", secret: "client_secret" } as const;

/** The answer of the token endpoint. Source: protocol: gateway-oauth-limits 5.4. */
export const TokenAnswer = object({
  access_token: secret(text()),
  token_type: text(),
  /** In seconds. */
  expires_in: integer(),
  refresh_token: optional(secret(text())),
  /** Separated by spaces, with umbrella scopes unexpanded. */
  scope: text(),
  id_token: optional(secret(text())),
  /** The guild that the same consent added the application to. */
  guild: optional(anything<object>()),
  /** The webhook that the same consent created for the application. */
  webhook: optional(Webhook),
});

export const exchangeToken = endpoint({
  id: "oauth2.token",
  source: "protocol: gateway-oauth-limits 5.4, 5.8; requirements 4.3, 7",
  summary:
    "Exchange a code, a refresh token, a device code or the application's own credentials for tokens.",
  method: "POST",
  path: "/oauth2/token",
  auth: [open],
  oauthForm: true,
  bodyCredential: clientInBody,
  limit: rateLimit("oauth2.token", limits.oauthTokenCalls, "address"),
  body: object({
    ...clientFields,
    grant_type: field(200),
    code: secretField(TOKEN_MAX),
    redirect_uri: field(2048),
    code_verifier: secretField(2048),
    refresh_token: secretField(TOKEN_MAX),
    device_code: secretField(TOKEN_MAX),
    scope: field(4000),
    external_auth_type: field(100),
    external_auth_token: secretField(TOKEN_MAX),
  }),
  replies: { 200: TokenAnswer },
  errors: [
    InvalidClient,
    InvalidGrant,
    UnsupportedGrantType,
    UnauthorizedClient,
    InvalidScope,
    AuthorizationPending,
    SlowDown,
    ExpiredDeviceCode,
    DeviceDenied,
    ...mergeErrors,
  ],
});

export const revokeToken = endpoint({
  id: "oauth2.revoke",
  source: "protocol: gateway-oauth-limits 5.9",
  summary:
    "Revoke a token and every other token that the application holds for its user, as removing the application does.",
  method: "POST",
  path: "/oauth2/token/revoke",
  auth: [open],
  oauthForm: true,
  bodyCredential: clientInBody,
  body: object({ ...clientFields, token: secretField(TOKEN_MAX), token_type_hint: field(100) }),
  replies: { 200: object({}) },
  errors: [InvalidClient],
});

/**
 * A device authorization: the codes for the user and for the device, and where the user enters
 * theirs.
 */
export const DeviceAuthorization = object({
  device_code: secret(text()),
  user_code: secret(text()),
  verification_uri: text(),
  verification_uri_complete: secret(text()),
  /** In seconds. */
  expires_in: integer(),
  /** The seconds between two polls. */
  interval: integer(),
});

export const authorizeDevice = endpoint({
  id: "oauth2.deviceAuthorize",
  source: "protocol: gateway-oauth-limits 5.6",
  summary: "Start a device authorization, the sign-in of a device without a browser.",
  method: "POST",
  path: "/oauth2/device/authorize",
  auth: [open],
  oauthForm: true,
  bodyCredential: clientInBody,
  limit: rateLimit("oauth2.deviceAuthorize", limits.deviceAuthorizations, "address"),
  body: object({ ...clientFields, scope: field(4000) }),
  replies: { 200: DeviceAuthorization },
  errors: [InvalidClient, InvalidScope],
});

/** An application, as anyone can read it. */
export const PublicApplication = object({
  id: Snowflake,
  name: text(),
  icon: nullable(text()),
  description: text(),
  type: nullable(integer()),
  bot: optional(User),
  bot_public: Bool,
  bot_require_code_grant: Bool,
  verify_key: text(),
  flags: integer(),
  flags_new: text(),
  summary: text(),
  tags: list(text()),
});

export const getCurrentAuthorization = endpoint({
  id: "oauth2.me",
  source: "protocol: gateway-oauth-limits 5.10",
  summary:
    "Get the application, scopes and expiry of a bearer token; includes the user with `identify`.",
  method: "GET",
  path: "/oauth2/@me",
  auth: [bearerElseUnauthorized()],
  replies: {
    200: object({
      application: PublicApplication,
      scopes: list(text()),
      expires: text(),
      user: optional(User),
    }),
  },
  errors: [],
});

/** Claims about the user of a token. */
const Userinfo = object({
  sub: Snowflake,
  email: optional(nullable(text())),
  email_verified: optional(Bool),
  preferred_username: optional(text()),
  nickname: optional(nullable(text())),
  picture: optional(text()),
  locale: optional(text()),
});

const userinfo = {
  source: "protocol: gateway-oauth-limits 5.1",
  summary:
    "Get the user's OpenID Connect claims; the address requires `email`, the rest `identify`.",
  path: "/oauth2/userinfo",
  auth: [bearer("openid")],
  replies: { 200: Userinfo },
  errors: [],
} as const;

export const getUserinfo = endpoint({ id: "oauth2.userinfo", method: "GET", ...userinfo });

export const postUserinfo = endpoint({ id: "oauth2.userinfoPost", method: "POST", ...userinfo });

export const getSigningKeys = endpoint({
  id: "oauth2.keys",
  source: "protocol: gateway-oauth-limits 5.1",
  summary: "Get the keys that sign ID tokens, as a JSON Web Key Set.",
  method: "GET",
  path: "/oauth2/keys",
  auth: [open],
  replies: {
    200: object({
      keys: list(
        object({
          kty: word(["RSA"]),
          use: word(["sig"]),
          kid: text(),
          n: text(),
          e: text(),
          alg: word(["RS256"]),
        }),
      ),
    }),
  },
  errors: [],
});

export const getFingerprint = endpoint({
  id: "auth.fingerprint",
  source: "protocol: lobbies-and-sdk 7.1",
  summary: "Get a fingerprint, which the official SDK requests at startup; nothing depends on it.",
  method: "GET",
  path: "/auth/fingerprint",
  auth: [open],
  replies: { 200: object({ fingerprint: text() }) },
  errors: [],
});
