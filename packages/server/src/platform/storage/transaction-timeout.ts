// Gives up a work that does not end, so that one fault cannot hold up everybody behind it.
import { DenseSet, type DenseMember } from "../collections/dense-set.ts";

/** Real milliseconds that the work of a transaction may take: it waits for nothing but the store. */
export const TRANSACTION_MS_MAX = 10_000;

/** A work went on for longer than any may: it waits for something outside, or for itself. */
export class TransactionTimeoutError extends Error {
  override readonly name = "TransactionTimeoutError";

  constructor(ms: number) {
    super(`the work of a transaction did not end within ${ms} ms`);
  }
}

export interface Watch {
  /** The result of a work, or a rejection when it takes too long. */
  <T>(work: Promise<T>): Promise<T>;
}

interface Running extends DenseMember {
  /** The round in which it began. */
  readonly since: number;
  readonly reject: (error: Error) => void;
}

/**
 * All works share one timer, since a timer for each costs more than most works do: a work is given
 * up once its time has passed whole, at the latest after twice that time.
 *
 * @param setTimer runs a task after real milliseconds, without keeping the process alive for it
 */
export function transactionTimeout(
  setTimer: (ms: number, task: () => void) => void,
  ms: number = TRANSACTION_MS_MAX,
): Watch {
  const running = new DenseSet<Running>();
  let round = 0;
  let isCounting = false;

  function count(): void {
    isCounting = true;
    setTimer(ms, () => {
      isCounting = false;
      running.forEach((each) => {
        if (each.since >= round) return;
        end(each, each.reject, new TransactionTimeoutError(ms));
      });
      round += 1;
      if (running.size > 0) count();
    });
  }

  function end<V>(each: Running, settle: (value: V) => void, value: V): void {
    running.delete(each);
    settle(value);
  }

  return (work) =>
    new Promise((resolve, reject) => {
      const each: Running = { since: round, reject, index: -1 };
      running.add(each);
      if (!isCounting) count();
      work.then(
        (result) => end(each, resolve, result),
        (error: unknown) => end(each, reject, error),
      );
    });
}
