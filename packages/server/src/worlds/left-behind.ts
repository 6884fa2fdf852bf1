// What a process leaves behind when it is killed: sessions that count as connected, and users
// who are in voice through them. They are cleared away a page at a time, each page by a job.
import { connectedSessions } from "../domains/applications/live-sessions.ts";
import { leaveVoiceOf } from "../domains/guilds/voice/operations.ts";
import { voiceStates } from "../domains/guilds/voice/voice-state.ts";
import { forgetConnectionsOf } from "../domains/lobbies/connected-players.ts";
import type { Context, JobDeclaration } from "../platform/context.ts";
import type { Processes } from "../platform/processes.ts";
import type { Reader, Table } from "../platform/store.ts";
import type { Transactions } from "../platform/transactions.ts";

/** Sessions, and users in voice, that one transaction deals with. */
const PAGE = 50;

interface LeftBehind {
  /** Of the process that has ended. */
  readonly epoch: string;
}

export const clearLeftBehind: JobDeclaration<LeftBehind> = {
  name: "processes.clear",
  async run(ctx, { epoch }) {
    const sessions = await forgetConnectionsOf(ctx, epoch, PAGE);
    const inVoice = await leaveVoiceOf(ctx, epoch, PAGE);
    if (Math.max(sessions, inVoice) === PAGE) planClearing(ctx, epoch);
  },
};

/** Plans that what a process left behind is cleared away. */
export function planClearing(ctx: Context, epoch: string): void {
  ctx.schedule(clearLeftBehind, ctx.now, { epoch });
}

/**
 * Clears away what is left of processes that ended while nobody was there to notice: the first of
 * it now, and the rest by jobs, since a start waits for this.
 */
export async function clearOldRuns(work: Transactions, processes: Processes): Promise<void> {
  // Before a look it is not known who has ended.
  await processes.look();
  const epochs = await work.read(
    async ({ tx }) =>
      new Set([...(await epochsIn(tx, connectedSessions)), ...(await epochsIn(tx, voiceStates))]),
  );
  for (const epoch of epochs) {
    if (processes.mayLiveElsewhere(epoch)) continue;
    await work.transaction((ctx) => clearLeftBehind.run(ctx, { epoch }));
  }
}

/** Follows every key in text order. */
const AFTER_ALL_KEYS = "~";

/** Every epoch that records of a table name, one search for each. */
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
