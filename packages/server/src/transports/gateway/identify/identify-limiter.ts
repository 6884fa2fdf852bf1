// Limits how often sessions may begin: per day, as reported to clients, and per five seconds.
// Starts above the rate wait for their turn, since some clients would retry at once and for ever.
// Source: protocol: gateway-oauth-limits 3.1, 4.4, 9 (choice 8).
import { limits } from "@antechamber/contract";
import type { Clock, Millis } from "../../../platform/clock.ts";
import { IdentifyQueue, type Starter } from "./identify-queue.ts";
import {
  CountedWindows,
  ofBothClocks,
  ofServiceClock,
  type StartWindow,
} from "./counted-windows.ts";

const { value: startsPerDay, windowMs: dayMs } = limits.identifies;
const { value: maxConcurrency, windowMs: momentMs } = limits.concurrentIdentifies;
const { value: startsOfUser, windowMs: userMs } = limits.userIdentifies;

/** The session start limit in Get Gateway Bot; `reset_after` in milliseconds. */
export interface SessionStartLimit {
  readonly total: number;
  readonly remaining: number;
  readonly reset_after: number;
  readonly max_concurrency: number;
}

export interface IdentifyLimiter {
  /**
   * Counts one session start of an application's bot: at once, or when its turn has come; false
   * when the queue is full.
   */
  take(applicationId: string, shardId: number, starter?: Starter): boolean | Promise<true>;
  /** Counts one session start of a user; false above the limit. */
  takeOfUser(userId: string, applicationId: string | undefined): boolean | Promise<boolean>;
  report(applicationId: string): SessionStartLimit | Promise<SessionStartLimit>;
  windows(): readonly StartWindow[];
  /** Resets all counters. */
  reset(): void;
}

export interface StartsOptions {
  /** Asked at each start; false lifts every limit. */
  readonly isLimited: () => boolean;
  /** True for a higher rate of bot starts, for developers who restart a bot often. */
  readonly allowsQuickRestarts?: () => boolean;
}

/** A limiter within one process, which answers synchronously. */
export interface LocalIdentifyLimiter extends IdentifyLimiter {
  takeOfUser(userId: string, applicationId: string | undefined): boolean;
  report(applicationId: string): SessionStartLimit;
}

/** How many session starts of one shard group are allowed within five seconds. */
export function startsPerMoment({ allowsQuickRestarts = () => false }: StartsOptions): number {
  return allowsQuickRestarts() ? limits.quickRestarts.value : maxConcurrency;
}

/** The session start limit that clients are shown; `day` is undefined when no session has begun. */
export function startLimitOf(
  day: { readonly used: number; readonly endsAt: Millis } | undefined,
  now: Millis,
): SessionStartLimit {
  return {
    total: startsPerDay,
    remaining: Math.max(0, startsPerDay - (day?.used ?? 0)),
    reset_after: day === undefined ? dayMs : day.endsAt - now,
    max_concurrency: maxConcurrency,
  };
}

/** Creates the counters of one gateway. */
export function identifyLimiter(clock: Clock, options: StartsOptions): LocalIdentifyLimiter {
  const { isLimited } = options;
  const days = new CountedWindows(clock, ofServiceClock(clock, dayMs));
  const moments = new CountedWindows(clock, ofBothClocks(clock, momentMs));
  const users = new CountedWindows(clock, ofBothClocks(clock, userMs));
  const queues = new Map<string, IdentifyQueue>();

  function begin(applicationId: string, bucket: string): void {
    moments.open(bucket).count += 1;
    days.open(applicationId).count += 1;
  }

  const isFree = (bucket: string) => (moments.find(bucket)?.count ?? 0) < startsPerMoment(options);

  function queueOf(applicationId: string, bucket: string): IdentifyQueue {
    const existing = queues.get(bucket);
    if (existing !== undefined) return existing;
    const queue = new IdentifyQueue(clock, {
      isFree: () => !isLimited() || isFree(bucket),
      blockedSince: () => moments.find(bucket)?.since,
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
      return startLimitOf(
        day === undefined ? undefined : { used: day.count, endsAt: days.endsAt(day) },
        clock.now(),
      );
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
        ...moments.shown({
          bucket: "identify",
          limit: startsPerMoment(options),
          named: application,
        }),
        ...users.shown({ bucket: "identify", limit: startsOfUser, named: user }),
      ];
    },
    reset() {
      for (const windows of [days, moments, users]) windows.clear();
      for (const queue of queues.values()) queue.advance();
    },
  };
}
