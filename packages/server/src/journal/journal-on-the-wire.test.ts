// The journal as the control plane shows it, over real sockets.
import { describe, expect, onTestFinished, test } from "vitest";
import { demoWorld } from "../control/world-file/demo-world.ts";
import { aMemoryStore } from "../testing/memory-store.ts";
import type { Answer } from "../testing/answer.ts";
import { anEventStream } from "../testing/clients/event-stream.ts";
import { GatewayClient } from "../testing/clients/gateway-client.ts";
import { headOf, sendRaw } from "../testing/clients/raw-http.ts";
import { aService, CONTROL_KEY, demo, type TestService } from "../testing/start-service.ts";
import { aServiceOfTest } from "../testing/service-of-test.ts";

interface Entry {
  readonly id: string;
  readonly trace: string;
  readonly cause: string | null;
  readonly kind: string;
  readonly name: string;
  readonly summary: string;
  readonly status?: number;
  readonly refusal?: object;
}

const itemsOf = (answer: Answer) => answer.at("items") as readonly Entry[];
const idsOf = (answer: Answer) => itemsOf(answer).map(({ id }) => id);

async function journal(service: TestService, query = ""): Promise<readonly Entry[]> {
  return itemsOf(await service.control(`GET /journal?${query}`));
}

describe("a call", () => {
  test("is complete in the journal when it is answered", async () => {
    const service = await aServiceOfTest({ frozen: true });
    const answer = await service.asBot("POST /lobbies", { metadata: { mode: "ranked" } });
    const [entry] = await journal(service);
    expect(entry).toEqual({
      id: expect.stringMatching(/^\d+$/) as unknown,
      at: expect.stringMatching(/^\d{4}-.*\+00:00$/) as unknown,
      real_at: expect.stringMatching(/^\d{4}-.*\+00:00$/) as unknown,
      trace: entry?.id,
      cause: null,
      kind: "request",
      actor: demo.applicationId,
      application: demo.applicationId,
      name: "lobbies.create",
      status: 201,
      ms: expect.any(Number) as unknown,
      bytes: Buffer.byteLength(answer.text),
      summary: expect.stringContaining("POST /api/v10/lobbies → 201") as unknown,
    });
    const whole = await service.control(`GET /journal/${entry?.id}`);
    expect(whole.body).toMatchObject({
      request: { method: "POST", url: "/api/v10/lobbies", body: { metadata: { mode: "ranked" } } },
      response: { status: 201, headers: { "content-type": "application/json" }, body: answer.body },
    });
  });

  test("of the control plane is in the journal when it changes something, not when it reads", async () => {
    const service = await aServiceOfTest();
    await service.control("GET /world");
    await service.control("GET /journal");
    await service.control("PATCH /users/bob", { global_name: "Bob" });
    expect((await journal(service, "kind=request")).map(({ name }) => name)).toEqual([
      "control.users.edit",
    ]);
  });

  test("by which a simulated user writes or reacts names that user", async () => {
    const service = await aServiceOfTest();
    const message = { channel: "general", content: "hi" };
    const { id } = (await service.control("POST /users/bob/message", message)).body as Entry;
    const reaction = { channel: "general", message: id, emoji: "👍" };
    await service.control("POST /users/bob/react", reaction);
    const names = (await journal(service, "user=bob")).map(({ name }) => name);
    expect(names).toEqual([
      "control.message",
      "MESSAGE_CREATE",
      "control.react",
      "MESSAGE_REACTION_ADD",
    ]);
  });

  test("of an unknown path is in the journal without possible tokens", async () => {
    const service = await aServiceOfTest();
    await service.call("GET /webhooks/1/aW50ZXJhY3Rpb246SECRETSECRET/nothing?token=Sesame-Sesame");
    const [entry] = await journal(service);
    expect(entry).toMatchObject({ name: "unknown", status: 404 });
    const whole = await service.control(`GET /journal/${entry?.id}`);
    expect(whole.text).not.toContain("SECRETSECRET");
    expect(whole.text).not.toContain("Sesame");
  });
});

