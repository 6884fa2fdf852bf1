// Limits session starts across all processes: after its turn in the queue of this process, a start
// is counted in a window that all processes share. Source: protocol: gateway-oauth-limits 3.1, 4.4.
import { limits } from "@antechamber/contract";
import type { Clock, Millis } from "../../../platform/clock.ts";
import { clockPairOf, onceHasPassed } from "../../../platform/time/clock-pair.ts";
import {
  windowKey,
  type Claim,
  type RateLimitCounters,
} from "../../../platform/rate-limit-counters.ts";
import {
  startLimitOf,
  startsPerMoment,
  type IdentifyLimiter,
  type StartsOptions,
} from "./identify-limiter.ts";
import type { Starter } from "./identify-queue.ts";

const { value: startsPerDay, windowMs: dayMs } = limits.identifies;
const { value: maxConcurrency, windowMs: momentMs } = limits.concurrentIdentifies;
const { value: startsOfUser, windowMs: userMs } = limits.userIdentifies;

export interface LeasedStartsDeps extends StartsOptions {
  /** The limiter of this process, with its own queue. */
  readonly own: IdentifyLimiter;
  readonly counters: RateLimitCounters;
  readonly clock: Clock;
}

/** A limiter whose windows all processes share. */
export function leasedIdentifyLimiter(deps: LeasedStartsDeps): IdentifyLimiter {
  const { own, counters, clock, isLimited } = deps;

  const momentOf = (applicationId: string, shardId: number): Claim => ({
    key: windowKey("identify", `application ${applicationId}`, String(shardId % maxConcurrency)),
    max: startsPerMoment(deps),
    windowMs: momentMs,
  });
  const dayKeyOf = (applicationId: string) =>
    windowKey("session-start", `application ${applicationId}`);

  /** The daily window only counts: no start is refused because of it. */
  function countDay(applicationId: string): void {
    const claim = { key: dayKeyOf(applicationId), max: startsPerDay, windowMs: dayMs };
    void counters.take([claim], clock.now());
  }

  async function lease(applicationId: string, shardId: number, starter: Starter): Promise<true> {
    for (;;) {
      const now = clock.now();
      const { windows, full } = await counters.take([momentOf(applicationId, shardId)], now);
      // A client that is gone does not retry, and is not counted.
      if (!starter.isCurrent()) return true;
      if (full === undefined || !isLimited()) break;
      await untilPassed(clock, (windows[0]?.endsAt ?? now) - now);
    }
    countDay(applicationId);
    return true;
  }

  return {
    ...own,
    take(applicationId, shardId, starter = { isCurrent: () => true }) {
      const turn = own.take(applicationId, shardId, starter);
      if (turn === false || !isLimited()) return turn;
      if (turn === true) return lease(applicationId, shardId, starter);
      return turn.then(() => lease(applicationId, shardId, starter));
    },
    takeOfUser(userId, applicationId) {
      if (!isLimited()) return true;
      const key = windowKey("identify", `user ${userId}`, applicationId ?? "");
      const taking = counters.take([{ key, max: startsOfUser, windowMs: userMs }], clock.now());
      return Promise.resolve(taking).then(({ full }) => full === undefined);
    },
    async report(applicationId) {
      const now = clock.now();
      const day = await counters.find(dayKeyOf(applicationId), now);
      return startLimitOf(day, now);
    },
    // The shared counters show them.
    windows: () => [],
  };
}

/** Resolves once the time has passed on either clock, so that a frozen clock locks nobody out. */
function untilPassed(clock: Clock, ms: Millis): Promise<void> {
  return new Promise((resolve) => {
    onceHasPassed(clock, clockPairOf(clock), ms, resolve);
  });
}
