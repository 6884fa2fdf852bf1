// Lists of the control plane, over the wire.
import { limits } from "@antechamber/contract";
import { afterAll, afterEach, beforeAll, describe, expect, test } from "vitest";
import { demoWorld } from "../world-file/demo-world.ts";
import type { Reader } from "../../platform/store.ts";
import { TimeSlicer } from "../../platform/time/time-slicer.ts";
import { lobbyList } from "./entity-lists.ts";
import { pageOf as pageOfList } from "./pager.ts";
import { blankLobby, lobbies } from "../../domains/lobbies/lobby.ts";
import { signIn } from "../../testing/clients/gateway-client.ts";
import { pagedLists } from "../../testing/lists.ts";
import { leastTimeOf } from "../../testing/processes/processor-time.ts";
import { codeFor, exchangeCode, sendForm } from "../../testing/calls/oauth-calls.ts";
import { aService, demo, type TestService } from "../../testing/start-service.ts";

const running: TestService[] = [];

afterEach(async () => {
  await Promise.all(running.splice(0).map((each) => each.stop()));
});

async function opened(world?: unknown): Promise<TestService> {
  const service = await aService(world === undefined ? {} : { world });
  running.push(service);
  return service;
}

interface Page {
  readonly items: readonly Record<string, unknown>[];
  readonly next: string | null;
}

async function pageOf(service: TestService, path: string): Promise<Page> {
  const answer = await service.control(`GET ${path}`);
  expect(answer.status).toBe(200);
  return answer.body as Page;
}

/** Every item of a list, read page by page. */
async function allOf(service: TestService, path: string, limit: number) {
  const items: Record<string, unknown>[] = [];
  const sizes: number[] = [];
  let after = "";
  for (let next: string | null = ""; next !== null; after = `&after=${next}`) {
    const page: Page = await pageOf(service, `${path}?limit=${limit}${after}`);
    items.push(...page.items);
    sizes.push(page.items.length);
    ({ next } = page);
  }
  return { items, sizes };
}

