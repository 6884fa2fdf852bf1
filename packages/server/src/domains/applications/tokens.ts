// Access tokens, and the callers that credentials belong to.
import { snowflakeKey } from "@antechamber/contract/schema";
import type { Millis } from "../../platform/clock.ts";
import type { Caller, ReadContext } from "../../platform/context.ts";
import { secretDigest } from "../../platform/crypto.ts";
import { definedFields } from "../../platform/defined-fields.ts";
import { tableOf } from "../../platform/store.ts";
import { holderOfSessionToken } from "../users/session-tokens.ts";
import { users } from "../users/user.ts";
import { applications, type ApplicationRecord } from "./application.ts";

/** An OAuth2 access token. */
export interface AccessTokenRecord {
  readonly digest: string;
  readonly application_id: string;
  /**
   * Absent for a team's application with its own credentials, and for a world file's token without
   * a user.
   */
  readonly user_id?: string;
  /** The scopes as granted; umbrella scopes are not expanded. */
  readonly scopes: readonly string[];
  /** Absent in tokens that were stored before this field existed. */
  readonly issuedAt?: Millis;
  readonly expiresAt: Millis;
  /** True for the client credentials grant, which needs no user's consent. */
  readonly isOwn?: true;
  /**
   * The family of refresh tokens that it belongs to; for an application's own token, an id of its
   * own.
   */
  readonly grant?: string;
  /** For a child application: the hash of the parent's token, with which this one ends. */
  readonly parentDigest?: string;
}

export const accessTokens = tableOf<AccessTokenRecord>()({
  name: "access_token",
  isWatched: true,
  key: (token) => token.digest,
  indexes: {
    user: (token) => token.user_id,
    application: (token) => token.application_id,
    parent: (token) => token.parentDigest,
    tail: ({ digest }) => tailOf(digest),
  },
  deadline: (token) => token.expiresAt,
});

/** True for a token that acts for the application itself, by its own credentials. */
export function isOwnToken({ isOwn, user_id }: AccessTokenRecord): boolean {
  return isOwn === true || user_id === undefined;
}

/**
 * The user that a token acts for; an application with its own credentials acts as its owner.
 * Undefined when that is a team. Source: protocol: gateway-oauth-limits 5.4, 9 #21.
 */
export async function userOfToken(
  ctx: ReadContext,
  { user_id, application_id }: AccessTokenRecord,
): Promise<string | undefined> {
  if (user_id !== undefined) return user_id;
  const application = await ctx.tx.get(applications, snowflakeKey(application_id));
  return application?.team_id === undefined ? application?.owner_id : undefined;
}

/** The end of a secret's hash: enough to distinguish secrets, too short to identify one. */
export function tailOf(digest: string): string {
  return digest.slice(-TAIL_LENGTH);
}

const TAIL_LENGTH = 12;

/** The lifetime of an access token: seven days. Source: protocol: gateway-oauth-limits 5.11. */
export const ACCESS_TOKEN_LIFETIME_MS = 604_800_000;

const presenceScopes = [
  "activities.invites.write",
  "activities.read",
  "activities.write",
  "application_identities.write",
  "gateway.connect",
  "identify",
  "relationships.read",
  "relationships.write",
];

/** The scopes that an umbrella scope includes. Source: protocol: lobbies-and-sdk 8.3. */
const umbrellas: Readonly<Record<string, readonly string[]>> = {
  "sdk.social_layer_presence": presenceScopes,
  "sdk.social_layer": [
    ...presenceScopes,
    "dm_channels.read",
    "dm_channels.messages.read",
    "dm_channels.messages.write",
    "guilds",
    "guilds.channels.read",
    "lobbies.write",
  ],
};

/** Scopes together with those that their umbrella scopes include. */
export function expandedScopes(scopes: readonly string[]): ReadonlySet<string> {
  return new Set(scopes.flatMap((scope) => [scope, ...(umbrellas[scope] ?? [])]));
}

