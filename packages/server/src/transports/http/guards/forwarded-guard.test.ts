// A service that is in development mode only by default does not serve a proxy.
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { bareCall, bareUpgrade } from "../../../testing/clients/bare-call.ts";
import { aService, CONTROL_KEY, demo, type TestService } from "../../../testing/start-service.ts";

const proxied: readonly Record<string, string>[] = [
  { "x-forwarded-for": "192.0.2.1" },
  { "X-Forwarded-Proto": "https" },
  { "x-forwarded-host": "id.example" },
  { "x-forwarded-server": "proxy" },
  { forwarded: "for=192.0.2.1" },
  { via: "1.1 proxy" },
];

const calls: readonly (readonly [string, Record<string, string>])[] = [
  ["GET /api/v10/users/@me", { authorization: `Bot ${demo.botToken}` }],
  ["GET /api/v10/users/@me", { authorization: demo.aliceToken }],
  ["GET /control/v1/clock", { authorization: `Control ${CONTROL_KEY}` }],
  ["POST /control/v1/world/reset", { authorization: `Control ${CONTROL_KEY}` }],
  ["GET /oauth2/sign-in", {}],
];

describe("a service on loopback", () => {
  let service: TestService;
  beforeAll(async () => {
    service = await aService();
  });
  afterAll(() => service.stop());

  test.each(proxied)("refuses a request with %j, and names the setting", async (headers) => {
    for (const [route, credential] of calls) {
      const answer = await bareCall(service.url, route, { ...credential, ...headers });
      expect([route, answer.status]).toEqual([route, 403]);
      expect(answer.text).toContain("--mode production");
      expect(answer.text).toContain("--trusted-proxies");
    }
    expect((await bareUpgrade(service.url, headers)).status).toBe(403);
  });
});

describe.each([
  ["in development, when others are expected", { settings: { isOpen: true } }],
  ["in production", { production: true }],
])("a service %s", (_case, options) => {
  let service: TestService;
  beforeAll(async () => {
    service = await aService(options);
  });
  afterAll(() => service.stop());

  test.each(proxied)("serves a request with %j", async (headers) => {
    const authorization = `Bot ${demo.botToken}`;
    const answer = await bareCall(service.url, "GET /api/v10/users/@me", {
      authorization,
      ...headers,
    });
    expect(answer.status).toBe(200);
    expect((await bareUpgrade(service.url, headers)).status).toBe(101);
  });
});
