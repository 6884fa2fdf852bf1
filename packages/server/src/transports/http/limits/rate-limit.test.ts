import { bot, endpoint, endpoints, none } from "@antechamber/contract";
import type { LimitsProfile } from "@antechamber/contract/control";
import { describe, expect, test } from "vitest";
import { localRateLimitCounters } from "../../../platform/rate-limit-counters.ts";
import { steerableClock } from "../../../platform/time/system-clock.ts";
import { limiterFor, type CountedCall } from "./rate-limit.ts";
import { RateLimitError, type RateHeaders } from "./rate-limit-refusals.ts";

const declared = endpoint({
  id: "test.limited",
  source: "a test",
  summary: "",
  method: "GET",
  path: "/guilds/{guild_id}",
  auth: [bot],
  limit: { bucket: "limited", count: 2, windowMs: 10_000, per: "application" },
  replies: { 204: none },
  errors: [],
});

async function aLimiter(
  profile: LimitsProfile = "production",
  limited: Parameters<typeof limiterFor>[0] = declared,
) {
  const clock = steerableClock();
  clock.freeze();
  await clock.moveTo(1_800_000_000_000);
  const limiter = limiterFor(limited);
  const world = { counters: localRateLimitCounters(), clock, profile: () => profile };
  // Counters in memory answer at once.
  const take = (counted: CountedCall) => limiter.take(counted, world) as RateHeaders;
  return { clock, limiter: { take } };
}

const call = (application: string, more: Partial<CountedCall> = {}): CountedCall => ({
  caller: { kind: "bot", application_id: application },
  address: "127.0.0.1",
  params: { guild_id: "1" },
  ...more,
});

function refusal(act: () => unknown): RateLimitError {
  try {
    act();
  } catch (error) {
    if (error instanceof RateLimitError) return error;
  }
  throw new Error("the call was not refused");
}

describe("the rate limit of an endpoint", () => {
  test("counts down in its headers and names the end of its window", async () => {
    const { limiter } = await aLimiter();
    expect(limiter.take(call("1"))).toMatchObject({
      "x-ratelimit-limit": "2",
      "x-ratelimit-remaining": "1",
      "x-ratelimit-reset": "1800000010.000",
      "x-ratelimit-reset-after": "10.000",
    });
    expect(limiter.take(call("1"))).toMatchObject({ "x-ratelimit-remaining": "0" });
  });

  // Proves requirement 7 "429"
  // Proves requirement 8 "create lobby"
  // Proves requirement 8 "delete lobby"
  // Proves requirement 8 "get lobby"
  // Proves requirement 8 "add lobby member"
  // Proves requirement 8 "remove lobby member"
  test("refuses the next call with the same values in body and headers", async () => {
    const { limiter, clock } = await aLimiter();
    limiter.take(call("1"));
    limiter.take(call("1"));
    await clock.moveTo(clock.now() + 500);
    const error = refusal(() => limiter.take(call("1")));
    expect(error.details).toEqual({ retry_after: 9.5, global: false });
    expect(error.headers).toMatchObject({
      "retry-after": "10",
      "x-ratelimit-scope": "user",
      via: "1.1 antechamber",
    });
  });

  test("ends with its window on the service's clock", async () => {
    const { limiter, clock } = await aLimiter();
    limiter.take(call("1"));
    limiter.take(call("1"));
    await clock.moveTo(clock.now() + 10_000);
    expect(limiter.take(call("1"))).toMatchObject({ "x-ratelimit-remaining": "1" });
  });

  test("is counted per application", async () => {
    const { limiter } = await aLimiter();
    limiter.take(call("1"));
    limiter.take(call("1"));
    expect(limiter.take(call("2"))).toMatchObject({ "x-ratelimit-remaining": "1" });
  });

  test("does not apply and sends no headers when limits are off", async () => {
    const { limiter } = await aLimiter("off");
    for (let i = 0; i < 200; i++) expect(limiter.take(call("1"))).toEqual({});
  });

  // Proves requirement 8 "other endpoints"
  test("that is not declared applies per top-level resource", async () => {
    const { limit: _, ...loose } = declared;
    const { limiter } = await aLimiter("production", loose);
    const first = limiter.take(call("1"));
    const other = limiter.take(call("1", { params: { guild_id: "2" } }));
    expect([first["x-ratelimit-remaining"], other["x-ratelimit-remaining"]]).toEqual(["49", "49"]);
    expect(first["x-ratelimit-bucket"]).toBe(other["x-ratelimit-bucket"]);
  });
});

