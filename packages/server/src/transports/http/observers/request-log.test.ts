import { afterEach, describe, expect, test } from "vitest";
import { openLog } from "../../../platform/log.ts";
import {
  aService,
  CONTROL_KEY,
  demo,
  type TestService,
  type TestServiceOptions,
} from "../../../testing/start-service.ts";
import type { EndedCall } from "./call-observer.ts";
import { requestLog } from "./request-log.ts";

const services: TestService[] = [];
afterEach(async () => {
  for (const service of services.splice(0)) await service.stop();
});

interface Line {
  readonly level: number;
  readonly method: string;
  readonly path: string;
  readonly status: number;
  readonly ms: number;
  readonly caller: string;
  readonly msg: string;
}

async function aLoggedService(options: TestServiceOptions = {}) {
  const written: string[] = [];
  const log = await openLog("json", { write: (line: string) => void written.push(line) });
  const service = await aService({ ...options, log });
  services.push(service);
  const all = () => written.map((line) => JSON.parse(line) as Partial<Line>);
  const lines = () => all().filter((line): line is Line => line.method !== undefined);
  /** The lines of the calls so far; a reply is sent before its line is written. */
  const linesOf = async (count: number) => {
    await expect.poll(() => lines().length).toBe(count);
    return lines();
  };
  return { service, linesOf, text: () => written.join("") };
}

const SECRET = "very-secret-token-0123456789";

describe("in development", () => {
  test("each call has a line with its method, path, status, time and caller", async () => {
    const { service, linesOf } = await aLoggedService();
    await service.asBot("GET /users/@me?with=anything");
    await service.asUser(demo.aliceToken, `GET /channels/${demo.generalId}/messages`);
    await service.call("GET /oauth2/@me", { auth: `Bearer ${demo.accessToken}` });
    await service.control("GET /clock");
    await service.call("GET /users/@me", { auth: `Bot ${SECRET}` });
    const lines = await linesOf(5);
    expect(lines.map(({ method, path, status, caller }) => [method, path, status, caller])).toEqual(
      [
        ["GET", "/api/v10/users/@me", 200, `bot ${demo.applicationId}`],
        ["GET", `/api/v10/channels/${demo.generalId}/messages`, 200, `user ${demo.aliceId}`],
        [
          "GET",
          "/api/v10/oauth2/@me",
          200,
          `user ${demo.aliceId} of application ${demo.applicationId}`,
        ],
        ["GET", "/control/v1/clock", 200, "control"],
        ["GET", "/api/v10/users/@me", 401, "nobody"],
      ],
    );
    expect(lines[0]).toMatchObject({ level: 30, ms: expect.any(Number) as number });
    expect(lines[0]?.msg).toMatch(/^GET \/api\/v10\/users\/@me 200 [0-9.]+ ms bot [0-9]+$/);
  });

  test("requests of monitors have none", async () => {
    const { service, linesOf } = await aLoggedService();
    for (const path of ["/healthz", "/readyz", "/metrics"])
      await (await fetch(service.url + path)).text();
    await service.control("GET /clock");
    expect(await linesOf(1)).toMatchObject([{ path: "/control/v1/clock" }]);
  });

  test("no line has a secret, wherever it was sent", async () => {
    const { service, linesOf, text } = await aLoggedService();
    const id = demo.applicationId;
    const calls = [
      `POST /api/v10/interactions/1/${SECRET}/callback`,
      `GET /api/v10/webhooks/${id}/${SECRET}/messages/@original`,
      `PATCH /api/v10/webhooks/${id}/${SECRET}/messages/${SECRET}`,
      `PUT /api/v10/webhooks/${id}/${SECRET}`,
      `POST /api/v10/webhooks/${id}/${SECRET}/slack`,
      `GET /api/v10/invites/${SECRET}`,
      `GET /api/v10/users/${SECRET}`,
      `GET /api/v10/users/@me?token=${SECRET}&code=${SECRET}`,
      `GET /control/v1/tokens/${SECRET}`,
      `GET /nowhere/${SECRET}/x`,
      `GET /${SECRET}`,
      `GET /oauth2/authorize?state=${SECRET}`,
      `GET /oauth2/sign-in?return_to=${SECRET}`,
      `GET /cdn/attachments/1/2/${SECRET}?hm=${SECRET}`,
      `GET /%zz${SECRET}`,
    ];
    for (const call of calls) {
      const [method = "", path = ""] = call.split(" ");
      const headers = { authorization: SECRET, cookie: SECRET, "content-type": SECRET };
      await (await fetch(service.url + path, { method, headers, redirect: "manual" })).text();
    }
    await service.call("POST /oauth2/token", { body: { client_secret: SECRET } });
    await linesOf(calls.length + 1);
    expect(text()).not.toContain(SECRET);
    expect(text()).not.toContain(CONTROL_KEY);
    expect(text()).toContain("/api/v10/webhooks/");
    expect(text()).toContain("/nowhere/…/x");
  });
});

