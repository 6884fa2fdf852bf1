// Tokens of provisional accounts. Source: protocol: lobbies-and-sdk 8.7, gateway-oauth-limits 5.7.
import { limits, UnknownUser } from "@antechamber/contract";
import {
  IdentityMerged,
  InvalidUserType,
  MergeSourceBanned,
  TooManyIdentities,
  UsernameTimeout,
  type ProvisionalToken,
  InvalidOauthToken,
  NotAChild,
  WrongParentSecret,
  type ChildToken,
  type exchangeChildToken,
} from "@antechamber/contract/oauth";
import { snowflakeKey, type Static } from "@antechamber/contract/schema";
import { ApiError } from "../../../platform/api-error.ts";
import type { Context, ReadContext } from "../../../platform/context.ts";
import { secretDigest } from "../../../platform/crypto.ts";
import { type ApplicationRecord, applications } from "../../applications/application.ts";
import { users, type UserRecord } from "../../users/user.ts";
import { accessTokens, type AccessTokenRecord } from "../../applications/tokens.ts";
import { recordAuthorization } from "../authorization.ts";
import { isPublicClient } from "../clients.ts";
import { issueTokens } from "../issue-tokens.ts";
import { requireSecret } from "./external-auth.ts";
import { requireUnlocked } from "./account-merge.ts";
import {
  externalIdentities,
  identitiesOf,
  identityRecord,
  type ExternalIdentity,
  type IdentityRecord,
} from "./external-identity.ts";
import { freeUsername, makeProvisionalUser } from "./provisional-user.ts";

/** The scope of provisional accounts' tokens, as replies name it. */
export const PROVISIONAL_SCOPE = "sdk.social_layer";

/** The identity to sign in, and the account that a new identity is to be added to. */
export interface AccountRequest {
  readonly application: ApplicationRecord;
  readonly identity: ExternalIdentity;
  /** An existing provisional account of the player. */
  readonly known_user_id?: string | undefined;
}

/**
 * Issues tokens for the provisional account of an identity; a new identity gets a new account.
 *
 * @throws IdentityMerged, MergeSourceBanned, AccountLocked, UsernameTimeout, UnknownUser,
 *   InvalidUserType, TooManyIdentities
 */
export async function signInProvisionally(
  ctx: Context,
  request: AccountRequest,
): Promise<Static<typeof ProvisionalToken>> {
  const { application, identity } = request;
  const user = await accountOfIdentity(ctx, request);
  await requireUnlocked(ctx, user.id);
  const of = { user_id: user.id, application_id: application.id };
  await recordAuthorization(ctx, { ...of, scopes: [PROVISIONAL_SCOPE] });
  // The legacy grant has refresh tokens; otherwise the game sends a fresh external token instead.
  const withRefresh = identity.provider_type === "OIDC" && !isPublicClient(application);
  const issued = await issueTokens(ctx, {
    application,
    user_id: user.id,
    scopes: ["openid", PROVISIONAL_SCOPE],
    withRefresh,
  });
  const { id_token } = issued;
  if (id_token === undefined) throw new Error("an id token that was asked for is missing");
  return {
    ...issued,
    id_token,
    scope: PROVISIONAL_SCOPE,
    scopes: [PROVISIONAL_SCOPE],
    expires_at_s: Math.floor(ctx.now / 1000) + issued.expires_in,
  };
}

async function accountOfIdentity(ctx: Context, request: AccountRequest): Promise<UserRecord> {
  const { application, identity, known_user_id } = request;
  const linked = await identityRecord(ctx, application.id, identity);
  if (linked === undefined) return newAccount(ctx, request);
  const user = await ctx.tx.get(users, snowflakeKey(linked.user_id));
  if (user === undefined) throw new Error("an identity stands for nobody");
  if (user.isProvisional !== true) throw new ApiError(IdentityMerged, { details: merged(linked) });
  if (user.isBanned) throw new ApiError(MergeSourceBanned);
  if (known_user_id !== undefined && known_user_id !== user.id) throw new ApiError(InvalidUserType);
  return user;
}

