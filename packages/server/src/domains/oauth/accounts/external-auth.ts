// Identifies the player behind an external service's token that a game sent: OIDC tokens are
// verified, the others are looked up among the players that the world lists. Source: protocol:
// lobbies-and-sdk 8.7, gateway-oauth-limits 5.7.
import { limits, type ErrorDeclaration } from "@antechamber/contract";
import {
  externalAuthTypes,
  InvalidOauthRequest,
  InvalidOauthToken,
  MergeSourceNotProvisional,
  OidcNotConfigured,
  ProvisionalAccountsOff,
  UnityProjectMismatch,
  WrongClientSecret,
  type ExternalAuthType,
  IdTokenExpired,
  IdTokenTooOld,
  IdTokenWrongAudience,
  IdTokenWrongIssuer,
  OidcKeyIdMissing,
  OidcTokenInvalid,
} from "@antechamber/contract/oauth";
import { snowflakeKey } from "@antechamber/contract/schema";
import { ApiError } from "../../../platform/api-error.ts";
import type { Caller, ReadContext } from "../../../platform/context.ts";
import { secretDigest } from "../../../platform/crypto.ts";
import { definedFields } from "../../../platform/defined-fields.ts";
import type { Transactions } from "../../../platform/transactions.ts";
import type { Millis } from "../../../platform/clock.ts";
import {
  isSignedWith,
  readToken,
  type JsonWebKey,
  type UnverifiedToken,
} from "../../../platform/formats/jws.ts";
import { hasFlag, type ApplicationRecord } from "../../applications/application.ts";
import { applicationOf } from "../../applications/operations.ts";
import { accessTokens } from "../../applications/tokens.ts";
import { users } from "../../users/user.ts";
import type { OidcProvider } from "../../applications/oidc-provider.ts";
import { signInClient, type ClientClaim, isProven } from "../clients.ts";
import {
  identitiesOf,
  listedIdentities,
  listedKey,
  providerOf,
  type ExternalIdentity,
} from "./external-identity.ts";
import type { ProviderKeys } from "./provider-keys.ts";

/** A token of an external service, as a game sends it. */
export interface ExternalCredential {
  readonly external_auth_type: ExternalAuthType;
  readonly external_auth_token: string;
}

/** What `identify` needs besides the store. */
export interface IdentifyingDeps {
  readonly work: Transactions;
  readonly keys: ProviderKeys;
}

/**
 * True for an application that may have provisional accounts; a child application uses its
 * parent's.
 */
export function mayHaveProvisional(application: ApplicationRecord): boolean {
  const isIntegrated =
    hasFlag(application, "SOCIAL_LAYER_INTEGRATION") ||
    hasFlag(application, "SOCIAL_LAYER_INTEGRATION_LIMITED");
  return isIntegrated && application.parent_id === undefined;
}

/** @throws ProvisionalAccountsOff */
export function requireProvisional(application: ApplicationRecord): void {
  if (!mayHaveProvisional(application)) throw new ApiError(ProvisionalAccountsOff);
}

/** @throws `refusal` unless the secret is right, or the client is public and sent none */
export function requireSecret(
  application: ApplicationRecord,
  secret: string | null | undefined,
  refusal: ErrorDeclaration,
): void {
  if (!isProven(application, secret ?? undefined, "secretUnlessPublic"))
    throw new ApiError(refusal);
}

/**
 * The application that a game names. It must send its secret unless it is a public client or the
 * caller is its own bot.
 *
 * @throws UnknownApplication, WrongClientSecret, ProvisionalAccountsOff
 */
export async function partnerApplication(
  ctx: ReadContext,
  caller: Caller,
  credentials: { readonly client_id: string; readonly client_secret?: string | null },
): Promise<ApplicationRecord> {
  const application = await applicationOf(ctx, credentials.client_id);
  const isOwnBot = caller.kind === "bot" && caller.application_id === application.id;
  const secret = credentials.client_secret ?? undefined;
  if (!isOwnBot || secret !== undefined) requireSecret(application, secret, WrongClientSecret);
  requireProvisional(application);
  return application;
}

/**
 * Gives the identified player, checked again in the transaction that acts on it: the token may have
 * expired, or the application's provider may have changed, while the external service was asked.
 *
 * @throws identityErrors
 */
export type ProvenPlayer = (
  ctx: ReadContext,
  application: ApplicationRecord,
) => Promise<ExternalIdentity>;

