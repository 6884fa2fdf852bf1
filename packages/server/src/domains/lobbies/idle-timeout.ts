// The end of lobbies to which nobody is connected. Source: protocol: lobbies-and-sdk 5.3, 13 #10.
import { snowflakeKey, SNOWFLAKE_EPOCH_MS, snowflakeTime } from "@antechamber/contract/schema";
import type { Millis } from "../../platform/clock.ts";
import type { AnyJob, Context, JobDeclaration, ReadContext } from "../../platform/context.ts";
import { closeLobby } from "./closing.ts";
import { forgetOldMessages } from "./lobby-message.ts";
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
    const lobby = await ctx.tx.get(lobbies, snowflakeKey(lobby_id));
    if (lobby !== undefined && lobby.idleJobAt === at) await look(ctx, lobby);
  },
};

/** Closes a lobby that has been idle for long enough, or plans the next look at it. */
async function look(ctx: Context, lobby: LobbyRecord): Promise<void> {
  const deadline = idleDeadline(lobby);
  if (deadline !== undefined && deadline <= ctx.now) return closeLobby(ctx, lobby);
  ctx.tx.put(lobbies, planned(ctx, { ...lobby, idleJobAt: null }));
}

/**
 * Lobbies whose ids were made within so many milliseconds have their first look in common, so that
 * a service that opens thousands a second need not plan as many.
 */
const COHORT_MS = 64;
/** Lobbies that one transaction looks at. */
const COHORT_PAGE = 200;

/** Names the lobbies of a cohort that follow this plan. */
interface CohortLook {
  /** The first millisecond of their ids. */
  readonly from: Millis;
  readonly at: Millis;
  /** The key of the last one that was looked at. */
  readonly after?: string;
}

/** Looks at the lobbies of a cohort, before any of them can be due; then each goes its own way. */
const lookForIdleCohort: JobDeclaration<CohortLook> = {
  name: "lobbies.idle_cohort",
  async run(ctx, { from, at, after = keyAt(from, -1n) }) {
    const bounds = { after, before: keyAt(from + COHORT_MS), limit: COHORT_PAGE };
    const found = await ctx.tx.find(lobbies, bounds);
    for (const lobby of found) if (lobby.idleJobAt === at) await look(ctx, lobby);
    const last = found.at(COHORT_PAGE - 1);
    if (last !== undefined) {
      ctx.schedule(lookForIdleCohort, ctx.now, { from, at, after: lobbies.key(last) });
    }
  },
};

/** The key of the first id of a millisecond, or of one so many steps away. */
function keyAt(ms: Millis, steps = 0n): string {
  return snowflakeKey(((BigInt(ms - SNOWFLAKE_EPOCH_MS) << 22n) + steps).toString());
}

/**
 * A new lobby that has its first look in common with those made just before it, where that comes in
 * time for it. On a clock that was set back it may not: ids run ahead of it.
 */
export async function inCohort(ctx: Context, lobby: LobbyRecord): Promise<LobbyRecord> {
  const made = snowflakeTime(lobby.id);
  const from = made - (made % COHORT_MS);
  const timeout = lobby.idle_timeout_seconds * 1000;
  // An id is made a little after the instant that a request came in.
  const at = from - COHORT_MS + timeout;
  if (at <= ctx.now || at > ctx.now + timeout) return lobby;
  const name = `${lookForIdleCohort.name} ${from}`;
  await ctx.scheduleShared(lookForIdleCohort, at, { name, payload: { from, at } });
  return { ...lobby, idleJobAt: at };
}

export const lobbyJobs: readonly AnyJob[] = [lookForIdleness, lookForIdleCohort, forgetOldMessages];

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
  const search = { index: "connected", value: lobbyId, limit: 1 } as const;
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
