// The numbers of entries, which are their ids. In one process they go up one by one. Where several
// processes show their journals as one, a number has the instant and the process in it, so that no two
// are the same, and larger than that of its cause, so that their order is that in which things happened.
import { PROCESSES_MAX } from "../platform/processes.ts";

/** How the entries of a journal are numbered. */
export interface Numbering {
  /** The smallest number that an entry may have. */
  readonly first: number;
  /**
   * The number of an entry that begins now, larger than those before it.
   *
   * @param newest the number of the entry before it
   * @param realAt Unix milliseconds, with a fraction
   * @param cause the number of what it came of; NaN where there is none
   */
  next(newest: number, realAt: number, cause: number): number;
  /** Others have given this number: what begins or ends from now on comes after it. */
  seen(number: number): void;
  /**
   * A number for this instant, larger than those before it, by which ends are ordered among
   * processes; absent where there is one.
   *
   * @param realAt Unix milliseconds, with a fraction
   */
  readonly instant?: (realAt: number) => number;
}

/** Numbers of a millisecond, so that those of a later start are larger. */
const NUMBERS_PER_MS = 1000;

/** One by one, from an instant in Unix milliseconds on. */
export function oneByOne(start: number): Numbering {
  return {
    first: Math.floor(start) * NUMBERS_PER_MS + 1,
    next: (newest) => newest + 1,
    seen: () => undefined,
  };
}

/** The beginning of 2026 in Unix milliseconds: numbers stay exact until 2043. */
const EPOCH_MS = 1_767_225_600_000;
/** Instants of a millisecond; a process that writes down more is ahead of the clock for a while. */
const TICKS_PER_MS = 16;

/** By instant and process. @param own the number of this process, which may get another one */
export function byInstant(own: () => number): Numbering {
  let newest = 0;
  const seen = (number: number): void => {
    newest = Math.max(newest, Math.floor(number / PROCESSES_MAX));
  };
  const instant = (realAt: number): number => {
    newest = Math.max(newest + 1, Math.floor((realAt - EPOCH_MS) * TICKS_PER_MS));
    return newest * PROCESSES_MAX + own();
  };
  return {
    first: 1,
    seen,
    instant,
    next(_newest, realAt, cause) {
      if (cause > 0) seen(cause);
      return instant(realAt);
    },
  };
}

/** The process that gave an entry its number. */
export function processIn(number: number): number {
  return number % PROCESSES_MAX;
}
