// The end of lobbies to which nobody is connected. Source: protocol: lobbies-and-sdk 5.3, 13 #10.
import { ageKey } from "@antechamber/contract";
import type { Millis } from "../../platform/clock.ts";
import type { AnyJob, Context, JobDeclaration, ReadContext } from "../../platform/context.ts";
import { closeLobby } from "./closing.ts";
import { forgetOldMessages } from "./history.ts";
import { lobbies, lobbyMembers, type LobbyRecord } from "./lobby.ts";

/** Names the lobby, and the plan: a lobby that follows another plan by now is left alone. */
interface IdleLook {
  readonly lobby_id: string;
  readonly at: Millis;
}

/** Looks whether a lobby has been idle for long enough; if not, when to look again. */
export const lookForIdleness: JobDeclaration<IdleLook> = {
  name: "lobbies.idle",
  async run(ctx, { lobby_id, at }) {
    const lobby = await ctx.tx.get(lobbies, ageKey(lobby_id));
    if (lobby === undefined || lobby.idleJobAt !== at) return;
    const deadline = idleDeadline(lobby);
    if (deadline !== undefined && deadline <= ctx.now) return closeLobby(ctx, lobby);
    ctx.tx.put(lobbies, planned(ctx, { ...lobby, idleJobAt: null }));
  },
};

export const lobbyJobs: readonly AnyJob[] = [lookForIdleness, forgetOldMessages];

/** When an idle lobby is closed; undefined while it is not idle. */
export function idleDeadline(lobby: LobbyRecord): Millis | undefined {
  return lobby.idleSince === null ? undefined : lobby.idleSince + lobby.idle_timeout_seconds * 1000;
}

/**
 * A lobby with its countdown as it must stand: running while nobody is connected and no channel is
 * linked. A countdown that runs already goes on, by the lobby's timeout as it is now.
 */
export function withCountdown(
  ctx: Pick<Context, "now" | "schedule">,
  lobby: LobbyRecord,
  hasConnected: boolean,
): LobbyRecord {
  if (hasConnected || lobby.linked_channel_id !== null) {
    return lobby.idleSince === null ? lobby : { ...lobby, idleSince: null };
  }
  return planned(ctx, lobby.idleSince === null ? { ...lobby, idleSince: ctx.now } : lobby);
}

/**
 * A lobby with a look planned in time for its deadline. One that comes too early plans the next
 * itself, so however often sessions come and go there is one for each lobby.
 */
function planned(ctx: Pick<Context, "schedule">, lobby: LobbyRecord): LobbyRecord {
  const deadline = idleDeadline(lobby);
  if (deadline === undefined) return lobby;
  if (lobby.idleJobAt !== null && lobby.idleJobAt <= deadline) return lobby;
  ctx.schedule(lookForIdleness, deadline, { lobby_id: lobby.id, at: deadline });
  return { ...lobby, idleJobAt: deadline };
}

/** True while a session of one of its members is connected. */
export async function isSomeoneConnected(ctx: ReadContext, lobbyId: string): Promise<boolean> {
  const search = { index: "connected", value: lobbyId, limit: 1 };
  return (await ctx.tx.find(lobbyMembers, search)).length > 0;
}

/**
 * Starts or stops a lobby's countdown after its link to a channel changed, and stores the lobby.
 *
 * @param lobby as it is to be stored
 * @returns the lobby as it was stored
 */
export async function restartIdleCountdown(ctx: Context, lobby: LobbyRecord): Promise<LobbyRecord> {
  const settled = withCountdown(ctx, lobby, await isSomeoneConnected(ctx, lobby.id));
  ctx.tx.put(lobbies, settled);
  return settled;
}
