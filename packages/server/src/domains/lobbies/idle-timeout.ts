// Deletes lobbies without a connected member. Source: protocol: lobbies-and-sdk 5.3, 13 #10.
import type { Context, ReadContext } from "../../platform/context.ts";
import { onDeadline, type Deadline } from "../../platform/schedule/deadlines.ts";
import { closeLobby } from "./closing.ts";
import { lobbyHistoryDeadline } from "./lobby-message.ts";
import { lobbies, lobbyMembers, type LobbyRecord } from "./lobby.ts";

const closeIdleLobby = onDeadline(lobbies, {
  kind: "lobby.idle",
  subject: ({ id }) => id,
  run: closeLobby,
});

export const lobbyDeadlines: readonly Deadline[] = [closeIdleLobby, lobbyHistoryDeadline];

/**
 * A lobby with its idle countdown started or stopped: it runs while no member is connected and no
 * channel is linked. A countdown that is already running continues, with the lobby's current
 * timeout.
 */
export function withCountdown(
  ctx: Pick<Context, "now">,
  lobby: LobbyRecord,
  { hasConnected }: { readonly hasConnected: boolean },
): LobbyRecord {
  if (hasConnected || lobby.linked_channel_id !== null) {
    return lobby.idleSince === null ? lobby : { ...lobby, idleSince: null };
  }
  return lobby.idleSince === null ? { ...lobby, idleSince: ctx.now } : lobby;
}

/** True while a session of one of its members is connected. */
export async function isSomeoneConnected(ctx: ReadContext, lobbyId: string): Promise<boolean> {
  const search = { index: "connected", value: lobbyId, limit: 1 } as const;
  return (await ctx.tx.find(lobbyMembers, search)).length > 0;
}

/**
 * Starts or stops a lobby's idle countdown after its link to a channel changed, and stores the
 * lobby.
 *
 * @param lobby the lobby with the change
 * @returns the lobby as stored
 */
export async function restartIdleCountdown(ctx: Context, lobby: LobbyRecord): Promise<LobbyRecord> {
  const hasConnected = await isSomeoneConnected(ctx, lobby.id);
  const settled = withCountdown(ctx, lobby, { hasConnected });
  ctx.tx.put(lobbies, settled);
  return settled;
}
