// What is done to the clock and the world by one process, and must be so in all of them: they
// receive it through the log of events.
import type { ClockState } from "../platform/clock.ts";
import type { Context } from "../platform/context.ts";
import type { Processes } from "../platform/processes.ts";
import { SerialQueue } from "../platform/serial-queue.ts";
import type { EventRecord } from "../platform/store.ts";
import type { Transactions } from "../platform/transactions.ts";
import type { LoadedLimits, SteeringDeps } from "./steering.ts";

const CLOCK_MOVED = "CLOCK_MOVED";
const WORLD_REPLACED = "WORLD_REPLACED";

interface ClockMoved {
  /** The epoch of the process that did it. */
  readonly by: string;
  readonly clock: ClockState;
}

interface WorldReplaced extends ClockMoved {
  readonly limits: LoadedLimits;
}

/** Has the other processes go by this clock, once the transaction is committed. */
export function tellClock(ctx: Context, processes: Processes, clock: ClockState): void {
  const payload: ClockMoved = { by: processes.own().epoch, clock };
  tell(ctx, processes, { name: CLOCK_MOVED, payload });
}

/** Has the other processes go on with the world that is now in the store. */
export function tellReplacement(
  ctx: Context,
  processes: Processes,
  replacement: Omit<WorldReplaced, "by">,
): void {
  const payload: WorldReplaced = { ...replacement, by: processes.own().epoch };
  tell(ctx, processes, { name: WORLD_REPLACED, payload });
}

function tell(
  { tx, now }: Context,
  { isSole }: Processes,
  event: Pick<EventRecord, "name" | "payload">,
): void {
  if (!isSole) tx.append({ ...event, scope: { kind: "nobody" }, at: now });
}

/** Does as other processes tell. @returns what ends that */
export function heedOthers(
  means: SteeringDeps,
  work: Transactions,
  failed: (error: unknown) => void,
): () => void {
  const { store } = means;
  const turns = new SerialQueue();
  return store.log.follow((events) => {
    for (const { name, payload } of events) {
      if (name !== CLOCK_MOVED && name !== WORLD_REPLACED) continue;
      const told = payload as ClockMoved | WorldReplaced;
      if (told.by === store.processes.own().epoch) continue;
      turns.run(() => heed(means, work, told)).catch(failed);
    }
  });
}

async function heed(
  { clock, ids, resetLimits, endSessions }: SteeringDeps,
  work: Transactions,
  told: ClockMoved | WorldReplaced,
): Promise<void> {
  // Ids of the way back would come a second time after a restart.
  await ids.keepFloor();
  clock.restore(told.clock);
  if (!("limits" in told)) return;
  await work.scheduler.stop();
  await work.scheduler.start();
  resetLimits(told.limits);
  await endSessions();
}
