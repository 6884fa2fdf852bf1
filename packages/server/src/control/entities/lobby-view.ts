import type { LobbyItem } from "@antechamber/contract/control";
import { timestamp, type Static } from "@antechamber/contract/schema";
import { idleDeadline, lobbyMembers, type LobbyRecord } from "../../domains/lobbies/lobby.ts";
import { withPrefix } from "../../platform/records/compound-keys.ts";
import type { ReadContext } from "../../platform/context.ts";

/** A lobby as lists show it: its own fields, and the number of its members. */
export async function showLobby(
  lobby: LobbyRecord,
  ctx: ReadContext,
): Promise<Static<typeof LobbyItem>> {
  const { id, idle_timeout_seconds } = lobby;
  const closesAt = idleDeadline(lobby);
  const connected = { index: "connected", value: id } as const;
  return {
    id,
    application: lobby.application_id,
    flags: lobby.flags,
    metadata: lobby.metadata === null ? null : { ...lobby.metadata },
    idle_timeout_seconds,
    members: await ctx.tx.count(lobbyMembers, withPrefix(id)),
    connected: await ctx.tx.count(lobbyMembers, connected),
    linked_channel: lobby.linked_channel_id,
    created_at: timestamp(lobby.createdAt),
    closes_at: closesAt === undefined ? null : timestamp(closesAt),
  };
}