test.each([
  ["control.invoke", "POST /users/bob/invoke", {}],
  ["control.autocomplete", "POST /users/bob/autocomplete", { focused: "what" }],
])("a denied %s has its user and application, as a sent one has", async (name, route, more) => {
  const options = [{ type: 3, name: "what", description: "x", autocomplete: true }];
  const denied = { name: "denied", description: "x", default_member_permissions: "0", options };
  const commands = [denied, { ...denied, name: "sent", default_member_permissions: null }];
  const applications = [{ ...demoWorld.applications?.[0], commands }];
  const service = await aServiceOfTest({ world: { ...demoWorld, applications } });
  const form = { application: "Concierge", channel: "general", wait: 0, ...more };
  for (const command of ["denied", "sent"]) await service.control(route, { ...form, command });
  const found = await journal(service, `user=bob&application=Concierge&kind=request,decision`);
  expect(found.map((each) => [each.kind, each.name])).toEqual([
    ["request", name],
    ["decision", "denied"],
    ["request", name],
    ["decision", "sent"],
  ]);
});

describe("a frame", () => {
  test("that starts a session has its sender once the token is verified, and no token", async () => {
    const service = await aServiceOfTest();
    const url = `${service.url.replace("http", "ws")}/gateway/?v=10&encoding=json`;
    const stream = await anEventStream(`${service.url}/control/v1/journal?follow=1&kind=frame`, {
      authorization: `Control ${CONTROL_KEY}`,
    });
    await stream.next();
    const begin = async (op: number, d: object) => {
      const client = new GatewayClient(url);
      onTestFinished(async () => client.ws.terminate());
      await client.next();
      client.send(op, d);
      const { data } = await stream.next();
      const { id, name, actor, application } = data as Entry & {
        readonly actor: string | null;
        readonly application: string | null;
      };
      const { text } = await service.control(`GET /journal/${id}`);
      return { client, said: [name, actor, application], text };
    };
    const identify = (token: string) => begin(2, { token, properties: {}, intents: 0 });
    const bot = await identify(demo.botToken);
    const ready = await bot.client.nextEvent("READY");
    bot.client.ws.terminate();
    const { session_id } = ready.d as { readonly session_id: string };
    const again = await begin(6, { token: demo.botToken, session_id, seq: 1 });
    const alice = await identify(demo.aliceToken);
    const nobody = await identify("a-token-of-nobody");
    expect([bot, again, alice, nobody].map(({ said }) => said)).toEqual([
      ["IDENTIFY", demo.applicationId, demo.applicationId],
      ["RESUME", demo.applicationId, demo.applicationId],
      ["IDENTIFY", demo.aliceId, null],
      ["IDENTIFY", null, null],
    ]);
    const all = [bot, again, alice, nobody].map(({ text }) => text).join();
    for (const token of [demo.botToken, demo.aliceToken]) expect(all).not.toContain(token);
    await stream.stop();
  });
});

describe("a refusal", () => {
  test.each([
    ["metadata.mode", { metadata: { mode: 5 } }, undefined],
    ["idle_timeout_seconds", { idle_timeout_seconds: 1 }, { range: { min: 5, max: 604_800 } }],
    ["flags", { flags: 2 }, { choice: [0, 1] }],
    [
      "members",
      { members: Array.from({ length: 26 }, () => ({ id: "1" })) },
      { range: { max: 25 } },
    ],
    ["members[0].id", { members: [{ id: "nobody" }] }, undefined],
    ["override_event_webhooks_url", { override_event_webhooks_url: "nowhere" }, undefined],
  ])("of a body has the place, %s, and what would have passed", async (at, body, needs) => {
    const service = await aServiceOfTest();
    await service.asBot("POST /lobbies", body);
    const [request, refusal] = await journal(service);
    const facts = {
      step: "handler",
      error: { name: "InvalidForm", code: 50035, source: expect.any(String) as unknown },
      at,
    };
    expect(request).toMatchObject({ kind: "request", status: 400, refusal: facts });
    expect(refusal).toMatchObject({
      kind: "refusal",
      cause: request?.id,
      trace: request?.id,
      refusal: facts,
    });
    expect(request?.refusal).toEqual({ ...facts, ...(needs === undefined ? {} : { needs }) });
    const whole = await service.control(`GET /journal/${request?.id}`);
    expect(whole.at("faults", 0)).toMatchObject({ at });
  });

  test("names the credentials that would have been accepted", async () => {
    const service = await aServiceOfTest();
    await service.call("GET /users/@me", { auth: "Bot nobody" });
    expect((await journal(service, "kind=refusal"))[0]).toMatchObject({
      refusal: {
        step: "authenticate",
        error: { name: "Unauthorized", code: 0 },
        needs: { credential: ["Bot", "Bearer", "user token"] },
      },
    });
  });

  test("names the scopes that would have been accepted", async () => {
    const service = await aServiceOfTest({
      world: {
        users: [{ username: "alice" }],
        applications: [{ name: "Concierge" }],
        access_tokens: [
          { token: "bearer-narrow", user: "alice", application: "Concierge", scopes: ["openid"] },
        ],
      },
    });
    await service.call("PUT /lobbies", {
      auth: "Bearer bearer-narrow",
      body: { secret: "sesame" },
    });
    expect((await journal(service, "kind=refusal"))[0]).toMatchObject({
      refusal: { error: { name: "MissingScope" }, needs: { scope: ["lobbies.write"] } },
    });
    await service.call("GET /users/@me", { auth: "Bearer bearer-narrow" });
    expect((await journal(service, "kind=refusal&limit=1"))[0]).toMatchObject({
      refusal: { error: { name: "Unauthorized" }, needs: { scope: ["identify"] } },
    });
  });

  test("of a rate limit has the time to wait", async () => {
    // All within one window, however slow the machine is.
    const service = await aServiceOfTest({ limits: "production", frozen: true });
    await Promise.all(Array.from({ length: 60 }, () => service.asBot("GET /users/@me")));
    expect((await journal(service, "kind=refusal&limit=1"))[0]).toMatchObject({
      refusal: {
        step: "rateLimit",
        error: { name: "RateLimited" },
        needs: { seconds: expect.any(Number) as unknown },
      },
    });
  });
});

