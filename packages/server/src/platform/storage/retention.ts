// Trims the event log of the store once its events have been retained for long enough. Source:
// product.md, Commands: --retain-events.
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
  /** To be called after every write. */
  written(): void;
  /**
   * Pauses trimming until the returned function is called: while the clock catches up with that of
   * another process, the log is of a later time, and would be searched at every instant on the way.
   */
  rest(): () => void;
  stop(): Promise<void>;
}

/** How often the log is trimmed per retention time, so that nothing stays for longer. */
const LOOKS = 10;
/** The delay in which other processes may report what they have read. Real milliseconds. */
const UNREAD_LOOK_MS = 5_000;

/** Trims the log after writes, until nothing of them is left. */
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
      // On a clock that is moved by years it would be trimmed millions of times.
      if (left === "unread") lookInRealTime();
    } catch (error) {
      failed(error);
      written();
    }
  }

  function written(): void {
    // Sooner than already set, if the clock was set back meanwhile.
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
