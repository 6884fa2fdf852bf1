// Deletes the provider's records of a deleted user or application; emits no event.
import type { Context } from "../../../platform/context.ts";
import type { Table, Writer } from "../../../platform/store.ts";
import { compoundKey, withPrefix } from "../../../platform/records/compound-keys.ts";
import { userInstalls } from "../../applications/installs.ts";
import { accountMerges } from "./account-merge.ts";
import { authorizations } from "../../applications/authorization.ts";
import { signOutEverywhere } from "../browser-session.ts";
import { deviceCodes } from "../device.ts";
import { externalIdentities, listedIdentities } from "./external-identity.ts";
import { authorizationCodes, deleteRefreshToken, refreshTokens } from "../oauth.ts";

/** Deletes the consents, installs, tokens, codes, identities and browser sessions of a user. */
export async function clearUser(ctx: Context, userId: string): Promise<void> {
  const { tx } = ctx;
  const of = { index: "user", value: userId } as const;
  for (const { application_id } of await tx.find(authorizations, withPrefix(userId))) {
    tx.delete(authorizations, compoundKey(userId, application_id));
  }
  for (const { application_id } of await tx.find(userInstalls, withPrefix(userId))) {
    tx.delete(userInstalls, compoundKey(userId, application_id));
  }
  for (const token of await tx.find(refreshTokens, of)) deleteRefreshToken(tx, token);
  for (const { digest } of await tx.find(authorizationCodes, of)) {
    tx.delete(authorizationCodes, digest);
  }
  for (const identity of await tx.find(externalIdentities, of)) {
    // After a merge, the identities already belong to the other account.
    if (identity.user_id === userId)
      tx.delete(externalIdentities, externalIdentities.key(identity));
  }
  await signOutEverywhere(ctx, userId);
  for (const { digest } of await tx.find(deviceCodes, of)) tx.delete(deviceCodes, digest);
}

/** Deletes the consents, tokens, codes, identities and merges of an application. */
export async function clearApplication(ctx: Context, applicationId: string): Promise<void> {
  const { tx } = ctx;
  const of = { index: "application", value: applicationId } as const;
  for (const { user_id } of await tx.find(authorizations, of)) {
    tx.delete(authorizations, compoundKey(user_id, applicationId));
  }
  for (const identity of await tx.find(externalIdentities, of)) {
    tx.delete(externalIdentities, externalIdentities.key(identity));
  }
  await dropListedIdentities(ctx, applicationId);
  for (const token of await tx.find(refreshTokens)) {
    if (token.application_id === applicationId) deleteRefreshToken(tx, token);
  }
  await deleteOf(tx, authorizationCodes, applicationId);
  await deleteOf(tx, deviceCodes, applicationId);
  await deleteOf(tx, accountMerges, applicationId);
}

/** Deletes the records of an application from a table that has no index of applications. */
async function deleteOf<R extends { readonly application_id: string }>(
  tx: Writer,
  table: Table<R>,
  applicationId: string,
): Promise<void> {
  for (const record of await tx.find(table)) {
    if (record.application_id === applicationId) tx.delete(table, table.key(record));
  }
}

/** Deletes the players that the world lists for an application. */
export async function dropListedIdentities(ctx: Context, applicationId: string): Promise<void> {
  const of = { index: "application", value: applicationId } as const;
  for (const identity of await ctx.tx.find(listedIdentities, of)) {
    ctx.tx.delete(listedIdentities, listedIdentities.key(identity));
  }
}
