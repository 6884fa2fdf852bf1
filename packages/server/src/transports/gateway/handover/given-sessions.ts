// Ends voice states and temporary memberships that depend on sessions which were given to other
// processes and never resumed. The sessions are not taken over for this: a note that could not be
// deleted may be left of one that was resumed elsewhere. The stored records show which process a
// session belongs to, since each process that takes one over moves its records to itself.
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

/** How long other processes may not take over a session that is about to end, in milliseconds. */
const CLAIM_MS = 15_000;

/** What is kept of a session until it has certainly ended. */
export interface GivenSession {
  readonly id: string;
  readonly userId: string;
  readonly isPerson: boolean;
  /** Guilds in whose voice channels its user may be through it. */
  readonly voiceGuildIds: readonly string[];
}

export interface GivenSessionDeps {
  readonly journal: BusJournal;
  readonly work: Pick<Transactions, "transaction">;
  readonly processes: Pick<Processes, "own">;
  readonly sessions: Sessions;
  readonly presences: Pick<Presences, "isOnline">;
  readonly handover: {
    /** True while a session is being fetched in order to resume here. */
    isTaking(id: string): boolean;
  };
}

export function givenSessionOf(session: Session, mayBeInVoice: boolean): GivenSession {
  return {
    id: session.id,
    userId: session.owner.userId,
    isPerson: isPerson(session),
    voiceGuildIds: mayBeInVoice ? session.guildIds : [],
  };
}

/**
 * Ends a session that this process gave away some minutes ago.
 *
 * @param isSameWorld false once the world was replaced, where nothing is to end
 * @returns false while another process may be about to take the session over
 */
export async function endGivenSession(
  deps: GivenSessionDeps,
  given: GivenSession,
  isSameWorld: () => boolean,
): Promise<boolean> {
  const { journal, work, processes, sessions, handover } = deps;
  const { id } = given;
  const isBack = () => sessions.find(id) !== undefined;
  if (isBack()) return true;
  const { epoch } = processes.own();
  const holder = await journal.claim({ epoch, name: id, claimant: epoch, durationMs: CLAIM_MS });
  if ((holder !== undefined && holder !== epoch) || handover.isTaking(id)) return false;
  await work.transaction(async (ctx) => {
    if (isBack() || !isSameWorld()) return;
    await endIn(ctx, deps, { ...given, epoch });
  });
  // If the session has returned here, its note has the same name.
  if (isBack()) return true;
  if (handover.isTaking(id)) return false;
  if (holder !== undefined) await journal.deleteNote(epoch, id);
  return true;
}

interface Ending extends GivenSession {
  readonly epoch: string;
}

/**
 * Temporary memberships end only if a voice state shows that the session still belongs to this
 * process: otherwise its user may be online elsewhere, without being shown to others.
 */
async function endIn(
  ctx: Context,
  deps: GivenSessionDeps,
  { id, userId, isPerson: isOfPerson, voiceGuildIds, epoch }: Ending,
): Promise<void> {
  let isOwn = false;
  for (const guildId of voiceGuildIds) {
    const from = { guildId, userId, sessionId: id, processEpoch: epoch };
    if (await leaveVoice(ctx, from)) isOwn = true;
  }
  if (isOfPerson && isOwn && !isOnline(deps, userId)) await endTemporaryMemberships(ctx, userId);
}
