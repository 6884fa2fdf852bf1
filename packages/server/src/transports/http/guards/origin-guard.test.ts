// Which pages may call a service in development mode. Source: product.md, Who may call from a
// browser.
import { endpoints } from "@antechamber/contract";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { bareCall, bareUpgrade } from "../../../testing/clients/bare-call.ts";
import { aService, CONTROL_KEY, demo, type TestService } from "../../../testing/start-service.ts";
import { planes } from "../routing/routes.ts";

const bot = { authorization: `Bot ${demo.botToken}` };
const control = { authorization: `Control ${CONTROL_KEY}` };
const foreign = [
  "http://evil.example",
  "https://evil.example",
  "null",
  "http://127.0.0.1.evil.example",
  "http://localhost.evil.example",
  "http://evil.example:8010",
  "https://127.0.0.1@evil.example",
  "file://",
  "chrome-extension://abcdef",
  "tauri://localhost",
  "",
];
const own = [
  "http://localhost:5173",
  "http://127.0.0.1:3000",
  "https://127.0.0.2",
  "http://[::1]:8080",
  "http://game.localhost",
  "https://bots.example:8443",
  "https://app.example",
  "app://game",
];

let service: TestService;

beforeAll(async () => {
  service = await aService({
    settings: {
      publicUrl: "https://bots.example:8443",
      allowedOrigins: ["https://app.example", "app://game"],
    },
  });
});
afterAll(() => service.stop());

const call = (route: string, headers: Record<string, string>) =>
  bareCall(service.url, route, headers);

function corsOf({ headers }: { readonly headers: object }): readonly string[] {
  return Object.keys(headers).filter((name) => name.startsWith("access-control-"));
}

describe.each(foreign)("a page of %j", (origin) => {
  test("is refused in the API's shape, and cannot read the response", async () => {
    const answer = await call("GET /api/v10/users/@me", { ...bot, origin });
    expect([answer.status, corsOf(answer)]).toEqual([403, []]);
    expect(JSON.parse(answer.text)).toEqual({
      message: expect.stringContaining("--allow-origin") as string,
      code: 0,
    });
  });

  test("is refused before its call has an effect", async () => {
    const preflight = await call("OPTIONS /api/v10/users/@me", {
      origin,
      "access-control-request-method": "GET",
      "access-control-request-headers": "authorization",
    });
    expect([preflight.status, corsOf(preflight)]).toEqual([403, []]);
  });

  test("reaches neither the control plane, nor the pages, nor the gateway", async () => {
    const statuses = await Promise.all([
      call("GET /control/v1/clock", { ...control, origin }),
      call("GET /oauth2/sign-in", { origin }),
      call("POST /oauth2/sign-in", { origin }),
      call("GET /activate", { origin }),
      call("GET /openapi.json", { origin }),
      call("GET /nowhere", { origin }),
      bareUpgrade(service.url, { origin }),
    ]);
    expect(statuses.map((each) => [each.status, corsOf(each)])).toEqual(
      statuses.map(() => [403, []]),
    );
  });
});

test.each(own)("a page of %j may call", async (origin) => {
  const answer = await call("GET /api/v10/users/@me", { ...bot, origin });
  expect([answer.status, answer.headers["access-control-allow-origin"]]).toEqual([200, "*"]);
  const preflight = await call("OPTIONS /api/v10/users/@me", {
    origin,
    "access-control-request-method": "GET",
  });
  expect([preflight.status, preflight.headers["access-control-allow-origin"]]).toEqual([204, "*"]);
  expect((await bareUpgrade(service.url, { origin })).status).toBe(101);
});

test("a request without an origin is served", async () => {
  expect((await call("GET /api/v10/users/@me", bot)).status).toBe(200);
  expect((await call("GET /control/v1/clock", control)).status).toBe(200);
  expect((await bareUpgrade(service.url)).status).toBe(101);
});

test.each(endpoints.map((each) => [each.id, each] as const))(
  "a foreign page never reaches %s",
  async (_id, { method, path, plane = "api" }) => {
    const url = planes[plane] + path.replaceAll(/\{\w+\}/g, "1");
    const answer = await call(`${method} ${url}`, { ...bot, origin: "http://evil.example" });
    expect([answer.status, corsOf(answer)]).toEqual([403, []]);
  },
);

test("health checks and files are open to all origins", async () => {
  const origin = "http://evil.example";
  expect((await call("GET /healthz", { origin })).status).toBe(200);
  expect((await call("GET /cdn/attachments/1/2/a.png", { origin })).status).toBe(404);
});

describe("a service that is reached under the platform's names", () => {
  let run: TestService;
  beforeAll(async () => {
    run = await aService({ settings: { servesGuardedNames: true } });
  });
  afterAll(() => run.stop());

  test.each([
    ["the platform's pages, under its names", "https://discord.com", "discord.com", 200],
    ["those of its test builds, too", "https://ptb.discordapp.com", "discord.com", 200],
    ["the platform's pages, at its own address", "https://discord.com", "127.0.0.1", 403],
    ["other pages", "https://discord.com.evil.example", "discord.com", 403],
    ["pages without an origin", "null", "discord.com", 403],
  ])("answers %s: %s to %s is %i", async (_which, origin, host, status) => {
    const answer = await bareCall(run.url, "GET /api/v10/users/@me", { ...bot, origin, host });
    expect(answer.status).toBe(status);
    const upgrade = await bareUpgrade(run.url, { origin, host });
    expect(upgrade.status).toBe(status === 200 ? 101 : status);
  });
});

test("the platform's origin is foreign to a service that is not reached under the platform's names", async () => {
  const headers = { ...bot, origin: "https://discord.com", host: "bots.example:8443" };
  expect((await call("GET /api/v10/users/@me", headers)).status).toBe(403);
});

describe("a service that allows every origin", () => {
  let open: TestService;
  beforeAll(async () => {
    open = await aService({ settings: { allowedOrigins: ["*"] } });
  });
  afterAll(() => open.stop());

  test.each(["http://evil.example", "null"])("answers pages of %s", async (origin) => {
    const answer = await bareCall(open.url, "GET /api/v10/users/@me", { ...bot, origin });
    expect([answer.status, answer.headers["access-control-allow-origin"]]).toEqual([200, "*"]);
    expect((await bareUpgrade(open.url, { origin })).status).toBe(101);
  });
});

describe("in production mode, where credentials are secrets", () => {
  let production: TestService;
  beforeAll(async () => {
    production = await aService({ production: true });
  });
  afterAll(() => production.stop());

  test("pages of any origin may call the API, and none may read the control plane", async () => {
    const origin = "https://game.example";
    const answer = await bareCall(production.url, "GET /api/v10/users/@me", { ...bot, origin });
    expect([answer.status, answer.headers["access-control-allow-origin"]]).toEqual([200, "*"]);
    const steering = await bareCall(production.url, "GET /control/v1/clock", {
      ...control,
      origin,
    });
    expect([steering.status, corsOf(steering)]).toEqual([200, []]);
    const preflight = await bareCall(production.url, "OPTIONS /control/v1/clock", {
      origin,
      "access-control-request-method": "GET",
      "access-control-request-headers": "authorization",
    });
    expect(corsOf(preflight)).toEqual([]);
    expect((await bareUpgrade(production.url, { origin })).status).toBe(101);
  });
});
