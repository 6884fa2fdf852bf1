// How often sessions may begin: so many a day, reported to clients, and so many in five seconds. Who
// comes too early waits for their turn, since some clients would ask again at once and for ever.
// Source: protocol: gateway-oauth-limits 3.1, 4.4, 9 (choice 8).
import { limits } from "@antechamber/contract";
import type { Cancel, Clock, Millis } from "../../platform/clock.ts";
import { hasPassed, clockPairOf, type ClockPair } from "./instant.ts";

const { value: startsPerDay, windowMs: dayMs } = limits.identifies;
const { value: maxConcurrency, windowMs: momentMs } = limits.concurrentIdentifies;
const { value: startsOfUser, windowMs: userMs } = limits.userIdentifies;
const queueMax = limits.queuedIdentifies.value;
/** Windows that have ended are forgotten once so many are counted. */
const SWEEP_AT = 10_000;

/** What GET /gateway/bot says of it; `reset_after` in milliseconds. */
export interface SessionStartLimit {
  readonly total: number;
  readonly remaining: number;
  readonly reset_after: number;
  readonly max_concurrency: number;
}

interface Counted {
  readonly since: ClockPair;
  count: number;
}

/** A window that is open, as the control plane shows those of rate limits. */
export interface StartWindow {
  /** `session-start`: those of a day; `identify`: those of a moment, by shard group or by user. */
  readonly bucket: "session-start" | "identify";
  readonly owner: string;
  readonly resource: string;
  readonly used: number;
  readonly limit: number;
  readonly endsAt: Millis;
}

/** One who wants to begin a session. */
export interface Starter {
  /** False once they are gone, or ask for something else. */
  readonly isCurrent: () => boolean;
}

export interface IdentifyLimiter {
  /**
   * Counts one start of an application's bot: at once, or when its turn has come; false when too
   * many wait for theirs.
   */
  take(applicationId: string, shardId: number, starter?: Starter): boolean | Promise<true>;
  /** Counts one start of a user; false when there were too many. */
  takeOfUser(userId: string, applicationId: string | undefined): boolean | Promise<boolean>;
  report(applicationId: string): SessionStartLimit | Promise<SessionStartLimit>;
  windows(): readonly StartWindow[];
  /** Forgets everything that was counted. */
  reset(): void;
}

export interface StartsOptions {
  /** Asked at each start; false lifts every limit. */
  readonly isLimited: () => boolean;
  /** Bots may begin as many sessions at once as somebody does who tries things out. */
  readonly allowsQuickRestarts?: () => boolean;
}

/** Of one process, which answers at once. */
export interface LocalIdentifyLimiter extends IdentifyLimiter {
  takeOfUser(userId: string, applicationId: string | undefined): boolean;
  report(applicationId: string): SessionStartLimit;
}

/** Opens the counters of one gateway. */
export function identifyLimiter(clock: Clock, options: StartsOptions): LocalIdentifyLimiter {
  const { isLimited, allowsQuickRestarts = () => false } = options;
  // A day is counted on the service's clock alone; a clock set back begins a new one.
  const days = new Windows(clock, {
    endsAt: ({ now }) => now + dayMs,
    isOver: ({ now }) => now > clock.now() || clock.now() - now >= dayMs,
  });
  const moments = new Windows(clock, ofBothClocks(clock, momentMs));
  const users = new Windows(clock, ofBothClocks(clock, userMs));
  const queues = new Map<string, Queue>();

  function begin(applicationId: string, bucket: string): void {
    moments.open(bucket).count += 1;
    days.open(applicationId).count += 1;
  }

  const startsPerMoment = () =>
    allowsQuickRestarts() ? limits.quickRestarts.value : maxConcurrency;
  const isFree = (bucket: string) => (moments.find(bucket)?.count ?? 0) < startsPerMoment();

  function queueOf(applicationId: string, bucket: string): Queue {
    const known = queues.get(bucket);
    if (known !== undefined) return known;
    const queue = new Queue(clock, {
      isFree: () => !isLimited() || isFree(bucket),
      freeAt: () => moments.find(bucket)?.since,
      begin: () => begin(applicationId, bucket),
      emptied: () => queues.delete(bucket),
    });
    queues.set(bucket, queue);
    return queue;
  }

  return {
    take(applicationId, shardId, starter = { isCurrent: () => true }) {
      if (!isLimited()) return true;
      const bucket = `${applicationId}:${shardId % maxConcurrency}`;
      const queue = queues.get(bucket);
      if (queue === undefined && isFree(bucket)) {
        begin(applicationId, bucket);
        return true;
      }
      return (queue ?? queueOf(applicationId, bucket)).join(starter);
    },
    takeOfUser(userId, applicationId) {
      if (!isLimited()) return true;
      const window = users.open(`${userId}:${applicationId ?? ""}`);
      window.count += 1;
      return window.count <= startsOfUser;
    },
    report(applicationId) {
      const day = days.find(applicationId);
      return {
        total: startsPerDay,
        remaining: Math.max(0, startsPerDay - (day?.count ?? 0)),
        reset_after: day === undefined ? dayMs : days.endsAt(day) - clock.now(),
        max_concurrency: maxConcurrency,
      };
    },
    windows() {
      const application = (key: string) => {
        const [id = "", resource = ""] = key.split(":");
        return { owner: `application ${id}`, resource };
      };
      const user = (key: string) => {
        const [id = "", applicationId = ""] = key.split(":");
        return { owner: `user ${id}`, resource: applicationId };
      };
      return [
        ...days.shown({ bucket: "session-start", limit: startsPerDay, named: application }),
        ...moments.shown({ bucket: "identify", limit: startsPerMoment(), named: application }),
        ...users.shown({ bucket: "identify", limit: startsOfUser, named: user }),
      ];
    },
    reset() {
      for (const windows of [days, moments, users]) windows.clear();
      for (const queue of queues.values()) queue.advance();
    },
  };
}

