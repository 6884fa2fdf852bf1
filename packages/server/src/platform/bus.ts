// What several processes share beside the store: for now, the counters of rate limits.

/** A counting window after one call was counted. */
export interface Window {
  /** Calls in the window, this one included. */
  readonly used: number;
  /** When the window ends, in milliseconds of the service's time. */
  readonly endsAt: number;
}

export interface Bus {
  /**
   * Counts one call in the window that is open under the key, or opens one that ends `windowMs`
   * from now.
   */
  count(key: string, windowMs: number, now: number): Window;
  /** Forgets every window. */
  reset(): void;
}

/** Windows that ended are swept once so many are kept. */
const SWEEP_AT = 10_000;

/** The bus of a single process. */
export function localBus(): Bus {
  const windows = new Map<string, { used: number; endsAt: number; openedAt: number }>();
  let sweepAt = SWEEP_AT;
  function sweep(now: number): void {
    for (const [key, window] of windows) {
      if (window.endsAt <= now) windows.delete(key);
    }
    sweepAt = Math.max(SWEEP_AT, windows.size * 2);
  }
  return {
    count(key, windowMs, now) {
      const open = windows.get(key);
      // A clock set back would otherwise leave a window open for as long as it was moved.
      if (open !== undefined && open.endsAt > now && open.openedAt <= now) {
        open.used += 1;
        return open;
      }
      if (windows.size >= sweepAt) sweep(now);
      const opened = { used: 1, endsAt: now + windowMs, openedAt: now };
      windows.set(key, opened);
      return opened;
    },
    reset: () => windows.clear(),
  };
}
