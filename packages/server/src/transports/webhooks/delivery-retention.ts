// The finished deliveries that are stored, within a limit.
import { trimFinished } from "../../domains/webhooks/finished.ts";
import type { Transactions } from "../../platform/transactions.ts";

/** Deliveries that end between two checks of the limit. */
const TRIM_EVERY = 100;

/** Removes the oldest finished deliveries now and then, outside the transactions that end them. */
export class DeliveryRetention {
  readonly #work: Pick<Transactions, "transaction">;
  #finished = 0;

  constructor(work: Pick<Transactions, "transaction">) {
    this.#work = work;
  }

  /** Counts a finished delivery. */
  async finished(): Promise<void> {
    this.#finished += 1;
    if (this.#finished % TRIM_EVERY === 0) await this.#work.transaction(trimFinished);
  }
}
