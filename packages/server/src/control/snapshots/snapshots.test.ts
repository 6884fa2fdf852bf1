// Snapshots of the world, over the wire.
import { limits } from "@antechamber/contract";
import { afterEach, describe, expect, test } from "vitest";
import { connectedSessions } from "../../domains/applications/live-sessions.ts";
import { signIn } from "../../testing/clients/gateway-client.ts";
import { aService, demo, type TestService } from "../../testing/start-service.ts";

const started: TestService[] = [];

afterEach(async () => {
  for (const service of started.splice(0)) await service.stop();
});

async function open(options: Parameters<typeof aService>[0] = {}): Promise<TestService> {
  const service = await aService(options);
  started.push(service);
  return service;
}

async function take(service: TestService, name: string) {
  const taken = await service.control("POST /snapshots", { name });
  expect(taken.status).toBe(201);
  return taken.body as Record<string, unknown>;
}

async function restore(service: TestService, name: string): Promise<void> {
  expect((await service.control(`POST /snapshots/${name}/restore`)).status).toBe(204);
}

function say(service: TestService, content: string) {
  return service.control("POST /users/alice/message", { channel: "general", content });
}

async function contentsIn(service: TestService): Promise<readonly string[]> {
  const { body } = await service.asUser(
    demo.aliceToken,
    `GET /channels/${demo.generalId}/messages`,
  );
  return (body as { content: string }[]).map(({ content }) => content).toReversed();
}

describe("a snapshot", () => {
  test("has a name, both times, its size and its contents", async () => {
    const service = await open({ frozen: true });
    await service.control("PATCH /clock", { now: "2030-01-02T03:04:05Z" });
    await say(service, "one");
    const before = service.clock.system();
    const taken = await take(service, "clean");
    const { created_at, bytes, ...rest } = taken;
    expect(rest).toEqual({
      name: "clean",
      at: "2030-01-02T03:04:05.000000+00:00",
      counts: { users: 3, guilds: 1, channels: 2, messages: 1, lobbies: 0 },
    });
    expect(Date.parse(created_at as string)).toBeGreaterThanOrEqual(before);
    expect(Date.parse(created_at as string)).toBeLessThanOrEqual(service.clock.system());
    expect(bytes).toBeGreaterThan(10_000);
    expect((await service.control("GET /snapshots")).body).toEqual({ items: [taken], next: null });
  });

  test("is listed in pages, the oldest first, until it is deleted", async () => {
    const service = await open();
    for (const name of ["c", "a", "b"]) await take(service, name);
    const names = async (query: string) => {
      const { body } = await service.control(`GET /snapshots${query}`);
      const { items, next } = body as { items: { name: string }[]; next: string | null };
      return { names: items.map(({ name }) => name), next };
    };
    const first = await names("?limit=2");
    expect(first.names).toEqual(["c", "a"]);
    expect(await names(`?limit=2&after=${first.next}`)).toEqual({ names: ["b"], next: null });
    expect((await service.control("DELETE /snapshots/c")).status).toBe(204);
    expect((await names("")).names).toEqual(["a", "b"]);
    expect((await service.control("GET /snapshots?after=c")).status).toBe(400);
  });

  test("is refused under a name that is taken or invalid", async () => {
    const service = await open();
    await take(service, "clean");
    const again = await service.control("POST /snapshots", { name: "clean" });
    expect([again.status, again.at("message")]).toEqual([
      409,
      "A snapshot of this name exists; delete it first",
    ]);
    expect((await service.control("DELETE /snapshots/clean")).status).toBe(204);
    await take(service, "clean");
    for (const name of ["", "Clean", "a b", "x".repeat(65), 5]) {
      const refused = await service.control("POST /snapshots", { name });
      expect([refused.status, refused.at("errors", "name")]).toEqual([400, expect.any(Object)]);
    }
  });

  test("is one of a bounded number", async () => {
    const service = await open();
    for (let n = 0; n < limits.snapshots.value; n += 1) await take(service, `s${n}`);
    const more = await service.control("POST /snapshots", { name: "more" });
    expect([more.status, more.at("message")]).toEqual([
      400,
      `Maximum number of snapshots reached (${limits.snapshots.value}); delete one first`,
    ]);
    await service.control("DELETE /snapshots/s7");
    await take(service, "more");
  });

  test("that does not exist is unknown to every endpoint", async () => {
    const service = await open();
    await take(service, "clean");
    const answers = [
      await service.control("POST /snapshots/other/restore"),
      await service.control("DELETE /snapshots/other"),
      await service.control("GET /snapshots/other/diff"),
      await service.control("GET /snapshots/clean/diff?to=other"),
      await service.control("POST /snapshots/Not%20a%20name/restore"),
    ];
    for (const answer of answers) {
      expect([answer.status, answer.at("message")]).toEqual([404, "Unknown snapshot"]);
    }
  });

  test("exists in development mode only", async () => {
    const service = await open({ production: true });
    const answers = [
      await service.control("POST /snapshots", { name: "clean" }),
      await service.control("GET /snapshots"),
      await service.control("POST /snapshots/clean/restore"),
      await service.control("GET /snapshots/clean/diff"),
      await service.control("DELETE /snapshots/clean"),
    ];
    for (const answer of answers) expect(answer.status).toBe(403);
  });
});

