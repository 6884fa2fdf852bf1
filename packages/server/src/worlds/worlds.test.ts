import { mkdtemp, rm } from "node:fs/promises";
import { connect } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Opcode } from "@antechamber/contract/gateway";
import { describe, expect, onTestFinished, test, vi } from "vitest";
import { openSqliteStore } from "../platform/sqlite/store.ts";
import { aMemoryStore } from "../testing/memory-store.ts";
import type { Store } from "../platform/store.ts";
import { tables } from "../tables.ts";
import { aBrowser } from "../testing/clients/page-browser.ts";
import { dial, GatewayClient, signIn } from "../testing/clients/gateway-client.ts";
import {
  aWorld,
  callAt,
  tokensOf,
  worldOf,
  type OpenedWorld,
} from "../testing/worlds/many-worlds.ts";
import { demo, type TestService } from "../testing/start-service.ts";
import { aServiceOfTest } from "../testing/service-of-test.ts";

const messages = `/channels/${demo.generalId}/messages`;
const FROZEN = { now: "2026-01-01T00:00:00Z", frozen: true };

function say(world: OpenedWorld, content: string, bot: string) {
  return world.call(`POST ${messages}`, { auth: `Bot ${bot}`, body: { content } });
}

async function contentsIn(world: OpenedWorld, bot: string): Promise<string[]> {
  const { body } = await world.call(`GET ${messages}`, { auth: `Bot ${bot}` });
  return (body as { content: string }[]).map(({ content }) => content);
}

/** Whether an address refuses connections. */
function isClosed(url: string): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect(Number(new URL(url).port), "127.0.0.1");
    socket.once("connect", () => {
      socket.destroy();
      resolve(false);
    });
    socket.once("error", () => resolve(true));
  });
}

