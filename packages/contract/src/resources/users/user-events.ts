// The events of a user for their own sessions, and those that end sessions. Source: protocol:
// gateway-oauth-limits 4.5, 4.16, 4.17.
import { event } from "../../event.ts";
import { object, optional, secret, Snowflake, text, word } from "../../schema/values.ts";
import { OwnUser } from "./users.ts";

export const UserUpdate = event({
  name: "USER_UPDATE",
  source: "protocol: gateway-oauth-limits 4.16",
  summary: "The session's user was updated.",
  scope: "user",
  payload: OwnUser,
});

/** Closes sessions with 4004: those of a bot, of a signed-in user, or of an application for a user. */
export const SessionsRevoked = event({
  name: "SESSIONS_REVOKED",
  source: "protocol: gateway-oauth-limits 4.17",
  summary: "A credential was revoked, which ends the sessions that use it.",
  scope: "nobody",
  payload: object({
    user_id: Snowflake,
    kind: word(["bot", "user", "oauth2"]),
    application_id: optional(Snowflake),
    /** Only sessions that use tokens of this grant. */
    grant: optional(text()),
  }),
});

/**
 * The gateway itself sends it to the session that identified with the token: no record names that
 * session.
 */
export const OAuth2TokenRevoke = event({
  name: "OAUTH2_TOKEN_REVOKE",
  source: "protocol: gateway-oauth-limits 4.17",
  summary: "The access token of the session was revoked; the connection closes with 4004.",
  scope: "nobody",
  payload: object({ access_token: secret(text()), application_id: optional(Snowflake) }),
});

/** Source: protocol: lobbies-and-sdk 8.7. */
export const UserMergeOperationCompleted = event({
  name: "USER_MERGE_OPERATION_COMPLETED",
  source: "protocol: gateway-oauth-limits 4.17",
  summary: "A provisional account was merged into the session's user.",
  scope: "users",
  payload: object({ merge_operation_id: Snowflake, source_user_id: Snowflake }),
});
