// What several processes share beside the store: for now, the counters of rate limits.

/** A counting window. */
export interface Window {
  /** Calls in the window. */
  readonly used: number;
  /** When the window ends, in milliseconds of the service's time. */
  readonly endsAt: number;
}

/** A window among others. */
export interface NamedWindow extends Window {
  readonly key: string;
}

export interface Bus {
  /**
   * Counts one call in the window that is open under the key, or opens one that ends `windowMs`
   * from now.
   */
  count(key: string, windowMs: number, now: number): Window;
  /** The window that is open under the key, without counting. */
  look(key: string, now: number): Window | undefined;
  /** Every open window, the oldest first. */
  windows(now: number): readonly NamedWindow[];
  /** Forgets every window. */
  reset(): void;
}

/** Windows that ended are swept once so many are kept. */
const SWEEP_AT = 10_000;

interface OpenWindow {
  used: number;
  readonly endsAt: number;
  readonly openedAt: number;
}

/** A clock set back would otherwise leave a window open for as long as it was moved. */
function isOpen(window: OpenWindow, now: number): boolean {
  return window.endsAt > now && window.openedAt <= now;
}

/** The bus of a single process. */
export function localBus(): Bus {
  const windows = new Map<string, OpenWindow>();
  let sweepAt = SWEEP_AT;

  function sweep(now: number): void {
    for (const [key, window] of windows) {
      if (!isOpen(window, now)) windows.delete(key);
    }
    sweepAt = Math.max(SWEEP_AT, windows.size * 2);
  }

  function look(key: string, now: number): OpenWindow | undefined {
    const window = windows.get(key);
    return window !== undefined && isOpen(window, now) ? window : undefined;
  }

  return {
    look,
    count(key, windowMs, now) {
      const open = look(key, now);
      if (open !== undefined) {
        open.used += 1;
        return open;
      }
      if (windows.size >= sweepAt) sweep(now);
      const opened = { used: 1, endsAt: now + windowMs, openedAt: now };
      windows.set(key, opened);
      return opened;
    },
    windows(now) {
      sweep(now);
      return [...windows].map(([key, { used, endsAt }]) => ({ key, used, endsAt }));
    },
    reset: () => windows.clear(),
  };
}
