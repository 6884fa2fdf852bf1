// An unmodified client library under rate limits and injected faults: it waits or retries, and no
// call is lost or done twice.
import { REST } from "@discordjs/rest";
import {
  Routes,
  type APIUser,
  type RESTGetAPIApplicationCommandsResult,
} from "discord-api-types/v10";
import { afterEach, expect, test } from "vitest";
import { demoWorld } from "../../packages/server/src/control/world-file/demo-world.ts";
import { signIn } from "../../packages/server/src/testing/clients/gateway-client.ts";
import {
  aService,
  demo,
  type TestService,
} from "../../packages/server/src/testing/start-service.ts";

const cleanups: (() => Promise<void>)[] = [];

afterEach(async () => {
  for (const cleanup of cleanups.splice(0).toReversed()) await cleanup();
});

/** The demo world with the limits of production, and so many calls per second for its application. */
async function aLimitedService(requestsPerSecond: number): Promise<TestService> {
  const { applications = [], ...world } = demoWorld;
  const service = await aService({
    limits: "production",
    world: {
      ...world,
      applications: applications.map((each) => ({
        ...each,
        requests_per_second: requestsPerSecond,
      })),
    },
  });
  cleanups.push(() => service.stop());
  return service;
}

interface Library {
  readonly rest: REST;
  /** The status of each response, including those that the library handled itself. */
  readonly statuses: number[];
  /** The scope of each 429. */
  readonly scopes: (string | null)[];
}

function aLibrary(service: TestService): Library {
  const rest = new REST({ api: `${service.url}/api` }).setToken(demo.botToken);
  const library: Library = { rest, statuses: [], scopes: [] };
  rest.on("response", (_request, { status, headers }) => {
    library.statuses.push(status);
    if (status === 429) library.scopes.push(headers.get("x-ratelimit-scope"));
  });
  cleanups.push(async () => {
    rest.clearHashSweeper();
    rest.clearHandlerSweeper();
  });
  return library;
}

const me = async ({ rest }: Library) => (await rest.get(Routes.user())) as APIUser;

// Proves requirement 8 "all endpoints"
test("discord.js waits at the global limit of its application, and all calls succeed", async () => {
  const service = await aLimitedService(2);
  const library = aLibrary(service);
  const id = demo.applicationId;
  // Of four buckets: calls of one bucket would wait for one another, and on a busy machine for the
  // next second.
  const routes = [
    Routes.user(),
    Routes.currentApplication(),
    Routes.applicationCommands(id),
    Routes.applicationEmojis(id),
  ] as const;
  const answers = await Promise.all(routes.map((route) => library.rest.get(route)));
  expect(answers).toMatchObject([{ id }, { id }, [], { items: [] }]);
  expect(library.scopes.length).toBeGreaterThan(0);
  expect(new Set(library.scopes)).toEqual(new Set(["global"]));
  expect(library.statuses.filter((status) => status === 200)).toHaveLength(4);
});

test("two discord.js clients of one bot share a bucket, and both wait", async () => {
  const service = await aLimitedService(1200);
  const libraries = [aLibrary(service), aLibrary(service)];
  const { client } = await signIn(`${service.url.replace("http", "ws")}/gateway/`, {
    token: demo.botToken,
    intents: 0,
  });
  cleanups.push(() => client.leave(1000));
  await service.asBot(`POST /applications/${demo.applicationId}/commands`, {
    name: "ping",
    description: "Answers pong",
  });
  const invoked = { application: "Concierge", channel: "general", command: "ping", wait: 0 };
  await service.control("POST /users/alice/invoke", invoked);
  const { d } = await client.nextEvent("INTERACTION_CREATE");
  const { id, token } = d as { readonly id: string; readonly token: string };
  const deferred = { auth: false, body: { type: 5 } } as const;
  await libraries[0]?.rest.post(Routes.interactionCallback(id, token), deferred);

  const original = Routes.webhookMessage(demo.applicationId, token);
  const edits = libraries.flatMap(({ rest }) =>
    [1, 2, 3, 4].map((n) => rest.patch(original, { auth: false, body: { content: `${n}` } })),
  );

  expect(await Promise.all(edits)).toHaveLength(8);
  const scopes = libraries.flatMap((library) => library.scopes);
  expect(new Set(scopes)).toEqual(new Set(["user"]));
});

test("discord.js waits after planned 429s of every scope", async () => {
  const service = await aLimitedService(1200);
  const library = aLibrary(service);
  for (const scope of ["user", "shared", "global"]) {
    await service.control("POST /faults", {
      match: { application: "Concierge", route: "/users/@me" },
      http: { rate_limit: { retry_after: 0.2, scope } },
    });
    expect((await me(library)).id).toBe(demo.applicationId);
  }
  expect(library.scopes).toEqual(["user", "shared", "global"]);
});

test("discord.js retries after server errors and lost connections, and creates a command once", async () => {
  const service = await aLimitedService(1200);
  const library = aLibrary(service);
  const commands = Routes.applicationCommands(demo.applicationId);
  const failures = [{ status: 500 }, { status: 502, body: "<h1>Bad gateway</h1>" }, { drop: true }];
  for (const http of failures) {
    await service.control("POST /faults", { match: { method: "POST" }, http });
  }
  await library.rest.post(commands, { body: { name: "ping", description: "Answers pong" } });
  expect(library.statuses).toEqual([500, 502, 201]);
  const made = (await library.rest.get(commands)) as RESTGetAPIApplicationCommandsResult;
  expect(made.map(({ name }) => name)).toEqual(["ping"]);
  expect((await service.control("GET /faults")).at("items")).toEqual([]);
});

test("discord.js gives up after repeated errors, and reports the status", async () => {
  const service = await aLimitedService(1200);
  const library = aLibrary(service);
  await service.control("POST /faults", { match: { count: 10 }, http: { status: 503 } });
  await expect(me(library)).rejects.toMatchObject({ status: 503 });
  expect((await service.control("GET /faults")).at("items", 0, "match", "count")).toBe(6);
});
