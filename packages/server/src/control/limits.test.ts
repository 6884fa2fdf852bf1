import { expect, test } from "vitest";
import { dial, signIn } from "../testing/gateway-client.ts";
import { aService, demo } from "../testing/start-service.ts";

test("the limits of the gateway are shown and reset with those of calls", async () => {
  const service = await aService({ limits: "production" });
  const url = `${service.url.replace("http", "ws")}/gateway/`;
  const bot = { token: demo.botToken, properties: {}, intents: 1 << 1 };
  const everyone = { guild_id: demo.guildId, query: "", limit: 0 };
  const { client } = await signIn(url, bot);
  client.send(8, everyone);
  await client.nextEvent("GUILD_MEMBERS_CHUNK");
  client.send(8, everyone);
  await client.nextEvent("RATE_LIMITED");

  const shown = await service.control("GET /limits");
  const owner = `application ${demo.applicationId}`;
  const buckets = shown.at("buckets") as { bucket: string; owner: string; used: number }[];
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

test("every bucket is shown with its figure, and refused calls do not count", async () => {
  const service = await aService({ limits: "production", frozen: true });
  const calls = Array.from({ length: 60 }, () => service.asBot("GET /users/@me"));
  const statuses = (await Promise.all(calls)).map(({ status }) => status);
  expect(statuses.filter((status) => status === 429)).toHaveLength(10);
  await service.call("GET /gateway");
  await service.asUser(demo.aliceToken, "GET /users/@me");

  const shown = await service.control("GET /limits");
  const buckets = shown.at("buckets") as Record<string, unknown>[];
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
