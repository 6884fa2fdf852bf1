// Ends sessions whose credential was revoked. Source: protocol: gateway-oauth-limits 4.17.
import type { Payload } from "@antechamber/contract";
import { OAuth2TokenRevoke, type SessionsRevoked } from "@antechamber/contract/users";
import { unauthenticated } from "./wire/refusal.ts";
import type { Sessions } from "./sessions/session-registry.ts";
import type { Session } from "./sessions/session.ts";
import { encodeDispatch } from "./wire/codec.ts";

/**
 * Selects the sessions to end: a bot's, a signed-in user's, or those of applications acting for a
 * user. With an application, only its own; with a grant, only those whose token belongs to it.
 */
export type RevokedOwner = Payload<typeof SessionsRevoked>;

/** Ends the sessions, and closes their connections with 4004. */
export function revoke(sessions: Sessions, revoked: RevokedOwner): void {
  const { user_id, kind, application_id, grant } = revoked;
  // Ending a session removes it from the set that is iterated.
  for (const session of Array.from(sessions.ofUser(user_id))) {
    const { owner } = session;
    const isOfApplication = application_id === undefined || owner.applicationId === application_id;
    const isOfGrant = grant === undefined || owner.grant === grant;
    if (owner.kind !== kind || !isOfApplication || !isOfGrant) continue;
    end(sessions, session);
  }
}

function end(sessions: Sessions, session: Session): void {
  const { link, owner, accessToken } = session;
  if (accessToken !== undefined) {
    const payload = { access_token: accessToken, application_id: owner.applicationId };
    session.dispatch(encodeDispatch(OAuth2TokenRevoke.name, payload));
  }
  sessions.end(session);
  link?.close(unauthenticated.code, unauthenticated.reason);
}
