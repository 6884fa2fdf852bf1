// Sessions that were left for other processes, and that nobody has come for: what only lasts as long
// as they do ends. They are not taken in for that: a note that could not be taken away may be left of
// one that goes on elsewhere. The records say whose a session is, since each process that goes on
// with one moves them to itself.
import { endTemporaryMemberships } from "../../../domains/oauth/installs/uninstall.ts";
import { leaveVoice } from "../../../domains/guilds/voice/operations.ts";
import type { BusJournal } from "../../../platform/bus.ts";
import type { Context } from "../../../platform/context.ts";
import type { Processes } from "../../../platform/processes.ts";
import type { Transactions } from "../../../platform/transactions.ts";
import type { Presences } from "../presence/presences.ts";
import type { Sessions } from "../sessions/session-registry.ts";
import type { Session } from "../sessions/session.ts";
import { isOnline, isPerson } from "../presence/temporary-members.ts";

/** For how long nobody else goes on with a session that is about to end. Real milliseconds. */
const CLAIM_MS = 15_000;

/** What is kept of a session until it is known to be over. */
export interface LeftSession {
  readonly id: string;
  readonly userId: string;
  readonly isPerson: boolean;
  /** Guilds in which its user may be in voice through it. */
  readonly voiceGuildIds: readonly string[];
}

export interface LeftSessionDeps {
  readonly journal: BusJournal;
  readonly work: Pick<Transactions, "transaction">;
  readonly processes: Pick<Processes, "own">;
  readonly sessions: Sessions;
  readonly presences: Pick<Presences, "isOnline">;
  readonly handover: {
    /** True while a session is being looked for that is to go on here. */
    isTaking(id: string): boolean;
  };
}

export function leftSessionOf(session: Session, mayBeInVoice: boolean): LeftSession {
  return {
    id: session.id,
    userId: session.owner.userId,
    isPerson: isPerson(session),
    voiceGuildIds: mayBeInVoice ? session.guildIds : [],
  };
}

/**
 * Ends a session that this process left for others some minutes ago.
 *
 * @param isSameWorld false once the world was replaced, in which nothing of it ends
 * @returns false while one of them may be about to go on with it
 */
export async function endLeftSession(
  deps: LeftSessionDeps,
  left: LeftSession,
  isSameWorld: () => boolean,
): Promise<boolean> {
  const { journal, work, processes, sessions, handover } = deps;
  const { id } = left;
  const isBack = () => sessions.find(id) !== undefined;
  if (isBack()) return true;
  const { epoch } = processes.own();
  const holder = await journal.claim({ epoch, name: id, by: epoch, forMs: CLAIM_MS });
  if ((holder !== undefined && holder !== epoch) || handover.isTaking(id)) return false;
  await work.transaction(async (ctx) => {
    if (isBack() || !isSameWorld()) return;
    await endIn(ctx, deps, { ...left, epoch });
  });
  // The note of a session that has come back here has the same name.
  if (isBack()) return true;
  if (handover.isTaking(id)) return false;
  if (holder !== undefined) await journal.drop(epoch, id);
  return true;
}

interface Ending extends LeftSession {
  readonly epoch: string;
}

/**
 * A temporary membership stays where no voice state says that the session is still this process's:
 * its user may be online elsewhere, and shown to nobody.
 */
async function endIn(
  ctx: Context,
  deps: LeftSessionDeps,
  { id, userId, isPerson: isOfPerson, voiceGuildIds, epoch }: Ending,
): Promise<void> {
  let isOwn = false;
  for (const guildId of voiceGuildIds) {
    const from = { guildId, userId, sessionId: id, processEpoch: epoch };
    if (await leaveVoice(ctx, from)) isOwn = true;
  }
  if (isOfPerson && isOwn && !isOnline(deps, userId)) await endTemporaryMemberships(ctx, userId);
}