describe("another world", () => {
  test("is opened on a port of its own, listed, and found by its name", async () => {
    const service = await aServiceOfTest();
    const { status, body } = await service.control("POST /worlds", {
      name: "second",
      from: { world: worldOf(1) },
    });
    const own = expect.stringMatching(/^http:\/\/127\.0\.0\.1:\d+$/) as string;
    expect([status, body]).toEqual([
      201,
      {
        name: "second",
        url: own,
        api: expect.stringMatching(/\/api$/) as string,
        gateway: expect.stringMatching(/^ws:\/\/127\.0\.0\.1:\d+\/gateway\/$/) as string,
        created_at: expect.stringMatching(/^\d{4}-\d\d-\d\dT/) as string,
        users: 3,
        bytes: expect.any(Number) as number,
        parent: null,
      },
    ]);
    expect((await service.control("GET /worlds/second")).body).toEqual(body);
    const page = await service.control("GET /worlds?limit=1");
    expect([page.at("items", 0, "name"), page.at("next")]).toEqual(["main", "main"]);
    const rest = await service.control("GET /worlds?after=main");
    expect([rest.at("items"), rest.at("next")]).toEqual([[body], null]);
  });

  test("gets a name when it is given none, and is empty", async () => {
    const service = await aServiceOfTest();
    const names = [await aWorld(service, {}), await aWorld(service, { from: {} })];
    expect(new Set(names.map(({ name }) => name)).size).toBe(2);
    expect((await names[0]?.control("GET /users"))?.at("items")).toEqual([]);
  });

  test("has its own clock, limits, faults, ids and state", async () => {
    const service = await aServiceOfTest();
    const one = await aWorld(service, { from: { world: worldOf(1) }, clock: FROZEN });
    const other = await aWorld(service, { from: { world: worldOf(2) }, limits: "production" });
    await one.control("PATCH /clock", { advance: "P1D" });
    expect((await one.control("GET /clock")).at("now")).toMatch(/^2026-01-02T00:00:00/);
    expect((await other.control("GET /clock")).at("frozen")).toBe(false);
    expect((await one.control("GET /limits")).at("profile")).toBe("off");
    expect((await other.control("GET /limits")).at("profile")).toBe("production");
    await one.control("POST /faults", { match: {}, http: { status: 503 } });
    expect((await other.control("GET /faults")).at("items")).toEqual([]);
    expect((await service.control("GET /faults")).at("items")).toEqual([]);
    await say(other, "here alone", tokensOf(2).bot);
    expect(await contentsIn(other, tokensOf(2).bot)).toEqual(["here alone"]);
    expect((await say(one, "refused", tokensOf(1).bot)).status).toBe(503);
    expect(await contentsIn(one, tokensOf(1).bot)).toEqual([]);
    expect((await service.asBot(`GET ${messages}`)).body).toEqual([]);
  });

  test("takes the clock's fields from the call, and the rest from the file", async () => {
    const service = await aServiceOfTest();
    const file = { clock: { now: "2027-03-01T00:00:00Z", frozen: true } };
    const runs = await aWorld(service, { from: { world: file }, clock: { frozen: false } });
    const running = await runs.control("GET /clock");
    expect(running.at("now")).toMatch(/^2027-03-01/);
    expect(running.at("frozen")).toBe(false);
    const later = { now: "2028-01-01T00:00:00Z" };
    const stands = await aWorld(service, { from: { world: file }, clock: later });
    const standing = await stands.control("GET /clock");
    expect(standing.at("now")).toMatch(/^2028-01-01/);
    expect(standing.at("frozen")).toBe(true);
  });

  test("accepts no credentials of other worlds on its own port", async () => {
    const service = await aServiceOfTest();
    const world = await aWorld(service, { from: { world: worldOf(1) } });
    const { status } = await world.call("GET /users/@me", { auth: `Bot ${demo.botToken}` });
    expect(status).toBe(401);
    const own = await world.call("GET /users/@me", { auth: `Bot ${tokensOf(1).bot}` });
    expect(own.status).toBe(200);
  });

  test("begins with the file each time, however often it is forked", async () => {
    const service = await aServiceOfTest();
    for (const n of [1, 2, 3]) {
      const world = await aWorld(service, { name: `w${n}`, from: { world: worldOf(1) } });
      expect(await contentsIn(world, tokensOf(1).bot)).toEqual([]);
      await say(world, `of ${n}`, tokensOf(1).bot);
      await world.control("POST /world/reset");
      expect(await contentsIn(world, tokensOf(1).bot)).toEqual([]);
      await say(world, `of ${n} again`, tokensOf(1).bot);
      expect(await contentsIn(world, tokensOf(1).bot)).toEqual([`of ${n} again`]);
    }
  });

  test("runs due jobs by its own clock only", async () => {
    const service = await aServiceOfTest({ frozen: true });
    const world = await aWorld(service, { from: { world: worldOf(1) }, clock: FROZEN });
    const { bearer } = tokensOf(1);
    const created = await world.call("POST /lobbies", {
      auth: `Bot ${tokensOf(1).bot}`,
      body: { idle_timeout_seconds: 60 },
    });
    const lobby = (at: OpenedWorld) =>
      at.call(`GET /lobbies/${created.id}`, { auth: `Bot ${tokensOf(1).bot}` });
    await service.control("PATCH /clock", { advance: "PT1H" });
    expect((await lobby(world)).status).toBe(200);
    await world.control("PATCH /clock", { advance: "PT2M" });
    expect((await lobby(world)).status).toBe(404);
    const me = await world.call("GET /oauth2/@me", { auth: `Bearer ${bearer}` });
    expect(me.status).toBe(200);
  });
});

