// The grants of the token endpoint: what each requires and returns. Source: protocol:
// gateway-oauth-limits 5.4 to 5.8.
import {
  AuthorizationPending,
  DeviceDenied,
  ExpiredDeviceCode,
  InvalidGrant,
  InvalidOauthRequest,
  InvalidScope,
  MergeSourceBanned,
  SlowDown,
  UnsupportedGrantType,
  type exchangeToken,
  type TokenAnswer,
} from "@antechamber/contract/oauth";
import { snowflakeKey, type Static } from "@antechamber/contract/schema";
import { ApiError } from "../../platform/api-error.ts";
import type { Context } from "../../platform/context.ts";
import { secretDigest } from "../../platform/crypto.ts";
import type { ApplicationRecord } from "../applications/application.ts";
import { guilds } from "../guilds/guild.ts";
import { users, type UserRecord } from "../users/user.ts";
import { requestedScopes } from "../applications/scopes.ts";
import { signInClient, type ClientClaim } from "./clients.ts";
import { shownGuild } from "./consent.ts";
import { webhookPart } from "./consent-webhook.ts";
import { pollDevice, type DevicePoll } from "./device.ts";
import type { ProvenPlayer } from "./accounts/external-auth.ts";
import { endFamily, spendRefreshToken } from "./families.ts";
import { issueTokens } from "./issue-tokens.ts";
import { beginMerge } from "./accounts/merge.ts";
import { PROVISIONAL_SCOPE } from "./accounts/provisional-tokens.ts";
import {
  authorizationCodes,
  refreshTokens,
  spentRefreshTokens,
  type AuthorizationCodeRecord,
} from "./oauth.ts";
import { meetsChallenge } from "./pkce.ts";

type Form = Static<(typeof exchangeToken)["body"]>;

/** A request of the token endpoint. */
export type TokenRequest = Form &
  Pick<ClientClaim, "basic"> & {
    /** The external service's player that the person proved to be, to be merged into the user. */
    readonly player?: ProvenPlayer | undefined;
  };

/** Tokens, or a refusal, which is returned, not thrown, so that its changes are committed. */
export type Exchange =
  | { readonly answer: Static<typeof TokenAnswer> }
  | { readonly refusal: ApiError };

type Grant = (ctx: Context, request: TokenRequest) => Promise<Exchange>;

const grants: Readonly<Record<string, Grant>> = {
  authorization_code: byCode,
  refresh_token: byRefreshToken,
  client_credentials: byClientCredentials,
  "urn:ietf:params:oauth:grant-type:device_code": byDeviceCode,
};

/**
 * Issues tokens for a grant.
 *
 * @throws UnsupportedGrantType, InvalidClient, InvalidGrant, InvalidOauthRequest, InvalidScope
 */
export function exchange(ctx: Context, request: TokenRequest): Promise<Exchange> {
  const { grant_type: type } = request;
  const grant = type !== undefined && Object.hasOwn(grants, type) ? grants[type] : undefined;
  if (grant === undefined) {
    const message = `Grant type ${type ?? "None"} is not supported`;
    throw new ApiError(UnsupportedGrantType, { message });
  }
  return grant(ctx, request);
}

function missingParameter(name: string): ApiError {
  return new ApiError(InvalidOauthRequest, { message: `Missing "${name}" in request.` });
}

function invalidParameter(name: string): ApiError {
  // The one message that the reference writes without a full stop.
  const dot = name === "refresh_token" ? "" : ".";
  return new ApiError(InvalidGrant, { message: `Invalid "${name}" in request${dot}` });
}

/** The user of a grant, unless deleted or banned. */
async function personOf(ctx: Context, id: string): Promise<UserRecord | undefined> {
  const user = await ctx.tx.get(users, snowflakeKey(id));
  return user?.isBanned === true ? undefined : user;
}

async function byCode(ctx: Context, request: TokenRequest): Promise<Exchange> {
  const rule = request.code_verifier === undefined ? "secret" : "secretUnlessPublic";
  const application = await signInClient(ctx, request, rule);
  if (request.code === undefined) throw missingParameter("code");
  const code = await ctx.tx.get(authorizationCodes, secretDigest(request.code));
  if (code?.application_id !== application.id) throw invalidParameter("code");
  if (code.grant !== undefined) return endReusedGrant(ctx, code.grant, "code");
  if (code.expiresAt <= ctx.now) throw invalidParameter("code");
  await refuseEnded(ctx, code, request);
  requireSameClient(code, request);
  await mergePlayer(ctx, request, { application, user_id: code.user_id });
  const grant = ctx.id();
  ctx.tx.put(authorizationCodes, { ...code, grant });
  const { user_id, scopes, nonce, authenticatedAt } = code;
  const granted = { application, user_id, scopes, nonce, authenticatedAt, grant };
  const answer = await issueTokens(ctx, { ...granted, withRefresh: true });
  const placed = { ...(await guildPart(ctx, code)), ...(await webhookPart(ctx, code)) };
  return { answer: { ...answer, ...placed } };
}

/**
 * Refuses the code of a banned user or an ended consent; a merge has its own error for a ban.
 * Source: requirements 7.
 */
