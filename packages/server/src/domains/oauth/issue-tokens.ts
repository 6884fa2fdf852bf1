// Issues the tokens of a grant. Source: protocol: gateway-oauth-limits 5.4, 5.11.
import { limits } from "@antechamber/contract";
import type { TokenAnswer } from "@antechamber/contract/oauth";
import type { Static } from "@antechamber/contract/schema";
import type { Millis } from "../../platform/clock.ts";
import type { Context } from "../../platform/context.ts";
import { secretDigest } from "../../platform/crypto.ts";
import { definedFields } from "../../platform/defined-fields.ts";
import { serviceAddress } from "../../platform/network/service-address.ts";
import { alphanumeric } from "../../platform/random.ts";
import { leftHalfHash, signRs256, tokenPart } from "../../platform/formats/rsa.ts";
import type { ApplicationRecord } from "../applications/application.ts";
import { ACCESS_TOKEN_LIFETIME_MS, accessTokens } from "../applications/tokens.ts";
import { refreshTokens, TOKEN_LENGTH } from "./oauth.ts";
import { ensureSigningKey } from "./signing-key.ts";

/** What to issue tokens for. */
export interface Issue {
  readonly application: Pick<ApplicationRecord, "id">;
  /** Absent for a token that belongs to the application alone. */
  readonly user_id?: string | undefined;
  /** The scopes as granted; umbrella scopes are not expanded. */
  readonly scopes: readonly string[];
  readonly withRefresh: boolean;
  /** False for no id token, whatever the scopes: the implicit grant cannot return one. */
  readonly withIdToken?: false;
  readonly nonce?: string | undefined;
  /** When the person signed in; by default now. */
  readonly authenticatedAt?: Millis | undefined;
  /** The family that a renewed token belongs to; by default a new one. */
  readonly grant?: string | undefined;
  /** The hashes of the family's spent refresh tokens. */
  readonly spent?: readonly string[];
  /** By default seven days. */
  readonly lifetimeMs?: Millis | undefined;
  /** True for the client credentials grant: the token acts as the application's owner. */
  readonly isOwn?: true;
  /** For a child application: the hash of the parent's token. */
  readonly parentDigest?: string;
}

/**
 * Issues an access token, a refresh token if requested, and an id token for `openid`.
 *
 * @returns the token response, the only place with the tokens in clear: they are stored hashed
 */
export async function issueTokens(ctx: Context, issue: Issue): Promise<Static<typeof TokenAnswer>> {
  const { application, user_id, scopes, lifetimeMs = ACCESS_TOKEN_LIFETIME_MS } = issue;
  const isFirst = issue.withRefresh || issue.isOwn === true;
  const grant = issue.grant ?? (isFirst ? ctx.id() : undefined);
  const accessToken = alphanumeric(ctx.random, TOKEN_LENGTH);
  const digest = secretDigest(accessToken);
  const expiresAt = ctx.now + lifetimeMs;
  const application_id = application.id;
  const of = user_id === undefined ? { application_id } : { application_id, user_id };
  const { isOwn, parentDigest } = issue;
  const own = {
    ...definedFields({ isOwn, parentDigest, grant }),
  };
  ctx.tx.put(accessTokens, { ...of, ...own, digest, scopes, issuedAt: ctx.now, expiresAt });
  return {
    access_token: accessToken,
    token_type: "Bearer",
    expires_in: lifetimeMs / 1000,
    scope: scopes.join(" "),
    ...(await refreshPart(ctx, { ...issue, grant }, digest)),
    ...(await idPart(ctx, issue, accessToken)),
  };
}

async function refreshPart(ctx: Context, issue: Issue, accessDigest: string) {
  const { application, user_id, scopes, grant, spent = [], authenticatedAt = ctx.now } = issue;
  if (!issue.withRefresh || user_id === undefined || grant === undefined) return {};
  const refresh_token = alphanumeric(ctx.random, TOKEN_LENGTH);
  const digest = secretDigest(refresh_token);
  const of = { application_id: application.id, user_id, scopes, accessDigest, authenticatedAt };
  const expiresAt = ctx.now + limits.refreshTokenIdle.value;
  ctx.tx.put(refreshTokens, { ...of, digest, grant, spent, issuedAt: ctx.now, expiresAt });
  return { refresh_token };
}

async function idPart(ctx: Context, issue: Issue, accessToken: string) {
  const { application, user_id, scopes, nonce, authenticatedAt = ctx.now } = issue;
  const isWanted = issue.withIdToken !== false && scopes.includes("openid");
  if (user_id === undefined || !isWanted) return {};
  const claims = { audience: application.id, user_id, nonce, authenticatedAt, accessToken };
  return { id_token: await idTokenFor(ctx, claims) };
}

/** What an id token states about a sign-in. */
export interface SignIn {
  /** The application's id. */
  readonly audience: string;
  readonly user_id: string;
  /** The nonce of the authorization request. */
  readonly nonce?: string | undefined;
  readonly authenticatedAt: Millis;
  /** The access token that is issued with it. */
  readonly accessToken: string;
}

const seconds = (at: Millis) => Math.floor(at / 1000);

/** Signs an id token for a sign-in. It lives as long as an access token. */
export async function idTokenFor(ctx: Context, signIn: SignIn): Promise<string> {
  const key = await ensureSigningKey(ctx);
  const { nonce } = signIn;
  const claims = {
    iss: serviceAddress(ctx.settings),
    sub: signIn.user_id,
    aud: [signIn.audience],
    iat: seconds(ctx.now),
    exp: seconds(ctx.now + ACCESS_TOKEN_LIFETIME_MS),
    auth_time: seconds(signIn.authenticatedAt),
    at_hash: leftHalfHash(signIn.accessToken),
    ...definedFields({ nonce }),
  };
  const content = `${tokenPart({ alg: "RS256", typ: "JWT", kid: key.kid })}.${tokenPart(claims)}`;
  return `${content}.${signRs256(key.privateKey, content)}`;
}
