// Both clocks at one moment. The windows of a connection end when either has passed them, so that
// neither a frozen nor a moved clock locks a client out. Source: product.md, Control plane.
import type { Cancel, Clock, Millis } from "../clock.ts";
import { isFromBeforeSetBack } from "./set-back.ts";

export interface ClockPair {
  /** The service's time. */
  readonly now: Millis;
  /** Real milliseconds since some fixed moment. */
  readonly real: Millis;
}

export function clockPairOf(clock: Clock): ClockPair {
  return { now: clock.now(), real: clock.real() };
}

/** Whether either clock has advanced by this many milliseconds. */
export function hasPassed(since: ClockPair, at: ClockPair, ms: Millis): boolean {
  return at.now - since.now >= ms || at.real - since.real >= ms;
}

/** Whether a window of this many milliseconds is over: a clock that was set back ends it, too. */
export function isWindowOver(since: ClockPair, at: ClockPair, ms: Millis): boolean {
  return hasPassed(since, at, ms) || isFromBeforeSetBack(since.now, at.now);
}

/** Runs a task once either clock has advanced by this many milliseconds. */
export function onceHasPassed(
  clock: Clock,
  since: ClockPair,
  ms: Millis,
  task: () => void,
): Cancel {
  const cancel = (): void => {
    cancelWake();
    cancelAfter();
  };
  const run = (): void => {
    cancel();
    task();
  };
  const cancelWake = clock.wake(since.now + ms, run);
  const cancelAfter = clock.after(Math.max(0, since.real + ms - clock.real()), run);
  return cancel;
}
