import { limits } from "@antechamber/contract";
import { getGateway, getGatewayBot } from "@antechamber/contract/gateway";
import { describe, expect, test } from "vitest";
import { openHandlerCalls } from "../../../testing/calls/handler-calls.ts";
import { steerableClock } from "../../../platform/time/system-clock.ts";
import { gatewayHandlers } from "../handlers.ts";
import { identifyLimiter, type StartsOptions } from "./identify-limiter.ts";

/** A limiter on a frozen clock, with real time that the test moves. */
function someStarts(options: Partial<StartsOptions> = {}) {
  let real = 0;
  const timers = new Set<{ readonly at: number; readonly task: () => void }>();
  const clock = steerableClock({
    real: () => real,
    timer(ms, task) {
      const timer = { at: real + ms, task };
      timers.add(timer);
      return () => timers.delete(timer);
    },
  });
  clock.freeze();
  const starts = identifyLimiter(clock, { isLimited: () => true, ...options });
  return {
    starts,
    /** Takes a start for each, and returns the numbers of those that were admitted. */
    takeAll: (count: number, starter = (_i: number) => ({ isCurrent: () => true })) => {
      const begun: number[] = [];
      const taken = Array.from({ length: count }, (_, i) => {
        const start = starts.take("1", 0, starter(i));
        if (start === true) begun.push(i);
        else if (start !== false) void start.then(() => begun.push(i));
        return typeof start === "boolean" ? start : "waits";
      });
      return { begun, taken };
    },
    advance: (ms: number) => clock.moveTo(clock.now() + ms),
    wait: async (ms: number) => {
      real += ms;
      for (const timer of [...timers].filter(({ at }) => at <= real)) {
        timers.delete(timer);
        timer.task();
      }
      await Promise.resolve();
    },
  };
}