describe("a world that cannot be opened", () => {
  test.each([
    [{ name: "Not A Name" }, 400, "errors.name"],
    [{ name: "x".repeat(65) }, 400, "errors.name"],
    [{ name: "" }, 400, "errors.name"],
    [{ from: { world: { users: [{ username: 7 }] } } }, 400, "errors.from.world.users.0.username"],
    [{ from: { world: { unknown_key: 1 } } }, 400, "errors.from.world.unknown_key"],
    [{ from: { world: "demo.yaml" } }, 400, "errors.from.world"],
    [{ from: { world: {}, fork: "main" } }, 400, "errors.from"],
    [{ from: { fork: "nobody" } }, 404, undefined],
    [{ from: { snapshot: "none" } }, 404, undefined],
    [{ limits: "none" }, 400, "errors.limits"],
    [{ clock: { now: "yesterday" } }, 400, "errors.clock.now"],
    [{ gateway: { hello_delay_ms: -1 } }, 400, "errors.gateway.hello_delay_ms"],
    [{ colour: "red" }, 400, "errors.colour"],
  ])("is refused with its error: %j (%i)", async (order, status, path) => {
    const service = await aServiceOfTest();
    const answer = await service.control("POST /worlds", order);
    const fault = path === undefined ? answer.at("message") : answer.at(...path.split("."));
    expect([answer.status, fault === undefined]).toEqual([status, false]);
    expect((await service.control("GET /worlds")).at("items", "length")).toBe(1);
  });

  test("has a name that is taken, or an unknown origin", async () => {
    const service = await aServiceOfTest();
    await aWorld(service, { name: "twin" });
    expect((await service.control("POST /worlds", { name: "twin" })).status).toBe(409);
    expect((await service.control("POST /worlds", { name: "main" })).status).toBe(409);
    expect((await service.control("GET /worlds/other")).status).toBe(404);
    expect((await service.control("DELETE /worlds/other")).status).toBe(404);
    expect((await service.control("DELETE /worlds/main")).status).toBe(400);
    const both = [1, 2].map(() => service.control("POST /worlds", { name: "at-once" }));
    const statuses = new Set((await Promise.all(both)).map(({ status }) => status));
    expect(statuses).toEqual(new Set([201, 409]));
  });

  test("for a fault of the service leaves nothing behind, so the next takes its place", async () => {
    let isFailing = false;
    const limitsOf = () => {
      if (isFailing) throw new Error("no limits");
      return { limits: "off", allowsQuickRestarts: false } as const;
    };
    const service = await aServiceOfTest({ settings: { limitsOf } });
    const before = await aWorld(service, { from: { world: worldOf(1) } });
    isFailing = true;
    expect((await service.control("POST /worlds", {})).status).toBe(500);
    isFailing = false;
    const after = await aWorld(service, { from: { world: worldOf(2) } });
    const workerOf = async (world: OpenedWorld, n: number) => {
      const { id } = await say(world, "hello", tokensOf(n).bot);
      return Number((BigInt(id) >> 12n) & 0x3ffn);
    };
    expect(await workerOf(after, 2)).toBe((await workerOf(before, 1)) + 1);
  });

  test("would be the 501st beside the first, at once or one by one", async () => {
    const service = await aServiceOfTest();
    const open = (order: object = {}) => service.control("POST /worlds", order);
    const answers = await Promise.all(Array.from({ length: 502 }, () => open()));
    const refused = answers.filter(({ status }) => status !== 201);
    const full = "Maximum number of worlds reached (500); delete one first";
    expect(refused.map(({ status, body }) => [status, body])).toEqual([
      [400, { message: full, code: 0 }],
      [400, { message: full, code: 0 }],
    ]);
    await service.control("DELETE /worlds/world-1");
    expect([(await open()).status, (await open()).status]).toEqual([201, 400]);
  }, 60_000);

  test("is one in production mode", async () => {
    const service = await aServiceOfTest({ production: true });
    expect((await service.control("POST /worlds", {})).status).toBe(403);
    expect((await service.control("GET /clock?world=other")).status).toBe(404);
    expect((await service.control("GET /clock?world=main")).status).toBe(200);
  });
});

describe("a call of the control plane", () => {
  test("names its world at any port", async () => {
    const service = await aServiceOfTest({ frozen: true });
    const one = await aWorld(service, { name: "one", clock: FROZEN });
    const other = await aWorld(service, { name: "other" });
    expect((await service.control("GET /clock?world=one")).at("now")).toMatch(/^2026-01-01/);
    expect((await other.control("GET /clock?world=one")).at("now")).toMatch(/^2026-01-01/);
    expect((await one.control("GET /clock")).at("now")).toMatch(/^2026-01-01/);
    expect((await one.control("GET /clock?world=main")).at("now")).not.toMatch(/^2026-01-01/);
  });

  test("for an unknown or malformed world name is refused", async () => {
    const service = await aServiceOfTest();
    expect((await service.control("GET /clock?world=nobody")).status).toBe(404);
    const malformed = await service.control("GET /clock?world=NO%20NAME");
    expect([malformed.status, malformed.at("errors", "world", "_errors", "length")]).toEqual([
      400, 1,
    ]);
    const strange = await callAt(`${service.url}/control/v1`, "GET /clock?world=nobody", {});
    expect(strange.status).toBe(401);
  });

  test("stands in the journal of the world that it is about, and in no other", async () => {
    const service = await aServiceOfTest();
    const world = await aWorld(service, { name: "one" });
    await service.control("PATCH /clock?world=one", { frozen: true });
    const names = async (path: string) => {
      const { body } = await service.control(`GET /journal?name=control.clock.move${path}`);
      return (body as { items: unknown[] }).items.length;
    };
    expect([await names("&world=one"), await names("")]).toEqual([1, 0]);
    expect(
      (await world.control("GET /journal?name=control.clock.move")).at("items", 0),
    ).toBeDefined();
  });
});

