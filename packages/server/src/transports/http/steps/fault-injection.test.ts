import { limits } from "@antechamber/contract";
import { afterAll, afterEach, beforeAll, describe, expect, test } from "vitest";
import { aService, demo, type TestService } from "../../../testing/start-service.ts";

let service: TestService;

beforeAll(async () => {
  service = await aService();
});

afterEach(async () => {
  await service.control("DELETE /faults");
});

afterAll(() => service.stop());

function plan(match: object, http: object) {
  return service.control("POST /faults", { match, http });
}

const me = () => service.asBot("GET /users/@me");

describe("a planned failure of calls", () => {
  test("answers with its status in the API's error shape, once", async () => {
    const planned = await plan({ route: "users.me" }, { status: 502 });
    expect([planned.status, planned.at("match", "count")]).toEqual([201, 1]);
    const failed = await me();
    expect([failed.status, failed.body]).toEqual([502, { message: "502: Bad Gateway", code: 0 }]);
    expect(failed.headers.get("content-type")).toBe("application/json");
    expect((await me()).status).toBe(200);
    expect((await service.control("GET /faults")).at("items")).toEqual([]);
  });

  test("answers with a body of its own: JSON as JSON, text as a page", async () => {
    await plan({}, { status: 400, body: { code: 50001, message: "Missing Access", n: [1, null] } });
    await plan({}, { status: 503, body: "<h1>gone</h1>" });
    await plan({}, { body: [] });
    await plan({}, { status: 204 });
    expect((await me()).body).toEqual({ code: 50001, message: "Missing Access", n: [1, null] });
    const page = await fetch(`${service.url}/api/v10/users/@me`, {
      headers: { authorization: `Bot ${demo.botToken}` },
    });
    expect([page.status, page.headers.get("content-type"), await page.text()]).toEqual([
      503,
      "text/html",
      "<h1>gone</h1>",
    ]);
    const bare = await me();
    expect([bare.status, bare.body]).toEqual([500, []]);
    const empty = await me();
    expect([empty.status, empty.text]).toEqual([204, ""]);
  });

  test("drops the connection without an effect", async () => {
    await plan({ method: "POST", route: "/lobbies" }, { drop: true });
    await expect(service.asBot("POST /lobbies", {})).rejects.toThrow("fetch failed");
    expect((await service.asBot("POST /lobbies", {})).status).toBe(201);
  });

  test("delays a call that then succeeds, until the faults are removed", async () => {
    await plan({}, { delay_ms: limits.faultDelay.value });
    let isAnswered = false;
    const slow = me().then((answer) => {
      isAnswered = true;
      return answer;
    });
    // The fault counts as used once the call has reached it.
    while (((await service.control("GET /faults")).at("items") as unknown[]).length > 0);
    expect(isAnswered).toBe(false);
    await service.control("DELETE /faults");
    expect((await slow).status).toBe(200);
  });

  test("delays before it answers with an error", async () => {
    await plan({}, { delay_ms: 20, status: 500 });
    const before = performance.now();
    expect((await me()).status).toBe(500);
    expect(performance.now() - before).toBeGreaterThanOrEqual(19);
  });

  test("applies to its own call: a later one succeeds while it waits", async () => {
    await plan({}, { delay_ms: limits.faultDelay.value });
    const slow = me();
    while (((await service.control("GET /faults")).at("items") as unknown[]).length > 0);
    expect((await me()).status).toBe(200);
    await service.control("DELETE /faults");
    await slow;
  });

  test("does not apply to the control plane", async () => {
    await plan({ count: 1000 }, { status: 500 });
    expect((await service.control("GET /clock")).status).toBe(200);
    expect((await plan({ route: "control.clock.get" }, { status: 500 })).status).toBe(400);
  });

  test("is removed when the world is reset", async () => {
    await plan({ count: 1000 }, { status: 500 });
    expect((await service.control("POST /world/reset")).status).toBe(204);
    expect((await me()).status).toBe(200);
  });
});

