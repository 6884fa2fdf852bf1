// Members come and go with the gateway sessions of their application; being a member outlasts both.
// Source: protocol: lobbies-and-sdk 5.3, 6.3.
import type { GatewayLobby } from "@antechamber/contract/lobbies";
import { snowflakeKey, type Static } from "@antechamber/contract/schema";
import type { Context, ReadContext } from "../../platform/context.ts";
import {
  connectedSessions,
  sessionConnected,
  sessionDisconnected,
  type ConnectedSession,
} from "../applications/live-sessions.ts";
import { emitConnection, gatewayLobbyView } from "./events.ts";
import { isSomeoneConnected, withCountdown } from "./idle-timeout.ts";
import { lobbies, lobbyMembers, userOfApplication, type LobbyMemberRecord } from "./lobby.ts";
import { withMembers } from "./membership.ts";

/** What identifies a user among those of an application. */
type Player = Pick<ConnectedSession, "application_id" | "user_id">;

/** Takes note of a session, which counts as connected in every lobby of its user. */
export async function connectToLobbies(ctx: Context, session: ConnectedSession): Promise<void> {
  if (await sessionConnected(ctx, session)) await setConnected(ctx, session, true);
}

/** Forgets a session; with the user's last one, their lobbies may begin to count down. */
export async function disconnectFromLobbies(
  ctx: Context,
  session: ConnectedSession,
): Promise<void> {
  if (await sessionDisconnected(ctx, session)) await setConnected(ctx, session, false);
}

/** Forgets sessions of which none lives. */
export async function forgetConnections(
  ctx: Context,
  ended: readonly ConnectedSession[],
): Promise<void> {
  for (const session of ended) await disconnectFromLobbies(ctx, session);
}

/**
 * Forgets sessions of a process that has ended, at most so many.
 *
 * @returns how many
 */
export async function forgetConnectionsOf(
  ctx: Context,
  processEpoch: string,
  limit: number,
): Promise<number> {
  const search = { index: "process", value: processEpoch, limit } as const;
  const ended = await ctx.tx.find(connectedSessions, search);
  await forgetConnections(ctx, ended);
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
 * The lobbies that a session of a user begins with, as players see them. Its user counts as
 * connected: they are by the time that they read it.
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
