// A clock whose real time a test can move forward, for timeouts in real time, which moving the
// world's clock does not affect.
import type { SteerableClock } from "../platform/clock.ts";
import { steerableClock, systemTimer } from "../platform/time/system-clock.ts";

interface Waiting {
  readonly at: number;
  readonly task: () => void;
}

export interface PassingTime {
  readonly clock: SteerableClock;
  /** Moves real time forward by `ms` milliseconds: timers that are due by then run in order. */
  pass(ms: number): void;
}

export function passingTime(): PassingTime {
  let passed = 0;
  const waiting = new Set<Waiting>();
  const real = () => performance.now() + passed;
  function timer(ms: number, task: () => void) {
    const own: Waiting = {
      at: real() + ms,
      task() {
        cancel();
        task();
      },
    };
    const cancelTimer = systemTimer(ms, () => own.task());
    const cancel = () => {
      waiting.delete(own);
      cancelTimer();
    };
    waiting.add(own);
    return cancel;
  }
  return {
    clock: steerableClock({ real, timer }),
    pass(ms) {
      passed += ms;
      const due = [...waiting].filter(({ at }) => at <= real());
      for (const each of due.toSorted((one, other) => one.at - other.at)) {
        // A timer that ran before may have cancelled this one.
        if (waiting.has(each)) each.task();
      }
    },
  };
}
