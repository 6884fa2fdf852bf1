// The counters of rate limits.
import { SweptMap } from "./collections/swept-map.ts";

/** Separates the parts of a window's key: neither owners nor ids contain it. */
const KEY_SIGN = "|";

/** The key of a window: its bucket, the owner whose calls it counts, and the resource. */
export function windowKey(bucket: string, owner: string, resource?: string): string {
  const key = `${bucket}${KEY_SIGN}${owner}`;
  return resource === undefined ? key : `${key}${KEY_SIGN}${resource}`;
}

/** The parts of a key; a missing resource is empty. */
export function windowParts(key: string): { bucket: string; owner: string; resource: string } {
  const [bucket = "", owner = "", resource = ""] = key.split(KEY_SIGN);
  return { bucket, owner, resource };
}

/** A limit that a call counts towards: a key, and how many calls its window takes. */
export interface Claim {
  readonly key: string;
  readonly max: number;
  readonly windowMs: number;
}

/** A counting window. */
export interface Window {
  /** The calls that it took, at most `max`: refused ones do not count. */
  readonly used: number;
  readonly max: number;
  /** When the window ends, in milliseconds of the service's time. */
  readonly endsAt: number;
}

/** Whether a window takes no more calls. Its maximum is lower where a process has a share of it. */
export function isUsedUp({ used, max }: Window): boolean {
  return used >= max;
}

/** A window with its key. */
export interface NamedWindow extends Window {
  readonly key: string;
}

/** The result of counting a call. */
export interface CountResult {
  /** The window of each claim, in the order of the claims. */
  readonly windows: readonly Window[];
  /** The index of the first claim whose window is full; absent when the call was counted. */
  readonly full?: number;
}

export interface RateLimitCounters {
  /**
   * Counts one call in the windows of all claims, or in none of them when one is full. A window
   * opens with its first call.
   */
  take(claims: readonly Claim[], now: number): CountResult | Promise<CountResult>;
  /**
   * The open window under a key, without counting: as last received here, if other processes count
   * too. A full window becomes known to every process a moment later.
   */
  peek(key: string, now: number): Window | undefined;
  /** As `peek`, but up to date. */
  find(key: string, now: number): Window | undefined | Promise<Window | undefined>;
  /** Every open window, the oldest first. */
  windows(now: number): readonly NamedWindow[] | Promise<readonly NamedWindow[]>;
  /** Resets every window; if other processes count too, the promise resolves once all are reset. */
  reset(): void | Promise<void>;
  /** Subscribes to the windows that another process may have filled; absent if none can. */
  whenFilled?(listener: (key: string, endsAt: number) => void): void;
}

/** Counters in the memory of a process, which answer synchronously. */
export interface LocalCounters extends RateLimitCounters {
  take(claims: readonly Claim[], now: number): CountResult;
  find(key: string, now: number): Window | undefined;
  windows(now: number): readonly NamedWindow[];
  reset(): void;
}

/**
 * The window of a claim that is not counted: the open one, or one that would open now. An
 * application's limit may have been lowered since the window opened.
 */
export function uncountedWindow(
  { max, windowMs }: Claim,
  window: Window | undefined,
  now: number,
): Window {
  const { used, endsAt } = window ?? { used: 0, endsAt: now + windowMs };
  return { used: Math.min(used, max), max, endsAt };
}

interface OpenWindow {
  used: number;
  max: number;
  readonly endsAt: number;
  readonly openedAt: number;
}

/** Otherwise a clock that is set back would leave a window open for as long as it was moved. */
function isOpen(window: OpenWindow, now: number): boolean {
  return window.endsAt > now && window.openedAt <= now;
}

/** The counters of a single process. */
export function localRateLimitCounters(): LocalCounters {
  const windows = new SweptMap<string, OpenWindow>();

  function sweep(now: number): void {
    windows.sweep((window) => !isOpen(window, now));
  }

  function peek(key: string, now: number): OpenWindow | undefined {
    const window = windows.get(key);
    return window !== undefined && isOpen(window, now) ? window : undefined;
  }

  /** Opens a window. An ended one is deleted first, and with it its place among the oldest. */
  function open({ key, max, windowMs }: Claim, now: number): OpenWindow {
    windows.delete(key);
    if (windows.isSweepDue) sweep(now);
    const opened = { used: 0, max, endsAt: now + windowMs, openedAt: now };
    windows.set(key, opened);
    return opened;
  }

  return {
    peek,
    find: peek,
    take(claims, now) {
      const found = claims.map(({ key }) => peek(key, now));
      const full = found.findIndex((window, i) => (window?.used ?? 0) >= (claims[i]?.max ?? 0));
      if (full >= 0) {
        return { windows: claims.map((claim, i) => uncountedWindow(claim, found[i], now)), full };
      }
      return {
        windows: claims.map((claim, i) => {
          const window = found[i] ?? open(claim, now);
          window.used += 1;
          // An application's limit may have changed since.
          window.max = claim.max;
          return window;
        }),
      };
    },
    windows(now) {
      sweep(now);
      return [...windows].map(([key, { used, max, endsAt }]) => ({ key, used, max, endsAt }));
    },
    reset: () => windows.clear(),
  };
}

/**
 * The counters of one process among several that share no memory: each counts to its share, so that
 * all together take no more than the limit. Every process takes at least one call of each window.
 *
 * @param processes the current number of processes
 */
export function sharesOf(counters: LocalCounters, processes: () => number): LocalCounters {
  return {
    ...counters,
    take(claims, now) {
      const count = processes();
      if (count <= 1) return counters.take(claims, now);
      const share = (max: number) => (max === 0 ? 0 : Math.max(1, Math.floor(max / count)));
      const shares = claims.map((claim) => ({ ...claim, max: share(claim.max) }));
      return counters.take(shares, now);
    },
  };
}
