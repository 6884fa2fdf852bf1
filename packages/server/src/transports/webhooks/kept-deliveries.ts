// What is remembered of deliveries that are over, kept within its bounds.
import { trimFinished } from "../../domains/webhooks/finished.ts";
import type { DeliveryAttempt } from "../../domains/webhooks/webhook.ts";
import type { OutboundResult } from "../../platform/outbound.ts";
import type { Transactions } from "../../platform/transactions.ts";

/** Deliveries that end between two looks whether there are too many. */
const TRIM_EVERY = 100;

/** Forgets the oldest finished deliveries now and then, apart from the transactions that end them. */
export class KeptDeliveries {
  readonly #work: Pick<Transactions, "transaction">;
  #finished = 0;

  constructor(work: Pick<Transactions, "transaction">) {
    this.#work = work;
  }

  /** A delivery is over. */
  async finished(): Promise<void> {
    this.#finished += 1;
    if (this.#finished % TRIM_EVERY === 0) await this.#work.transaction(trimFinished);
  }
}

/** A try as it is remembered, with the moment at which it began and the real time that it took. */
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
