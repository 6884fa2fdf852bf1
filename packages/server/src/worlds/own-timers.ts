// Timers of one world, which are cancelled when it ends.
import type { Cancel, Millis } from "../platform/clock.ts";

export interface WorldTimers {
  /** Runs a task after real milliseconds, without keeping the process alive. */
  readonly set: (ms: Millis, task: () => void) => Cancel;
  /** Cancels all timers; later ones are not set. */
  readonly end: () => void;
}

export function ownTimers(set: WorldTimers["set"]): WorldTimers {
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