describe("a burst of calls", () => {
  /** The log with a clock that the test moves. */
  async function aLog(production = false) {
    const written: string[] = [];
    const log = await openLog("json", { write: (line: string) => void written.push(line) });
    const state = { now: 0, timers: [] as { readonly at: number; readonly task: () => void }[] };
    const clock = {
      real: () => state.now,
      after: (ms: number, task: () => void) => {
        state.timers.push({ at: state.now + ms, task });
        return () => undefined;
      },
    };
    const observer = requestLog({ log, clock, production, declared: [] });
    const move = (ms: number) => {
      state.now += ms;
      const due = state.timers.filter(({ at }) => at <= state.now);
      state.timers = state.timers.filter(({ at }) => at > state.now);
      for (const { task } of due) task();
    };
    const come = (count: number, call: Partial<EndedCall> = {}) => {
      const one = { method: "GET", url: "/nowhere", status: 404, ms: 1, ...call } as EndedCall;
      for (let i = 0; i < count; i++) observer?.ended(one);
    };
    const messages = () => written.splice(0).map((line) => (JSON.parse(line) as Line).msg);
    return { move, come, messages };
  }
  const line = "GET /nowhere 404 1 ms nobody";
  const lines = (count: number) => Array.from({ length: count }, () => line);

  test("has two hundred lines per second, and one with the number of the others", async () => {
    const { move, come, messages } = await aLog();
    come(200);
    expect(messages()).toEqual(lines(200));
    move(999);
    come(50);
    expect(messages()).toEqual([]);
    move(1);
    expect(messages()).toEqual(["50 more calls were not shown"]);
    come(201);
    expect(messages()).toEqual(lines(200));
    move(1000);
    expect(messages()).toEqual(["1 more calls were not shown"]);
    move(1000);
    expect(messages()).toEqual([]);
  });

  test("below the limit is logged completely", async () => {
    const { move, come, messages } = await aLog();
    for (let second = 0; second < 3; second++) {
      come(200);
      move(1000);
    }
    expect(messages()).toEqual(lines(600));
  });

  test("of unknown paths has sixty lines per minute in production", async () => {
    const { move, come, messages } = await aLog(true);
    come(70);
    come(1000, { route: "/api/v10/lobbies" });
    move(60_000);
    expect(messages()).toEqual([...lines(60), "10 more calls were not shown"]);
  });
});

describe("in production", () => {
  test("only calls of unknown paths have lines, up to a limit", async () => {
    const { service, linesOf } = await aLoggedService({ production: true });
    await service.asBot("GET /users/@me");
    for (let call = 0; call < 70; call++) await service.call("GET /lobies");
    const lines = await linesOf(60);
    expect(new Set(lines.map(({ path, status }) => `${path} ${status}`))).toEqual(
      new Set(["/api/v10/lobies 404"]),
    );
  });
});
