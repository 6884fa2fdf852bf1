import { getGateway, getGatewayBot } from "@antechamber/contract";
import { describe, expect, test } from "vitest";
import { openHandlerCalls } from "../../testing/handler-calls.ts";
import { steerableClock } from "../../platform/system-clock.ts";
import { gatewayHandlers } from "./handlers.ts";
import { sessionStarts } from "./starts.ts";

/** A frozen clock, and real time that a test moves. */
function someStarts(isLimited = true) {
  let real = 0;
  const clock = steerableClock({ real: () => real });
  clock.freeze();
  const starts = sessionStarts(clock, () => isLimited);
  return {
    starts,
    advance: (ms: number) => clock.moveTo(clock.now() + ms),
    wait: (ms: number) => {
      real += ms;
    },
  };
}

describe("session starts", () => {
  test("come one in five seconds of an application, whatever its shards", async () => {
    const { starts, advance } = someStarts();
    expect(starts.take("1", 0)).toBe(true);
    expect(starts.take("1", 1)).toBe(false);
    expect(starts.take("2", 0)).toBe(true);
    await advance(4999);
    expect(starts.take("1", 0)).toBe(false);
    await advance(1);
    expect(starts.take("1", 0)).toBe(true);
  });

  test("come again on a frozen clock, after five seconds of real time", () => {
    const { starts, wait } = someStarts();
    expect(starts.take("1", 0)).toBe(true);
    wait(4999);
    expect(starts.take("1", 0)).toBe(false);
    wait(1);
    expect(starts.take("1", 0)).toBe(true);
  });

  test("are counted for a day of the service's clock, and reported", async () => {
    const { starts, advance, wait } = someStarts();
    const full = { total: 1000, remaining: 1000, reset_after: 86_400_000, max_concurrency: 1 };
    expect(starts.report("1")).toEqual(full);
    starts.take("1", 0);
    starts.take("1", 0);
    await advance(5000);
    starts.take("1", 0);
    expect(starts.report("1")).toEqual({ ...full, remaining: 998, reset_after: 86_395_000 });
    expect(starts.report("2")).toEqual(full);
    wait(86_400_000);
    expect(starts.report("1").remaining).toBe(998);
    await advance(86_395_000);
    expect(starts.report("1")).toEqual(full);
  });

  test("are shown while their windows are open", async () => {
    const { starts, advance } = someStarts();
    expect(starts.windows()).toEqual([]);
    starts.take("1", 3);
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

  test("beyond a day's worth are not refused, but none remain", async () => {
    const { starts, advance } = someStarts();
    for (let i = 0; i < 1001; i += 1) {
      expect(starts.take("1", 0)).toBe(true);
      await advance(5000);
    }
    expect(starts.report("1").remaining).toBe(0);
  });

  test("are free where nothing is limited, and after a reset", () => {
    const free = someStarts(false).starts;
    expect([free.take("1", 0), free.take("1", 0)]).toEqual([true, true]);
    expect(free.report("1").remaining).toBe(1000);
    const { starts } = someStarts();
    starts.take("1", 0);
    starts.reset();
    expect(starts.take("1", 0)).toBe(true);
    expect(starts.report("1").remaining).toBe(999);
  });
});

test("a bot learns where the gateway is, without a query, and what it may begin", async () => {
  const { starts } = someStarts();
  const { call } = await openHandlerCalls(gatewayHandlers(starts), []);
  starts.take("5", 0);
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
