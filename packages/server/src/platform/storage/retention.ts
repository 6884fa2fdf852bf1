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
  noteWrite(): void;
  /**
   * Pauses trimming until the returned function is called: while the clock catches up with that of
   * another process, the log is of a later time, and would be searched at every instant on the way.
   */
  pause(): () => void;
  stop(): Promise<void>;
}

/** How often the log is trimmed per retention time, so that nothing stays for longer. */
const TRIMS = 10;
/** The delay in which other processes may report what they have read. Real milliseconds. */
const UNREAD_DELAY_MS = 5_000;

/** Trims the log after writes, until nothing of them is left. */
export function openRetention({ store, clock, retainMs, failed }: RetentionDeps): Retention {
  const everyMs = Math.max(1, Math.floor(retainMs / TRIMS));
  const nextTrim = new Alarm(clock, () => trimNext());
  let running: Promise<void> = Promise.resolve();
  let isStopped = false;
  let isPaused = false;
  let cancelUnread = (): void => undefined;

  async function trim(): Promise<void> {
    try {
      const remainder = await store.log.trim(clock.now() - retainMs + everyMs);
      if (remainder === "recent") noteWrite();
      // On a clock that is moved by years it would be trimmed millions of times.
      if (remainder === "unread") trimInRealTime();
    } catch (error) {
      failed(error);
      noteWrite();
    }
  }

  /** Trims after any trim in progress, so that the end of the last one is the end of all. */
  function trimNext(): Promise<void> {
    return (running = running.then(trim));
  }

  function noteWrite(): void {
    // Sooner than already set, if the clock was set back meanwhile.
    if (!isStopped && !isPaused) nextTrim.setNoLaterThan(clock.now() + everyMs);
  }

  function trimInRealTime(): void {
    cancelUnread();
    if (isStopped) return;
    cancelUnread = clock.after(UNREAD_DELAY_MS, () => void trimNext());
  }

  return {
    noteWrite,
    pause() {
      isPaused = true;
      nextTrim.cancel();
      return () => {
        isPaused = false;
        noteWrite();
      };
    },
    async stop() {
      isStopped = true;
      nextTrim.cancel();
      cancelUnread();
      await running;
    },
  };
}