describe("a planned rate limit", () => {
  test("answers as an ordinary rate limit, in headers and body", async () => {
    await plan({}, { rate_limit: { retry_after: 1.5 } });
    const limited = await me();
    expect([limited.status, limited.body]).toEqual([
      429,
      { message: "You are being rate limited.", retry_after: 1.5, global: false },
    ]);
    expect(Object.fromEntries(limited.headers)).toMatchObject({
      "retry-after": "2",
      "x-ratelimit-limit": String(limits.otherCalls.value),
      "x-ratelimit-remaining": "0",
      "x-ratelimit-reset-after": "1.500",
      "x-ratelimit-scope": "user",
      via: "1.1 antechamber",
    });
    expect(limited.headers.get("x-ratelimit-bucket")).toMatch(/^[0-9a-f]{32}$/);
  });

  test("may be global", async () => {
    await plan({}, { rate_limit: { retry_after: 2, scope: "global" } });
    const limited = await me();
    expect(limited.body).toMatchObject({ global: true, retry_after: 2 });
    expect(Object.fromEntries(limited.headers)).toMatchObject({
      "retry-after": "2",
      "x-ratelimit-global": "true",
      "x-ratelimit-scope": "global",
    });
  });

  test("may be that of a shared resource", async () => {
    await plan({}, { rate_limit: { retry_after: 3, scope: "shared" } });
    const limited = await me();
    expect([limited.status, limited.body]).toEqual([
      429,
      {
        message: "The resource is being rate limited.",
        retry_after: 3,
        global: false,
        code: 40062,
      },
    ]);
    expect(limited.headers.get("x-ratelimit-scope")).toBe("shared");
  });
});

describe("a planned rate limit under the limits of production", () => {
  const usedBuckets = async (limited: TestService) =>
    ((await limited.control("GET /limits")).at("buckets") as { bucket: string; used: number }[])
      .filter(({ bucket }) => bucket === "invalid" || bucket === "users.me")
      .map(({ bucket, used }) => [bucket, used]);

  test("counts as an invalid request of the caller's address unless the resource is shared", async () => {
    const limited = await aService({ limits: "production" });
    const call = async (scope: string) => {
      const http = { rate_limit: { retry_after: 1, scope } };
      await limited.control("POST /faults", { match: {}, http });
      return limited.asBot("GET /users/@me");
    };
    const shared = await call("shared");
    expect(shared.headers.get("x-ratelimit-remaining")).toBe(String(limits.otherCalls.value - 1));
    expect(await usedBuckets(limited)).toEqual([["users.me", 1]]);
    const own = await call("user");
    expect(own.headers.get("x-ratelimit-remaining")).toBe("0");
    expect(await usedBuckets(limited)).toEqual([
      ["users.me", 2],
      ["invalid", 1],
    ]);
    await limited.stop();
  });
});

describe("the calls that a planned failure matches", () => {
  const calls = {
    bot: () => service.asBot("GET /users/@me"),
    bearer: () => service.call("GET /users/@me", { auth: `Bearer ${demo.accessToken}` }),
    bob: () => service.asUser(demo.bobToken, "GET /users/@me"),
    open: () => service.call("GET /gateway"),
    lobby: () => service.asBot("GET /lobbies/1"),
    hook: () => service.call(`GET /webhooks/${demo.applicationId}/x/messages/@original`),
  };

  test.each<[string, object, readonly (keyof typeof calls)[]]>([
    ["an application by name", { application: "Concierge" }, ["bot", "bearer", "lobby", "hook"]],
    [
      "an application by id",
      { application: demo.applicationId },
      ["bot", "bearer", "lobby", "hook"],
    ],
    ["a user by name", { user: "bob" }, ["bob"]],
    ["a user by id, with any of their credentials", { user: demo.aliceId }, ["bearer"]],
    ["a bot as the user that it is", { user: demo.applicationId }, ["bot", "lobby"]],
    ["both together", { user: "alice", application: "Concierge" }, ["bearer"]],
    ["a route by its endpoint", { route: "gateway.get" }, ["open"]],
    ["a route by its path", { route: "/lobbies/{lobby_id}" }, ["lobby"]],
    ["a route as openapi.json has it", { route: "/api/v10/lobbies/{lobby_id}" }, ["lobby"]],
    ["a route whatever its parameters are called", { route: "/lobbies/{lobby.id}" }, ["lobby"]],
    ["a route and a method", { route: "/users/@me", method: "GET" }, ["bot", "bearer", "bob"]],
    ["another method of the route", { route: "/lobbies/{lobby_id}", method: "DELETE" }, []],
    ["everyone", {}, ["bot", "bearer", "bob", "open", "lobby", "hook"]],
  ])("are those of %s", async (_whom, match, expected) => {
    await plan({ ...match, count: 100 }, { status: 418 });
    const injected: string[] = [];
    for (const [name, call] of Object.entries(calls)) {
      if ((await call()).status === 418) injected.push(name);
    }
    expect(injected).toEqual(expected);
  });

  test("do not include calls with an invalid credential", async () => {
    await plan({}, { status: 500 });
    expect((await service.call("GET /users/@me", { auth: "Bot nonsense" })).status).toBe(401);
    expect((await me()).status).toBe(500);
  });
});

