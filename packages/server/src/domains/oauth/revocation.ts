// Revokes tokens. Source: protocol: gateway-oauth-limits 5.9.
import { SessionsRevoked } from "@antechamber/contract/users";
import type { Context } from "../../platform/context.ts";
import { definedFields } from "../../platform/defined-fields.ts";
import { accessTokens, userOfToken, type AccessTokenRecord } from "../applications/tokens.ts";
import { deviceCodes } from "./device.ts";
import { authorizationCodes, deleteRefreshToken, refreshTokens } from "./oauth.ts";

/**
 * Ends every token and code that an application holds for a user, and the gateway sessions that
 * were opened with them. The authorization itself stays: `deauthorize` ends that too.
 */
export async function revokeTokens(
  ctx: Context,
  userId: string,
  applicationId: string,
): Promise<void> {
  const ofUser = { index: "user", value: userId } as const;
  for (const code of await ctx.tx.find(authorizationCodes, ofUser)) {
    if (code.application_id === applicationId) {
      ctx.tx.put(authorizationCodes, { ...code, isRevoked: true });
    }
  }
  for (const { application_id, digest, type } of await ctx.tx.find(deviceCodes, ofUser)) {
    // A denied code stays, so that the device's next poll is answered with the denial.
    if (application_id === applicationId && type === "granted") ctx.tx.delete(deviceCodes, digest);
  }
  for (const { application_id, digest } of await ctx.tx.find(accessTokens, ofUser)) {
    if (application_id !== applicationId) continue;
    ctx.tx.delete(accessTokens, digest);
    await endChildTokens(ctx, digest);
  }
  for (const token of await ctx.tx.find(refreshTokens, ofUser)) {
    if (token.application_id === applicationId) deleteRefreshToken(ctx.tx, token);
  }
  const about = { kind: "oauth2", user_id: userId, application_id: applicationId } as const;
  ctx.emit(SessionsRevoked, { kind: "nobody" }, about);
}

/** Ends a token of the client credentials grant, with the child tokens and sessions based on it. */
export async function revokeOwnToken(ctx: Context, token: AccessTokenRecord): Promise<void> {
  const { digest, application_id, grant } = token;
  ctx.tx.delete(accessTokens, digest);
  await endChildTokens(ctx, digest);
  const user_id = await userOfToken(ctx, token);
  if (user_id === undefined) return;
  const about = { kind: "oauth2", user_id, application_id, ...definedFields({ grant }) } as const;
  ctx.emit(SessionsRevoked, { kind: "nobody" }, about);
}

/** Ends the child applications' tokens issued for a parent's token, and their sessions. */
export async function endChildTokens(ctx: Context, parentDigest: string): Promise<void> {
  const search = { index: "parent", value: parentDigest } as const;
  for (const { digest, application_id, user_id } of await ctx.tx.find(accessTokens, search)) {
    ctx.tx.delete(accessTokens, digest);
    if (user_id === undefined) continue;
    const about = { kind: "oauth2", user_id, application_id } as const;
    ctx.emit(SessionsRevoked, { kind: "nobody" }, about);
  }
}
