// Detects clocks that were set back by instants that were stored before.
import type { Millis } from "../clock.ts";

/**
 * By how much a stored instant may be ahead of the clock that reads it: the clocks of processes
 * differ by seconds, and a call that waited for another reads what began after it.
 */
const AHEAD_MAX_MS = 10_000;

/** Whether an instant was stored before the clock was set back. Unix milliseconds. */
export function isFromBeforeSetBack(at: Millis, now: Millis): boolean {
  return at > now + AHEAD_MAX_MS;
}

/**
 * Whether a stored instant lies within the last milliseconds of the clock; one from before the
 * clock was set back does not.
 */
export function isWithinLast(ms: Millis, at: Millis, now: Millis): boolean {
  return at > now - ms && !isFromBeforeSetBack(at, now);
}