/**
 * Identifies the player behind a token of an external service. This may fetch the service's keys,
 * so it runs outside of transactions.
 *
 * @throws identityErrors
 */
export async function identify(
  { work, keys }: IdentifyingDeps,
  application: ApplicationRecord,
  credential: ExternalCredential,
): Promise<ProvenPlayer> {
  requireProvisional(application);
  const { external_auth_type: type, external_auth_token: token } = credential;
  if (type !== "OIDC") {
    const listed: ProvenPlayer = (ctx, current) => listedPlayer(ctx, current, credential);
    await work.read((ctx) => listed(ctx, application));
    return listed;
  }
  const { oidc } = application;
  if (oidc === undefined) throw new ApiError(OidcNotConfigured);
  const keyed = await keyedToken(token);
  const now = await work.read(async (ctx) => ctx.now);
  const { kid, token: unverified } = keyed;
  const key = await keys.find(oidc, { kid, alg: unverified.header["alg"] }, now);
  await requireSignature(keyed, key);
  claimedIdentity(keyed, oidc, now);
  return async (ctx, { oidc: provider }) => {
    if (provider === undefined) throw new ApiError(OidcNotConfigured);
    return claimedIdentity(keyed, provider, ctx.now);
  };
}

/** The fields of a token request that carry an external service's token. */
interface MergingRequest extends ClientClaim {
  readonly external_auth_type?: string | undefined;
  readonly external_auth_token?: string | undefined;
}

/**
 * The player that a token request proves besides its grant, or undefined when the request names
 * none.
 *
 * @throws InvalidClient, InvalidOauthRequest, MergeSourceNotProvisional, identityErrors
 */
export async function provenPlayer(
  deps: IdentifyingDeps,
  request: MergingRequest,
): Promise<ProvenPlayer | undefined> {
  const { external_auth_type: requestedType, external_auth_token: token } = request;
  if (requestedType === undefined && token === undefined) return undefined;
  const type = externalAuthTypes.find((each) => each === requestedType);
  if (type === undefined) throw wrongParameter("external_auth_type");
  if (token === undefined) throw wrongParameter("external_auth_token");
  const application = await deps.work.read(async (ctx) => {
    const client = await signInClient(ctx, request, "secretUnlessPublic");
    if (type === "DISCORD_BOT_ISSUED_ACCESS_TOKEN")
      await requireProvisionalOwner(ctx, client, token);
    return client;
  });
  const credential = { external_auth_type: type, external_auth_token: token };
  return identify(deps, application, credential);
}

function wrongParameter(name: string): ApiError {
  return new ApiError(InvalidOauthRequest, { message: `Invalid "${name}" in request.` });
}

/** @throws InvalidOauthToken, UnityProjectMismatch */
async function listedPlayer(
  ctx: ReadContext,
  application: ApplicationRecord,
  { external_auth_type: type, external_auth_token: token }: ExternalCredential,
): Promise<ExternalIdentity> {
  if (type === "DISCORD_BOT_ISSUED_ACCESS_TOKEN") return playerOfBotToken(ctx, application, token);
  const key = listedKey(application.id, type, secretDigest(token));
  const listed = await ctx.tx.get(listedIdentities, key);
  const isGood = listed !== undefined && (listed.expiresAt ?? Infinity) > ctx.now;
  if (!isGood) throw new ApiError(InvalidOauthToken);
  const { unity_project_id: project } = application;
  if (type === "UNITY_SERVICES_ID_TOKEN" && project !== undefined) {
    if (listed.project_id !== project) throw new ApiError(UnityProjectMismatch);
  }
  return {
    provider_type: providerOf[type],
    provider_id: application.id,
    external_id: listed.id,
    ...definedFields({ name: listed.name }),
  };
}

/**
 * The player behind an access token that was issued to the application's own bot.
 *
 * @throws InvalidOauthToken
 */
async function playerOfBotToken(
  ctx: ReadContext,
  application: ApplicationRecord,
  token: string,
): Promise<ExternalIdentity> {
  const userId = await ownerOfToken(ctx, application, token);
  const identities = userId === undefined ? [] : await identitiesOf(ctx, application.id, userId);
  const identity = identities.find(({ provider_type }) => provider_type === "DISCORD_BOT");
  if (identity === undefined) throw new ApiError(InvalidOauthToken);
  const { provider_type, provider_id, external_id } = identity;
  return { provider_type, provider_id, external_id };
}