describe("a file", () => {
  test("is found at any port by the name of its world, and never in the place of another's", async () => {
    const service = await aServiceOfTest();
    const one = await aWorld(service, { name: "one", from: { world: worldOf(1) } });
    await aWorld(service, { name: "other", from: { world: worldOf(2) } });
    const form = new FormData();
    form.append("files[0]", new Blob(["of one"], { type: "text/plain" }), "notes.txt");
    const sent = await one.call(`POST ${messages}`, { auth: `Bot ${tokensOf(1).bot}`, body: form });
    const url = new URL(sent.at("attachments", 0, "url") as string);
    const status = async (base: string, world: string) =>
      (await fetch(`${base}${url.pathname}${url.search}${world}`)).status;
    expect(await status(service.url, "&world=one")).toBe(200);
    expect(await status(one.url, "")).toBe(200);
    for (const name of ["", "&world=main", "&world=other", "&world=nobody", "&world="]) {
      expect([name, await status(service.url, name)]).toEqual([name, 404]);
    }
    expect(await status(one.url, "&world=nobody")).toBe(404);
    const unsigned = await fetch(`${service.url}${url.pathname}?world=one`);
    expect(unsigned.status).toBe(404);
    const avatar = "/cdn/embed/avatars/0.png";
    expect((await fetch(`${service.url}${avatar}?world=one`)).status).toBe(200);
  });
});

test("pages are of the world of their application, the one of signing in by where it leads", async () => {
  const service = await aServiceOfTest();
  const id = "300000000000009999";
  const file = { users: [{ username: "zoe" }], applications: [{ name: "Shop", id }] };
  await aWorld(service, { from: { world: file } });
  const signInPage = async (address: string) => {
    const query = new URLSearchParams({ return_to: address }).toString();
    return (await fetch(`${service.url}/oauth2/sign-in?${query}`)).text();
  };
  expect(await signInPage(`/oauth2/authorize?client_id=${id}`)).toContain("zoe");
  const ofMain = await signInPage(`/oauth2/authorize?client_id=${demo.applicationId}`);
  expect([ofMain.includes("zoe"), ofMain.includes("alice")]).toEqual([false, true]);
});

describe("who signs in to pages", () => {
  const id = "300000000000009999";
  const shop = {
    users: [{ username: "zoe" }],
    applications: [{ name: "Shop", id, redirect_uris: ["https://shop.example/"] }],
  };
  const consentOf = (client_id: string) =>
    `/oauth2/authorize?${new URLSearchParams({ client_id, response_type: "code", scope: "identify" }).toString()}`;

  /** Opens a page, signs in on the page it redirects to, and returns. */
  async function signedInAt(browser: ReturnType<typeof aBrowser>, page: string, user: string) {
    const signInPage = await browser.go((await browser.go(page)).location);
    return browser.go((await browser.send(signInPage, { user })).location);
  }

  test("does so in the world of their application, and stays there in every other", async () => {
    const service = await aServiceOfTest();
    const other = await aWorld(service, { from: { world: shop } });
    const cookies = new Map<string, string>();
    const [shared, own] = [aBrowser(service, cookies), aBrowser(other, cookies)];
    const pages = [
      [shared, consentOf(id), "zoe"],
      [shared, consentOf(demo.applicationId), "alice"],
      [own, consentOf(id), "zoe"],
    ] as const;
    for (const [browser, page, user] of pages) {
      expect((await signedInAt(browser, page, user)).text).toContain(`<strong>${user}</strong>`);
    }
    for (const [browser, page, user] of pages) {
      expect((await browser.go(page)).text).toContain(`<strong>${user}</strong>`);
    }
  });

  test("signs out of that world alone", async () => {
    const service = await aServiceOfTest();
    await aWorld(service, { from: { world: shop } });
    const browser = aBrowser(service);
    await signedInAt(browser, consentOf(demo.applicationId), "alice");
    const page = await signedInAt(browser, consentOf(id), "zoe");
    const [, link = ""] = /<a href="([^"]+)">Sign out/.exec(page.text) ?? [];
    const gone = await browser.send(await browser.go(link), { where: "here" });
    expect(gone.text).toContain("You are signed out");
    const pages = [
      await browser.go(consentOf(id)),
      await browser.go(consentOf(demo.applicationId)),
    ];
    expect(pages.map(({ status }) => status)).toEqual([302, 200]);
  });
});