describe("every list", () => {
  let service: TestService;
  beforeAll(async () => {
    service = await aService();
  });
  afterAll(() => service.stop());

  test.each(pagedLists)("at %s is a page", async (path) => {
    const page = await pageOf(service, path);
    expect(Object.keys(page)).toEqual(["items", "next"]);
    expect(page.next).toBeNull();
  });

  // Any word may be the name of a world, and so a cursor of that list.
  test.each(pagedLists.filter((path) => path !== "/worlds"))(
    "at %s refuses an invalid limit and cursor at their places",
    async (path) => {
      for (const [query, place] of [
        ["limit=0", "limit"],
        ["limit=1001", "limit"],
        ["limit=many", "limit"],
        ["after=nonsense", "after"],
        ["after=", "after"],
        ["lmit=1", "lmit"],
      ] as const) {
        const answer = await service.control(`GET ${path}?${query}`);
        expect([query, answer.status, answer.at("code")]).toEqual([query, 400, 50035]);
        expect(Object.keys(answer.at("errors") as object)).toEqual([place]);
      }
    },
  );

  test.each(["users", "channels", "members", "installs"])(
    "of %s is complete in pages of one",
    async (kind) => {
      const whole = await pageOf(service, `/${kind}`);
      const { items, sizes } = await allOf(service, `/${kind}`, 1);
      expect(items).toEqual(whole.items);
      expect(sizes.every((size) => size === 1)).toBe(true);
    },
  );

  test("shows entities as single reads do", async () => {
    const one = async (path: string) => (await service.control(`GET ${path}`)).body;
    const first = async (path: string) => (await pageOf(service, path)).items[0];
    expect(await first("/users?q=bob")).toEqual(await one("/users/bob"));
    expect(await first("/channels?q=voice")).toEqual(await one(`/channels/${demo.voiceId}`));
    expect(await first("/roles?q=mods")).toEqual(await one("/roles/mods"));
    const bobby = await one(`/members/${demo.guildId}/bob`);
    expect(await first("/members?q=bobby")).toEqual(bobby);
    expect((await pageOf(service, "/installs")).items).toEqual([
      await one(`/installs/${demo.guildId}/Concierge`),
      await one("/installs/alice/Concierge"),
    ]);
  });

  test("has no bots among users, and no direct messages among channels", async () => {
    await service.asUser(demo.aliceToken, "POST /users/@me/channels", {
      recipient_id: demo.bobId,
    });
    const names = (page: Page, key: string) => page.items.map((item) => item[key]);
    expect(names(await pageOf(service, "/users"), "username")).toEqual(["alice", "bob"]);
    expect(names(await pageOf(service, "/channels"), "name")).toEqual(["general", "voice"]);
  });

  test.each([
    ["users?q=ALI", 1],
    ["users?q=lic", 1],
    [`users?q=${demo.bobId}`, 1],
    ["users?q=nobody", 0],
    ["members?q=bob", 1],
    [`members?q=${demo.guildId}`, 3],
    ["roles?q=everyone", 1],
    ["guilds?q=test%20g", 1],
    ["installs?q=concierge", 2],
    ["tokens?q=alice", 1],
    ["applications?q=conc", 1],
  ])("finds by name: %s", async (path, count) => {
    expect((await pageOf(service, `/${path}`)).items).toHaveLength(count);
  });

  test("shows owners and ages of tokens, and no secrets", async () => {
    const { items, next } = await pageOf(service, "/tokens");
    const [token] = items;
    expect([items.length, next]).toEqual([1, null]);
    expect(token).toEqual({
      digest_tail: expect.stringMatching(/^[0-9a-f]{12}$/) as string,
      kind: "access",
      user: demo.aliceId,
      application: demo.applicationId,
      scopes: ["sdk.social_layer", "openid"],
      issued_at: expect.any(String) as string,
      expires_at: expect.any(String) as string,
    });
    const one = await service.control(`GET /tokens/${String(token?.["digest_tail"])}`);
    expect(one.at("user")).toBe(demo.aliceId);
  });

  test("shows SKUs, entitlements, subscriptions and authorizations", async () => {
    const shop = await opened();
    const sku = await shop.control("POST /skus", { application: "Concierge", name: "Gold" });
    const paid = { application: "Concierge", user: "bob", skus: [sku.id] };
    const subscription = await shop.control("POST /subscriptions", paid);
    const one = async (path: string) => (await shop.control(`GET ${path}`)).body;
    expect((await pageOf(shop, "/skus?q=gold")).items).toEqual([await one(`/skus/${sku.id}`)]);
    expect((await pageOf(shop, "/subscriptions?q=bob")).items).toEqual([
      await one(`/subscriptions/${subscription.id}`),
    ]);
    const [had] = (await pageOf(shop, "/entitlements?q=concierge")).items;
    expect(had).toEqual(await one(`/entitlements/${String(had?.["id"])}`));
    expect((await pageOf(shop, "/consents?q=alice")).items).toMatchObject([
      { user: demo.aliceId, application: demo.applicationId, scopes: expect.any(Array) as unknown },
    ]);
  });

  test("shows what became of codes, without the codes", async () => {
    const own = await opened();
    const code = await codeFor(own, "identify");
    await codeFor(own, "identify");
    expect((await exchangeCode(own, code)).status).toBe(200);
    const begun = await sendForm(own, "device/authorize", { scope: "identify" });
    const { items } = await pageOf(own, "/codes");
    expect(items.map(({ kind, state }) => `${String(kind)} ${String(state)}`).toSorted()).toEqual([
      "authorization exchanged",
      "authorization waiting",
      "device waiting",
    ]);
    expect(items.at(-1)).toEqual({
      digest_tail: expect.stringMatching(/^[0-9a-f]{12}$/) as string,
      kind: "device",
      user: null,
      application: demo.applicationId,
      scopes: ["identify"],
      state: "waiting",
      redirect_uri: null,
      expires_at: expect.any(String) as string,
    });
    expect(JSON.stringify(items)).not.toContain(code);
    const refuse = { user_code: begun.at("user_code"), result: "denied" };
    await own.asUser(demo.bobToken, "POST /oauth2/device/finish", refuse);
    const { items: ofBob } = await pageOf(own, "/codes?q=bob");
    expect(ofBob.map(({ user }) => user)).toEqual([demo.bobId, demo.bobId, demo.bobId]);
    const states = async () =>
      (await pageOf(own, "/codes")).items.map(({ state }) => String(state));
    expect((await states()).at(-1)).toBe("denied");
    await own.control("PATCH /clock", { frozen: true });
    await own.control("PATCH /clock", { advance: "PT5M" });
    expect((await states()).toSorted()).toEqual(["exchanged", "expired", "expired"]);
  });

  test("of commands has those of an application, or only those of a guild", async () => {
    const own = await opened();
    const other = await own.control("POST /applications", {
      name: "Other",
      bot: { token: null },
      commands: [{ name: "away", description: "Somewhere else" }],
    });
    const place = `/applications/${demo.applicationId}`;
    await own.asBot(`PUT ${place}/commands`, [
      { name: "one", description: "One" },
      { name: "two", description: "Two" },
    ]);
    const guild = `${place}/guilds/${demo.guildId}/commands`;
    await own.asBot(`PUT ${guild}`, [{ name: "here", description: "Here" }]);
    const { items } = await allOf(own, "/commands", 1);
    expect(items.map(({ name }) => name)).toEqual(["one", "two", "here", "away"]);
    await own.control("POST /guilds", { name: "Elsewhere", owner: "alice" });
    const names = async (query: string) =>
      (await pageOf(own, `/commands${query}`)).items.map(({ name }) => name);
    expect(await names("?application=Concierge")).toEqual(["one", "two", "here"]);
    expect(await names(`?application=${other.id}`)).toEqual(["away"]);
    expect(await names("?application=Concierge&guild=Elsewhere")).toEqual(["one", "two"]);
    for (const nowhere of ["application=nobody", "guild=nowhere"]) {
      expect((await own.control(`GET /commands?${nowhere}`)).status).toBe(404);
    }
  });

  test("of faults is in the order of creation", async () => {
    const plan = async () =>
      (await service.control("POST /faults", { match: {}, gateway: { drop: true } })).id;
    const ids = [await plan(), await plan(), await plan()];
    const { items, sizes } = await allOf(service, "/faults", 2);
    expect([items.map(({ id }) => id), sizes]).toEqual([ids, [2, 1]]);
    await service.control("DELETE /faults");
  });
});