describe("a restore", () => {
  test("restores everything, any number of times", async () => {
    const service = await open();
    await say(service, "one");
    await take(service, "clean");
    for (let round = 0; round < 3; round += 1) {
      await say(service, "two");
      await service.control("PATCH /users/alice", { username: `alice-${round}` });
      expect(await contentsIn(service)).toEqual(["one", "two"]);
      await restore(service, "clean");
      expect(await contentsIn(service)).toEqual(["one"]);
      expect((await service.asUser(demo.aliceToken, "GET /users/@me")).at("username")).toBe(
        "alice",
      );
    }
  });

  test("leaves no stale cached answers", async () => {
    const service = await open();
    const name = async () => (await service.asBot(`GET /guilds/${demo.guildId}`)).at("name");
    await take(service, "clean");
    await service.control(`PATCH /guilds/${demo.guildId}`, { name: "Other" });
    expect([await name(), await name()]).toEqual(["Other", "Other"]);
    await restore(service, "clean");
    expect([await name(), await name()]).toEqual(["Test Guild", "Test Guild"]);
  });

  test("sets a frozen clock to its instant of then", async () => {
    const service = await open({ frozen: true });
    await service.control("PATCH /clock", { now: "2030-01-02T03:04:05Z" });
    await take(service, "then");
    await service.control("PATCH /clock", { frozen: false, advance: "P1D" });
    await restore(service, "then");
    expect((await service.control("GET /clock")).body).toEqual({
      now: "2030-01-02T03:04:05.000000+00:00",
      frozen: true,
    });
  });

  test("lets a running clock continue from its instant of then", async () => {
    const service = await open();
    await service.control("PATCH /clock", { now: "2030-01-02T03:04:05Z" });
    await take(service, "then");
    await service.control("PATCH /clock", { frozen: true, now: "2029-01-01T00:00:00Z" });
    await restore(service, "then");
    const { body } = await service.control("GET /clock");
    const { now, frozen } = body as { now: string; frozen: boolean };
    expect(frozen).toBe(false);
    const passed = Date.parse(now) - Date.parse("2030-01-02T03:04:05Z");
    expect(passed).toBeGreaterThanOrEqual(0);
    expect(passed).toBeLessThan(60_000);
  });

  test("continues counting ids, so that none is used twice", async () => {
    const service = await open({ frozen: true });
    await take(service, "clean");
    const idOf = async (content: string) =>
      BigInt((await say(service, content)).at("id") as string);
    const first = await idOf("one");
    await restore(service, "clean");
    expect(await idOf("two")).toBeGreaterThan(first);
  });

  test("runs the jobs of then again, and none planned since", async () => {
    const service = await open({ frozen: true });
    const lobby = await service.asBot("POST /lobbies", { idle_timeout_seconds: 60 });
    const path = `/lobbies/${lobby.at("id") as string}`;
    await take(service, "waiting");
    const later = await service.asBot("POST /lobbies", { idle_timeout_seconds: 30 });
    await service.control("PATCH /clock", { advance: "PT5M" });
    expect((await service.asBot(`GET ${path}`)).status).toBe(404);
    await restore(service, "waiting");
    expect((await service.asBot(`GET ${path}`)).status).toBe(200);
    const { body } = await service.control("GET /jobs");
    const subjects = (body as { items: { subject: string }[] }).items.map((each) => each.subject);
    expect(subjects).toContain(lobby.at("id"));
    expect(subjects).not.toContain(later.at("id"));
    await service.control("PATCH /clock", { advance: "PT61S" });
    expect((await service.asBot(`GET ${path}`)).status).toBe(404);
  });

  test("invalidates every gateway session and clears connected members", async () => {
    const service = await open();
    const url = `${service.url.replace("http", "ws")}/gateway`;
    const { client } = await signIn(url, { token: demo.botToken, intents: 0 });
    await service.work.transaction(async (ctx) => {
      const session = { application_id: demo.applicationId, user_id: demo.aliceId };
      ctx.tx.put(connectedSessions, { ...session, session_id: "of then" });
    });
    await take(service, "clean");
    await restore(service, "clean");
    expect(await client.nextOp(9)).toMatchObject({ d: false });
    expect(await service.store.read((tx) => tx.find(connectedSessions))).toEqual([]);
    client.ws.terminate();
    const again = await signIn(url, { token: demo.botToken, intents: 0 });
    again.client.ws.terminate();
  });

  test("clears injected faults and rate limit windows", async () => {
    const service = await open({ limits: "production" });
    await take(service, "clean");
    await service.asBot("GET /users/@me");
    await service.control("POST /faults", { match: {}, http: { status: 503 } });
    await restore(service, "clean");
    expect((await service.control("GET /faults")).at("items")).toEqual([]);
    expect((await service.control("GET /limits")).at("buckets")).toEqual([]);
    expect((await service.asBot("GET /users/@me")).status).toBe(200);
  });

  test("may switch between any snapshots, and a reset still restores the start", async () => {
    const service = await open();
    await take(service, "zero");
    await say(service, "one");
    await take(service, "one");
    await say(service, "two");
    await take(service, "two");
    for (const [name, expected] of [
      ["zero", []],
      ["two", ["one", "two"]],
      ["one", ["one"]],
    ] as const) {
      await restore(service, name);
      expect(await contentsIn(service)).toEqual(expected);
    }
    expect((await service.control("POST /world/reset")).status).toBe(204);
    expect(await contentsIn(service)).toEqual([]);
    await restore(service, "two");
    expect(await contentsIn(service)).toEqual(["one", "two"]);
  });

  test("concurrent with other calls leaves one state, with all that was answered after it", async () => {
    const service = await open();
    await take(service, "clean");
    const during = Array.from({ length: 20 }, (_, n) => say(service, `during ${n}`));
    const restored = restore(service, "clean");
    await Promise.all([...during, restored]);
    const after = (await Promise.all(["x", "y"].map((each) => say(service, each)))).map(
      ({ status }) => status,
    );
    expect(after).toEqual([200, 200]);
    expect((await contentsIn(service)).slice(-2).toSorted()).toEqual(["x", "y"]);
  });
});
