// Who hears of what happens to a lobby: sessions of its members.
// Source: protocol: lobbies-and-sdk 6.3.
import {
  LobbyCreate,
  LobbyDelete,
  LobbyMemberAdd,
  LobbyMemberRemove,
  LobbyMemberUpdate,
  LobbyUpdate,
  type GatewayLobby,
  type GatewayLobbyMember,
  type Payload,
  type Scope,
  type Static,
} from "@antechamber/contract";
import type { Context } from "../../platform/context.ts";
import type { LobbyMemberRecord, LobbyRecord, LobbyWithMembers, MemberChanges } from "./lobby.ts";

/** Users whose sessions connect them to an application's lobbies. */
type Connected = ReadonlySet<string>;

/** Sessions do not report to lobbies, so no member counts as connected. */
const nobody: Connected = new Set();

/** A member as players' sessions see them. */
function gatewayMemberView(
  member: LobbyMemberRecord,
  connected: Connected,
): Static<typeof GatewayLobbyMember> {
  return {
    user_id: member.user_id,
    user: { id: member.user_id },
    metadata: member.metadata,
    flags: member.flags,
    connected: connected.has(member.user_id),
  };
}

/** A lobby as players' sessions see it: where its events are sent is the application's business. */
function gatewayLobbyView(
  { lobby, members }: LobbyWithMembers,
  connected: Connected,
): Static<typeof GatewayLobby> {
  return {
    id: lobby.id,
    application_id: lobby.application_id,
    metadata: lobby.metadata,
    flags: lobby.flags,
    members: members.map((member) => gatewayMemberView(member, connected)),
    region: null,
    voice_states: [],
  };
}

type LobbyEvent =
  | typeof LobbyCreate
  | typeof LobbyDelete
  | typeof LobbyUpdate
  | typeof LobbyMemberAdd
  | typeof LobbyMemberRemove
  | typeof LobbyMemberUpdate;

/** Tells users of something, if there are any to hear it. */
function tell<D extends LobbyEvent>(
  ctx: Context,
  to: { readonly lobby: LobbyRecord; readonly users: readonly LobbyMemberRecord[] },
  [declaration, payload]: readonly [D, Payload<D>],
): void {
  if (to.users.length === 0) return;
  const scope: Extract<Scope, { kind: "users" }> = {
    kind: "users",
    user_ids: to.users.map((member) => member.user_id),
    application_id: to.lobby.application_id,
  };
  ctx.emit<LobbyEvent>(declaration, scope, payload);
}

/**
 * Tells of added, updated and removed members. Who was added hears of the whole lobby, who was
 * removed of its end, and nobody of their own coming and going as a member.
 */
export function announceMembers(ctx: Context, lobby: LobbyRecord, changes: MemberChanges): void {
  const { after, added, updated, removed, stayed } = changes;
  const toOthers = { lobby, users: stayed };
  const about = (member: LobbyMemberRecord) => ({
    member: gatewayMemberView(member, nobody),
    lobby_id: lobby.id,
    application_id: lobby.application_id,
  });
  tell(ctx, { lobby, users: removed }, [LobbyDelete, { id: lobby.id, reason: "removed" }]);
  for (const member of removed) tell(ctx, toOthers, [LobbyMemberRemove, about(member)]);
  for (const member of added) tell(ctx, toOthers, [LobbyMemberAdd, about(member)]);
  for (const member of updated) tell(ctx, toOthers, [LobbyMemberUpdate, about(member)]);
  if (added.length === 0) return;
  const whole = gatewayLobbyView({ lobby, members: after }, nobody);
  tell(ctx, { lobby, users: added }, [LobbyCreate, whole]);
}

/** Tells members of a change of the lobby itself. */
export function announceUpdate(
  ctx: Context,
  { lobby, members }: LobbyWithMembers,
  to: readonly LobbyMemberRecord[],
): void {
  const whole = gatewayLobbyView({ lobby, members }, nobody);
  tell(ctx, { lobby, users: to }, [LobbyUpdate, whole]);
}

/** Tells all members that the lobby is no more. */
export function announceDeletion(ctx: Context, { lobby, members }: LobbyWithMembers): void {
  tell(ctx, { lobby, users: members }, [LobbyDelete, { id: lobby.id, reason: "deleted" }]);
}