/** A caller, with its application; a signed-in user has none. */
export interface Identity {
  readonly caller: Caller;
  readonly application: ApplicationRecord | undefined;
}

/**
 * Identifies the caller of a credential: `Bot <token>`, `Bearer <token>`, or a bare user token.
 *
 * @param bareBots whether a bare token may also be a bot's
 * @returns undefined for a credential that is unknown, expired or of a banned user
 */
export async function identityOf(
  ctx: ReadContext,
  credential: string,
  { bareBots }: { readonly bareBots: boolean },
): Promise<Identity | undefined> {
  const [, scheme, token = credential] = /^(Bot|Bearer) (.+)$/.exec(credential) ?? [];
  if (scheme === "Bearer") return identityOfBearer(ctx, token);
  if (scheme === "Bot") return identityOfBot(ctx, token);
  const bot = bareBots ? await identityOfBot(ctx, token) : undefined;
  if (bot !== undefined) return bot;
  const caller = await callerOfUserToken(ctx, token);
  return caller && { caller, application: undefined };
}

async function identityOfBot(ctx: ReadContext, token: string): Promise<Identity | undefined> {
  const application = await ctx.tx.lookup(applications, "botToken", secretDigest(token));
  return application && { caller: { kind: "bot", application_id: application.id }, application };
}

/**
 * The user who granted an application a scope by a token; undefined when the token belongs to
 * another application, lacks the scope or is not valid.
 */
export async function userWhoGranted(
  ctx: ReadContext,
  token: string,
  { applicationId, scope }: { readonly applicationId: string; readonly scope: string },
): Promise<string | undefined> {
  const caller = await callerOfBearerToken(ctx, token);
  const isGranted =
    caller?.kind === "bearer" &&
    caller.application_id === applicationId &&
    caller.scopes.has(scope);
  return isGranted ? caller.user_id : undefined;
}

/** The caller of a bearer token; undefined when it is unknown, expired or of a banned user. */
export async function identityOfBearer(
  ctx: ReadContext,
  token: string,
): Promise<Identity | undefined> {
  const caller = await callerOfBearerToken(ctx, token);
  if (caller?.kind !== "bearer") return undefined;
  const application = await ctx.tx.get(applications, snowflakeKey(caller.application_id));
  return application && { caller, application };
}

async function callerOfBearerToken(ctx: ReadContext, token: string): Promise<Caller | undefined> {
  const record = await ctx.tx.get(accessTokens, secretDigest(token));
  if (record === undefined || record.expiresAt <= ctx.now) return undefined;
  if (!(await hasParent(ctx, record))) return undefined;
  const user_id = await userOfToken(ctx, record);
  if (user_id !== undefined) {
    const user = await ctx.tx.get(users, snowflakeKey(user_id));
    if (user === undefined || user.isBanned) return undefined;
  }
  return {
    kind: "bearer",
    application_id: record.application_id,
    user_id,
    scopes: expandedScopes(record.scopes),
    digest: record.digest,
    ...(isOwnToken(record) ? { isOwn: true } : {}),
    ...definedFields({ grant: record.grant }),
  };
}

/** A child's token is valid only while its parent's token exists. */
async function hasParent(ctx: ReadContext, { parentDigest }: AccessTokenRecord): Promise<boolean> {
  if (parentDigest === undefined) return true;
  return (await ctx.tx.get(accessTokens, parentDigest)) !== undefined;
}

/** The simulated user of a user token or session token, or undefined. */
export async function callerOfUserToken(
  ctx: ReadContext,
  token: string,
): Promise<Caller | undefined> {
  const digest = secretDigest(token);
  const own = await ctx.tx.lookup(users, "token", digest);
  const holder = own === undefined ? await holderOfSessionToken(ctx, digest) : undefined;
  const user = own ?? holder?.user;
  if (user === undefined || user.isBanned) return undefined;
  const session = holder === undefined ? {} : { session: holder.token.id };
  return { kind: "user", user_id: user.id, ...session };
}
