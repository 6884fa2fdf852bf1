// Unauthenticated callers at an address must not use up the calls of applications behind the same
// address.
import { limits } from "@antechamber/contract";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { demoClient, formSender } from "../../../testing/calls/oauth-calls.ts";
import { aService, demo, type TestService } from "../../../testing/start-service.ts";

let service: TestService;

beforeAll(async () => {
  service = await aService({ limits: "production", frozen: true });
});
beforeEach(async () => {
  await service.control("POST /limits/reset");
});
afterAll(() => service.stop());

const most = limits.allCalls.value;
const DEVICE_GRANT = "urn:ietf:params:oauth:grant-type:device_code";

/** Uses up the calls of an address without a credential. */
async function crowd(): Promise<void> {
  const calls = Array.from({ length: most * 2 }, () => service.call("GET /gateway"));
  expect((await Promise.all(calls)).some(({ status }) => status === 429)).toBe(true);
}

const named = { client_id: demo.applicationId, client_secret: demo.clientSecret };
const own = { grant_type: "client_credentials", scope: "identify" };
const player = { external_auth_type: "STEAM_SESSION_TICKET", external_auth_token: "x" };

const good = {
  "a token by the header": () => formSender(service, demoClient)("token", own),
  "a token by the form": () => formSender(service, null)("token", { ...named, ...own }),
  "a revocation": () => formSender(service, demoClient)("token/revoke", { token: "x" }),
  "a device": () => formSender(service, demoClient)("device/authorize", { scope: "identify" }),
  "a player's token": () =>
    service.call("POST /partner-sdk/token", { body: { ...named, ...player } }),
  "a player's token by the bot": () =>
    service.asBot("POST /partner-sdk/token", { client_id: named.client_id, ...player }),
  "an unmerge": () =>
    service.call("POST /partner-sdk/provisional-accounts/unmerge", {
      body: { ...named, ...player },
    }),
  "a child's token": () =>
    service.call("POST /partner-sdk/child-token", {
      body: { parent_access_token: demo.accessToken, child_application_id: named.client_id },
    }),
} as const;

const bad = {
  "a wrong secret": () =>
    formSender(service, null)("token", { ...own, ...named, client_secret: "x" }),
  "no secret": () => formSender(service, null)("token", { ...own, client_id: named.client_id }),
  "two secrets": () => formSender(service, demoClient)("token", { ...own, ...named }),
  "no form": () => service.call("POST /partner-sdk/token", { body: "[" }),
  "a player's token with a wrong secret": () =>
    service.call("POST /partner-sdk/token", { body: { ...named, ...player, client_secret: "x" } }),
  "a child's token for a token that is none": () =>
    service.call("POST /partner-sdk/child-token", {
      body: { parent_access_token: "x", child_application_id: named.client_id },
    }),
} as const;

describe("at an address that is rate limited for unauthenticated callers", () => {
  test.each(Object.entries(good))("a valid credential is served: %s", async (_what, call) => {
    await crowd();
    for (let i = 0; i < 30; i++) expect((await call()).status).not.toBe(429);
    expect((await call()).headers.get("x-ratelimit-limit")).toBe(String(most));
  });

  test.each(Object.entries(bad))(
    "a call without a valid credential is limited: %s",
    async (_what, call) => {
      expect((await call()).status).not.toBe(429);
      await crowd();
      expect((await call()).status).toBe(429);
    },
  );
});

describe("a client without a secret at an address that is rate limited", () => {
  const client_id = demo.applicationId;

  beforeEach(async () => {
    await service.control("PATCH /applications/Concierge", { public_client: true });
  });
  afterEach(async () => {
    await service.control("PATCH /applications/Concierge", { public_client: false });
  });

  const poll = (device_code: string) =>
    formSender(service, null)("token", { grant_type: DEVICE_GRANT, client_id, device_code });

  test("is served with the code of its sign-in, under limits of its own", async () => {
    const begun = await formSender(service, null)("device/authorize", {
      client_id,
      scope: "identify",
    });
    const device_code = String(begun.at("device_code"));
    await crowd();
    expect((await poll(device_code)).at("error")).toBe("authorization_pending");
    expect((await poll("x".repeat(43))).status).toBe(429);
    const statuses = [];
    for (let i = 0; i < most; i += 1) statuses.push((await poll(device_code)).status);
    expect([statuses[0], statuses.at(-1)]).toEqual([400, 429]);
  });
});

test("a valid credential counts towards the application's global limit", async () => {
  for (let i = 0; i < most / 2; i++) await service.asBot("GET /users/@me");
  for (let i = 0; i < most / 2; i++) await good["a token by the header"]();
  const refused = await service.asBot("GET /users/@me");
  expect([refused.status, refused.headers.get("x-ratelimit-scope")]).toEqual([429, "global"]);
});

test("guessed secrets do not count towards the application", async () => {
  for (let i = 0; i < most * 2; i++) await bad["a wrong secret"]();
  expect((await service.asBot("GET /users/@me")).status).toBe(200);
});

test("a fault for an application applies to its token calls", async () => {
  await service.control("POST /faults", {
    match: { application: "Concierge" },
    http: { status: 503 },
  });
  expect((await good["a token by the header"]()).status).toBe(503);
});
