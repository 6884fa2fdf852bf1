// Whose rate limit a call counts against at endpoints without authentication.
import { limits } from "@antechamber/contract";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { aService, demo, type TestService } from "../../testing/start-service.ts";

let service: TestService;
beforeAll(async () => {
  service = await aService({ limits: "production", frozen: true });
});
beforeEach(async () => {
  await service.control("POST /limits/reset");
});
afterAll(() => service.stop());

const most = limits.allCalls.value;

const open = [
  "GET /gateway",
  "GET /oauth2/keys",
  "GET /auth/fingerprint",
  "GET /applications/detectable",
  "GET /sticker-packs",
  "GET /invites/no-such-invite",
  "GET /guilds/templates/no-such-template",
  `GET /guilds/${demo.guildId}/widget.json`,
  `GET /guilds/${demo.guildId}/widget.png`,
];

/** The statuses of as many calls as are allowed in a second. */
async function statusesOf(route: string, auth?: string): Promise<readonly number[]> {
  const options = auth === undefined ? {} : { auth };
  const calls = Array.from({ length: most }, () => service.call(route, options));
  return [...new Set((await Promise.all(calls)).map(({ status }) => status))];
}

const credentials = {
  "a bot": [`Bot ${demo.botToken}`, "GET /users/@me"],
  "a user's access token": [`Bearer ${demo.accessToken}`, "GET /users/@me"],
  "a person": [demo.aliceToken, "GET /users/@me"],
} as const;

test.each(Object.entries(credentials))(
  "%s is counted as itself at open endpoints, not by its address",
  async (_who, [auth, own]) => {
    for (const route of open) {
      await service.control("POST /limits/reset");
      expect(await statusesOf(own, auth)).toEqual([200]);
      const over = await service.call(route, { auth });
      expect([route, over.status, over.at("global")]).toEqual([route, 429, true]);
      expect((await service.call(route)).status).not.toBe(429);
    }
  },
);

test("an open endpoint answers a caller with an invalid credential, counted by address", async () => {
  for (const auth of ["Bot nonsense", "Bearer nonsense", "nonsense", "Basic bm9ib2R5"]) {
    await service.control("POST /limits/reset");
    expect(await statusesOf("GET /gateway", auth)).toEqual([200]);
    expect((await service.call("GET /gateway")).status).toBe(429);
    expect((await service.asBot("GET /gateway")).status).toBe(200);
  }
});

test("interaction callbacks ignore credentials", async () => {
  const auth = `Bot ${demo.botToken}`;
  const path = "/interactions/999999999999999999/no-such-token/callback";
  expect(await statusesOf("GET /users/@me", auth)).toEqual([200]);
  const answer = await service.call(`POST ${path}`, { auth, body: { type: 1 } });
  expect(answer.status).not.toBe(429);
});
