// Cleans up after a process that was killed: sessions that still count as connected, and users who
// are in voice channels through them. A series of jobs does this, one page each.
import { connectedSessions } from "../domains/applications/live-sessions.ts";
import { leaveVoiceOf } from "../domains/guilds/voice/operations.ts";
import { voiceStates } from "../domains/guilds/voice/voice-state.ts";
import { removeConnectionsOf } from "../domains/lobbies/connected-players.ts";
import type { Context, JobDeclaration } from "../platform/context.ts";
import type { Processes } from "../platform/processes.ts";
import type { Reader, Table } from "../platform/store.ts";
import type { Transactions } from "../platform/transactions.ts";

/** The most sessions, and the most users in voice, that one transaction handles. */
const PAGE = 50;

interface OrphanedRecords {
  /** The epoch of the process that has ended. */
  readonly epoch: string;
}

export const clearOrphanedRecords: JobDeclaration<OrphanedRecords> = {
  name: "processes.clear",
  async run(ctx, { epoch }) {
    const sessions = await removeConnectionsOf(ctx, epoch, PAGE);
    const inVoice = await leaveVoiceOf(ctx, epoch, PAGE);
    if (Math.max(sessions, inVoice) === PAGE) planClearing(ctx, epoch);
  },
};

/** Schedules the cleanup after a process. */
export function planClearing(ctx: Context, epoch: string): void {
  ctx.schedule(clearOrphanedRecords, ctx.now, { epoch });
}

/**
 * Cleans up after processes that ended while no other process was running: one page of each right
 * away, and the rest by jobs, since the start waits for this.
 */
export async function clearOldRuns(work: Transactions, processes: Processes): Promise<void> {
  // The list of live processes is only reliable after a look.
  await processes.refresh();
  const epochs = await work.read(
    async ({ tx }) =>
      new Set([...(await epochsIn(tx, connectedSessions)), ...(await epochsIn(tx, voiceStates))]),
  );
  for (const epoch of epochs) {
    if (processes.mayLiveElsewhere(epoch)) continue;
    await work.transaction((ctx) => clearOrphanedRecords.run(ctx, { epoch }));
  }
}

/** Sorts after every key. */
const AFTER_ALL_KEYS = "~";

/** Every epoch that occurs in a table, found by one search each. */
async function epochsIn<R extends object>(
  tx: Reader,
  table: Table<R, "process" | (string & {})>,
): Promise<readonly string[]> {
  const epochs: string[] = [];
  for (;;) {
    const last = epochs.at(-1);
    const after = last === undefined ? {} : { after: { value: last, key: AFTER_ALL_KEYS } };
    const [hit] = await tx.findByPrefix(table, {
      index: "process",
      prefix: "",
      limit: 1,
      ...after,
    });
    if (hit === undefined) return epochs;
    epochs.push(hit.value);
  }
}
