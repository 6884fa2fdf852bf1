// A user's consent to an application, and how further consents extend it.
import {
  authorizationOf,
  authorizations,
  type AuthorizationRecord,
} from "../applications/authorization.ts";
import type { Context } from "../../platform/context.ts";

/** Adds scopes to what a user allows an application; scopes that were granted earlier stay. */
export async function recordAuthorization(
  ctx: Context,
  granted: Pick<AuthorizationRecord, "user_id" | "application_id" | "scopes">,
): Promise<void> {
  const { user_id, application_id } = granted;
  const before = await authorizationOf(ctx, user_id, application_id);
  const scopes = [...new Set([...(before?.scopes ?? []), ...granted.scopes])];
  ctx.tx.put(authorizations, { user_id, application_id, scopes, authorizedAt: ctx.now });
}
