// Errors of provisional accounts, their merging and child applications. Source: protocol:
// lobbies-and-sdk 8.7, gateway-oauth-limits 5.7; statuses as those notes have them.
import { nullable, object, Snowflake, text } from "../../schema/values.ts";
import { error } from "../../transport-errors.ts";

const source = "protocol: lobbies-and-sdk 8.7, gateway-oauth-limits 5.7";

export const ProvisionalAccountsOff = error({
  name: "ProvisionalAccountsOff",
  status: 403,
  code: 530_000,
  message: "Your application is not configured for provisional accounts",
  source,
});
export const IdTokenExpired = error({
  name: "IdTokenExpired",
  status: 400,
  code: 530_001,
  message: "The provided ID token has expired",
  source,
});
export const IdTokenWrongIssuer = error({
  name: "IdTokenWrongIssuer",
  status: 400,
  code: 530_002,
  message: "The provided ID token issuer does not match the configured issuer",
  source,
});
export const IdTokenWrongAudience = error({
  name: "IdTokenWrongAudience",
  status: 400,
  code: 530_003,
  message: "The provided ID token audience does not match the configured audience",
  source,
});
export const IdTokenTooOld = error({
  name: "IdTokenTooOld",
  status: 400,
  code: 530_004,
  message: "The provided ID token was issued too long ago",
  source,
});
export const UsernameTimeout = error({
  name: "UsernameTimeout",
  status: 503,
  code: 530_006,
  message: "Failed to generate a unique username within the allotted time",
  source,
});
export const WrongClientSecret = error({
  name: "WrongClientSecret",
  status: 401,
  code: 530_007,
  message: "The client secret is invalid",
  source: "protocol: lobbies-and-sdk 8.7, gateway-oauth-limits 5.7, 9 #22",
});
/** The secret of a parent application was wrong in a request for a token of its child. */
export const WrongParentSecret = error({
  name: "WrongParentSecret",
  status: 400,
  code: 530_007,
  message: "The client secret is invalid",
  source: "protocol: lobbies-and-sdk 13 #18",
});
export const OidcNotConfigured = error({
  name: "OidcNotConfigured",
  status: 400,
  code: 530_008,
  message: "The OIDC configuration could not be found",
  source,
});
export const OidcKeysMissing = error({
  name: "OidcKeysMissing",
  status: 400,
  code: 530_009,
  message: "The OIDC JWKS could not be found",
  source,
});
export const IdentityMerged = error({
  name: "IdentityMerged",
  status: 400,
  code: 530_010,
  message: "User account is non-provisional and should be authed through OAuth2",
  /** The account that the identity was merged into, and the identity. */
  details: object({
    user_id: Snowflake,
    provider_type: text(),
    provider_id: nullable(text()),
    provider_issued_user_id: text(),
  }),
  source,
});
export const OidcKeysInvalid = error({
  name: "OidcKeysInvalid",
  status: 400,
  code: 530_012,
  message: "The OIDC JWKS is invalid",
  source,
});
export const MergeSourceNotProvisional = error({
  name: "MergeSourceNotProvisional",
  status: 400,
  code: 530_014,
  message: "The merge source user is not a provisional account",
  source,
});
export const MergeTargetProvisional = error({
  name: "MergeTargetProvisional",
  status: 400,
  code: 530_016,
  message: "The merge destination user cannot be a provisional account",
  source,
});
export const MergeSourceBanned = error({
  name: "MergeSourceBanned",
  status: 400,
  code: 530_017,
  message: "The merge user is banned",
  source: "requirements 7; protocol: lobbies-and-sdk 8.7",
});
export const OidcTokenInvalid = error({
  name: "OidcTokenInvalid",
  status: 400,
  code: 530_020,
  message: "The OIDC token is invalid",
  source,
});
export const UnityProjectMismatch = error({
  name: "UnityProjectMismatch",
  status: 400,
  code: 530_022,
  message: "The Unity project does not match the configured project",
  source,
});
export const TooManyIdentities = error({
  name: "TooManyIdentities",
  status: 400,
  code: 530_023,
  message: "The user has too many application identities",
  source,
});
export const OidcKeyIdMissing = error({
  name: "OidcKeyIdMissing",
  status: 400,
  code: 530_027,
  message: "The OIDC token header has no key id",
  source,
});
/** A token of another service, or of a parent application, that is not valid or has expired. */
export const InvalidOauthToken = error({
  name: "InvalidOauthToken",
  status: 403,
  code: 50_025,
  message: "Invalid OAuth2 access token provided",
  source,
});
export const InvalidUserType = error({
  name: "InvalidUserType",
  status: 400,
  code: 50_229,
  message: "Invalid user type",
  source: "protocol: lobbies-and-sdk 4",
});
export const NotAChild = error({
  name: "NotAChild",
  status: 400,
  code: 50_260,
  message: "The application is not a child application",
  source: "protocol: lobbies-and-sdk 4, 13 #18",
});
/** Another merge of the same account is in progress. */
export const AccountLocked = error({
  name: "AccountLocked",
  status: 423,
  code: 0,
  message: "The resource is being locked",
  source: "protocol: gateway-oauth-limits 1.5, lobbies-and-sdk 8.7",
});

/** The errors of an external token. */
export const identityErrors = [
  ProvisionalAccountsOff,
  IdTokenExpired,
  IdTokenWrongIssuer,
  IdTokenWrongAudience,
  IdTokenTooOld,
  OidcNotConfigured,
  OidcKeysMissing,
  OidcKeysInvalid,
  OidcTokenInvalid,
  OidcKeyIdMissing,
  UnityProjectMismatch,
  InvalidOauthToken,
] as const;

/** The errors of merging an account into the user who signs in. */
export const mergeErrors = [
  ...identityErrors,
  MergeSourceNotProvisional,
  MergeTargetProvisional,
  MergeSourceBanned,
  TooManyIdentities,
  AccountLocked,
] as const;