describe("gateway sessions", () => {
  test("are listed with their connection, and while they are disconnected", async () => {
    const service = await opened();
    const { client, ready } = await signIn(
      `${service.url.replace("http", "ws")}/gateway/`,
      { token: demo.botToken, intents: 513, shard: [0, 1] },
      "?v=10&encoding=etf&compress=zlib-stream",
    );
    const { items } = await pageOf(service, "/sessions");
    expect(items).toEqual([
      {
        id: (ready.d as { session_id: string }).session_id,
        kind: "bot",
        user: demo.applicationId,
        application: demo.applicationId,
        intents: 513,
        shard: [0, 1],
        connected: true,
        connected_since: expect.any(String) as string,
        resumable: false,
        compress: "zlib-stream",
        encoding: "etf",
        sequence: expect.any(Number) as number,
      },
    ]);
    service.dropConnections();
    await client.closed;
    expect((await pageOf(service, "/sessions?q=2000")).items).toMatchObject([
      { connected: false, connected_since: null, resumable: true, encoding: null },
    ]);
  });
});

describe("ten thousand lobbies", () => {
  let service: TestService;
  const COUNT = 10_000;
  const idOf = (i: number) => (10n ** 18n + BigInt(i)).toString();

  beforeAll(async () => {
    service = await aService({ world: demoWorld });
    await service.work.transaction(async ({ tx, now }) => {
      for (let i = 0; i < COUNT; i += 1) {
        tx.put(
          lobbies,
          blankLobby({ id: idOf(i), application_id: demo.applicationId, createdAt: now }),
        );
      }
    });
  });
  afterAll(() => service.stop());

  test("are listed in pages that read only what they show", async () => {
    let read = 0;
    const page = await service.work.read(({ tx, ...rest }) => {
      const counting: Reader = {
        get: (table, key) => tx.get(table, key),
        lookup: (table, unique, value) => tx.lookup(table, unique, value),
        count: (table, search) => tx.count(table, search),
        findByPrefix: (table, search) => tx.findByPrefix(table, search),
        async find(table, search) {
          const found = await tx.find(table, search);
          read += found.length;
          return found;
        },
      };
      const task = new TimeSlicer(service.clock).begin(Infinity);
      const query = { limit: 100, after: idOf(4999) };
      return pageOfList({ ...rest, tx: counting }, lobbyList, { query, task });
    });
    expect([read, page.items[0]?.id, page.next]).toEqual([101, idOf(5000), idOf(5099)]);
  });

  test("have a first and a last page", async () => {
    const first = await pageOf(service, "/lobbies");
    expect([first.items.length, first.items[0]?.["id"]]).toEqual([100, idOf(0)]);
    const last = await pageOf(service, `/lobbies?after=${idOf(COUNT - 2)}`);
    expect([last.items.length, last.next]).toEqual([1, null]);
  });

  test("are listed within a fifth of a second", async () => {
    await pageOf(service, "/lobbies");
    expect(await leastTimeOf(() => pageOf(service, "/lobbies"))).toBeLessThan(200);
  });

  test("are searched to their end, and a long search returns where to continue", async () => {
    const found = await pageOf(service, `/lobbies?q=${idOf(COUNT - 1)}`);
    expect([found.items.length, found.next]).toEqual([1, null]);
    expect(limits.controlSearch.value).toBeGreaterThan(COUNT);
  });
});