describe("pages", () => {
  async function withCalls(count: number): Promise<TestService> {
    const service = await aServiceOfTest();
    for (let i = 0; i < count; i += 1) await service.asBot("GET /users/@me");
    return service;
  }

  test("begin with the newest entries, and link to older and newer ones", async () => {
    const service = await withCalls(7);
    const all = (await journal(service)).map(({ id }) => id);
    const newest = await service.control("GET /journal?limit=3");
    expect(idsOf(newest)).toEqual(all.slice(4));
    expect([newest.at("next"), newest.at("previous")]).toEqual([null, all[4]]);
    const older = await service.control(`GET /journal?limit=3&before=${all[4]}`);
    expect(idsOf(older)).toEqual(all.slice(1, 4));
    expect([older.at("next"), older.at("previous")]).toEqual([all[3], all[1]]);
    const oldest = await service.control("GET /journal?limit=3&after=0");
    expect(idsOf(oldest)).toEqual(all.slice(0, 3));
    expect([oldest.at("next"), oldest.at("previous")]).toEqual([all[2], null]);
    const rest = await service.control(`GET /journal?limit=4&after=${all[2]}`);
    expect(idsOf(rest)).toEqual(all.slice(3));
    expect([rest.at("next"), rest.at("previous")]).toEqual([null, all[3]]);
  });

  test("have the entries that match the filters", async () => {
    const service = await withCalls(2);
    await service.asBot("POST /lobbies", { metadata: { mode: "Ranked" } });
    await service.asBot("POST /lobbies", { metadata: { mode: 5 } });
    await service.asUser(demo.aliceToken, "GET /users/@me");
    const names = async (query: string) =>
      (await journal(service, query)).map(({ kind, name }) => `${kind} ${name}`);
    expect(await names("name=lobbies.*&kind=request")).toHaveLength(2);
    expect(await names("status=4xx")).toEqual(["request lobbies.create", "refusal lobbies.create"]);
    expect(await names("status=>=400&kind=request")).toHaveLength(1);
    expect(await names("status=201")).toEqual(["request lobbies.create"]);
    expect(await names("text=rANKED&kind=request")).toEqual(["request lobbies.create"]);
    expect(await names("user=alice")).toEqual(["request users.me"]);
    expect(await names("application=Concierge&kind=request")).toHaveLength(4);
    expect(await names("since=2040-01-01T00:00:00Z")).toEqual([]);
    expect(await names("since=2020-01-01T00:00:00Z&kind=refusal,request")).toHaveLength(6);
  });

  test.each([
    "status=abc",
    "status=9xx",
    "kind=nothing",
    "since=yesterday",
    "limit=0",
    "limit=1001",
    "after=x",
    "before=-1",
    "user=nobody",
    "application=Nothing",
    "name=",
    "trace=x",
    "follow=maybe",
  ])("are refused for %s at its place", async (query) => {
    const service = await aServiceOfTest();
    const answer = await service.control(`GET /journal?${query}`);
    expect(answer.status).toBe(400);
    expect(answer.at("errors", query.split("=")[0] ?? "")).toBeDefined();
  });
});

