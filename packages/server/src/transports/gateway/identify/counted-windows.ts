// The windows in which one process counts session starts, wrong tokens, and requests for members.
import type { Clock, Millis } from "../../../platform/clock.ts";
import { SweptMap } from "../../../platform/collections/swept-map.ts";
import { clockPairOf, isWindowOver, type ClockPair } from "../../../platform/time/clock-pair.ts";

/** An open window, in the form in which the control plane shows rate limits. */
export interface StartWindow {
  /**
   * `session-start`: a window of a day; `identify`: one of a few seconds, by shard group or by
   * user.
   */
  readonly bucket: "session-start" | "identify";
  readonly owner: string;
  readonly resource: string;
  readonly used: number;
  readonly limit: number;
  readonly endsAt: Millis;
}

/** A window, and how often something happened in it. */
export interface Counted {
  readonly since: ClockPair;
  count: number;
}

/** How long a window is open. */
interface Span {
  endsAt(since: ClockPair): Millis;
  isOver(since: ClockPair): boolean;
}

/** A span that ends on either clock, so that a frozen clock locks nobody out. */
export function ofBothClocks(clock: Clock, ms: Millis): Span {
  return {
    endsAt: ({ now }) => now + ms,
    isOver: (since) => isWindowOver(since, clockPairOf(clock), ms),
  };
}

/**
 * A span of the service's clock alone; setting the clock back ends it, so that nobody is locked
 * out.
 */
export function ofServiceClock(clock: Clock, ms: Millis): Span {
  return {
    endsAt: ({ now }) => now + ms,
    isOver: ({ now }) => now > clock.now() || clock.now() - now >= ms,
  };
}

interface Shown extends Pick<StartWindow, "bucket" | "limit"> {
  readonly named: (key: string) => Pick<StartWindow, "owner" | "resource">;
}

/** Counters by key, each with its window. */
export class CountedWindows {
  readonly #clock: Clock;
  readonly #span: Span;
  readonly #byKey = new SweptMap<string, Counted>();

  constructor(clock: Clock, span: Span) {
    this.#clock = clock;
    this.#span = span;
  }

  /** The window that is open under a key, or a new one. */
  open(key: string): Counted {
    const found = this.find(key);
    if (found !== undefined) return found;
    if (this.#byKey.isSweepDue) this.#sweep();
    const opened = { since: clockPairOf(this.#clock), count: 0 };
    this.#byKey.set(key, opened);
    return opened;
  }

  find(key: string): Counted | undefined {
    const found = this.#byKey.get(key);
    return found === undefined || this.#span.isOver(found.since) ? undefined : found;
  }

  endsAt({ since }: Counted): Millis {
    return this.#span.endsAt(since);
  }

  shown({ bucket, limit, named }: Shown): readonly StartWindow[] {
    this.#sweep();
    return [...this.#byKey].map(([key, counted]) => ({
      bucket,
      ...named(key),
      used: counted.count,
      limit,
      endsAt: this.endsAt(counted),
    }));
  }

  clear(): void {
    this.#byKey.clear();
  }

  #sweep(): void {
    this.#byKey.sweep(({ since }) => this.#span.isOver(since));
  }
}