/** The user of an access token of the application; undefined for a token that is not good. */
async function ownerOfToken(
  ctx: ReadContext,
  { id }: ApplicationRecord,
  token: string,
): Promise<string | undefined> {
  const record = await ctx.tx.get(accessTokens, secretDigest(token));
  const isGood = record?.application_id === id && record.expiresAt > ctx.now;
  return isGood ? record.user_id : undefined;
}

/**
 * Refuses to merge from a full account, whose access token is as good as one that a bot asked for.
 *
 * @throws MergeSourceNotProvisional
 * @source protocol: lobbies-and-sdk 8.7
 */
async function requireProvisionalOwner(
  ctx: ReadContext,
  application: ApplicationRecord,
  token: string,
): Promise<void> {
  const userId = await ownerOfToken(ctx, application, token);
  const owner = userId === undefined ? undefined : await ctx.tx.get(users, snowflakeKey(userId));
  const isFull = owner !== undefined && owner.isProvisional !== true;
  if (isFull) throw new ApiError(MergeSourceNotProvisional);
}

/** How far ahead an external service's clock may be. Source: assumed: usual among verifiers. */
const LEEWAY_SECONDS = 60;

/** An id token with the id of the key that signed it. */
export interface KeyedToken {
  readonly token: UnverifiedToken;
  readonly kid: string;
}

/** Decodes an id token, without verifying it. @throws OidcTokenInvalid, OidcKeyIdMissing */
export async function keyedToken(idToken: string): Promise<KeyedToken> {
  const token = await readToken(idToken);
  if (token === undefined) throw new ApiError(OidcTokenInvalid);
  const { kid } = token.header;
  if (typeof kid !== "string" || kid === "") throw new ApiError(OidcKeyIdMissing);
  return { token, kid };
}

/** @throws OidcTokenInvalid unless the key signed the token */
export async function requireSignature(
  { token }: KeyedToken,
  key: JsonWebKey | undefined,
): Promise<void> {
  if (key === undefined || !(await isSignedWith(token, key))) throw new ApiError(OidcTokenInvalid);
}

/**
 * The player that the claims of an id token identify; its signature must have been verified.
 *
 * @throws OidcTokenInvalid, IdTokenWrongIssuer, IdTokenWrongAudience, IdTokenExpired, IdTokenTooOld
 */
export function claimedIdentity(
  { token }: KeyedToken,
  provider: OidcProvider,
  now: Millis,
): ExternalIdentity {
  const issue = claimsFault(token.claims, provider, now / 1000);
  if (issue !== undefined) throw new ApiError(issue);
  const { sub, preferred_username: name } = token.claims;
  const identity = {
    provider_type: "OIDC",
    provider_id: provider.issuer,
    external_id: sub as string,
  } as const;
  return { ...identity, ...(isName(name) ? { name: name.trim() } : {}) };
}

function isName(value: unknown): value is string {
  if (typeof value !== "string") return false;
  const length = Array.from(value.trim()).length;
  return length >= 1 && length <= limits.globalName.value;
}

type Claims = Readonly<Record<string, unknown>>;

function claimsFault(
  claims: Claims,
  { issuer, client_ids }: OidcProvider,
  now: number,
): ErrorDeclaration | undefined {
  const { iss, aud, exp, iat } = claims;
  if (iss !== issuer) return IdTokenWrongIssuer;
  const audiences: readonly unknown[] = Array.isArray(aud) ? aud : [aud];
  if (!audiences.some((each) => client_ids.includes(each as string))) return IdTokenWrongAudience;
  if (!isWellFormed(claims, now)) return OidcTokenInvalid;
  if ((exp as number) <= now) return IdTokenExpired;
  return (iat as number) < now - limits.idTokenAge.value ? IdTokenTooOld : undefined;
}

function isWellFormed({ sub, exp, iat, nbf }: Claims, now: number): boolean {
  const isSubject = typeof sub === "string" && sub.length >= 1;
  const isShort = isSubject && sub.length <= limits.externalUserId.value;
  const isDated = Number.isFinite(exp) && Number.isFinite(iat);
  const begins = Math.max((iat as number) || 0, typeof nbf === "number" ? nbf : 0);
  return isShort && isDated && begins <= now + LEEWAY_SECONDS;
}
