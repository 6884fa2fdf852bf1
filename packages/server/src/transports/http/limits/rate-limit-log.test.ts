// The limiter against a log: every call is recorded with its instant, and the state of a call is
// computed by reading the log from its beginning.
import { bot, endpoint, none } from "@antechamber/contract";
import fc from "fast-check";
import { expect, test } from "vitest";
import { localRateLimitCounters } from "../../../platform/rate-limit-counters.ts";
import { steerableClock } from "../../../platform/time/system-clock.ts";
import { limiterFor } from "./rate-limit.ts";
import { RateLimitError, type RateHeaders } from "./rate-limit-refusals.ts";

const WINDOW_MS = 10_000;
const COUNT = 3;
const START = 1_800_000_000_000;

const declared = endpoint({
  id: "test.limited",
  source: "a test",
  summary: "",
  method: "GET",
  path: "/guilds/{guild_id}",
  auth: [bot],
  limit: { bucket: "limited", count: COUNT, windowMs: WINDOW_MS, per: "application" },
  replies: { 204: none },
  errors: [],
});

type Step =
  | { readonly kind: "move"; readonly ms: number }
  | { readonly kind: "call"; readonly application: string };

interface Outcome {
  readonly scope: "admitted" | "user" | "global";
  readonly remaining?: number;
  /** Milliseconds until the window ends. */
  readonly waitMs?: number;
}

/** The window of the last call: a window begins at the first call outside the one before. */
function lastWindow(log: readonly number[], windowMs: number): { used: number; endsAt: number } {
  let began = -Infinity;
  let used = 0;
  for (const at of log) {
    const isInside = at >= began && at < began + windowMs;
    used = isInside ? used + 1 : 1;
    if (!isInside) began = at;
  }
  return { used, endsAt: began + windowMs };
}

/**
 * A naive limiter with one log for all calls of an application, and one for those of the route.
 * Only admitted calls are recorded.
 */
class LogLimiter {
  readonly #logs = new Map<string, readonly number[]>();
  readonly #perSecond: number;

  constructor(perSecond: number) {
    this.#perSecond = perSecond;
  }

  take(application: string, now: number): Outcome {
    const all = this.#with(`all ${application}`, now);
    const whole = lastWindow(all, 1000);
    if (whole.used > this.#perSecond) return { scope: "global", waitMs: whole.endsAt - now };
    const own = this.#with(`route ${application}`, now);
    const route = lastWindow(own, WINDOW_MS);
    const waitMs = route.endsAt - now;
    if (route.used > COUNT) return { scope: "user", remaining: 0, waitMs };
    this.#logs.set(`all ${application}`, all).set(`route ${application}`, own);
    return { scope: "admitted", remaining: COUNT - route.used, waitMs };
  }

  /** The log including this call. */
  #with(key: string, now: number): readonly number[] {
    return [...(this.#logs.get(key) ?? []), now];
  }
}

async function aLimiter(perSecond: number) {
  const clock = steerableClock();
  clock.freeze();
  await clock.moveTo(START);
  const limiter = limiterFor(declared);
  const world = {
    counters: localRateLimitCounters(),
    clock,
    profile: () => "production" as const,
  };
  const take = (application: string): Outcome => {
    try {
      const call = {
        caller: { kind: "bot", application_id: application },
        requestsPerSecond: perSecond,
        address: "127.0.0.1",
        params: { guild_id: "1" },
      } as const;
      const headers = limiter.take(call, world) as RateHeaders;
      return { scope: "admitted", ...readHeaders(headers) };
    } catch (error) {
      if (!(error instanceof RateLimitError)) throw error;
      const { global, retry_after } = error.details as { global: boolean; retry_after: number };
      const waitMs = Math.round(retry_after * 1000);
      return global ? { scope: "global", waitMs } : { scope: "user", remaining: 0, waitMs };
    }
  };
  return { clock, take };
}

function readHeaders(headers: Readonly<Record<string, string>>) {
  return {
    remaining: Number(headers["x-ratelimit-remaining"]),
    waitMs: Math.round(Number(headers["x-ratelimit-reset-after"]) * 1000),
  };
}

const steps = fc.array(
  fc.oneof(
    {
      weight: 3,
      arbitrary: fc.record({
        kind: fc.constant("call" as const),
        application: fc.constantFrom("1", "2"),
      }),
    },
    {
      weight: 1,
      // Steps to both sides of every boundary, and sometimes back in time.
      arbitrary: fc.record({
        kind: fc.constant("move" as const),
        ms: fc.oneof(
          fc.constantFrom(1, 999, 1000, 1001, WINDOW_MS - 1, WINDOW_MS, WINDOW_MS + 1, -1, -5000),
          fc.integer({ min: 0, max: 2 * WINDOW_MS }),
        ),
      }),
    },
  ) satisfies fc.Arbitrary<Step>,
  { maxLength: 80, size: "max" },
);

test("the limiter answers as a naive log of calls does, however the clock moves", async () => {
  await fc.assert(
    fc.asyncProperty(fc.integer({ min: 1, max: 5 }), steps, async (perSecond, taken) => {
      const { clock, take } = await aLimiter(perSecond);
      const naive = new LogLimiter(perSecond);
      const answers: Outcome[] = [];
      const expected: Outcome[] = [];
      for (const step of taken) {
        if (step.kind === "move") {
          await clock.moveTo(clock.now() + step.ms);
          continue;
        }
        answers.push(take(step.application));
        expected.push(naive.take(step.application, clock.now()));
      }
      expect(answers).toEqual(expected);
    }),
    { numRuns: 300 },
  );
});

test("a caller that waits for retry_after is not refused by that limit again", async () => {
  await fc.assert(
    fc.asyncProperty(fc.integer({ min: 1, max: 5 }), steps, async (perSecond, taken) => {
      const { clock, take } = await aLimiter(perSecond);
      for (const step of taken) {
        if (step.kind === "move") {
          await clock.moveTo(clock.now() + step.ms);
          continue;
        }
        const first = take(step.application);
        if (first.scope === "admitted") continue;
        await clock.moveTo(clock.now() + (first.waitMs ?? 0));
        expect(take(step.application).scope).not.toBe(first.scope);
      }
    }),
  );
});