describe("a gateway connection on the shared port", () => {
  test.each([
    "?v=10&encoding=json",
    "?v=10&encoding=json&compress=zlib-stream",
    "?v=10&encoding=etf",
  ])("goes on in the world of its token: %s", async (query) => {
    const service = await aServiceOfTest();
    const world = await aWorld(service, { from: { world: worldOf(1) } });
    const shared = `${service.url.replace("http", "ws")}/gateway/`;
    const identify = { token: tokensOf(1).bot, intents: 1 << 9 };
    const { client, ready } = await signIn(shared, identify, query);
    expect(ready.d).toMatchObject({
      user: { id: tokensOf(1).applicationId },
      resume_gateway_url: world.gateway,
    });
    await service.asBot(`POST ${messages}`, { content: "of the first world" });
    await say(world, "of its own", tokensOf(1).bot);
    const { d } = await client.nextEvent("MESSAGE_CREATE");
    expect(d).toMatchObject({ content: "of its own" });
    const inWorld = await world.control("GET /sessions");
    expect([inWorld.at("items", "length"), inWorld.at("items", 0, "connected")]).toEqual([1, true]);
    expect((await service.control("GET /sessions")).at("items")).toEqual([]);
    const { session_id } = ready.d as { session_id: string };
    client.ws.terminate();
    await client.closed;
    const again = await dial(shared, query);
    again.send(Opcode.Resume, { token: tokensOf(1).bot, session_id, seq: ready.s });
    expect((await again.nextEvent("RESUMED")).t).toBe("RESUMED");
    await again.leave(1000);
  });

  test("with a token that nobody knows is refused", async () => {
    const service = await aServiceOfTest();
    await aWorld(service, { from: { world: worldOf(1) } });
    const client = await dial(`${service.url.replace("http", "ws")}/gateway/`);
    client.send(Opcode.Identify, { token: "of.no.one", intents: 0, properties: {} });
    expect((await client.closed).code).toBe(4004);
  });
});

describe("HELLO", () => {
  test("waits as long as the world says", async () => {
    const service = await aServiceOfTest();
    const gateway = { hello_delay_ms: 0 };
    const quick = await aWorld(service, { from: { world: worldOf(1) }, gateway });
    const slow = await aWorld(service, {
      from: { world: worldOf(2, { gateway: { hello_delay_ms: 60_000 } }) },
    });
    const waiting = new GatewayClient(`${slow.gateway}?v=10&encoding=json`);
    await waiting.opened;
    const client = await dial(quick.gateway);
    expect(waiting.frames).toEqual([]);
    await Promise.all([client.leave(1000), waiting.leave(1000)]);
    const { body } = await slow.control("GET /world");
    expect(body).toMatchObject({ gateway: { hello_delay_ms: 60_000 } });
  });
});