test("unknown entries and traces are 404", async () => {
  const service = await aServiceOfTest();
  const requests = ["GET /journal/1", "GET /journal/x", "GET /traces/1", "POST /journal/1/replay"];
  for (const route of requests) expect((await service.control(route)).status).toBe(404);
});

describe("a stream", () => {
  const follow = (service: TestService, query = "", headers: Record<string, string> = {}) =>
    anEventStream(`${service.url}/control/v1/journal?follow=1${query}`, {
      authorization: `Control ${CONTROL_KEY}`,
      ...headers,
    });

  test("begins with hello, and sends each matching entry when it ends", async () => {
    const service = await aServiceOfTest();
    const stream = await follow(service, "&name=users.*");
    expect(await stream.next()).toEqual({
      event: "hello",
      data: {
        version: "0.1.0",
        world: "main",
        mode: "development",
        epoch: expect.any(String) as unknown,
        records: expect.any(String) as unknown,
      },
    });
    await service.asBot("POST /lobbies", {});
    await service.asBot("GET /users/@me");
    const received = await stream.next();
    const [entry] = await journal(service, "name=users.*");
    expect(received).toEqual({ event: "entry", id: entry?.id, data: entry });
    await stream.stop();
  });

  test("resumes where its reader was, without a gap", async () => {
    const service = await aServiceOfTest();
    await service.asBot("GET /users/@me");
    const first = await follow(service, "&after=0");
    await first.next();
    const { id = "" } = await first.next();
    await first.stop();
    await service.asBot("POST /lobbies", {});
    await service.asBot("POST /lobbies", {});
    const second = await follow(service, "", { "last-event-id": id });
    expect((await second.next()).event).toBe("hello");
    const [, one, two] = await journal(service);
    expect([(await second.next()).id, (await second.next()).id]).toEqual([one?.id, two?.id]);
    await second.stop();
  });

  test("sends another hello when the world is replaced", async () => {
    const service = await aServiceOfTest();
    const stream = await follow(service);
    const { data: before } = await stream.next();
    await service.control("POST /world/reset");
    const received = [await stream.next(), await stream.next()];
    const hello = received.find(({ event }) => event === "hello");
    expect(hello?.data).not.toEqual(before);
    await stream.stop();
  });

  test("has the same records after a restart, and others after the world was replaced", async () => {
    const store = await aMemoryStore();
    const hello = async (service: TestService) => {
      const stream = await follow(service);
      const { data } = (await stream.next()) as {
        readonly data: { readonly epoch: string; readonly records: string };
      };
      await stream.stop();
      return data;
    };
    const received: Awaited<ReturnType<typeof hello>>[] = [];
    for (let start = 1; start <= 2; start += 1) {
      const service = await aService({ store });
      received.push(await hello(service));
      await service.control("POST /snapshots", { name: "now" });
      await service.control("POST /world/reset");
      received.push(await hello(service));
      await service.control("POST /snapshots/now/restore");
      received.push(await hello(service));
      await service.stop();
    }
    await store.close();
    const records = received.map((each) => each.records);
    expect(records[3]).toBe(records[2]);
    expect([new Set(records).size, new Set(received.map(({ epoch }) => epoch)).size]).toEqual([
      5, 6,
    ]);
  });

  test("requires the control key, and validates its filters", async () => {
    const service = await aServiceOfTest();
    const refused = await service.call("GET /x", { auth: "Bot x" });
    expect(refused.status).toBe(404);
    const answer = await fetch(`${service.url}/control/v1/journal?follow=1`);
    expect(answer.status).toBe(401);
    expect((await service.control("GET /journal?follow=1&status=x")).status).toBe(400);
  });
});

test.each(["//[", "//elsewhere/x", "http://[", "http://a:b@["])(
  "an unauthenticated call to %s is exported and replayed as it was answered",
  async (path) => {
    const service = await aServiceOfTest();
    const { status } = await sendRaw(service.url, headOf(`GET ${path}`));
    const [entry] = await journal(service, "kind=request");
    const archive = await service.control(`GET /journal/export?as=har&trace=${entry?.trace}`);
    expect(archive.at("log", "entries", 0, "response", "status")).toBe(status);
    const url = archive.at("log", "entries", 0, "request", "url") as string;
    expect(url.startsWith(`${service.url}/`)).toBe(true);
    const again = await service.control(`POST /journal/${entry?.id}/replay`);
    expect(again.at("status")).toBe(status);
  },
);

