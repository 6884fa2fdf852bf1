// Rate limit counters that all processes share. A window that is known to be full is refused
// without asking Redis; while Redis does not answer, each process counts by itself.
import type { SteerableClock } from "../clock.ts";
import { SweptMap } from "../collections/swept-map.ts";
import {
  uncountedWindow,
  type Claim,
  type LocalCounters,
  type NamedWindow,
  type RateLimitCounters,
  type CountResult,
  type Window,
} from "../rate-limit-counters.ts";
import type { RedisConnection } from "./connection.ts";
import { findScript, listScript, resetScript, takeScript } from "./scripts.ts";

export interface CountersDeps {
  readonly redis: Pick<RedisConnection, "isUp" | "run">;
  /** The prefix of all keys, which one slot of a cluster holds. */
  readonly prefix: string;
  readonly clock: Pick<SteerableClock, "now" | "state">;
  /** Counts while Redis does not answer. */
  readonly local: LocalCounters;
  /** Notifies the other processes that a window is full. */
  readonly publishFull: (full: FullWindow) => void;
  /** Notifies them that every window was reset, and waits for the answers that come. */
  readonly publishReset: () => Promise<void>;
}

/** A window that takes no more calls. */
export interface FullWindow {
  readonly key: string;
  readonly max: number;
  /** When it ends, in milliseconds from now: the clocks of machines differ. */
  readonly endsInMs: number;
  /** The same as an instant of a moved or frozen clock, which is shared; else undefined. */
  readonly endsAt: number | undefined;
}

/** With a moved or frozen clock, windows may last longer, but not forever. Milliseconds. */
const STEERED_WINDOW_MAX_MS = 3_600_000;
const WINDOWS_LISTED_MAX = 1_000;

interface CachedWindow extends Window {
  readonly receivedAt: number;
}

/** Otherwise a clock that is set back would leave a window open for as long as it was moved. */
function isOpen({ endsAt, receivedAt }: CachedWindow, now: number): boolean {
  return endsAt > now && receivedAt <= now;
}

export class RedisCounters implements RateLimitCounters {
  readonly #deps: CountersDeps;
  /** Windows as this process last received them. */
  readonly #cached = new SweptMap<string, CachedWindow>();
  readonly #fillListeners = new Set<(key: string, endsAt: number) => void>();

  constructor(deps: CountersDeps) {
    this.#deps = deps;
  }

  take(claims: readonly Claim[], now: number): CountResult | Promise<CountResult> {
    const { redis, local } = this.#deps;
    const full = claims.findIndex(({ key, max }) => {
      const window = this.#find(key, now);
      return window !== undefined && window.used >= max;
    });
    if (full >= 0) {
      const windows = claims.map((claim) =>
        uncountedWindow(claim, this.#find(claim.key, now), now),
      );
      return { windows, full };
    }
    if (!redis.isUp()) return local.take(claims, now);
    return this.#count(claims, now).catch(() => local.take(claims, now));
  }

  peek(key: string, now: number): Window | undefined {
    return this.#find(key, now) ?? this.#deps.local.peek(key, now);
  }

  async find(key: string, now: number): Promise<Window | undefined> {
    const { redis, local } = this.#deps;
    if (!redis.isUp()) return local.find(key, now);
    try {
      const found = await redis.run(findScript, [this.#keyOf(key)], [this.#instant(now)]);
      const [used, max, endsIn] = found as readonly string[];
      if (used === undefined) return undefined;
      return { used: Number(used), max: Number(max), endsAt: now + Number(endsIn) };
    } catch {
      return local.find(key, now);
    }
  }

  async windows(now: number): Promise<readonly NamedWindow[]> {
    const { redis, local } = this.#deps;
    if (!redis.isUp()) return local.windows(now);
    try {
      const values = [this.#instant(now), String(WINDOWS_LISTED_MAX)];
      const rows = (await redis.run(listScript, [this.#indexKey()], values)) as readonly string[];
      return Array.from({ length: rows.length / 4 }, (_, i) => {
        const [key = "", used, max, endsIn] = rows.slice(4 * i, 4 * i + 4);
        return {
          key: key.slice(this.#keyOf("").length),
          used: Number(used),
          max: Number(max),
          endsAt: now + Number(endsIn),
        };
      });
    } catch {
      return local.windows(now);
    }
  }

  async reset(): Promise<void> {
    const { redis, local, publishReset } = this.#deps;
    local.reset();
    await redis.run(resetScript, [this.#indexKey()], []).catch(() => undefined);
    // Until Redis has reset them, windows could be found full again.
    this.forget();
    await publishReset();
  }

  whenFilled(listener: (key: string, endsAt: number) => void): void {
    this.#fillListeners.add(listener);
  }

  /** Notes that another process has filled a window. */
  noteFilledElsewhere({ key, max, endsInMs, endsAt }: FullWindow): void {
    const now = this.#deps.clock.now();
    this.#cache(key, { used: max, max, endsAt: endsAt ?? now + endsInMs }, now);
  }

  /** Forgets every window, after another process has reset them. */
  forget(): void {
    this.#cached.clear();
  }

  async #count(claims: readonly Claim[], now: number): Promise<CountResult> {
    const { redis } = this.#deps;
    const keys = [this.#indexKey(), ...claims.map(({ key }) => this.#keyOf(key))];
    const limits = claims.flatMap(({ max, windowMs }) => [String(max), String(windowMs)]);
    const instant = this.#instant(now);
    const keepMs = instant === "0" ? 0 : STEERED_WINDOW_MAX_MS;
    const values = [instant, String(keepMs), ...limits];
    const [full, ...counted] = (await redis.run(takeScript, keys, values)) as readonly number[];
    const windows = claims.map(({ key, max }, i) => {
      const [used = 0, endsIn = 0] = counted.slice(2 * i, 2 * i + 2);
      const window = { used: Math.min(used, max), max, endsAt: now + endsIn };
      const wasFull = (this.#find(key, now)?.used ?? 0) >= max;
      this.#cache(key, window, now);
      if (full === 0 && used === max && !wasFull) {
        const endsAt = instant === "0" ? undefined : window.endsAt;
        this.#deps.publishFull({ key, max, endsInMs: endsIn, endsAt });
      }
      return window;
    });
    return full === 0 ? { windows } : { windows, full: Number(full) - 1 };
  }

  #cache(key: string, window: Window, now: number): void {
    if (this.#cached.isSweepDue) this.#cached.sweep((each) => !isOpen(each, now));
    this.#cached.set(key, { ...window, receivedAt: now });
    if (window.used < window.max) return;
    for (const listener of this.#fillListeners) listener(key, window.endsAt);
  }

  #find(key: string, now: number): CachedWindow | undefined {
    const window = this.#cached.get(key);
    return window !== undefined && isOpen(window, now) ? window : undefined;
  }

  /** The instant of a moved or frozen clock; "0": the clock of the Redis server counts. */
  #instant(now: number): string {
    const { frozen, offsetMs } = this.#deps.clock.state();
    return frozen || offsetMs !== 0 ? String(Math.round(now)) : "0";
  }

  #keyOf(key: string): string {
    return `${this.#deps.prefix}:window:${key}`;
  }

  #indexKey(): string {
    return `${this.#deps.prefix}:windows`;
  }
}