describe("a copy", () => {
  test("of another world has what that had, and goes on by itself", async () => {
    const service = await aServiceOfTest();
    await service.asBot(`POST ${messages}`, { content: "before" });
    const fork = await aWorld(service, { from: { fork: "main" } });
    const later = await service.asBot(`POST ${messages}`, { content: "in the first" });
    const own = await say(fork, "in the fork", demo.botToken);
    expect(await contentsIn(fork, demo.botToken)).toEqual(["in the fork", "before"]);
    const stored = (await service.asBot(`GET ${messages}`)).body as { content: string }[];
    expect(stored.map(({ content }) => content)).toEqual(["in the first", "before"]);
    expect(own.id).not.toBe(later.id);
    const second = await aWorld(service, { from: { fork: fork.name } });
    expect(await contentsIn(second, demo.botToken)).toEqual(["in the fork", "before"]);
  });

  test("of another world has the limits that held there, unless it is told others", async () => {
    const service = await aServiceOfTest();
    await service.control("PATCH /limits", { profile: "unapproved" });
    const profileOf = async (order: object) => {
      const fork = await aWorld(service, { from: { fork: "main" }, ...order });
      return (await fork.control("GET /limits")).at("profile");
    };
    expect(await profileOf({})).toBe("unapproved");
    expect(await profileOf({ limits: "production" })).toBe("production");
  });

  test("says what it is a copy of, how many users it has, and how large it is", async () => {
    const service = await aServiceOfTest();
    const fork = await aWorld(service, { from: { fork: "main" } });
    await fork.control("POST /snapshots", { name: "mid" });
    const then = await fork.control("POST /worlds", { from: { snapshot: "mid" } });
    expect(then.at("parent")).toEqual({ world: fork.name, snapshot: "mid" });
    const facts = async () => (await service.control(`GET /worlds/${fork.name}`)).body;
    const before = (await facts()) as { users: number; bytes: number };
    expect(before).toMatchObject({ users: 3, parent: { world: "main" } });
    const users = Array.from({ length: 40 }, (_, i) => ({ username: `more${i}` }));
    for (const user of users) await fork.control("POST /users", user);
    const after = (await facts()) as { users: number; bytes: number };
    expect(after.users).toBe(43);
    expect(after.bytes).toBeGreaterThan(before.bytes);
    expect((await service.control("GET /worlds/main")).at("parent")).toBeNull();
  });

  test("that is closed while worlds are listed is left out", async () => {
    const service = await aServiceOfTest();
    for (const name of ["a", "b", "c"]) await aWorld(service, { name });
    const answers = await Promise.all([
      service.control("GET /worlds"),
      ...["a", "b", "c"].map((name) => service.control(`DELETE /worlds/${name}`)),
      service.control("GET /worlds/c"),
      service.control("GET /worlds"),
    ]);
    expect(answers.map(({ status }) => status).filter((status) => status >= 500)).toEqual([]);
    expect(answers.at(-1)?.at("items", 0, "name")).toBeDefined();
  });

  /** A store on disk, and one that has no database bytes, as on PostgreSQL. */
  async function otherStores(): Promise<Store[]> {
    const directory = await mkdtemp(join(tmpdir(), "antechamber-worlds-"));
    const onFile = await openSqliteStore({ file: join(directory, "data.db"), tables });
    const withoutBytes = { ...(await aMemoryStore()) };
    Reflect.deleteProperty(withoutBytes, "copyBytes");
    Reflect.deleteProperty(withoutBytes, "size");
    onTestFinished(async () => {
      await Promise.all([onFile.close(), withoutBytes.close()]);
      await rm(directory, { recursive: true, force: true });
    });
    return [onFile, withoutBytes];
  }

  test("is one of any store", async () => {
    for (const store of await otherStores()) {
      const service = await aServiceOfTest({ store });
      const bytes = (await service.control("GET /worlds/main")).at("bytes");
      expect(bytes).toBe(store.size?.() ?? null);
      await service.asBot(`POST ${messages}`, { content: "stored" });
      const fork = await aWorld(service, { from: { fork: "main" } });
      await say(fork, "in the fork", demo.botToken);
      expect(await contentsIn(fork, demo.botToken)).toEqual(["in the fork", "stored"]);
      const { body } = await service.asBot(`GET ${messages}`);
      expect((body as unknown[]).length).toBe(1);
      await fork.control("POST /snapshots", { name: "mid" });
      await say(fork, "since", demo.botToken);
      const then = await fork.control("POST /worlds", { name: "then", from: { snapshot: "mid" } });
      expect(then.status).toBe(201);
      const messagesThen = await service.control("GET /world?world=then");
      expect(messagesThen.text).toContain("in the fork");
      expect(messagesThen.text).not.toContain("since");
    }
  });

  test("of a snapshot is as the world was then, with its clock", async () => {
    const service = await aServiceOfTest({ frozen: true });
    await service.asBot(`POST ${messages}`, { content: "then" });
    await service.control("POST /snapshots", { name: "then" });
    const before = (await service.control("GET /clock")).at("now");
    await service.asBot(`POST ${messages}`, { content: "since" });
    await service.control("PATCH /clock", { advance: "PT1H" });
    const world = await aWorld(service, { from: { snapshot: "then" } });
    expect(await contentsIn(world, demo.botToken)).toEqual(["then"]);
    expect((await world.control("GET /clock")).at("now")).toBe(before);
    const ids = ((await service.asBot(`GET ${messages}`)).body as { id: string }[]).map(
      ({ id }) => id,
    );
    expect(ids).not.toContain((await say(world, "new", demo.botToken)).id);
    expect((await world.control("POST /worlds", { from: { snapshot: "then" } })).status).toBe(404);
  });
});

