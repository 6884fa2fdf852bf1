// The users for whom an application is currently connected: the OAuth2 sessions of the gateway.
// Source: protocol: lobbies-and-sdk 5.3.
import type { Context, ReadContext } from "../../platform/context.ts";
import { tableOf } from "../../platform/store.ts";
import { compoundKey, withParts, withPrefix } from "../../platform/records/compound-keys.ts";

/** A connected gateway session that was opened with a user's access token. */
export interface ConnectedSession {
  readonly application_id: string;
  readonly user_id: string;
  /** The id of the gateway session. */
  readonly session_id: string;
  /** Identifies the process that has the connection; absent in records of earlier versions. */
  readonly processEpoch?: string;
}

export const connectedSessions = tableOf<ConnectedSession>()({
  name: "live_session",
  key: (live) => `${compoundKey(live.application_id, live.user_id)}:${live.session_id}`,
  indexes: { user: (live) => live.user_id, process: (live) => live.processEpoch ?? "" },
});

/** A search for the sessions of a user and an application. */
function sessionsOf(applicationId: string, userId: string) {
  return withParts(compoundKey(applicationId, userId));
}

/** True while a gateway session of the user is connected with a token of the application. */
export async function hasLiveSession(
  ctx: ReadContext,
  userId: string,
  applicationId: string,
): Promise<boolean> {
  const search = { ...sessionsOf(applicationId, userId), limit: 1 };
  return (await ctx.tx.find(connectedSessions, search)).length > 0;
}

/** The applications that have a connected session for the user. */
export async function liveApplicationsOf(
  ctx: ReadContext,
  userId: string,
): Promise<readonly string[]> {
  const live = await ctx.tx.find(connectedSessions, { index: "user", value: userId });
  return [...new Set(live.map((session) => session.application_id))];
}

/** Those of the users who have a connected session for the application. */
export async function liveUsersOf(
  ctx: ReadContext,
  applicationId: string,
  userIds: readonly string[],
): Promise<ReadonlySet<string>> {
  const live = new Set<string>();
  if (userIds.length === 0) return live;
  // Most applications have no connected sessions when lobbies are filled, so this check saves the
  // others.
  const [any] = await ctx.tx.find(connectedSessions, { ...withPrefix(applicationId), limit: 1 });
  if (any === undefined) return live;
  for (const userId of userIds) {
    if (await hasLiveSession(ctx, userId, applicationId)) live.add(userId);
  }
  return live;
}

/** Records a connected session. @returns true when it is the user's first for the application */
export async function recordConnected(ctx: Context, session: ConnectedSession): Promise<boolean> {
  const isFirst = !(await hasLiveSession(ctx, session.user_id, session.application_id));
  ctx.tx.put(connectedSessions, session);
  return isFirst;
}

/**
 * Removes a session that was disconnected.
 *
 * @returns true when it was the user's last one for the application
 */
export async function removeDisconnected(
  ctx: Context,
  session: ConnectedSession,
): Promise<boolean> {
  const key = connectedSessions.key(session);
  const live = await ctx.tx.get(connectedSessions, key);
  // A session that was resumed at another process is still connected there.
  if (live === undefined || live.processEpoch !== session.processEpoch) return false;
  ctx.tx.delete(connectedSessions, key);
  return !(await hasLiveSession(ctx, session.user_id, session.application_id));
}
