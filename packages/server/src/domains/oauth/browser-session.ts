// Browser sessions: who is signed in on the provider's pages. Source: protocol:
// gateway-oauth-limits 5.3.
import { limits } from "@antechamber/contract";
import { snowflakeKey } from "@antechamber/contract/schema";
import type { Millis } from "../../platform/clock.ts";
import type { Context, ReadContext } from "../../platform/context.ts";
import { secretDigest } from "../../platform/crypto.ts";
import { alphanumeric } from "../../platform/random.ts";
import { tableOf } from "../../platform/store.ts";
import { callerOfUserToken } from "../applications/tokens.ts";
import { userNamed } from "../users/operations.ts";
import { endSessionTokens } from "../users/session-tokens.ts";
import { users, type UserRecord } from "../users/user.ts";
import { TOKEN_LENGTH } from "./oauth.ts";

/** A browser in which a person is signed in. `digest` is the hash of its cookie. */
export interface BrowserSessionRecord {
  readonly digest: string;
  readonly user_id: string;
  readonly signedInAt: Millis;
  readonly expiresAt: Millis;
}

export const browserSessions = tableOf<BrowserSessionRecord>()({
  name: "browser_session",
  key: (session) => session.digest,
  indexes: { user: (session) => session.user_id },
  deadline: (session) => session.expiresAt,
});

/** How long a sign-in in a browser lasts: twelve hours. */
export const BROWSER_SESSION_LIFETIME_MS = 43_200_000;

/** The person who is signed in in a browser. */
export interface SignedIn {
  readonly person: UserRecord;
  readonly signedInAt: Millis;
}

/** A new random secret for a browser's cookie. */
export function newBrowserSecret(ctx: Context): string {
  return alphanumeric(ctx.random, TOKEN_LENGTH);
}

/** The person whose session a cookie's secret belongs to, or undefined. */
export async function personSignedIn(
  ctx: ReadContext,
  secret: string | undefined,
): Promise<SignedIn | undefined> {
  if (secret === undefined) return undefined;
  const session = await ctx.tx.get(browserSessions, secretDigest(secret));
  if (session === undefined || session.expiresAt <= ctx.now) return undefined;
  const person = await ctx.tx.get(users, snowflakeKey(session.user_id));
  if (person === undefined || person.isBanned) return undefined;
  return { person, signedInAt: session.signedInAt };
}

/** The user who signs in: any simulated user in development, the holder of a token anywhere. */
export interface Identification {
  readonly user?: string | undefined;
  readonly token?: string | undefined;
}

/**
 * Signs a person in.
 *
 * @param previous the browser's current cookie, whose session ends
 * @returns the new cookie, or undefined when no such user exists
 */
export async function signIn(
  ctx: Context,
  identification: Identification,
  previous: string | undefined,
): Promise<string | undefined> {
  const person = await identifiedUser(ctx, identification);
  if (person === undefined || person.isBanned || person.bot === true) return undefined;
  if (previous !== undefined) ctx.tx.delete(browserSessions, secretDigest(previous));
  await makeRoom(ctx, person.id);
  const secret = newBrowserSecret(ctx);
  const digest = secretDigest(secret);
  const expiresAt = ctx.now + BROWSER_SESSION_LIFETIME_MS;
  ctx.tx.put(browserSessions, { digest, user_id: person.id, signedInAt: ctx.now, expiresAt });
  return secret;
}

/** Ends the oldest sessions of a person, so that one more stays within the limit. */
async function makeRoom(ctx: Context, userId: string): Promise<void> {
  const others = await ctx.tx.find(browserSessions, { index: "user", value: userId });
  const oldestFirst = others.toSorted((a, b) => a.signedInAt - b.signedInAt);
  const surplus = others.length - limits.browserSessions.value + 1;
  for (const { digest } of oldestFirst.slice(0, Math.max(0, surplus))) {
    ctx.tx.delete(browserSessions, digest);
  }
}

/** Ends a browser's session, so that its cookie is invalid. */
export function signOut(ctx: Context, secret: string): void {
  ctx.tx.delete(browserSessions, secretDigest(secret));
}

/** Ends all browser sessions and session tokens of a person. */
export async function signOutEverywhere(ctx: Context, userId: string): Promise<void> {
  const all = await ctx.tx.find(browserSessions, { index: "user", value: userId });
  for (const { digest } of all) ctx.tx.delete(browserSessions, digest);
  await endSessionTokens(ctx, userId);
}

/** The user who signs in. In production, nobody may choose a simulated user. */
async function identifiedUser(
  ctx: ReadContext,
  { user, token }: Identification,
): Promise<UserRecord | undefined> {
  if (token !== undefined && token !== "") {
    const caller = await callerOfUserToken(ctx, token);
    return caller?.kind === "user" ? ctx.tx.get(users, snowflakeKey(caller.user_id)) : undefined;
  }
  if (ctx.settings.production || user === undefined) return undefined;
  return userNamed(ctx, user);
}

/** The most people that the chooser lists; others are found by name. */
export const CHOOSER_MAX = 100;

/** The simulated users that a tester may choose from, the oldest first. */
export async function choosableUsers(ctx: ReadContext): Promise<readonly UserRecord[]> {
  if (ctx.settings.production) return [];
  const all = await ctx.tx.find(users, { limit: CHOOSER_MAX * 2 });
  return all.filter((each) => each.bot !== true && !each.isBanned).slice(0, CHOOSER_MAX);
}
