// The membership of lobbies: what all ways of joining and leaving have in common.
import { limits } from "@antechamber/contract";
import type { Context, ReadContext } from "../../platform/context.ts";
import { withPrefix } from "../../platform/records/compound-keys.ts";
import { liveUsersOf } from "../applications/live-sessions.ts";
import { emitMembers } from "./events.ts";
import { withCountdown } from "./idle-timeout.ts";
import { linkedChannelOf } from "./link.ts";
import {
  lobbies,
  lobbyMembers,
  userOfApplication,
  type LobbyMemberRecord,
  type LobbyRecord,
  type LobbyWithMembers,
  type MemberChanges,
} from "./lobby.ts";

/** A lobby with its members in order of user id. */
export async function withMembers(ctx: ReadContext, lobby: LobbyRecord): Promise<LobbyWithMembers> {
  return withLink(ctx, lobby, await membersOf(ctx, lobby.id));
}

/** The members under a lobby's id, in order of user id, without checking that the lobby exists. */
export function membersOf(
  ctx: ReadContext,
  lobbyId: string,
): Promise<readonly LobbyMemberRecord[]> {
  return ctx.tx.find(lobbyMembers, withPrefix(lobbyId));
}

/** A lobby with its members and the channel that it is linked to. */
export async function withLink(
  ctx: ReadContext,
  lobby: LobbyRecord,
  members: readonly LobbyMemberRecord[],
): Promise<LobbyWithMembers> {
  return { lobby, members, linkedChannel: await linkedChannelOf(ctx, lobby) };
}

/**
 * Stores member changes, starts or stops the lobby's idle countdown, and emits the changes.
 *
 * @param live the ids of the connected users among those added; read when omitted
 */
export async function applyMemberChanges(
  ctx: Context,
  lobby: LobbyRecord,
  requested: MemberChanges,
  live?: ReadonlySet<string>,
): Promise<LobbyWithMembers & { readonly changes: MemberChanges }> {
  const userIds = requested.added.map((member) => member.user_id);
  const connected = live ?? (await liveUsersOf(ctx, lobby.application_id, userIds));
  const changes = withConnected(requested, connected);
  for (const member of changes.removed) ctx.tx.delete(lobbyMembers, lobbyMembers.key(member));
  for (const member of changes.added) ctx.tx.put(lobbyMembers, member);
  for (const member of changes.updated) ctx.tx.put(lobbyMembers, member);
  const hasConnected = changes.after.some((member) => member.connected);
  const settled = withCountdown(ctx, lobby, { hasConnected });
  if (settled !== lobby) ctx.tx.put(lobbies, settled);
  const linkedChannel = await linkedChannelOf(ctx, settled);
  emitMembers(ctx, { lobby: settled, linkedChannel }, changes);
  return { lobby: settled, members: changes.after, linkedChannel, changes };
}

/** Marks added members as connected if their users are. */
function withConnected(changes: MemberChanges, live: ReadonlySet<string>): MemberChanges {
  if (live.size === 0) return changes;
  const mark = (member: LobbyMemberRecord) =>
    live.has(member.user_id) ? { ...member, connected: true } : member;
  return { ...changes, after: changes.after.map(mark), added: changes.added.map(mark) };
}

/** True when a user is in the maximum number of an application's lobbies. */
export async function isInTooMany(
  ctx: ReadContext,
  applicationId: string,
  userId: string,
): Promise<boolean> {
  const value = userOfApplication(applicationId, userId);
  const count = await ctx.tx.count(lobbyMembers, { index: "user", value });
  return count >= limits.lobbiesPerUser.value;
}
