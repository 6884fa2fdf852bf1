// The end of tokens. Source: protocol: gateway-oauth-limits 5.9.
import { SessionsRevoked } from "@antechamber/contract";
import type { Context } from "../../platform/context.ts";
import { accessTokens } from "../applications/tokens.ts";
import { authorizationCodes, refreshTokens, type RefreshTokenRecord } from "./oauth.ts";

/**
 * Ends every token and code that an application holds for a user, and the gateway sessions that
 * rest on them. The authorization itself stays: `deauthorize` ends that too.
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
  for (const table of [accessTokens, refreshTokens]) {
    for (const record of await ctx.tx.find<Held>(table as never, ofUser)) {
      if (record.application_id !== applicationId) continue;
      ctx.tx.delete(table as never, record.digest);
      if (table === accessTokens) await endChildTokens(ctx, record.digest);
    }
  }
  const about = { kind: "oauth2", user_id: userId, application_id: applicationId } as const;
  ctx.emit(SessionsRevoked, { kind: "nobody" }, about);
}

/** Ends the tokens of children that rest on a parent's token, and the sessions that rest on those. */
export async function endChildTokens(ctx: Context, parentDigest: string): Promise<void> {
  const search = { index: "parent", value: parentDigest } as const;
  for (const { digest, application_id, user_id } of await ctx.tx.find(accessTokens, search)) {
    ctx.tx.delete(accessTokens, digest);
    if (user_id === undefined) continue;
    const about = { kind: "oauth2", user_id, application_id } as const;
    ctx.emit(SessionsRevoked, { kind: "nobody" }, about);
  }
}

/** Ends a refresh token with the access token that came with it, and what rests on that. */
export async function endRefreshToken(ctx: Context, token: RefreshTokenRecord): Promise<void> {
  ctx.tx.delete(refreshTokens, token.digest);
  ctx.tx.delete(accessTokens, token.accessDigest);
  await endChildTokens(ctx, token.accessDigest);
}

/** Ends gateway sessions of an application's user, unless another of their tokens is left. */
export async function endSessionsWithoutToken(
  ctx: Context,
  { user_id, application_id }: Pick<RefreshTokenRecord, "user_id" | "application_id">,
): Promise<void> {
  const left = await ctx.tx.find(accessTokens, { index: "user", value: user_id });
  if (left.some((token) => token.application_id === application_id)) return;
  const about = { kind: "oauth2", user_id, application_id } as const;
  ctx.emit(SessionsRevoked, { kind: "nobody" }, about);
}

interface Held {
  readonly digest: string;
  readonly application_id: string;
}
