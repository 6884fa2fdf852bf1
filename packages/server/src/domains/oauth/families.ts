// Families of refresh tokens: each replaces the one before it, and a spent one that is shown again ends
// them all. Source: RFC 9700 4.14.2; protocol: gateway-oauth-limits 5.4.
import { limits } from "@antechamber/contract";
import { SessionsRevoked } from "@antechamber/contract/users";
import type { Context } from "../../platform/context.ts";
import { accessTokens } from "../applications/tokens.ts";
import {
  forgetRefreshToken,
  refreshTokens,
  spentRefreshTokens,
  type RefreshTokenRecord,
} from "./oauth.ts";
import { endChildTokens } from "./revocation.ts";

/**
 * Ends a refresh token that is used, with the access token beside it.
 *
 * @returns the spent ones of its family, for the token that replaces it
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
  const kept = spent.slice(-limits.spentRefreshTokens.value);
  for (const each of spent.slice(0, -kept.length)) ctx.tx.delete(spentRefreshTokens, each);
  return kept;
}

/** Ends every token of a family, and the gateway sessions that rest on it. */
export async function endFamily(ctx: Context, grant: string): Promise<void> {
  for (const token of await ctx.tx.find(refreshTokens, { index: "grant", value: grant })) {
    forgetRefreshToken(ctx.tx, token);
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
