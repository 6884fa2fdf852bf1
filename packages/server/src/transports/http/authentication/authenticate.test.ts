import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { demoWorld } from "../../../control/world-file/demo-world.ts";
import { aService, demo, type TestService } from "../../../testing/start-service.ts";

const PER_SECOND = 120;

test("every credential of an application shares its configured calls per second", async () => {
  const { applications = [], ...world } = demoWorld;
  const service = await aService({
    frozen: true,
    limits: "production",
    world: {
      ...world,
      applications: applications.map((each) => ({ ...each, requests_per_second: PER_SECOND })),
    },
  });
  const grant = new URLSearchParams({
    grant_type: "client_credentials",
    scope: "applications.commands.update",
    client_id: demo.applicationId,
    client_secret: demo.clientSecret,
  });
  const granted = await service.call("POST /oauth2/token", { body: grant });
  await service.control("POST /limits/reset");
  const asItself = { auth: `Bearer ${String(granted.at("access_token"))}` };
  const asBot = { auth: `Bot ${demo.botToken}` };
  const path = `/applications/${demo.applicationId}`;
  const perRoute = 60;
  const statusesOf = async (route: string, options: object) => {
    const calls = Array.from({ length: perRoute }, () => service.call(route, options));
    return (await Promise.all(calls)).map(({ status }) => status);
  };

  const statuses = [
    ...(await statusesOf(`GET ${path}/commands`, asItself)),
    ...(await statusesOf("GET /users/@me", asBot)),
  ];
  const over = await service.call("GET /gateway/bot", asBot);

  expect(new Set(statuses)).toEqual(new Set([200]));
  expect([over.status, over.headers.get("x-ratelimit-scope")]).toEqual([429, "global"]);
  await service.stop();
});

describe("a bearer token", () => {
  let service: TestService;
  beforeAll(async () => {
    service = await aService();
  });
  afterAll(() => service.stop());

  async function answers(scopes: readonly string[], routes: readonly string[]) {
    const token = `bearer.${scopes.join(".")}`;
    await service.control("POST /tokens", {
      token,
      user: "alice",
      application: "Concierge",
      scopes,
    });
    const auth = `Bearer ${token}`;
    const answered = await Promise.all(
      routes.map((route) =>
        service.call(route, { auth, body: route.startsWith("GET") ? undefined : {} }),
      ),
    );
    return answered.map((each) => [each.status, each.body]);
  }

  test("without identify reads no user, and is answered like a missing credential", async () => {
    const unauthorized = [401, { message: "401: Unauthorized", code: 0 }];
    for (const scopes of [["guilds"], ["openid"], ["connections"], ["guilds", "email"]]) {
      expect(await answers(scopes, ["GET /users/@me"])).toEqual([unauthorized]);
    }
    expect((await answers(["identify"], ["GET /users/@me"]))[0]?.[0]).toBe(200);
  });

  test("is told that a scope is missing at endpoints that a scope opens", async () => {
    const routes = ["GET /users/@me/guilds", "GET /users/@me/connections", "PUT /lobbies"];
    const message = "Missing required OAuth2 scope";
    const refused = routes.map(() => [403, { message, code: 50026 }]);
    expect(await answers(["openid"], routes)).toEqual(refused);
  });

  test("is told that only bots may call endpoints that no scope opens, simulated users aside", async () => {
    const routes = [
      `GET /channels/${demo.generalId}`,
      `POST /channels/${demo.generalId}/invites`,
      `PUT /channels/${demo.voiceId}/voice-status`,
      `GET /guilds/${demo.guildId}/roles/member-counts`,
      `PATCH /guilds/${demo.guildId}/members/@me`,
    ];
    const message = "Only bots can use this endpoint";
    const refused = routes.map(() => [403, { message, code: 20002 }]);
    expect(await answers(["identify", "guilds", "sdk.social_layer"], routes)).toEqual(refused);
  });
});