describe("a replayed call", () => {
  test("has the original's caller, with the same body or another", async () => {
    const service = await aServiceOfTest();
    await service.asBot("POST /lobbies", { metadata: { mode: "ranked" } });
    const [entry] = await journal(service);
    const again = await service.control(`POST /journal/${entry?.id}/replay`);
    expect(again.body).toMatchObject({
      status: 201,
      headers: { "content-type": "application/json" },
      body: { application_id: demo.applicationId, metadata: { mode: "ranked" } },
    });
    const replayed = (await journal(service, "name=lobbies.create")).at(-1);
    expect(again.at("entry")).toBe(replayed?.id);
    const changed = await service.control(`POST /journal/${entry?.id}/replay`, {
      body: { metadata: { mode: "casual" } },
    });
    expect(changed.at("body", "metadata", "mode")).toBe("casual");
    const whole = await service.control(`GET /journal/${replayed?.id}`);
    expect(whole.text).not.toContain(demo.botToken);
    expect(whole.text).not.toContain("x-antechamber-repeated");
  });

  test.each([
    ["an unknown path", "GET /nowhere/Sesame-Sesame?token=Sesame"],
    ["a method that a path lacks", "PUT /api/v10/gateway"],
    ["a version that was served once", "GET /api/v8/users/@me"],
    ["the gateway of such a version", "GET /api/v8/gateway"],
    ["a version to come", "GET /api/v12/channels/1"],
    ["an unknown path of the control plane", "GET /control/v1/nothing"],
    ["a page", "GET /oauth2/authorize?client_id=1"],
    ["a document", "GET /openapi.json"],
    ["what OpenID says", "GET /.well-known/openid-configuration"],
    ["what a foreign page calls", "GET /api/v10/gateway", "http://elsewhere.example"],
  ])("of %s names its entry, and has the same answer", async (_what, route, origin = "") => {
    const service = await aServiceOfTest();
    const [method = "", path = ""] = route.split(" ");
    const headers = origin === "" ? {} : { origin };
    const { status } = await fetch(service.url + path, { method, headers });
    const newest = async () => (await journal(service, "kind=request&limit=1"))[0]?.id;
    const before = await newest();
    const again = await service.control(`POST /journal/${before}/replay`);
    const entry = await newest();
    expect(entry).not.toBe(before);
    expect([again.at("status"), again.at("entry")]).toEqual([status, entry]);
    const whole = await service.control(`GET /journal/${entry}`);
    expect(whole.at("status")).toBe(status);
    expect(whole.text).not.toContain("x-antechamber-repeated");
    expect(whole.text).not.toContain("Sesame");
  });

  test("is refused for an entry that is not a call", async () => {
    const service = await aServiceOfTest();
    await service.asBot("POST /lobbies", { metadata: { mode: 5 } });
    const [refusal] = await journal(service, "kind=refusal");
    const answer = await service.control(`POST /journal/${refusal?.id}/replay`);
    expect(answer).toMatchObject({ status: 400 });
  });
});

