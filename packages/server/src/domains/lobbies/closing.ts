// Deletes lobbies, for any reason.
import type { Context } from "../../platform/context.ts";
import { withPrefix } from "../../platform/records/compound-keys.ts";
import { emitDeletion } from "./events.ts";
import { clearChannel } from "./link.ts";
import { lobbies, lobbyMembers, type LobbyRecord } from "./lobby.ts";
import { deleteMessages } from "./lobby-message.ts";

/**
 * Deletes a lobby with everything that belongs to it, and emits the deletion to its members.
 *
 * @source requirements 4.1, Delete lobby; protocol: lobbies-and-sdk 13 #11
 */
export async function closeLobby(ctx: Context, lobby: LobbyRecord): Promise<void> {
  const members = await ctx.tx.find(lobbyMembers, withPrefix(lobby.id));
  for (const member of members) ctx.tx.delete(lobbyMembers, lobbyMembers.key(member));
  ctx.tx.delete(lobbies, lobbies.key(lobby));
  await deleteMessages(ctx, lobby.id);
  await clearChannel(ctx, lobby);
  emitDeletion(ctx, { lobby, members });
}
