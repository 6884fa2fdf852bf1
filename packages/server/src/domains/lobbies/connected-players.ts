// Marks lobby members as connected while they have gateway sessions for the lobby's application.
// They stay members without one.
// Source: protocol: lobbies-and-sdk 5.3, 6.3.
import type { GatewayLobby } from "@antechamber/contract/lobbies";
import { snowflakeKey, type Static } from "@antechamber/contract/schema";
import type { Context, ReadContext } from "../../platform/context.ts";
import {
  connectedSessions,
  recordConnected,
  removeDisconnected,
  type ConnectedSession,
} from "../applications/live-sessions.ts";
import { emitConnection, gatewayLobbyView } from "./events.ts";
import { isSomeoneConnected, withCountdown } from "./idle-timeout.ts";
import { lobbies, lobbyMembers, userOfApplication, type LobbyMemberRecord } from "./lobby.ts";
import { withMembers } from "./membership.ts";

/** A user of an application. */
type Player = Pick<ConnectedSession, "application_id" | "user_id">;

/** Records a connected session, and marks its user as connected in all their lobbies. */
export async function connectToLobbies(ctx: Context, session: ConnectedSession): Promise<void> {
  if (await recordConnected(ctx, session)) await setConnected(ctx, session, true);
}

/**
 * Removes a session. After the user's last one, they are disconnected in all their lobbies, whose
 * idle countdown may start.
 */
export async function disconnectFromLobbies(
  ctx: Context,
  session: ConnectedSession,
): Promise<void> {
  if (await removeDisconnected(ctx, session)) await setConnected(ctx, session, false);
}

/** Removes sessions that have ended. */
export async function removeConnections(
  ctx: Context,
  ended: readonly ConnectedSession[],
): Promise<void> {
  for (const session of ended) await disconnectFromLobbies(ctx, session);
}

/**
 * Removes sessions of a process that has ended.
 *
 * @param limit the most sessions to remove at once
 * @returns how many were removed
 */
export async function removeConnectionsOf(
  ctx: Context,
  processEpoch: string,
  limit: number,
): Promise<number> {
  const search = { index: "process", value: processEpoch, limit } as const;
  const ended = await ctx.tx.find(connectedSessions, search);
  await removeConnections(ctx, ended);
  return ended.length;
}

async function setConnected(ctx: Context, player: Player, connected: boolean): Promise<void> {
  for (const member of await membershipsOf(ctx, player)) {
    if (member.connected !== connected) await setMember(ctx, { ...member, connected });
  }
}

async function setMember(ctx: Context, member: LobbyMemberRecord): Promise<void> {
  ctx.tx.put(lobbyMembers, member);
  const lobby = await ctx.tx.get(lobbies, snowflakeKey(member.lobby_id));
  if (lobby === undefined) throw new Error(`a member of no lobby: ${member.lobby_id}`);
  const hasConnected = member.connected || (await isSomeoneConnected(ctx, lobby.id));
  const settled = withCountdown(ctx, lobby, { hasConnected });
  if (settled !== lobby) ctx.tx.put(lobbies, settled);
  emitConnection(ctx, await withMembers(ctx, settled), member);
}

/** A user's memberships in the lobbies of an application. */
function membershipsOf(ctx: ReadContext, { application_id, user_id }: Player) {
  const value = userOfApplication(application_id, user_id);
  return ctx.tx.find(lobbyMembers, { index: "user", value });
}

/**
 * The lobbies in a new session's READY, as players are shown them. Its user is shown as connected,
 * which they are once the client reads it.
 */
export async function lobbiesOfPlayer(
  ctx: ReadContext,
  player: Player,
): Promise<readonly Static<typeof GatewayLobby>[]> {
  const views = [];
  for (const { lobby_id } of await membershipsOf(ctx, player)) {
    const lobby = await ctx.tx.get(lobbies, snowflakeKey(lobby_id));
    if (lobby === undefined) continue;
    const whole = await withMembers(ctx, lobby);
    const present = whole.members.map((member) =>
      member.user_id === player.user_id ? { ...member, connected: true } : member,
    );
    views.push(gatewayLobbyView({ ...whole, members: present }));
  }
  return views;
}