describe("the endpoint for faults", () => {
  test("lists injected faults and removes one by its id", async () => {
    const form = { match: { user: "bob", probability: 0.5, count: 7 }, http: { status: 500 } };
    const planned = await service.control("POST /faults", form);
    expect(planned.body).toEqual({ id: planned.id, ...form });
    await service.control("POST /faults", { match: {}, gateway: { reconnect: true } });
    const ids = ((await service.control("GET /faults")).at("items") as { id: string }[]).map(
      (each) => each.id,
    );
    expect(ids[0]).toBe(planned.id);
    expect(ids).toHaveLength(2);
    expect((await service.control(`DELETE /faults/${planned.id}`)).status).toBe(204);
    const again = await service.control(`DELETE /faults/${planned.id}`);
    expect([again.status, again.body]).toEqual([404, { message: "Unknown fault", code: 0 }]);
    expect((await service.control("DELETE /faults")).status).toBe(204);
    expect((await service.control("GET /faults")).at("items")).toEqual([]);
  });

  const fails = { status: 500 };
  test.each<[string, object, string]>([
    ["no match", { http: fails }, "match"],
    ["neither plane", { match: {} }, "_errors"],
    ["both planes", { match: {}, http: fails, gateway: { drop: true } }, "_errors"],
    ["no failure of a call", { match: {}, http: {} }, "http"],
    ["two failures of a call", { match: {}, http: { ...fails, drop: true } }, "http"],
    [
      "a body beside a rate limit",
      { match: {}, http: { body: 1, rate_limit: { retry_after: 1 } } },
      "http",
    ],
    ["an invalid cut", { match: {}, http: { drop: false } }, "http"],
    ["an invalid status", { match: {}, http: { status: 600 } }, "http"],
    ["a wait without end", { match: {}, http: { delay_ms: limits.faultDelay.value + 1 } }, "http"],
    ["a body without end", { match: {}, http: { body: "x".repeat(65_536) } }, "http"],
    ["an invalid route", { match: { route: "/nowhere" }, http: fails }, "match"],
    [
      "a method that the route has not",
      { match: { route: "/gateway", method: "PUT" }, http: fails },
      "match",
    ],
    ["a chance above 1", { match: { probability: 1.1 }, http: fails }, "match"],
    ["a count of zero", { match: { count: 0 }, http: fails }, "match"],
    ["a key that is unknown", { match: { aplication: "1" }, http: fails }, "match"],
    ["no failure of a session", { match: {}, gateway: {} }, "gateway"],
    ["two failures of a session", { match: {}, gateway: { drop: true, silent: true } }, "gateway"],
    ["an invalid close code", { match: {}, gateway: { close_code: 1006 } }, "gateway"],
    ["a route of a session", { match: { route: "/gateway" }, gateway: { drop: true } }, "match"],
  ])("refuses %s at its place", async (_what, form, place) => {
    const refused = await service.control("POST /faults", form);
    expect([refused.status, refused.at("code")]).toEqual([400, 50035]);
    expect(Object.keys(refused.at("errors") as object)).toEqual([place]);
    expect((await service.control("GET /faults")).at("items")).toEqual([]);
  });

  test.each([
    ["application", 10002],
    ["user", 10013],
  ])("refuses a match whose %s is unknown", async (name, code) => {
    const refused = await plan({ [name]: "nobody" }, fails);
    expect([refused.status, refused.at("code")]).toEqual([404, code]);
  });

  test("keeps integers beyond the safe range as text", async () => {
    const response = await fetch(`${service.url}/control/v1/faults`, {
      method: "POST",
      headers: { authorization: "Control test-control-key", "content-type": "application/json" },
      body: '{"match":{},"http":{"status":200,"body":{"id":12345678901234567890}}}',
    });
    expect(response.status).toBe(201);
    expect((await me()).body).toEqual({ id: "12345678901234567890" });
  });
});
