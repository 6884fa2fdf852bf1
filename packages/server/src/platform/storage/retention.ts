// Lets the store forget what it need not keep any longer. Source: product.md, Commands: --retain-events.
import { Alarm } from "../time/alarm.ts";
import type { Clock, Millis } from "../clock.ts";
import type { Store } from "../store.ts";

export interface RetentionDeps {
  readonly store: Pick<Store, "log">;
  readonly clock: Clock;
  readonly retainMs: Millis;
  readonly failed: (error: unknown) => void;
}

export interface Retention {
  /** To be called after whatever was written. */
  written(): void;
  /**
   * Looks for nothing until the end of what it gives: on a clock that follows that of another
   * process, the log is of a later time, and would be looked through at every instant on the way.
   */
  rest(): () => void;
  stop(): Promise<void>;
}

/** How often it looks in the time that things are kept for, so that nothing stays for longer. */
const LOOKS = 10;
/** Real time after which other processes may have said that they received what is to be forgotten. */
const UNREAD_LOOK_MS = 5_000;

/** Looks after what was written, until nothing of it is left to forget. */
export function openRetention({ store, clock, retainMs, failed }: RetentionDeps): Retention {
  const everyMs = Math.max(1, Math.floor(retainMs / LOOKS));
  const nextLook = new Alarm(clock, () => (running = look()));
  let running: Promise<void> = Promise.resolve();
  let isStopped = false;
  let isResting = false;
  let cancelUnread = (): void => undefined;

  async function look(): Promise<void> {
    try {
      const left = await store.log.trim(clock.now() - retainMs + everyMs);
      if (left === "recent") written();
      // On a clock that is moved by years it would be looked for millions of times.
      if (left === "unread") lookInRealTime();
    } catch (error) {
      failed(error);
      written();
    }
  }

  function written(): void {
    // Sooner than it is set for, when the clock was set back meanwhile.
    if (!isStopped && !isResting) nextLook.setNoLaterThan(clock.now() + everyMs);
  }

  function lookInRealTime(): void {
    cancelUnread();
    if (isStopped) return;
    cancelUnread = clock.after(UNREAD_LOOK_MS, () => {
      running = running.then(look);
    });
  }

  return {
    written,
    rest() {
      isResting = true;
      nextLook.cancel();
      return () => {
        isResting = false;
        written();
      };
    },
    async stop() {
      isStopped = true;
      nextLook.cancel();
      cancelUnread();
      await running;
    },
  };
}
