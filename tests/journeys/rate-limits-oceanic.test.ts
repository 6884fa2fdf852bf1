// oceanic.js under rate limits and injected faults: it takes the wait from a header or, for shared
// limits, from the body; it only retries after a 502, and waits at most half a minute.
import { Client } from "oceanic.js";
import { afterEach, expect, test } from "vitest";
import {
  aService,
  demo,
  type TestService,
} from "../../packages/server/src/testing/start-service.ts";

const cleanups: (() => Promise<void>)[] = [];

afterEach(async () => {
  for (const cleanup of cleanups.splice(0).toReversed()) await cleanup();
});

async function aRun() {
  const service = await aService({ limits: "production" });
  cleanups.push(() => service.stop());
  const client = new Client({
    auth: `Bot ${demo.botToken}`,
    rest: { baseURL: `${service.url}/api/v10` },
  });
  return { service, client };
}

const plan = (service: TestService, http: object, count = 1) =>
  service.control("POST /faults", {
    match: { application: "Concierge", method: "POST", count },
    http,
  });

const commands = { id: demo.applicationId, ping: { type: 1, name: "ping", description: "Pong" } };

async function made(service: TestService): Promise<unknown[]> {
  const { body } = await service.asBot(`GET /applications/${commands.id}/commands`);
  return (body as { name: string }[]).map(({ name }) => name);
}

test.each(["user", "shared", "global"])("waits after a 429 with the scope %s", async (scope) => {
  const { service, client } = await aRun();
  await plan(service, { rate_limit: { retry_after: 0.3, scope } });
  const before = performance.now();
  await client.rest.applications.createGlobalCommand(commands.id, commands.ping);
  expect(performance.now() - before).toBeGreaterThanOrEqual(290);
  expect(await made(service)).toEqual(["ping"]);
  expect((await service.control("GET /faults")).at("items")).toEqual([]);
});

test("gives up at once if the wait exceeds half a minute", async () => {
  const { service, client } = await aRun();
  await plan(service, { rate_limit: { retry_after: 31, scope: "user" } });
  const call = client.rest.applications.createGlobalCommand(commands.id, commands.ping);
  await expect(call).rejects.toMatchObject({ name: "RateLimitedError", delay: 31_000 });
  expect(await made(service)).toEqual([]);
});

test("completes all calls of two clients", async () => {
  const { service, client } = await aRun();
  const other = new Client({
    auth: `Bot ${demo.botToken}`,
    rest: { baseURL: `${service.url}/api/v10` },
  });
  const calls = [client, other].flatMap(({ rest }) =>
    Array.from({ length: 30 }, () => rest.users.get(demo.aliceId)),
  );
  const users = await Promise.all(calls);
  expect(users.map(({ username }) => username)).toEqual(users.map(() => "alice"));
});

test("retries after a 502, and reports other errors", async () => {
  const { service, client } = await aRun();
  await plan(service, { status: 502 });
  await client.rest.applications.createGlobalCommand(commands.id, commands.ping);
  expect(await made(service)).toEqual(["ping"]);
  await plan(service, { status: 500 });
  const call = client.rest.applications.createGlobalCommand(commands.id, commands.ping);
  await expect(call).rejects.toMatchObject({ status: 500 });
});
