// The timers of one world, so that none outlives it.
import type { Cancel, Millis } from "../platform/clock.ts";

export interface OwnTimers {
  /** Runs a task after real milliseconds, and keeps no process alive for it. */
  readonly set: (ms: Millis, task: () => void) => Cancel;
  /** Cancels all, and sets no more. */
  readonly end: () => void;
}

export function ownTimers(set: OwnTimers["set"]): OwnTimers {
  const waiting = new Set<Cancel>();
  let hasEnded = false;
  return {
    set(ms, task) {
      if (hasEnded) return () => undefined;
      const cancelTimer = set(ms, () => {
        waiting.delete(cancel);
        task();
      });
      const cancel = (): void => {
        waiting.delete(cancel);
        cancelTimer();
      };
      waiting.add(cancel);
      return cancel;
    },
    end() {
      hasEnded = true;
      for (const cancel of waiting) cancel();
    },
  };
}