describe("a raised limit of an application", () => {
  test("also raises routes without a limit of their own, and no others", async () => {
    const { limit: _, ...loose } = declared;
    const raised = { requestsPerSecond: 120 };
    const { limiter } = await aLimiter("production", loose);
    for (let i = 0; i < 119; i++) limiter.take(call("1", raised));
    expect(limiter.take(call("1", raised))).toMatchObject({
      "x-ratelimit-limit": "120",
      "x-ratelimit-remaining": "0",
    });
    const { limiter: own } = await aLimiter("production", declared);
    expect(own.take(call("1", raised))["x-ratelimit-limit"]).toBe(String(declared.limit.count));
  });
});

describe("the limit of an application over all endpoints", () => {
  // Proves requirement 7 "429"
  // Proves requirement 8 "all endpoints"
  // Proves requirement 8 "all endpoints: raised"
  test("is its number of calls per second, and answers as global", async () => {
    const wide = { ...declared, limit: { ...declared.limit, count: 1000 } };
    const { limiter } = await aLimiter("production", wide);
    for (let i = 0; i < 3; i++) limiter.take(call("1", { requestsPerSecond: 3 }));
    const error = refusal(() => limiter.take(call("1", { requestsPerSecond: 3 })));
    expect(error.details).toEqual({ retry_after: 1, global: true });
    expect(error.headers).toMatchObject({
      "x-ratelimit-global": "true",
      "x-ratelimit-scope": "global",
    });
  });

  test("does not count interaction callbacks", async () => {
    const outside = {
      ...declared,
      limit: { ...declared.limit, count: 1000 },
      outsideGlobalLimit: true,
    } as const;
    const { limiter } = await aLimiter("production", outside);
    const many = Array.from({ length: 200 }, () => call("1", { requestsPerSecond: 3 }));
    expect(() => many.forEach((each) => limiter.take(each))).not.toThrow();
  });
});

describe("the profile for applications that await approval", () => {
  test("applies where an endpoint declares it, and leaves others unchanged", async () => {
    const scarce = {
      ...declared,
      limit: { ...declared.limit, count: 500, unapproved: { count: 1, windowMs: 7_200_000 } },
    };
    const { limiter, clock } = await aLimiter("unapproved", scarce);
    expect(limiter.take(call("1"))).toMatchObject({ "x-ratelimit-limit": "1" });
    await clock.moveTo(clock.now() + 7_199_000);
    expect(refusal(() => limiter.take(call("1"))).details).toMatchObject({ retry_after: 1 });
    expect((await aLimiter("unapproved")).limiter.take(call("1"))).toMatchObject({
      "x-ratelimit-limit": "2",
    });
  });
});

const scarceCalls = endpoints.filter((each) => each.limit?.unapproved !== undefined);

test("lobbies and game messages are limited before approval", () => {
  expect(scarceCalls.map(({ id }) => id)).toEqual(
    expect.arrayContaining(["lobbies.join", "lobbies.createMessage", "users.createMessage"]),
  );
});

test("each route that is limited before approval has a count of its own", () => {
  expect(new Set(scarceCalls.map(({ limit }) => limit?.bucket)).size).toBe(scarceCalls.length);
});

test("once an application is approved, only players' messages are counted per hour", () => {
  const hour = 3_600_000;
  const slow = endpoints.filter(({ limit }) => limit !== undefined && limit.windowMs > hour);
  expect(slow.map(({ id }) => id).toSorted()).toEqual([
    "lobbies.createMessage",
    "users.createMessage",
  ]);
});

