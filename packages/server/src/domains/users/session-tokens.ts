// Short-lived tokens with which clients sign in as a simulated user, beside the user's own token.
// Source: product.md, Control plane.
import { limits } from "@antechamber/contract";
import { snowflakeKey } from "@antechamber/contract/schema";
import { SessionsRevoked } from "@antechamber/contract/users";
import type { Millis } from "../../platform/clock.ts";
import type { Context, ReadContext } from "../../platform/context.ts";
import { secretDigest } from "../../platform/crypto.ts";
import { alphanumeric } from "../../platform/random.ts";
import { compareSnowflakes } from "../../platform/records/storage-keys.ts";
import { tableOf } from "../../platform/store.ts";
import { users, type UserRecord } from "./user.ts";

/** A token that was issued, stored as a hash. */
export interface SessionTokenRecord {
  readonly digest: string;
  readonly user_id: string;
  /** Identifies the token of a gateway session, so that the session ends with the token. */
  readonly id: string;
  readonly issuedAt: Millis;
  readonly expiresAt: Millis;
}

export const sessionTokens = tableOf<SessionTokenRecord>()({
  name: "session_token",
  isWatched: true,
  key: (token) => token.digest,
  indexes: { user: (token) => token.user_id },
  deadline: (token) => token.expiresAt,
});

/** Alphanumeric characters of a token, which hold 256 random bits. */
const TOKEN_LENGTH = 43;

/** Revokes a token, with the gateway sessions that use it. */
export function endSessionToken(ctx: Context, { digest, user_id, id }: SessionTokenRecord): void {
  ctx.tx.delete(sessionTokens, digest);
  ctx.emit(SessionsRevoked, { kind: "nobody" }, { kind: "user", user_id, grant: id });
}

/**
 * Issues a token for an hour; beyond the limit, the oldest are revoked. Only this reply holds the
 * token.
 */
export async function issueSessionToken(
  ctx: Context,
  user: UserRecord,
): Promise<{ readonly token: string; readonly expiresAt: Millis }> {
  const others = await ctx.tx.find(sessionTokens, { index: "user", value: user.id });
  const oldestFirst = others.toSorted((a, b) => compareSnowflakes(a.id, b.id));
  const surplus = others.length - limits.sessionTokens.value + 1;
  for (const oldest of oldestFirst.slice(0, Math.max(0, surplus))) endSessionToken(ctx, oldest);
  const token = alphanumeric(ctx.random, TOKEN_LENGTH);
  const digest = secretDigest(token);
  const expiresAt = ctx.now + limits.sessionTokenLifetime.value;
  ctx.tx.put(sessionTokens, {
    digest,
    user_id: user.id,
    id: ctx.id(),
    issuedAt: ctx.now,
    expiresAt,
  });
  return { token, expiresAt };
}

/** Revokes every token of a user, after a ban or a change of the user's own token. */
export async function endSessionTokens(ctx: Context, userId: string): Promise<void> {
  for (const token of await ctx.tx.find(sessionTokens, { index: "user", value: userId })) {
    endSessionToken(ctx, token);
  }
}

/** The user and the record of a valid token; undefined for an expired or unknown one. */
export async function holderOfSessionToken(
  ctx: ReadContext,
  digest: string,
): Promise<{ readonly user: UserRecord; readonly token: SessionTokenRecord } | undefined> {
  const token = await ctx.tx.get(sessionTokens, digest);
  if (token === undefined || token.expiresAt <= ctx.now) return undefined;
  const user = await ctx.tx.get(users, snowflakeKey(token.user_id));
  return user && { user, token };
}
