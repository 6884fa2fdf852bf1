import { expect, test } from "vitest";
import { dial, signIn } from "../testing/clients/gateway-client.ts";
import { aService, demo } from "../testing/start-service.ts";

test("gateway limits are listed and reset with those of calls", async () => {
  const service = await aService({ limits: "production" });
  const url = `${service.url.replace("http", "ws")}/gateway/`;
  const bot = { token: demo.botToken, properties: {}, intents: 1 << 1 };
  const everyone = { guild_id: demo.guildId, query: "", limit: 0 };
  const { client } = await signIn(url, bot);
  client.send(8, everyone);
  await client.nextEvent("GUILD_MEMBERS_CHUNK");
  client.send(8, everyone);
  await client.nextEvent("RATE_LIMITED");

  const answer = await service.control("GET /limits");
  const owner = `application ${demo.applicationId}`;
  const buckets = answer.at("buckets") as { bucket: string; owner: string; used: number }[];
  expect(buckets.filter((each) => each.owner === owner)).toMatchObject([
    { bucket: "session-start", used: 1, limit: 1000 },
    { bucket: "identify", used: 1, limit: 1 },
  ]);
  await service.control("POST /limits/reset");

  client.send(8, everyone);
  expect((await client.next()).t).toBe("GUILD_MEMBERS_CHUNK");
  const other = await dial(url);
  other.send(2, bot);
  expect((await other.next()).t).toBe("READY");
  const { status, text } = await service.asBot("GET /gateway/bot");
  expect([status, JSON.parse(text)]).toMatchObject([
    200,
    { session_start_limit: { total: 1000, remaining: 999 } },
  ]);
  for (const { ws } of [client, other]) ws.terminate();
  await service.stop();
});

test("every bucket is listed with its limit, and refused calls do not count", async () => {
  const service = await aService({ limits: "production", frozen: true });
  const calls = Array.from({ length: 60 }, () => service.asBot("GET /users/@me"));
  const statuses = (await Promise.all(calls)).map(({ status }) => status);
  expect(statuses.filter((status) => status === 429)).toHaveLength(10);
  await service.call("GET /gateway");
  await service.asUser(demo.aliceToken, "GET /users/@me");

  const answer = await service.control("GET /limits");
  const buckets = answer.at("buckets") as Record<string, unknown>[];
  const figures = buckets.map(({ bucket, owner, used, limit, remaining }) => {
    return [bucket, owner, used, limit, remaining];
  });
  const application = `application ${demo.applicationId}`;
  expect(figures).toEqual([
    ["global", application, 50, 50, 0],
    ["users.me", application, 50, 50, 0],
    ["invalid", "address 127.0.0.1", 10, 10_000, 9990],
    ["global", "address 127.0.0.1", 1, 50, 49],
    ["gateway.get", "address 127.0.0.1", 1, 50, 49],
    ["global", `user ${demo.aliceId}`, 1, 50, 49],
    ["users.me", `user ${demo.aliceId}`, 1, 50, 49],
  ]);
  for (const { ends_at } of buckets) expect(Date.parse(String(ends_at))).toBeGreaterThan(0);
  await service.stop();
});

test("another profile applies from the next call on with windows of its own, until a reset", async () => {
  const service = await aService({ limits: "off", frozen: true });
  expect((await service.asBot("GET /users/@me")).headers.has("x-ratelimit-limit")).toBe(false);
  const used = await service.control("PATCH /limits", { profile: "unapproved" });
  expect([used.status, used.body]).toEqual([200, { profile: "unapproved", buckets: [] }]);
  const opened = await service.asBot("POST /lobbies", {});
  expect(opened.headers.get("x-ratelimit-limit")).toBe("100");
  await service.control("PATCH /limits", { profile: "production" });
  const next = await service.asBot("POST /lobbies", {});
  expect(Number(next.headers.get("x-ratelimit-limit"))).toBeGreaterThan(100);
  const { body } = await service.control("GET /limits");
  expect(body).toMatchObject({ profile: "production" });
  await service.control("POST /world/reset");
  expect((await service.control("GET /limits")).at("profile")).toBe("off");
  await service.stop();
});

test("a fork begins with the current profile, and changes independently", async () => {
  const service = await aService({ limits: "off", frozen: true });
  await service.control("PATCH /limits", { profile: "unapproved" });
  await service.control("POST /worlds", { name: "copy", from: { fork: "main" } });
  const profileOf = async (world: string) =>
    (await service.control(`GET /limits?world=${world}`)).at("profile");
  expect(await profileOf("copy")).toBe("unapproved");
  await service.control("PATCH /limits?world=copy", { profile: "production" });
  expect([await profileOf("copy"), await profileOf("main")]).toEqual(["production", "unapproved"]);
  await service.stop();
});

test("an unknown profile is refused at its place, and production mode keeps its profile", async () => {
  const service = await aService({ limits: "off" });
  const wrong = await service.control("PATCH /limits", { profile: "of" });
  expect([wrong.status, wrong.body]).toMatchObject([
    400,
    { code: 50035, errors: { profile: { _errors: [{ code: expect.any(String) as string }] } } },
  ]);
  await service.stop();
  const production = await aService({ production: true });
  const refused = await production.control("PATCH /limits", { profile: "off" });
  expect(refused.status).toBe(403);
  await production.stop();
});
