// Gives up work that does not end, so that one fault cannot block everything behind it.
import { DenseSet, type DenseMember } from "../collections/dense-set.ts";

/** The time limit of a transaction's work, which waits for the store only. Real milliseconds. */
export const TRANSACTION_MS_MAX = 10_000;

/** Work exceeded its time limit: it waits for something outside the store, or for itself. */
export class TransactionTimeoutError extends Error {
  override readonly name = "TransactionTimeoutError";

  constructor(ms: number) {
    super(`the work of a transaction did not end within ${ms} ms`);
  }
}

export interface Watch {
  /** Returns the result of work, or rejects when it exceeds the time limit. */
  <T>(work: Promise<T>): Promise<T>;
}

interface Running extends DenseMember {
  /** The timer round in which it began. */
  readonly since: number;
  readonly reject: (error: Error) => void;
}

/**
 * All work shares one timer, since a timer for each costs more than most work does: work is given
 * up once the time limit has passed, at the latest after twice that time.
 *
 * @param setTimer runs a task after real milliseconds without keeping the process alive
 */
export function transactionTimeout(
  setTimer: (ms: number, task: () => void) => void,
  ms: number = TRANSACTION_MS_MAX,
): Watch {
  const running = new DenseSet<Running>();
  let round = 0;
  let isTimerSet = false;

  function startTimer(): void {
    isTimerSet = true;
    setTimer(ms, () => {
      isTimerSet = false;
      running.forEach((each) => {
        if (each.since >= round) return;
        end(each, each.reject, new TransactionTimeoutError(ms));
      });
      round += 1;
      if (running.size > 0) startTimer();
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
      if (!isTimerSet) startTimer();
      work.then(
        (result) => end(each, resolve, result),
        (error: unknown) => end(each, reject, error),
      );
    });
}
