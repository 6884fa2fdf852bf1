// A user's authorization of an application is ended, by the user or by the application. For a game,
// this unmerges the player too: the player's identity gets a provisional account of its own.
// Source: protocol: gateway-oauth-limits 5.9, lobbies-and-sdk 8.7, 10.3.
import { UnknownToken } from "@antechamber/contract";
import { InvalidOauthRequest, type revokeToken } from "@antechamber/contract/oauth";
import { snowflakeKey, type Static } from "@antechamber/contract/schema";
import { ApiError } from "../../../platform/api-error.ts";
import type { Context, ReadContext } from "../../../platform/context.ts";
import { secretDigest } from "../../../platform/crypto.ts";
import { compoundKey, withPrefix } from "../../../platform/records/compound-keys.ts";
import { userInstallOf, userInstalls } from "../../applications/installs.ts";
import { accessTokens, isOwnToken } from "../../applications/tokens.ts";
import { users, userView, type UserRecord } from "../../users/user.ts";
import { recordWebhookEvent } from "../../webhooks/outbox.ts";
import { authorizationOf, authorizations } from "../../applications/authorization.ts";
import { externalIdentities, identitiesOf } from "./external-identity.ts";
import { completeMergesInto, moveLobbies } from "./merge.ts";
import { refreshTokens } from "../oauth.ts";
import { freeUsername, makeProvisionalUser } from "./provisional-user.ts";
import { provenClient, type ClientClaim } from "../clients.ts";
import { revokeOwnToken, revokeTokens } from "../revocation.ts";
import { removeUserInstall } from "../installs/uninstall.ts";

/**
 * Ends everything that an application may do for a user: tokens, consent, installation, gateway
 * sessions and the links from players to the user. The application's webhook receives one event.
 *
 * @returns false when the application held nothing of the user, so that nothing happened
 */
export async function deauthorize(
  ctx: Context,
  userId: string,
  applicationId: string,
): Promise<boolean> {
  const user = await ctx.tx.get(users, snowflakeKey(userId));
  if (user === undefined || !(await isAuthorized(ctx, user, applicationId))) return false;
  await completeMergesInto(ctx, userId, applicationId);
  await revokeTokens(ctx, userId, applicationId);
  ctx.tx.delete(authorizations, compoundKey(userId, applicationId));
  removeUserInstall(ctx, userId, applicationId);
  await detachIdentities(ctx, user, applicationId);
  await recordWebhookEvent(ctx, {
    application_id: applicationId,
    type: "APPLICATION_DEAUTHORIZED",
    resource: `user:${userId}`,
    data: { user: userView(user) },
  });
  return true;
}

/** Ends what every application may do for a user, as a ban does. */
export async function deauthorizeAll(ctx: Context, user: UserRecord): Promise<void> {
  for (const applicationId of await applicationsHolding(ctx, user)) {
    await deauthorize(ctx, user.id, applicationId);
  }
}

async function isAuthorized(
  ctx: ReadContext,
  user: UserRecord,
  applicationId: string,
): Promise<boolean> {
  const { id: userId } = user;
  if ((await authorizationOf(ctx, userId, applicationId)) !== undefined) return true;
  if ((await userInstallOf(ctx, userId, applicationId)) !== undefined) return true;
  return (await applicationsHolding(ctx, user)).has(applicationId);
}

/**
 * The applications that hold a consent, an install or a token of a user, or link a player to the
 * user.
 */
async function applicationsHolding(
  ctx: ReadContext,
  { id: userId, isProvisional }: UserRecord,
): Promise<ReadonlySet<string>> {
  const of = { index: "user", value: userId } as const;
  const related = await Promise.all([
    ctx.tx.find(authorizations, withPrefix(userId)),
    ctx.tx.find(userInstalls, withPrefix(userId)),
    ctx.tx.find(accessTokens, of).then((all) => all.filter((token) => token.isOwn !== true)),
    ctx.tx.find(refreshTokens, of),
    // Identities of a provisional account do not count: it has them whether or not it allowed
    // anything.
    isProvisional === true ? [] : ctx.tx.find(externalIdentities, of),
  ]);
  return new Set(related.flat().map(({ application_id }) => application_id));
}

/**
 * Moves a user's identities in an application to a provisional account of their own, with the
 * user's name and lobbies; direct messages stay with the user.
 */
async function detachIdentities(
  ctx: Context,
  user: UserRecord,
  applicationId: string,
): Promise<void> {
  const identities = await identitiesOf(ctx, applicationId, user.id);
  // A provisional account is already separate.
  if (identities.length === 0 || user.isProvisional === true) return;
  const name = user.global_name ?? user.username;
  // There must be a username, so an id serves when no name is free.
  const username = (await freeUsername(ctx, name)) ?? `player_${ctx.id()}`;
  const account = makeProvisionalUser(ctx, { username, name });
  const restriction = user.isBanned ? { bannedUserId: user.id } : {};
  for (const identity of identities) {
    ctx.tx.put(externalIdentities, { ...identity, user_id: account.id, ...restriction });
  }
  await moveLobbies(ctx, { from: user, to: account, application_id: applicationId });
}

/**
 * Revokes a token at its application's request, and with it everything that the application may do
 * for that user. A token that is unknown or belongs to another application changes nothing.
 *
 * @throws InvalidClient, InvalidOauthRequest
 */
export async function revokeByRequest(
  ctx: Context,
  request: Static<(typeof revokeToken)["body"]> & Pick<ClientClaim, "basic">,
): Promise<void> {
  const application = await provenClient(ctx, request, "secretUnlessPublic");
  const { token: rawToken } = request;
  if (rawToken === undefined) {
    throw new ApiError(InvalidOauthRequest, { message: 'Missing "token" in request.' });
  }
  const digest = secretDigest(rawToken);
  const access = await ctx.tx.get(accessTokens, digest);
  const token = access ?? (await ctx.tx.get(refreshTokens, digest));
  if (token?.application_id !== application.id) return;
  if (access !== undefined && isOwnToken(access)) {
    await revokeOwnToken(ctx, access);
    return;
  }
  if (token.user_id !== undefined) await deauthorize(ctx, token.user_id, application.id);
}

/** Removes an application that a person allowed. @throws UnknownToken when they did not */
export async function removeAuthorizationOf(
  ctx: Context,
  userId: string,
  applicationId: string,
): Promise<void> {
  const authorization = await authorizationOf(ctx, userId, applicationId);
  if (authorization === undefined) throw new ApiError(UnknownToken);
  await deauthorize(ctx, userId, applicationId);
}
