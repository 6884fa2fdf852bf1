// What the delivery of events reads of the store. An event whose audience cannot be read is delivered to
// nobody, and ends the sessions that might have received it: so it waits for a database that is out of
// reach, and so do those behind it.
import { patience, type Clock } from "../../../platform/clock.ts";
import type { Processes } from "../../../platform/processes.ts";
import { UnreachableError } from "../../../platform/store.ts";
import type { Transactions } from "../../../platform/transactions.ts";

/** Real milliseconds until it is read again. */
const AGAIN_MS = 100;
/** A read that fails for so long, though the database answers otherwise, is given up. */
const FAILING_MS_MAX = 10_000;

export interface PatientReadsDeps {
  readonly work: Pick<Transactions, "read">;
  readonly clock: Pick<Clock, "real" | "after">;
  readonly processes: Pick<Processes, "isFenced">;
}

/** Reads that wait while the database cannot be reached. */
export function patientReads({
  work,
  clock,
  processes,
}: PatientReadsDeps): Pick<Transactions, "read"> {
  async function read<T>(attempt: () => Promise<T>): Promise<T> {
    for (let since = clock.real(); ;) {
      try {
        return await attempt();
      } catch (error) {
        if (processes.isFenced()) since = clock.real();
        const isOver = clock.real() - since >= FAILING_MS_MAX;
        if (isOver || !(error instanceof UnreachableError)) throw error;
        await patience(clock, AGAIN_MS);
      }
    }
  }
  return { read: (look, origin) => read(() => work.read(look, origin)) };
}
