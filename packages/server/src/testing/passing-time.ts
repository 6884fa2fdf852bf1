// A clock whose real time goes on when a test says so, too: for what happens after minutes that no
// moved clock shortens.
import type { SteerableClock } from "../platform/clock.ts";
import { steerableClock, systemTimer } from "../platform/time/system-clock.ts";

interface Waiting {
  readonly at: number;
  readonly task: () => void;
}

export interface PassingTime {
  readonly clock: SteerableClock;
  /** So many real milliseconds pass: what is due by then runs, the first ones first. */
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
        // One that ran before may have called it off.
        if (waiting.has(each)) each.task();
      }
    },
  };
}
