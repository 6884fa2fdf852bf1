// Finds the owner of the token in IDENTIFY or RESUME.
// Source: protocol: gateway-oauth-limits 4.4, 4.17.
import { snowflakeKey } from "@antechamber/contract/schema";
import { type ApplicationRecord } from "../../../domains/applications/application.ts";
import { identityOf } from "../../../domains/applications/tokens.ts";
import { users, type VisibleUserFields, type UserRecord } from "../../../domains/users/user.ts";
import type { Caller, ReadContext } from "../../../platform/context.ts";
import type { Owner } from "./grant.ts";

/** The owner of a session with the records that its access and READY depend on. */
export interface SessionOwner {
  readonly owner: Owner;
  readonly user: UserRecord;
  /** Absent for a signed-in user. */
  readonly application: ApplicationRecord | undefined;
}

/** An OAuth2 session needs this scope, and one of the others. */
const IDENTIFY_SCOPE = "identify";
const CONNECT_SCOPES = ["gateway.connect", "voice"];

const noScopes: ReadonlySet<string> = new Set();

/** The token's owner; undefined when the token is unknown or does not permit a session. */
export async function sessionOwnerOf(
  ctx: ReadContext,
  token: string,
): Promise<SessionOwner | undefined> {
  // Libraries send a bot's token with its prefix or without it.
  const identity = await identityOf(ctx, token, { bareBots: true });
  const owner = ownerOf(identity?.caller);
  if (identity === undefined || owner === undefined) return undefined;
  const user = await ctx.tx.get(users, snowflakeKey(owner.userId));
  return user && { owner, user, application: identity.application };
}

/** The access token without its prefix, where an application acts for a user. */
export function accessTokenOf({ kind }: Owner, token: string): string | undefined {
  return kind === "oauth2" ? token.replace(/^Bearer /, "") : undefined;
}

function ownerOf(caller: Caller | undefined): Owner | undefined {
  if (caller === undefined) return undefined;
  switch (caller.kind) {
    case "bot": {
      const { application_id: applicationId } = caller;
      return { kind: "bot", userId: applicationId, applicationId, scopes: noScopes };
    }
    case "user":
      return {
        kind: "user",
        userId: caller.user_id,
        applicationId: undefined,
        scopes: noScopes,
        grant: caller.session,
      };
    case "bearer": {
      const { user_id: userId, application_id: applicationId, scopes, grant } = caller;
      if (userId === undefined || !mayConnect(scopes)) return undefined;
      return { kind: "oauth2", userId, applicationId, scopes, grant };
    }
    case "control":
    case "nobody":
      return undefined;
  }
}

function mayConnect(scopes: ReadonlySet<string>): boolean {
  return scopes.has(IDENTIFY_SCOPE) && CONNECT_SCOPES.some((scope) => scopes.has(scope));
}

/** Which fields of its own user a session may receive. */
export function visibleFieldsOf({ kind, scopes }: Owner): VisibleUserFields {
  if (kind !== "oauth2") return { email: true };
  return { email: scopes.has("email"), premium: scopes.has("identify.premium") };
}

/** True when a token belongs to the owner who began a session. */
export function isSameOwner(one: Owner, other: Owner): boolean {
  return (
    one.kind === other.kind &&
    one.userId === other.userId &&
    one.applicationId === other.applicationId
  );
}
