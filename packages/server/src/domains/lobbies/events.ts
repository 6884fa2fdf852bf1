// The events of lobbies, which go to the sessions of their members.
// Source: protocol: lobbies-and-sdk 6.3.
import type { Payload, Scope } from "@antechamber/contract";
import {
  LobbyCreate,
  LobbyDelete,
  LobbyMemberAdd,
  LobbyMemberConnect,
  LobbyMemberDisconnect,
  LobbyMemberRemove,
  LobbyMemberUpdate,
  LobbyUpdate,
  type GatewayLobby,
  type GatewayLobbyMember,
} from "@antechamber/contract/lobbies";
import type { Static } from "@antechamber/contract/schema";
import type { Context } from "../../platform/context.ts";
import { channelView } from "../guilds/guild.ts";
import type { LobbyMemberRecord, LobbyRecord, LobbyWithMembers, MemberChanges } from "./lobby.ts";

/** A member as sent to players' sessions. */
function gatewayMemberView(member: LobbyMemberRecord): Static<typeof GatewayLobbyMember> {
  return {
    user_id: member.user_id,
    user: { id: member.user_id },
    metadata: member.metadata,
    flags: member.flags,
    connected: member.connected,
  };
}

/**
 * A lobby as sent to players' sessions: without its webhook URL, which is private to the
 * application.
 */
export function gatewayLobbyView({
  lobby,
  members,
  linkedChannel,
}: LobbyWithMembers): Static<typeof GatewayLobby> {
  return {
    id: lobby.id,
    application_id: lobby.application_id,
    metadata: lobby.metadata,
    flags: lobby.flags,
    ...(linkedChannel === undefined ? {} : { linked_channel: channelView(linkedChannel) }),
    members: members.map(gatewayMemberView),
    region: null,
    voice_states: [],
  };
}

type LobbyEvent =
  | typeof LobbyCreate
  | typeof LobbyDelete
  | typeof LobbyUpdate
  | typeof LobbyMemberAdd
  | typeof LobbyMemberConnect
  | typeof LobbyMemberDisconnect
  | typeof LobbyMemberRemove
  | typeof LobbyMemberUpdate;

/** The sessions of members that belong to the lobby's application. */
export function sessionsOf(
  { application_id }: LobbyRecord,
  members: readonly LobbyMemberRecord[],
): Extract<Scope, { kind: "users" }> {
  return { kind: "users", user_ids: members.map((member) => member.user_id), application_id };
}

/** Emits an event to some members of a lobby, if there are any. */
function emitTo<D extends LobbyEvent>(
  ctx: Context,
  to: { readonly lobby: LobbyRecord; readonly users: readonly LobbyMemberRecord[] },
  [declaration, payload]: readonly [D, Payload<D>],
): void {
  if (to.users.length === 0) return;
  ctx.emit<LobbyEvent>(declaration, sessionsOf(to.lobby, to.users), payload);
}

/**
 * Emits added, updated and removed members to the others. An added member receives the whole lobby,
 * a removed one its deletion, and neither receives the event about themselves.
 */
export function emitMembers(
  ctx: Context,
  { lobby, linkedChannel }: Omit<LobbyWithMembers, "members">,
  changes: MemberChanges,
): void {
  const { after, added, updated, removed, stayed } = changes;
  const toOthers = { lobby, users: stayed };
  const about = (member: LobbyMemberRecord) => ({
    member: gatewayMemberView(member),
    lobby_id: lobby.id,
    application_id: lobby.application_id,
  });
  emitTo(ctx, { lobby, users: removed }, [LobbyDelete, { id: lobby.id, reason: "removed" }]);
  for (const member of removed) emitTo(ctx, toOthers, [LobbyMemberRemove, about(member)]);
  for (const member of added) emitTo(ctx, toOthers, [LobbyMemberAdd, about(member)]);
  for (const member of updated) emitTo(ctx, toOthers, [LobbyMemberUpdate, about(member)]);
  if (added.length === 0) return;
  const whole = gatewayLobbyView({ lobby, members: after, linkedChannel });
  emitTo(ctx, { lobby, users: added }, [LobbyCreate, whole]);
}

/** Emits a change of the lobby itself to the given members. */
export function emitUpdate(
  ctx: Context,
  whole: LobbyWithMembers,
  to: readonly LobbyMemberRecord[],
): void {
  emitTo(ctx, { lobby: whole.lobby, users: to }, [LobbyUpdate, gatewayLobbyView(whole)]);
}

/** Emits the deletion of the lobby to all members. */
export function emitDeletion(ctx: Context, { lobby, members }: LobbyWithMembers): void {
  emitTo(ctx, { lobby, users: members }, [LobbyDelete, { id: lobby.id, reason: "deleted" }]);
}

/** Emits to the others that a member's first session connected, or that the last one disconnected. */
export function emitConnection(
  ctx: Context,
  { lobby, members }: LobbyWithMembers,
  member: LobbyMemberRecord,
): void {
  const users = members.filter((each) => each.user_id !== member.user_id);
  const event = member.connected ? LobbyMemberConnect : LobbyMemberDisconnect;
  emitTo(ctx, { lobby, users }, [event, { member: gatewayMemberView(member), lobby_id: lobby.id }]);
}
