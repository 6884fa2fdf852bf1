// Families of refresh tokens: each token replaces its predecessor, and the reuse of a spent token
// ends the whole family. Source: RFC 9700 4.14.2; protocol: gateway-oauth-limits 5.4.
import { limits } from "@antechamber/contract";
import { SessionsRevoked } from "@antechamber/contract/users";
import type { Context } from "../../platform/context.ts";
import { accessTokens } from "../applications/tokens.ts";
import {
  deleteRefreshToken,
  refreshTokens,
  spentRefreshTokens,
  type RefreshTokenRecord,
} from "./oauth.ts";
import { endChildTokens } from "./revocation.ts";

/**
 * Spends a refresh token, and ends the access token that was issued with it.
 *
 * @returns the hashes of the family's spent tokens, for the token that replaces this one
 */
export async function spendRefreshToken(
  ctx: Context,
  token: RefreshTokenRecord,
): Promise<readonly string[]> {
  const { digest, application_id, grant, spent: before = [] } = token;
  ctx.tx.delete(refreshTokens, digest);
  ctx.tx.put(spentRefreshTokens, { digest, application_id, grant });
  await endAccess(ctx, token);
  const spent = [...before, digest];
  const newest = spent.slice(-limits.spentRefreshTokens.value);
  for (const each of spent.slice(0, -newest.length)) ctx.tx.delete(spentRefreshTokens, each);
  return newest;
}

/** Ends every token of a family, and the gateway sessions that were opened with it. */
export async function endFamily(ctx: Context, grant: string): Promise<void> {
  for (const token of await ctx.tx.find(refreshTokens, { index: "grant", value: grant })) {
    deleteRefreshToken(ctx.tx, token);
    await endAccess(ctx, token);
    const { user_id, application_id } = token;
    const about = { kind: "oauth2", user_id, application_id, grant } as const;
    ctx.emit(SessionsRevoked, { kind: "nobody" }, about);
  }
}

async function endAccess(ctx: Context, { accessDigest }: RefreshTokenRecord): Promise<void> {
  ctx.tx.delete(accessTokens, accessDigest);
  await endChildTokens(ctx, accessDigest);
}