describe("session starts", () => {
  test("are one per five seconds for an application, whatever its shards", async () => {
    const { starts, advance } = someStarts();
    expect(starts.take("1", 0)).toBe(true);
    const early = starts.take("1", 1);
    expect(early).toBeInstanceOf(Promise);
    expect(starts.take("2", 0)).toBe(true);
    await advance(4999);
    expect(starts.report("1").remaining).toBe(999);
    await advance(1);
    expect(await early).toBe(true);
    await advance(5000);
    expect(starts.take("1", 0)).toBe(true);
  });

  test("continue on a frozen clock after five seconds of real time", async () => {
    const { starts, wait } = someStarts();
    expect(starts.take("1", 0)).toBe(true);
    const early = starts.take("1", 0);
    await wait(4999);
    expect(starts.report("1").remaining).toBe(999);
    await wait(1);
    expect(await early).toBe(true);
    await wait(5000);
    expect(starts.take("1", 0)).toBe(true);
  });

  test("that come too early begin in order of arrival, one per five seconds", async () => {
    const { takeAll, advance, wait } = someStarts();
    const { begun, taken } = takeAll(4);
    expect(taken).toEqual([true, "waits", "waits", "waits"]);
    await advance(5000);
    expect(begun).toEqual([0, 1]);
    await wait(5000);
    expect(begun).toEqual([0, 1, 2]);
    await advance(10_000);
    expect(begun).toEqual([0, 1, 2, 3]);
  });

  test("wait in a bounded queue of their own, and leave it when the client disconnects", async () => {
    const { takeAll, advance, starts } = someStarts();
    const gone = new Set<number>();
    const starter = (i: number) => ({ isCurrent: () => !gone.has(i) });
    const max = limits.queuedIdentifies.value;
    const { begun, taken } = takeAll(max + 2, starter);
    expect(taken.slice(1)).toEqual([...Array<string>(max).fill("waits"), false]);
    expect(starts.take("2", 0)).toBe(true);
    for (const i of [1, 2, 4]) gone.add(i);
    expect(takeAll(4).taken).toEqual(["waits", "waits", "waits", false]);
    await advance(10_000);
    expect(begun).toEqual([0, 3, 5]);
    expect(starts.report("1").remaining).toBe(997);
  });

  test("are ten at once without a named limits profile, then they wait", async () => {
    const { starts, takeAll, advance } = someStarts({ allowsQuickRestarts: () => true });
    const { begun, taken } = takeAll(12);
    expect(taken.filter((each) => each === true)).toHaveLength(limits.quickRestarts.value);
    expect(starts.report("1").max_concurrency).toBe(1);
    await advance(5000);
    expect(begun).toHaveLength(12);
  });

  test("of a user are sixty per minute, on either clock", async () => {
    const { starts, advance, wait } = someStarts();
    const { value, windowMs } = limits.userIdentifies;
    const takeAsUser = (count: number) =>
      Array.from({ length: count }, () => starts.takeOfUser("7", "1"));
    expect(takeAsUser(value).every(Boolean)).toBe(true);
    expect(takeAsUser(1)).toEqual([false]);
    expect([starts.takeOfUser("7", undefined), starts.takeOfUser("8", "1")]).toEqual([true, true]);
    expect(starts.windows()[0]).toMatchObject({
      bucket: "identify",
      owner: "user 7",
      resource: "1",
    });
    await advance(windowMs);
    expect(takeAsUser(value).every(Boolean)).toBe(true);
    await wait(windowMs);
    expect(takeAsUser(1)).toEqual([true]);
  });

  test("of a user are counted anew after the clock is set back", async () => {
    const { starts, advance } = someStarts();
    const start = () => starts.takeOfUser("7", "1");
    while (start());
    await advance(-3_600_000);
    expect([start(), start()]).toEqual([true, true]);
  });

  test("are counted and reported per day of the service's clock", async () => {
    const { starts, advance, wait } = someStarts();
    const full = { total: 1000, remaining: 1000, reset_after: 86_400_000, max_concurrency: 1 };
    expect(starts.report("1")).toEqual(full);
    void starts.take("1", 0);
    await advance(5000);
    void starts.take("1", 0);
    expect(starts.report("1")).toEqual({ ...full, remaining: 998, reset_after: 86_395_000 });
    expect(starts.report("2")).toEqual(full);
    await wait(86_400_000);
    expect(starts.report("1").remaining).toBe(998);
    await advance(86_395_000);
    expect(starts.report("1")).toEqual(full);
  });

  test("are listed while their windows are open", async () => {
    const { starts, advance } = someStarts();
    expect(starts.windows()).toEqual([]);
    void starts.take("1", 3);
    const owner = "application 1";
    expect(starts.windows()).toMatchObject([
      { bucket: "session-start", owner, resource: "", used: 1, limit: 1000 },
      { bucket: "identify", owner, resource: "0", used: 1, limit: 1 },
    ]);
    await advance(5000);
    expect(starts.windows().map(({ bucket }) => bucket)).toEqual(["session-start"]);
    await advance(86_395_000);
    expect(starts.windows()).toEqual([]);
  });

  test("beyond the daily number are not refused, but none remain", async () => {
    const { starts, advance } = someStarts();
    for (let i = 0; i < 1001; i += 1) {
      expect(starts.take("1", 0)).toBe(true);
      await advance(5000);
    }
    expect(starts.report("1").remaining).toBe(0);
  });

  test("are unlimited with limits off, and after a reset", async () => {
    const free = someStarts({ isLimited: () => false }).starts;
    expect([free.take("1", 0), free.take("1", 0)]).toEqual([true, true]);
    expect(Array.from({ length: 61 }, () => free.takeOfUser("7", "1")).at(-1)).toBe(true);
    expect(free.report("1").remaining).toBe(1000);
    const { starts } = someStarts();
    void starts.take("1", 0);
    const early = starts.take("1", 0);
    starts.reset();
    expect(await early).toBe(true);
    expect(starts.report("1").remaining).toBe(999);
  });
});

test("GET /gateway/bot answers the gateway URL without a query, and the session start limit", async () => {
  const { starts } = someStarts();
  const { call } = await openHandlerCalls(gatewayHandlers(starts));
  void starts.take("5", 0);
  const url = "ws://127.0.0.1:8010/gateway/";
  expect(await call(getGateway, { as: { kind: "nobody" } })).toEqual({
    status: 200,
    body: { url },
  });
  expect(await call(getGatewayBot, { as: { kind: "bot", application_id: "5" } })).toEqual({
    status: 200,
    body: {
      url,
      shards: 1,
      session_start_limit: {
        total: 1000,
        remaining: 999,
        reset_after: 86_400_000,
        max_concurrency: 1,
      },
    },
  });
});