test.each(scarceCalls.map((each) => [each.id, each] as const))(
  "before an application is approved, all of its players share one count of %s",
  async (_id, declaration) => {
    const { limiter } = await aLimiter("unapproved", declaration);
    const as = (user_id: string) =>
      call("1", { caller: { kind: "bearer", application_id: "1", user_id, scopes: new Set() } });
    const remaining = ["7", "8"].map((user) => limiter.take(as(user))["x-ratelimit-remaining"]);
    const { count = 0 } = declaration.limit?.unapproved ?? {};
    expect(remaining).toEqual([String(count - 1), String(count - 2)]);
  },
);

describe("the global limit", () => {
  const bearer = (application_id: string, user_id?: string): Partial<CountedCall> => ({
    caller: { kind: "bearer", application_id, user_id, scopes: new Set() },
  });
  const own: Partial<CountedCall> = {
    caller: { kind: "bearer", application_id: "1", user_id: "9", scopes: new Set(), isOwn: true },
  };
  const user = (user_id: string): Partial<CountedCall> => ({ caller: { kind: "user", user_id } });
  const nobody = (address: string): Partial<CountedCall> => ({
    caller: { kind: "nobody" },
    address,
  });
  const wide = { ...declared, limit: { ...declared.limit, count: 1000 } };

  // Proves requirement 8 "all endpoints"
  test.each([
    ["a bot and the token of its application", call("1"), call("1", bearer("1")), true],
    ["a bot and the token of its owner", call("1"), call("1", own), true],
    ["a bot and the token of a user", call("1"), call("1", bearer("1", "7")), true],
    ["two users", call("1", bearer("1", "7")), call("1", bearer("1", "8")), true],
    [
      "a user's tokens of two applications",
      call("1", bearer("1", "7")),
      call("1", bearer("2", "7")),
      false,
    ],
    ["two applications", call("1"), call("2"), false],
    [
      "a signed-in user at two addresses",
      call("1", { ...user("7"), address: "1.1.1.1" }),
      call("1", { ...user("7"), address: "2.2.2.2" }),
      true,
    ],
    ["two signed-in users", call("1", user("7")), call("1", user("8")), false],
    ["a signed-in user and their token", call("1", user("7")), call("1", bearer("1", "7")), false],
    [
      "two unauthenticated callers of one address",
      call("1", nobody("1.1.1.1")),
      call("1", nobody("1.1.1.1")),
      true,
    ],
    [
      "two unauthenticated callers",
      call("1", nobody("1.1.1.1")),
      call("1", nobody("2.2.2.2")),
      false,
    ],
    [
      "an unauthenticated caller and a bot at one address",
      call("1", nobody("127.0.0.1")),
      call("1"),
      false,
    ],
  ] as const)("counts %s together", async (_who, first, second, together) => {
    const { limiter } = await aLimiter("production", wide);
    for (let i = 0; i < 20; i++) limiter.take(first);
    for (let i = 0; i < (together ? 30 : 50); i++) limiter.take(second);
    expect(refusal(() => limiter.take(second)).details).toMatchObject({ global: true });
  });

  // Proves requirement 8 "all endpoints"
  test("is raised for an application, for each of its tokens", async () => {
    const { limiter } = await aLimiter("production", wide);
    const raised = { requestsPerSecond: 60 };
    for (let i = 0; i < 30; i++) limiter.take(call("1", raised));
    for (let i = 0; i < 30; i++) limiter.take(call("1", { ...bearer("1", "7"), ...raised }));
    expect(refusal(() => limiter.take(call("1", raised))).details).toMatchObject({ global: true });
  });
});

describe("a refused call", () => {
  test("counts neither in its bucket nor globally", async () => {
    const clock = steerableClock();
    clock.freeze();
    const counters = localRateLimitCounters();
    const limiter = limiterFor(declared);
    const world = { counters, clock, profile: () => "production" as const };
    for (let i = 0; i < 2; i++) void limiter.take(call("1"), world);
    for (let i = 0; i < 100; i++) refusal(() => void limiter.take(call("1"), world));
    const windows = counters.windows(clock.now()).map(({ key, used, max }) => ({ key, used, max }));
    expect(windows).toEqual([
      { key: "global|application 1", used: 2, max: 50 },
      { key: "limited|application 1|", used: 2, max: 2 },
    ]);
  });
});
