// The finished deliveries that are stored, within a limit.
import { trimFinished } from "../../domains/webhooks/finished.ts";
import type { DeliveryAttempt } from "../../domains/webhooks/webhook.ts";
import type { OutboundResult } from "../../platform/outbound.ts";
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

/** An attempt as it is stored, with when it began and how long it took in real milliseconds. */
export function attemptOf(
  result: OutboundResult,
  { at, ms }: Pick<DeliveryAttempt, "at" | "ms">,
): DeliveryAttempt {
  const took = { at, ms: Math.max(0, Math.round(ms)) };
  switch (result.kind) {
    case "answered": {
      const { status } = result;
      const isGood = status >= 200 && status <= 299;
      return { ...took, status, ...(isGood ? {} : { error: `The endpoint answered ${status}.` }) };
    }
    case "timedOut":
      return { ...took, error: "The endpoint did not answer in time." };
    case "failed":
      return { ...took, error: `The endpoint could not be called: ${result.reason}.` };
  }
}