/** A game's own players have no provider. Source: protocol: lobbies-and-sdk 8.7. */
function merged({
  user_id,
  provider_type,
  provider_id: id,
  external_id,
}: IdentityRecord): Static<typeof IdentityMerged.details> {
  const provider_id = provider_type === "DISCORD_BOT" ? null : id;
  return { user_id, provider_type, provider_id, provider_issued_user_id: external_id };
}

async function newAccount(
  ctx: Context,
  { application, identity, known_user_id }: AccountRequest,
): Promise<UserRecord> {
  const { name, ...proven } = identity;
  const user =
    known_user_id === undefined
      ? await newUser(ctx, name)
      : await knownAccount(ctx, application, known_user_id);
  const of = { application_id: application.id, user_id: user.id };
  ctx.tx.put(externalIdentities, { ...proven, ...of });
  return user;
}

/** @throws UsernameTimeout */
async function newUser(ctx: Context, name: string | undefined): Promise<UserRecord> {
  const username = await freeUsername(ctx, name);
  if (username === undefined) throw new ApiError(UsernameTimeout);
  return makeProvisionalUser(ctx, { username, name });
}

/**
 * A provisional account of the application.
 *
 * @throws UnknownUser, InvalidUserType, MergeSourceBanned, TooManyIdentities
 */
async function knownAccount(
  ctx: ReadContext,
  { id }: ApplicationRecord,
  userId: string,
): Promise<UserRecord> {
  const user = await ctx.tx.get(users, snowflakeKey(userId));
  const identities = await identitiesOf(ctx, id, userId);
  if (user === undefined || identities.length === 0) throw new ApiError(UnknownUser);
  if (user.isProvisional !== true) throw new ApiError(InvalidUserType);
  if (user.isBanned) throw new ApiError(MergeSourceBanned);
  if (identities.length >= limits.identitiesPerAccount.value) throw new ApiError(TooManyIdentities);
  return user;
}

type Form = Static<(typeof exchangeChildToken)["body"]>;

/**
 * Issues a token of a child application for the user of its parent's token. It expires with the
 * parent's.
 *
 * @throws InvalidOauthToken, NotAChild, WrongParentSecret
 */
export async function issueChildToken(
  ctx: Context,
  form: Form,
): Promise<Static<typeof ChildToken>> {
  const parentToken = await usableToken(ctx, form.parent_access_token);
  const child = await ctx.tx.get(applications, snowflakeKey(form.child_application_id));
  if (child?.parent_id !== parentToken.application_id) throw new ApiError(NotAChild);
  const parent = await ctx.tx.get(applications, snowflakeKey(parentToken.application_id));
  if (parent === undefined) throw new ApiError(InvalidOauthToken);
  requireSecret(parent, form.parent_client_secret, WrongParentSecret);
  return issueFor(ctx, child, parentToken);
}

/** A user's valid token. @throws InvalidOauthToken */
async function usableToken(
  ctx: ReadContext,
  token: string,
): Promise<AccessTokenRecord & { readonly user_id: string }> {
  const record = await ctx.tx.get(accessTokens, secretDigest(token));
  const userId = record?.user_id;
  const user = userId === undefined ? undefined : await ctx.tx.get(users, snowflakeKey(userId));
  const isGood = record !== undefined && record.expiresAt > ctx.now && user?.isBanned === false;
  if (!isGood || userId === undefined) throw new ApiError(InvalidOauthToken);
  return { ...record, user_id: userId };
}

async function issueFor(
  ctx: Context,
  child: ApplicationRecord,
  parent: AccessTokenRecord & { readonly user_id: string },
): Promise<Static<typeof ChildToken>> {
  const { access_token, token_type, expires_in, scope } = await issueTokens(ctx, {
    application: child,
    user_id: parent.user_id,
    // Only the parent receives an id token.
    scopes: parent.scopes.filter((each) => each !== "openid"),
    withRefresh: false,
    lifetimeMs: parent.expiresAt - ctx.now,
    parentDigest: parent.digest,
  });
  return { access_token, token_type, expires_in: Math.floor(expires_in), scope };
}