async function refuseEnded(
  ctx: Context,
  { user_id, isRevoked }: AuthorizationCodeRecord,
  { player }: TokenRequest,
): Promise<void> {
  const user = await ctx.tx.get(users, snowflakeKey(user_id));
  if (user?.isBanned === true && player !== undefined) throw new ApiError(MergeSourceBanned);
  if (user?.isBanned !== false || isRevoked === true) throw invalidParameter("code");
}

/** Merges the player that the request identifies, if any, into the user who signs in. */
async function mergePlayer(
  ctx: Context,
  { player }: TokenRequest,
  into: { readonly application: ApplicationRecord; readonly user_id: string },
): Promise<void> {
  if (player === undefined) return;
  await beginMerge(ctx, { ...into, identity: await player(ctx, into.application) });
}

/** A code must be exchanged by the client that asked for it. */
function requireSameClient(code: AuthorizationCodeRecord, request: TokenRequest): void {
  const { redirect_uri } = request;
  if (redirect_uri === undefined && code.isRedirectNamed) throw missingParameter("redirect_uri");
  if (redirect_uri !== undefined && redirect_uri !== code.redirect_uri)
    throw invalidParameter("redirect_uri");
  if (!meetsChallenge(request.code_verifier, code.challenge))
    throw invalidParameter("code_verifier");
}

/**
 * Ends the family of a code or refresh token that was used twice: one of the two users stole it.
 * Source: RFC 6749 4.1.2; RFC 9700 4.14.2.
 */
async function endReusedGrant(ctx: Context, grant: string, name: string): Promise<Exchange> {
  await endFamily(ctx, grant);
  return { refusal: invalidParameter(name) };
}

/** The guild that the application was added to by the same consent. */
async function guildPart(ctx: Context, { guild_id }: AuthorizationCodeRecord) {
  const guild =
    guild_id === undefined ? undefined : await ctx.tx.get(guilds, snowflakeKey(guild_id));
  return guild === undefined ? {} : { guild: await shownGuild(ctx, guild) };
}

async function byRefreshToken(ctx: Context, request: TokenRequest): Promise<Exchange> {
  const application = await signInClient(ctx, request, "secretUnlessPublic");
  if (request.refresh_token === undefined) throw missingParameter("refresh_token");
  const digest = secretDigest(request.refresh_token);
  const before = await ctx.tx.get(spentRefreshTokens, digest);
  if (before?.application_id === application.id) {
    return endReusedGrant(ctx, before.grant, "refresh_token");
  }
  const token = await ctx.tx.get(refreshTokens, digest);
  if (token?.application_id !== application.id || token.expiresAt <= ctx.now) {
    throw invalidParameter("refresh_token");
  }
  const { user_id, scopes, grant, authenticatedAt } = token;
  const person = await personOf(ctx, user_id);
  if (person === undefined) throw invalidParameter("refresh_token");
  const spent = await spendRefreshToken(ctx, token);
  const of = { application, user_id, scopes, grant, authenticatedAt };
  const answer = await issueTokens(ctx, { ...of, spent, withRefresh: true });
  // A provisional account's first token response named this scope.
  const named = person.isProvisional === true ? { scope: PROVISIONAL_SCOPE } : {};
  return { answer: { ...answer, ...named } };
}

/**
 * The token acts as the application's owner and cannot be refreshed. For a team there is no such
 * account, so the token has no user.
 */
async function byClientCredentials(ctx: Context, request: TokenRequest): Promise<Exchange> {
  const application = await signInClient(ctx, request, "secret");
  const scopes = requestedScopes(application, request.scope, "client");
  if (scopes === undefined) throw new ApiError(InvalidScope);
  const { team_id, owner_id } = application;
  const user_id = team_id === undefined ? owner_id : undefined;
  if (user_id !== undefined && (await personOf(ctx, user_id)) === undefined) {
    throw invalidParameter("client_id");
  }
  const own = { application, user_id, scopes, isOwn: true } as const;
  return { answer: await issueTokens(ctx, { ...own, withRefresh: false }) };
}

const pollRefusals = {
  unknown: () => invalidParameter("device_code"),
  pending: () => new ApiError(AuthorizationPending),
  tooSoon: () => new ApiError(SlowDown),
  expired: () => new ApiError(ExpiredDeviceCode),
  denied: () => new ApiError(DeviceDenied),
} as const satisfies Record<Exclude<DevicePoll["is"], "granted">, () => ApiError>;

async function byDeviceCode(ctx: Context, request: TokenRequest): Promise<Exchange> {
  const application = await signInClient(ctx, request, "secretUnlessPublic");
  if (request.device_code === undefined) throw missingParameter("device_code");
  const poll = await pollDevice(ctx, application.id, request.device_code);
  if (poll.is !== "granted") return { refusal: pollRefusals[poll.is]() };
  await mergePlayer(ctx, request, { application, user_id: poll.code.user_id });
  return { answer: await signInDevice(ctx, application, poll.code) };
}

async function signInDevice(
  ctx: Context,
  application: ApplicationRecord,
  code: Extract<DevicePoll, { is: "granted" }>["code"],
): Promise<Static<typeof TokenAnswer>> {
  const { user_id, scopes, decidedAt } = code;
  if ((await personOf(ctx, user_id)) === undefined) throw invalidParameter("device_code");
  const granted = { application, user_id, scopes, authenticatedAt: decidedAt };
  return issueTokens(ctx, { ...granted, withRefresh: true });
}
