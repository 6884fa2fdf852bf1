// The end of sessions whose credential is no longer good. Source: protocol: gateway-oauth-limits 4.17.
import type { Payload, SessionsRevoked } from "@antechamber/contract";
import { unauthenticated } from "./identify.ts";
import type { Sessions } from "./sessions.ts";

/**
 * Whose sessions end: a bot's, a signed-in user's, or those of applications acting for a user; with
 * an application, its own alone.
 */
export type RevokedOwner = Payload<typeof SessionsRevoked>;

/** Ends the sessions, and closes their connections with 4004. */
export function revoke(sessions: Sessions, { user_id, kind, application_id }: RevokedOwner): void {
  // Ending takes them out of the set that is walked.
  for (const session of Array.from(sessions.ofUser(user_id))) {
    const { owner, link } = session;
    const isOfApplication = application_id === undefined || owner.applicationId === application_id;
    if (owner.kind !== kind || !isOfApplication) continue;
    sessions.end(session);
    link?.close(unauthenticated.code, unauthenticated.reason);
  }
}
