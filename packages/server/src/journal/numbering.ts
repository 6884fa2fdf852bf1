// Numbers entries; the numbers are their ids. A single process numbers them consecutively. Where
// several processes show their journals as one, a number is made of the instant and the process, so
// that it is unique, and is larger than that of the entry's cause, so that numbers follow the order
// of events.
import { PROCESSES_MAX } from "../platform/processes.ts";

/** How the entries of a journal are numbered. */
export interface Numbering {
  /** The smallest number that an entry may have. */
  readonly first: number;
  /**
   * The number for an entry that begins now, larger than all earlier ones.
   *
   * @param newest the number of the previous entry
   * @param realAt Unix milliseconds, with a fraction
   * @param cause the number of the entry's cause; NaN where it has none
   */
  next(newest: number, realAt: number, cause: number): number;
  /** Another process has used this number: numbers given from now on are larger. */
  advancePast(number: number): void;
  /**
   * A number for this instant, larger than all earlier ones, which orders ends among processes;
   * absent in a single process.
   *
   * @param realAt Unix milliseconds, with a fraction
   */
  readonly instant?: (realAt: number) => number;
}

/**
 * Numbers per millisecond of uptime, so that numbers after a restart are larger than those before
 * it.
 */
const NUMBERS_PER_MS = 1000;

/** Consecutive numbers from an instant in Unix milliseconds on. */
export function consecutiveNumbers(start: number): Numbering {
  return {
    first: Math.floor(start) * NUMBERS_PER_MS + 1,
    next: (newest) => newest + 1,
    advancePast: () => undefined,
  };
}

/** The start of 2026 in Unix milliseconds: numbers are safe integers until 2043. */
const EPOCH_MS = 1_767_225_600_000;
/**
 * How many numbers a process has per millisecond; one that needs more runs ahead of the clock for a
 * while.
 */
const TICKS_PER_MS = 16;

/** Numbers made of instant and process. @param own the id of this process, which may change */
export function numbersByInstant(own: () => number): Numbering {
  let newest = 0;
  const advancePast = (number: number): void => {
    newest = Math.max(newest, Math.floor(number / PROCESSES_MAX));
  };
  const instant = (realAt: number): number => {
    newest = Math.max(newest + 1, Math.floor((realAt - EPOCH_MS) * TICKS_PER_MS));
    return newest * PROCESSES_MAX + own();
  };
  return {
    first: 1,
    advancePast,
    instant,
    next(_newest, realAt, cause) {
      if (cause > 0) advancePast(cause);
      return instant(realAt);
    },
  };
}

/** The id of the process that numbered an entry. */
export function processOf(number: number): number {
  return number % PROCESSES_MAX;
}
