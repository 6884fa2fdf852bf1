// How often sessions may begin: so many a day, reported to clients, and so many in five seconds.
// Source: protocol: gateway-oauth-limits 3.1, 4.4, 9 (choice 8).
import { limits } from "@antechamber/contract";
import type { Clock, Millis } from "../../platform/clock.ts";
import { hasPassed, instantOf, type Instant } from "./instant.ts";

const { value: startsPerDay, windowMs: dayMs } = limits.identifies;
const { value: maxConcurrency, windowMs: momentMs } = limits.concurrentIdentifies;
/** Applications whose starts are counted; beyond that, those whose windows have ended are forgotten. */
const SWEEP_AT = 10_000;

/** What GET /gateway/bot says of it; `reset_after` in milliseconds. */
export interface SessionStartLimit {
  readonly total: number;
  readonly remaining: number;
  readonly reset_after: number;
  readonly max_concurrency: number;
}

/** Each of the `max_concurrency` buckets takes one start at a time. */
const STARTS_PER_BUCKET = 1;

interface Counted {
  readonly since: Instant;
  count: number;
}

/** A window that is open, as the control plane shows those of rate limits. */
export interface StartWindow {
  /** `session-start`: those of a day; `identify`: those of a moment, by shard group. */
  readonly bucket: "session-start" | "identify";
  readonly owner: string;
  readonly resource: string;
  readonly used: number;
  readonly limit: number;
  readonly endsAt: Millis;
}

export interface SessionStarts {
  /** Counts one start; false when its bucket is used up and the client must try again. */
  take(applicationId: string, shardId: number): boolean;
  report(applicationId: string): SessionStartLimit;
  windows(): readonly StartWindow[];
  /** Forgets everything that was counted. */
  reset(): void;
}

/** @param isLimited asked at each start; false lifts both limits */
export function sessionStarts(clock: Clock, isLimited: () => boolean): SessionStarts {
  const days = new Map<string, Counted>();
  const moments = new Map<string, Counted>();

  function open(windows: Map<string, Counted>, key: string, isOver: (since: Instant) => boolean) {
    const found = windows.get(key);
    if (found !== undefined && !isOver(found.since)) return found;
    if (windows.size >= SWEEP_AT) {
      for (const [each, { since }] of windows) if (isOver(since)) windows.delete(each);
    }
    const opened = { since: instantOf(clock), count: 0 };
    windows.set(key, opened);
    return opened;
  }

  // A day is counted on the service's clock alone; a clock set back begins a new one.
  const dayIsOver = ({ now }: Instant) => now > clock.now() || clock.now() - now >= dayMs;
  const momentIsOver = (since: Instant) => hasPassed(since, instantOf(clock), momentMs);

  return {
    take(applicationId, shardId) {
      if (!isLimited()) return true;
      const bucket = `${applicationId}:${shardId % maxConcurrency}`;
      const moment = open(moments, bucket, momentIsOver);
      if (moment.count >= STARTS_PER_BUCKET) return false;
      moment.count += 1;
      open(days, applicationId, dayIsOver).count += 1;
      return true;
    },
    report(applicationId) {
      const day = days.get(applicationId);
      const isOpen = day !== undefined && !dayIsOver(day.since);
      return {
        total: startsPerDay,
        remaining: Math.max(0, startsPerDay - (isOpen ? day.count : 0)),
        reset_after: resetAfter(isOpen ? day.since.now : undefined, clock.now()),
        max_concurrency: maxConcurrency,
      };
    },
    windows() {
      const ofDays = [...days].filter(([, { since }]) => !dayIsOver(since));
      const ofMoments = [...moments].filter(([, { since }]) => !momentIsOver(since));
      return [...ofDays.map(shownDay), ...ofMoments.map(shownMoment)];
    },
    reset() {
      days.clear();
      moments.clear();
    },
  };
}

function shownDay([applicationId, { since, count }]: readonly [string, Counted]): StartWindow {
  return {
    bucket: "session-start",
    owner: `application ${applicationId}`,
    resource: "",
    used: count,
    limit: startsPerDay,
    endsAt: since.now + dayMs,
  };
}

function shownMoment([key, { since, count }]: readonly [string, Counted]): StartWindow {
  const [applicationId = "", group = ""] = key.split(":");
  return {
    bucket: "identify",
    owner: `application ${applicationId}`,
    resource: group,
    used: count,
    limit: STARTS_PER_BUCKET,
    endsAt: since.now + momentMs,
  };
}

function resetAfter(since: Millis | undefined, now: Millis): Millis {
  return since === undefined ? dayMs : since + dayMs - now;
}