describe("a seed", () => {
  async function played(service: TestService, seed: string): Promise<string> {
    const world = await aWorld(service, { seed, from: { world: worldOf(1) } });
    const { bot } = tokensOf(1);
    await say(world, "hello", bot);
    await world.call("POST /lobbies", { auth: `Bot ${bot}`, body: { metadata: { of: "seeds" } } });
    await world.control("POST /users", { username: "carol" });
    await world.call(`POST /channels/${demo.generalId}/invites`, { auth: `Bot ${bot}`, body: {} });
    await world.control("PATCH /clock", { advance: "PT1M" });
    await say(world, "later", bot);
    const { text } = await world.control("GET /world");
    await service.control(`DELETE /worlds/${world.name}`);
    return text;
  }

  test("gives the same ids, codes and times to the same calls, and others to another", async () => {
    const service = await aServiceOfTest();
    const first = await played(service, "a seed");
    expect(await played(service, "a seed")).toBe(first);
    expect(await played(service, "another")).not.toBe(first);
  });
});

describe("a world that is deleted", () => {
  test("has no port and no sessions any more, and its name is free", async () => {
    const service = await aServiceOfTest();
    const world = await aWorld(service, { name: "gone", from: { world: worldOf(1) } });
    const identify = { token: tokensOf(1).bot, intents: 0 };
    const { client } = await signIn(world.gateway, identify);
    const { client: shared } = await signIn(
      `${service.url.replace("http", "ws")}/gateway/`,
      identify,
    );
    expect((await service.control("DELETE /worlds/gone")).status).toBe(204);
    expect([(await client.closed).code, (await shared.closed).code]).toEqual([4004, 4004]);
    expect(await isClosed(world.url)).toBe(true);
    expect((await service.control("GET /worlds/gone")).status).toBe(404);
    expect((await service.control("GET /clock?world=gone")).status).toBe(404);
    await aWorld(service, { name: "gone" });
  });

  test("has calls that are under way find nothing", async () => {
    const service = await aServiceOfTest();
    const world = await aWorld(service, { name: "gone", from: { world: worldOf(1) } });
    const calls = Array.from({ length: 40 }, () => say(world, "too late", tokensOf(1).bot));
    const gone = service.control("DELETE /worlds/gone");
    const statuses = await Promise.all(
      calls.map((call) =>
        call.then(
          ({ status }) => status,
          () => 0,
        ),
      ),
    );
    expect((await gone).status).toBe(204);
    expect(statuses.filter((status) => status >= 500)).toEqual([]);
  });

  test("ends its waiting calls with UnknownWorld when it is deleted", async () => {
    const service = await aServiceOfTest();
    const world = await aWorld(service, { name: "gone", from: { fork: "main" } });
    await world.call(`PUT /applications/${demo.applicationId}/commands`, {
      auth: `Bot ${demo.botToken}`,
      body: [{ name: "ping", description: "Pings" }],
    });
    const invoked = { application: "Concierge", channel: "general", command: "ping" };
    const waiting = [
      service.control("POST /clock/follow?world=gone", { follower: "program" }),
      service.control("POST /users/alice/invoke?world=gone", { ...invoked, wait: 60_000 }),
    ];
    await vi.waitFor(async () => {
      const { text } = await service.control("GET /jobs?world=gone");
      expect(text).toContain("interaction.");
    });
    expect((await service.control("DELETE /worlds/gone")).status).toBe(204);
    expect(await Promise.all(waiting)).toMatchObject([{ status: 404 }, { status: 404 }]);
  });

  test("may be so at its own port", async () => {
    const service = await aServiceOfTest();
    const world = await aWorld(service, { name: "own" });
    expect((await world.control("DELETE /worlds/own")).status).toBe(204);
    expect((await service.control("GET /worlds/own")).status).toBe(404);
  });
});
