// The deadlines of OAuth: expired tokens, codes and sessions are deleted.
import type { AnyJob } from "../../platform/context.ts";
import { onDeadline, type Deadline } from "../../platform/schedule/deadlines.ts";
import { accessTokens } from "../applications/tokens.ts";
import { endSessionToken, sessionTokens } from "../users/session-tokens.ts";
import { mergeAccounts } from "./accounts/merge.ts";
import { browserSessions } from "./browser-session.ts";
import { deviceCodes } from "./device.ts";
import { authorizationCodes, deleteRefreshToken, refreshTokens } from "./oauth.ts";

const userOf = ({ user_id }: { readonly user_id: string }) => user_id;

export const oauthDeadlines: readonly Deadline[] = [
  // Gateway sessions opened with the token stay open: protocol: gateway-oauth-limits 5.11.
  onDeadline(accessTokens, {
    kind: "oauth.access_token",
    subject: ({ user_id, application_id }) => user_id ?? application_id,
    run: (ctx, { digest }) => ctx.tx.delete(accessTokens, digest),
  }),
  onDeadline(refreshTokens, {
    kind: "oauth.refresh_token",
    subject: userOf,
    run: (ctx, token) => deleteRefreshToken(ctx.tx, token),
  }),
  onDeadline(authorizationCodes, {
    kind: "oauth.code",
    subject: userOf,
    run: (ctx, { digest }) => ctx.tx.delete(authorizationCodes, digest),
  }),
  onDeadline(deviceCodes, {
    kind: "oauth.device_code",
    subject: ({ application_id }) => application_id,
    run: (ctx, { digest }) => ctx.tx.delete(deviceCodes, digest),
  }),
  onDeadline(browserSessions, {
    kind: "oauth.browser_session",
    subject: userOf,
    run: (ctx, { digest }) => ctx.tx.delete(browserSessions, digest),
  }),
  onDeadline(sessionTokens, {
    kind: "users.session_token",
    subject: userOf,
    run: endSessionToken,
  }),
];

export const oauthJobs: readonly AnyJob[] = [mergeAccounts];
