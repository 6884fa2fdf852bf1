// Gives up a work that does not end, so that one fault cannot hold up everybody behind it.

/** Real milliseconds that the work of a transaction may take: it waits for nothing but the store. */
export const WORK_MS_MAX = 10_000;

/** A work went on for longer than any may: it waits for something outside, or for itself. */
export class WorkTooLongError extends Error {
  override readonly name = "WorkTooLongError";

  constructor(ms: number) {
    super(`the work of a transaction did not end within ${ms} ms`);
  }
}

export interface Watch {
  /** The result of a work, or a rejection when it takes too long. */
  <T>(work: Promise<T>): Promise<T>;
}

/** @param later runs a task after real milliseconds, unless it is cancelled */
export function workWatch(
  later: (ms: number, task: () => void) => () => void,
  ms: number = WORK_MS_MAX,
): Watch {
  return (work) =>
    new Promise((resolve, reject) => {
      const cancel = later(ms, () => reject(new WorkTooLongError(ms)));
      const settled =
        <V>(settle: (value: V) => void) =>
        (value: V) => {
          cancel();
          settle(value);
        };
      work.then(settled(resolve), settled(reject));
    });
}
