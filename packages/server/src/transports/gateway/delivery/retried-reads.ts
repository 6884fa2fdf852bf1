// Store reads for the delivery of events. An event whose receivers cannot be read is sent to
// nobody, and ends the sessions that might have received it. So the event, and those behind it,
// wait while the database cannot be reached.
import { delay, type Clock } from "../../../platform/clock.ts";
import type { Processes } from "../../../platform/processes.ts";
import { UnreachableError } from "../../../platform/store.ts";
import type { Transactions } from "../../../platform/transactions.ts";

/** Real milliseconds between retries. */
const AGAIN_MS = 100;
/** A read that fails for this long, although the database answers others, is given up. */
const FAILING_MS_MAX = 10_000;

export interface RetriedReadsDeps {
  readonly work: Pick<Transactions, "read">;
  readonly clock: Pick<Clock, "real" | "after">;
  readonly processes: Pick<Processes, "isFenced">;
}

/** Retries reads while the database cannot be reached. */
export function retriedReads({
  work,
  clock,
  processes,
}: RetriedReadsDeps): Pick<Transactions, "read"> {
  async function read<T>(attempt: () => Promise<T>): Promise<T> {
    for (let since = clock.real(); ;) {
      try {
        return await attempt();
      } catch (error) {
        if (processes.isFenced()) since = clock.real();
        const isOver = clock.real() - since >= FAILING_MS_MAX;
        if (isOver || !(error instanceof UnreachableError)) throw error;
        await delay(clock, AGAIN_MS);
      }
    }
  }
  return { read: (look, origin) => read(() => work.read(look, origin)) };
}