describe("an export", () => {
  async function exported(as: string) {
    const service = await aServiceOfTest();
    await service.asUser(demo.aliceToken, "GET /users/@me");
    await service.asBot("POST /lobbies", { metadata: { it: "isn't" } });
    const entry = (await journal(service)).at(-1);
    return service.control(`GET /journal/export?trace=${entry?.trace}&as=${as}`);
  }

  test("as curl is a script that names secrets as variables", async () => {
    const { text, headers } = await exported("curl");
    expect(headers.get("content-type")).toContain("text/x-shellscript");
    expect(text).toContain(`"Authorization: Bot $BOT_TOKEN_${demo.applicationId}"`);
    expect(text).toContain(String.raw`--data-raw '{"metadata":{"it":"isn'\''t"}}'`);
  });

  test("as har is an HTTP archive", async () => {
    const { body } = await exported("har");
    expect(body).toMatchObject({
      log: {
        version: "1.2",
        entries: [{ request: { method: "POST" }, response: { status: 201 } }],
      },
    });
  });

  test("as jsonl is a line for each entry", async () => {
    const { text } = await exported("jsonl");
    expect(JSON.parse(text)).toMatchObject({ kind: "request", response: { status: 201 } });
  });

  test.each(["vitest", "jest", "node", "pytest"])("as %s requires a user's act", async (as) => {
    const answer = await exported(as);
    expect(answer.status).toBe(400);
    expect(answer.at("message")).toContain("no action of a user");
  });

  test("has the requested entries in the order in which they began", async () => {
    const service = await aServiceOfTest();
    for (const mode of ["one", "two", "three"]) {
      await service.asBot("POST /lobbies", { metadata: { mode } });
    }
    const ids = (await journal(service, "name=lobbies.create&kind=request")).map(({ id }) => id);
    const named = (query: string) => service.control(`GET /journal/export?as=jsonl&${query}`);
    const { text } = await named(`entries=${ids[2]},${ids[0]}`);
    const lines = text.trim().split("\n");
    expect(lines.map((line) => (JSON.parse(line) as { id: string }).id)).toEqual([ids[0], ids[2]]);
    expect((await named(`entries=${ids[0]},1`)).status).toBe(404);
    const both = await named(`entries=${ids[0]}&after=0`);
    expect([both.status, both.at("errors", "entries", "_errors", 0, "code")]).toEqual([
      400,
      "EXCLUSIVE",
    ]);
    const many = Array.from({ length: 301 }, (_, i) => i + 1).join(",");
    expect((await named(`entries=${many}`)).at("errors", "entries")).toBeDefined();
  });

  test("has more entries than fit into a URL when the body names them", async () => {
    const service = await aServiceOfTest();
    for (let i = 0; i < 3; i += 1) await service.asBot("GET /users/@me");
    await service.asBot("POST /lobbies", {});
    const ids = (await journal(service, "name=users.me&kind=request")).map(({ id }) => id);
    const named = (entries: readonly unknown[], as = "jsonl") =>
      service.control("POST /journal/export", { entries, as });
    const { text } = await named(ids.toReversed());
    const lines = text.trim().split("\n");
    expect(lines.map((line) => (JSON.parse(line) as { id: string }).id)).toEqual(ids);
    expect((await named(ids, "har")).at("log", "entries", 2, "response", "status")).toBe(200);
    expect((await named([...ids, "1"])).status).toBe(404);
    expect((await named(ids, "vitest")).at("errors", "as")).toBeDefined();
    expect((await named([])).at("errors", "entries")).toBeDefined();
    const many = Array.from({ length: 10_000 }, (_, i) => String(i + 1));
    expect((await named(many)).status).toBe(404);
    expect((await named([...many, "10001"])).at("errors", "entries")).toBeDefined();
    // Reading the journal is not recorded itself.
    expect(await journal(service, "name=control.journal.*")).toEqual([]);
  });

  test("in an unknown format is refused", async () => {
    expect((await exported("nothing")).status).toBe(400);
  });
});

test("in production mode no bodies are stored, and nothing is replayed", async () => {
  const service = await aServiceOfTest({ production: true });
  await service.asBot("POST /lobbies", { metadata: { mode: "ranked" } });
  const [entry] = await journal(service);
  const whole = await service.control(`GET /journal/${entry?.id}`);
  expect(whole.at("request", "body")).toBeUndefined();
  expect(whole.text).not.toContain("ranked");
  expect((await service.control(`POST /journal/${entry?.id}/replay`)).status).toBe(403);
});

test("in production mode a refusal has the error and place without the value", async () => {
  const service = await aServiceOfTest({ production: true });
  const forms = [
    { content: "x", message_reference: { message_id: "private words" } },
    { content: "x", embeds: [{ fields: [{ name: "x", value: ["private words"] }] }] },
    { content: "x", flags: "private words" },
  ];
  for (const form of forms) await service.asBot(`POST /channels/${demo.generalId}/messages`, form);
  await service.asBot("POST /lobbies", { metadata: { "private.words[1]": 5 } });
  const entries = await journal(service);
  const wholes = await Promise.all(entries.map(({ id }) => service.control(`GET /journal/${id}`)));
  for (const { text } of wholes) expect(text).not.toMatch(/private|words/);
  const faults = ["request", "refusal"].map((kind) =>
    wholes.filter((whole) => whole.at("kind") === kind).map((whole) => whole.at("faults", 0)),
  );
  const expected = [
    ["message_reference.message_id", "NUMBER_TYPE_COERCE"],
    ["embeds[0].fields[0].value", "STRING_TYPE_CONVERT"],
    ["flags", "NUMBER_TYPE_COERCE"],
    ["metadata.….…[1]", "STRING_TYPE_CONVERT"],
  ].map(([at, code]) => ({ at, code, message: code }));
  expect(faults).toEqual([expected, expected]);
  expect(entries[1]?.summary).toContain("message_reference.message_id: NUMBER_TYPE_COERCE");
});
