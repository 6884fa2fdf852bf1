// Errors of the OAuth2 endpoints, in the format of RFC 6749. Source: protocol: gateway-oauth-limits
// 5.8.
import { error } from "../../transport-errors.ts";

const source = "protocol: gateway-oauth-limits 5.8";

/** The client is unknown, or its secret is wrong. The reference only sends the error's name. */
export const InvalidClient = error({
  name: "InvalidClient",
  status: 401,
  code: 0,
  oauth: "invalid_client",
  message: "invalid_client",
  source,
});

/** The message names the invalid part: `Invalid "code" in request.` */
export const InvalidGrant = error({
  name: "InvalidGrant",
  status: 400,
  code: 0,
  oauth: "invalid_grant",
  message: 'Invalid "code" in request.',
  source,
});

/** The message names the missing or invalid part. */
export const InvalidOauthRequest = error({
  name: "InvalidOauthRequest",
  status: 400,
  code: 0,
  oauth: "invalid_request",
  message: "The request is missing a required parameter or is otherwise malformed.",
  source,
});

export const UnsupportedGrantType = error({
  name: "UnsupportedGrantType",
  status: 400,
  code: 0,
  oauth: "unsupported_grant_type",
  message: "Grant type None is not supported",
  source,
});

export const UnauthorizedClient = error({
  name: "UnauthorizedClient",
  status: 400,
  code: 0,
  oauth: "unauthorized_client",
  message: "The client is not authorized to use this grant type.",
  source: "RFC 6749 5.2",
});

export const InvalidScope = error({
  name: "InvalidScope",
  status: 400,
  code: 0,
  oauth: "invalid_scope",
  message: "The requested scope is invalid, unknown, or malformed.",
  source,
});

export const AuthorizationPending = error({
  name: "AuthorizationPending",
  status: 400,
  code: 0,
  oauth: "authorization_pending",
  message: "authorization_pending",
  source,
});

export const SlowDown = error({
  name: "SlowDown",
  status: 400,
  code: 0,
  oauth: "slow_down",
  message: "slow_down",
  source: "protocol: gateway-oauth-limits 5.6",
});

export const ExpiredDeviceCode = error({
  name: "ExpiredDeviceCode",
  status: 400,
  code: 0,
  oauth: "expired_token",
  message: "expired_token",
  source: "protocol: gateway-oauth-limits 5.6",
});

export const DeviceDenied = error({
  name: "DeviceDenied",
  status: 400,
  code: 0,
  oauth: "access_denied",
  message: "access_denied",
  source: "protocol: gateway-oauth-limits 5.6",
});

/** An account that is not verified may not do this. */
export const UnverifiedAccount = error({
  name: "UnverifiedAccount",
  status: 403,
  code: 40002,
  message: "You need to verify your account in order to perform this action.",
  source: "protocol: gateway-oauth-limits 5.3; the code is the public one",
});

export const UnknownUserCode = error({
  name: "UnknownUserCode",
  status: 404,
  code: 0,
  message: "404: Not Found",
  source: "protocol: gateway-oauth-limits 5.6",
});