interface Span {
  endsAt(since: ClockPair): Millis;
  isOver(since: ClockPair): boolean;
}

function ofBothClocks(clock: Clock, ms: Millis): Span {
  return {
    endsAt: ({ now }) => now + ms,
    isOver: (since) => hasPassed(since, clockPairOf(clock), ms),
  };
}

interface Shown extends Pick<StartWindow, "bucket" | "limit"> {
  readonly named: (key: string) => Pick<StartWindow, "owner" | "resource">;
}

/** Counting windows by their keys. */
class Windows {
  readonly #clock: Clock;
  readonly #span: Span;
  readonly #byKey = new Map<string, Counted>();
  #sweepAt = SWEEP_AT;

  constructor(clock: Clock, span: Span) {
    this.#clock = clock;
    this.#span = span;
  }

  /** The window that is open under a key, or a new one. */
  open(key: string): Counted {
    const found = this.find(key);
    if (found !== undefined) return found;
    if (this.#byKey.size >= this.#sweepAt) this.#sweep();
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
    for (const [key, { since }] of this.#byKey) {
      if (this.#span.isOver(since)) this.#byKey.delete(key);
    }
    this.#sweepAt = Math.max(SWEEP_AT, this.#byKey.size * 2);
  }
}

interface Waiter extends Starter {
  readonly admit: () => void;
}

interface QueueDeps {
  readonly isFree: () => boolean;
  /** Since when the window is open that must end first. */
  readonly freeAt: () => ClockPair | undefined;
  readonly begin: () => void;
  readonly emptied: () => void;
}

/** Those of one bucket who came too early, in the order in which they came. */
class Queue {
  readonly #clock: Clock;
  readonly #means: QueueDeps;
  #waiting: Waiter[] = [];
  #cancelWake: Cancel = () => undefined;

  constructor(clock: Clock, means: QueueDeps) {
    this.#clock = clock;
    this.#means = means;
  }

  /** Resolves when the turn of one has come; false when too many wait. */
  join({ isCurrent }: Starter): Promise<true> | false {
    this.#waiting = this.#waiting.filter((waiter) => waiter.isCurrent());
    if (this.#waiting.length >= queueMax) return false;
    const admitted = new Promise<true>((resolve) => {
      this.#waiting.push({ isCurrent, admit: () => resolve(true) });
    });
    this.advance();
    return admitted;
  }

  /** Admits the starts that are due, and sets the timer for the next. */
  advance(): void {
    this.#cancelWake();
    this.#cancelWake = () => undefined;
    this.#waiting = this.#waiting.filter((waiter) => waiter.isCurrent());
    while (this.#waiting.length > 0 && this.#means.isFree()) {
      this.#means.begin();
      this.#waiting.shift()?.admit();
    }
    if (this.#waiting.length === 0) this.#means.emptied();
    else this.#wakeUp();
  }

  #wakeUp(): void {
    const { now, real } = clockPairOf(this.#clock);
    const since = this.#means.freeAt() ?? { now, real };
    const cancels = [
      this.#clock.wake(since.now + momentMs, () => this.advance()),
      this.#clock.after(Math.max(0, since.real + momentMs - real), () => this.advance()),
    ];
    this.#cancelWake = () => {
      for (const cancel of cancels) cancel();
    };
  }
}
