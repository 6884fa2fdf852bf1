// Users' authorizations of applications. Source: protocol: gateway-oauth-limits 5.9, 5.12.
import { tableOf } from "../../platform/store.ts";
import type { Millis } from "../../platform/clock.ts";
import type { ReadContext } from "../../platform/context.ts";
import { compoundKey } from "../../platform/records/compound-keys.ts";

/** One person's consent to one application. It outlives tokens, and ends when it is revoked. */
export interface AuthorizationRecord {
  readonly user_id: string;
  readonly application_id: string;
  /** All scopes granted so far; umbrella scopes are not expanded. */
  readonly scopes: readonly string[];
  /** When the person last consented. */
  readonly authorizedAt: Millis;
}

export const authorizations = tableOf<AuthorizationRecord>()({
  name: "authorization",
  isWatched: true,
  key: (authorization) => compoundKey(authorization.user_id, authorization.application_id),
  indexes: { application: (authorization) => authorization.application_id },
});

/** The person's consent to the application, or undefined. */
export function authorizationOf(
  ctx: ReadContext,
  userId: string,
  applicationId: string,
): Promise<AuthorizationRecord | undefined> {
  return ctx.tx.get(authorizations, compoundKey(userId, applicationId));
}
