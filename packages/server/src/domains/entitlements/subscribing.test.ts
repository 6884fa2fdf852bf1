// Buying, paying, cancelling and ending subscriptions, over HTTP and with the world's clock.
import { afterEach, describe, expect, test } from "vitest";
import type { EventRecord } from "../../platform/store.ts";
import { emittedFacts, type EmittedFacts } from "../../testing/emitted-facts.ts";
import { aService, type TestService } from "../../testing/start-service.ts";
import { webhookDeliveries } from "../webhooks/webhook.ts";

const app = "200000000000000001";
const alice = "100000000000000001";
const bob = "100000000000000002";
const guild = "300000000000000001";
const channel = "400000000000000001";
const gold = "500000000000000001";
const silver = "500000000000000002";
const banner = "500000000000000003";

const skus = [
  { id: gold, name: "Gold Tier!" },
  { id: silver, name: "Silver", flags: ["AVAILABLE", "USER_SUBSCRIPTION"], slug: "s" },
  { id: banner, name: "Banner", flags: ["GUILD_SUBSCRIPTION"] },
];

function aWorld(sales: object = {}) {
  return {
    clock: { now: "2026-06-01T00:00:00Z", frozen: true },
    users: [
      { id: alice, username: "alice", token: "alice" },
      { id: bob, username: "bob" },
    ],
    applications: [
      {
        id: app,
        name: "Shop",
        owner: "bob",
        bot: { token: "shop" },
        event_webhooks: { url: "http://127.0.0.1:9/", types: ["ENTITLEMENT_CREATE"] },
        commands: [{ name: "buy", description: "Buy" }],
        skus,
        ...sales,
      },
    ],
    guilds: [
      {
        id: guild,
        name: "Hall",
        owner: "bob",
        channels: [{ id: channel, name: "general" }],
        members: [{ user: "alice" }, { user: "bob" }, { user: "Shop" }],
        applications: [{ application: "Shop" }],
      },
    ],
  };
}

let service: TestService;
let ear: EmittedFacts;

async function open(sales: object = {}): Promise<void> {
  service = await aService({ world: aWorld(sales) });
  ear = emittedFacts(service.store);
}

afterEach(() => service.stop());

/** The application's events since the last call. */
async function newEvents(): Promise<EventRecord[]> {
  return ear.take().filter(({ name }) => /^(ENTITLEMENT|SUBSCRIPTION)_/.test(name));
}

const names = (facts: readonly EventRecord[]) => facts.map(({ name }) => name);
const bot = (route: string, body?: object) => service.call(route, { auth: "Bot shop", body });
const activeEntitlements = async () =>
  (await bot(`GET /applications/${app}/entitlements?only_active=true`)).body as {
    id: string;
    sku_id: string;
  }[];
const advance = (duration: string) => service.control("PATCH /clock", { advance: duration });
const subscribe = (more: object = {}) =>
  service.control("POST /subscriptions", {
    application: "Shop",
    user: "alice",
    skus: ["Gold Tier!"],
    ...more,
  });
const paid = async (id: string, sku = gold) =>
  (await bot(`GET /skus/${sku}/subscriptions/${id}`)).body as Record<string, unknown>;

describe("a subscription", () => {
  test("starts with an entitlement, and sends an event for each of the two", async () => {
    await open();
    const { status, id } = await subscribe();
    expect(status).toBe(201);
    const facts = await newEvents();
    expect(names(facts)).toEqual(["ENTITLEMENT_CREATE", "SUBSCRIPTION_CREATE"]);
    const [entitlement] = await activeEntitlements();
    expect(entitlement).toMatchObject({
      sku_id: gold,
      user_id: alice,
      type: 8,
      starts_at: "2026-06-01T00:00:00.000000+00:00",
      ends_at: null,
    });
    expect(await paid(id)).toEqual({
      id,
      user_id: alice,
      sku_ids: [gold],
      renewal_sku_ids: null,
      entitlement_ids: [entitlement?.id],
      current_period_start: "2026-06-01T00:00:00.000000+00:00",
      current_period_end: "2026-07-01T00:00:00.000000+00:00",
      status: 0,
      canceled_at: null,
    });
  });

  test("renews at the end of each period, and keeps its entitlement", async () => {
    await open();
    const { id } = await subscribe();
    const before = await activeEntitlements();
    await newEvents();
    await advance("P29DT23H");
    expect(await newEvents()).toEqual([]);
    await advance("P45D");
    expect(names(await newEvents())).toEqual(["SUBSCRIPTION_UPDATE", "SUBSCRIPTION_UPDATE"]);
    expect(await paid(id)).toMatchObject({
      status: 0,
      current_period_start: "2026-07-31T00:00:00.000000+00:00",
      current_period_end: "2026-08-30T00:00:00.000000+00:00",
    });
    expect(await activeEntitlements()).toEqual(before);
  });

  // Proves requirement 3 "states of a subscription"
  // Proves requirement 9 "subscription status"
  test("ends with its entitlement at the end of the period after it was cancelled", async () => {
    await open();
    const { id } = await subscribe();
    await advance("P1D");
    await newEvents();
    await service.control(`PATCH /subscriptions/${id}`, { status: 2 });
    expect(names(await newEvents())).toEqual(["SUBSCRIPTION_UPDATE"]);
    expect(await paid(id)).toMatchObject({
      status: 2,
      canceled_at: "2026-06-02T00:00:00.000000+00:00",
    });
    expect(await activeEntitlements()).toHaveLength(1);
    await advance("P29D");
    const facts = await newEvents();
    expect(names(facts)).toEqual(["ENTITLEMENT_UPDATE", "SUBSCRIPTION_UPDATE"]);
    expect(facts[0]?.payload).toMatchObject({
      deleted: false,
      ends_at: "2026-07-01T00:00:00.000000+00:00",
    });
    expect(await paid(id)).toMatchObject({ status: 1 });
    expect(await activeEntitlements()).toEqual([]);
    await advance("P90D");
    expect(await newEvents()).toEqual([]);
  });

  // Proves requirement 3 "states of a subscription"
  test("renews again if it was resumed after it was cancelled", async () => {
    await open();
    const { id } = await subscribe();
    await service.control(`PATCH /subscriptions/${id}`, { status: 2 });
    await service.control(`PATCH /subscriptions/${id}`, { status: 0 });
    await newEvents();
    expect(await paid(id)).toMatchObject({ status: 0, canceled_at: null });
    await advance("P30D");
    expect(names(await newEvents())).toEqual(["SUBSCRIPTION_UPDATE"]);
    expect(await activeEntitlements()).toHaveLength(1);
  });

  // Proves requirement 9 "subscription status"
  test("ends at once and deletes its entitlement when it is refunded", async () => {
    await open();
    const { id } = await subscribe();
    await newEvents();
    await service.control(`PATCH /subscriptions/${id}`, { status: 1 });
    const facts = await newEvents();
    expect(names(facts)).toEqual(["ENTITLEMENT_DELETE", "SUBSCRIPTION_UPDATE"]);
    expect(facts[0]?.payload).toMatchObject({ deleted: true });
    expect(await activeEntitlements()).toEqual([]);
    await service.control(`PATCH /subscriptions/${id}`, { status: 0 });
    expect(names(await newEvents())).toEqual(["ENTITLEMENT_CREATE", "SUBSCRIPTION_UPDATE"]);
    expect(await activeEntitlements()).toHaveLength(1);
  });

  test("switches to its renewal SKUs at the next period", async () => {
    await open();
    const { id } = await subscribe();
    await service.control(`PATCH /subscriptions/${id}`, { renewal_skus: ["Silver"] });
    expect(await paid(id)).toMatchObject({ sku_ids: [gold], renewal_sku_ids: [silver] });
    await newEvents();
    await advance("P30D");
    expect(names(await newEvents())).toEqual([
      "ENTITLEMENT_UPDATE",
      "ENTITLEMENT_CREATE",
      "SUBSCRIPTION_UPDATE",
    ]);
    expect((await activeEntitlements()).map(({ sku_id }) => sku_id)).toEqual([silver]);
    expect(await paid(id, silver)).toMatchObject({ sku_ids: [silver], renewal_sku_ids: null });
    expect((await bot(`GET /skus/${gold}/subscriptions/${id}`)).status).toBe(404);
  });

  test("can end earlier, and deletes its entitlement when it is deleted", async () => {
    await open();
    const { id } = await subscribe();
    await service.control(`PATCH /subscriptions/${id}`, {
      current_period_end: "2026-06-01T00:10:00Z",
    });
    await newEvents();
    await advance("PT10M");
    expect(names(await newEvents())).toEqual(["SUBSCRIPTION_UPDATE"]);
    expect(await paid(id)).toMatchObject({
      current_period_end: "2026-06-01T00:20:00.000000+00:00",
    });
    expect((await service.control(`DELETE /subscriptions/${id}`)).status).toBe(204);
    expect(names(await newEvents())).toEqual(["ENTITLEMENT_DELETE", "SUBSCRIPTION_DELETE"]);
    expect((await bot(`GET /skus/${gold}/subscriptions/${id}`)).status).toBe(404);
  });

  test.each([
    ["of an unknown user", { user: "carol" }, "user"],
    ["with a SKU that is not sold", { skus: ["Gold Tier!", "Lead"] }, "skus.1"],
    [
      "that is too short",
      {
        current_period_start: "2026-06-01T00:00:00Z",
        current_period_end: "2026-06-01T00:00:59Z",
      },
      "current_period_end",
    ],
    ["of an unknown user's application", { application: "Nothing" }, "application"],
  ])("%s is refused", async (_name, more, place) => {
    await open();
    const answer = await subscribe(more);
    expect(answer.status).toBe(400);
    expect(answer.at("errors", ...place.split("."), "_errors")).toBeDefined();
    expect(await newEvents()).toEqual([]);
  });
});

test("an event webhook receives only the entitlement events that it subscribed to", async () => {
  await open();
  const { id } = await subscribe();
  await service.control(`PATCH /subscriptions/${id}`, { status: 1 });
  const waiting = await service.store.read((tx) => tx.find(webhookDeliveries));
  expect(waiting).toMatchObject([
    { application_id: app, type: "ENTITLEMENT_CREATE", data: { sku_id: gold, user_id: alice } },
  ]);
});

test("an interaction contains the entitlements of its user and its guild", async () => {
  await open({
    entitlements: [
      { id: "700000000000000601", sku: gold, user: "alice", type: 8 },
      { id: "700000000000000602", sku: banner, guild, user: "bob" },
      { id: "700000000000000603", sku: silver, user: "bob" },
      { id: "700000000000000604", sku: silver, user: "alice", ends_at: "2026-05-31T00:00:00Z" },
      { id: "700000000000000605", sku: silver, user: "alice", deleted: true },
    ],
  });
  const invoked = service.control("POST /users/alice/invoke", {
    application: "Shop",
    channel: "general",
    command: "buy",
  });
  while (!ear.all.some(({ name }) => name === "INTERACTION_CREATE")) {
    await new Promise(setImmediate);
  }
  const payload = ear.all.find(
    ({ name, scope }) => name === "INTERACTION_CREATE" && scope.kind === "application",
  )?.payload;
  expect(payload).toMatchObject({
    entitlement_sku_ids: [banner, gold],
    entitlements: [
      { id: "700000000000000602", guild_id: guild, user_id: bob },
      { id: "700000000000000601", user_id: alice, type: 8 },
    ],
  });
  await advance("PT3S");
  await invoked;
});

describe("the world file", () => {
  const sales = {
    entitlements: [
      { id: "700000000000000601", sku: "Silver", user: "alice", consumed: true, test: true },
      { id: "700000000000000602", sku: banner, guild },
    ],
    subscriptions: [
      { id: "700000000000000701", user: "alice", skus: [gold] },
      {
        id: "700000000000000702",
        user: "alice",
        skus: [silver],
        status: 2,
        entitlements: ["700000000000000601"],
      },
      {
        id: "700000000000000703",
        user: "bob",
        skus: [gold],
        current_period_start: "2026-04-15T00:00:00Z",
        current_period_end: "2026-05-15T00:00:00Z",
      },
    ],
  };

  test("loads SKUs, entitlements and subscriptions, which continue to renew", async () => {
    await open(sales);
    const sold = await bot(`GET /applications/${app}/skus`);
    expect(sold.body).toMatchObject([
      { id: gold, type: 5, slug: "gold-tier", flags: 260 },
      { id: silver, slug: "s", flags: 260 },
      { id: banner, flags: 128 },
    ]);
    expect(await activeEntitlements()).toHaveLength(4);
    expect(
      (await bot(`GET /applications/${app}/entitlements/700000000000000602`)).at("user_id"),
    ).toBe(bob);
    await advance("PT1S");
    // A period that ended before the world began is made up for at once.
    expect(await paid("700000000000000703")).toMatchObject({
      current_period_start: "2026-05-15T00:00:00.000000+00:00",
      current_period_end: "2026-06-14T00:00:00.000000+00:00",
    });
    await advance("P30D");
    expect(await paid("700000000000000702", silver)).toMatchObject({ status: 1 });
    expect(
      (await bot(`GET /applications/${app}/entitlements/700000000000000601`)).at("ends_at"),
    ).not.toBeNull();
  });

  test("is exported as it was loaded, and can be loaded again", async () => {
    await open(sales);
    // One of them is overdue, so it is renewed as soon as the service runs.
    expect((await advance("PT1S")).status).toBe(200);
    const { body } = await service.control("GET /world");
    await service.stop();
    service = await aService({ world: body });
    expect((await service.control("GET /world")).body).toEqual(body);
    const [application] = (body as { applications: Record<string, unknown>[] }).applications;
    expect(application).toMatchObject({
      skus: [{ id: gold }, { id: silver, slug: "s" }, { id: banner, flags: 128 }],
      subscriptions: [
        { id: "700000000000000701" },
        { id: "700000000000000702", status: 2 },
        { id: "700000000000000703" },
      ],
    });
  });

  test("reports every error at its path", async () => {
    await open();
    const { loadWorld } = await import("../../control/world-file/load.ts");
    const { seededRandom } = await import("../../testing/seeded-random.ts");
    const deps = { systemNow: 0, production: false, random: seededRandom("x") };
    const world = aWorld({
      entitlements: [{ sku: "Lead", user: "alice" }, { sku: gold }, { sku: gold, user: "carol" }],
      subscriptions: [
        { user: "alice", skus: [] },
        { user: "alice", skus: [gold], entitlements: ["700000000000000999"] },
        { user: "alice", skus: [gold], renewal_skus: ["Tin"] },
        {
          user: "alice",
          skus: [gold],
          current_period_start: "2026-06-01T00:00:00Z",
          current_period_end: "2026-05-01T00:00:00Z",
        },
      ],
    });
    const loading = loadWorld(world, deps);
    const places = loading.ok ? [] : loading.issues.map(({ path }) => path.slice(2).join("."));
    expect(places.toSorted()).toEqual([
      "entitlements.0.sku",
      "entitlements.1.user",
      "entitlements.2.user",
      "subscriptions.0.skus",
      "subscriptions.1.entitlements.0",
      "subscriptions.2.renewal_skus.0",
      "subscriptions.3.current_period_end",
    ]);
  });
});

test("deleting a user deletes their entitlements and subscriptions", async () => {
  await open({ entitlements: [{ id: "700000000000000601", sku: gold, user: "alice" }] });
  const { id } = await subscribe();
  expect((await service.control(`DELETE /skus/${gold}`)).status).toBe(409);
  expect((await service.control("DELETE /users/alice")).status).toBe(204);
  expect(await activeEntitlements()).toEqual([]);
  expect((await service.control(`GET /subscriptions/${id}`)).status).toBe(404);
  expect((await service.control(`DELETE /skus/${gold}`)).status).toBe(204);
});

test("the control plane creates, changes and deletes an entitlement", async () => {
  await open();
  const entitlement = await service.control("POST /entitlements", {
    application: "Shop",
    sku: "Gold Tier!",
    user: "alice",
    type: 3,
  });
  const one = `/entitlements/${entitlement.id}`;
  expect(entitlement.body).toMatchObject({ application: app, sku: gold, user: alice, type: 3 });
  await service.control(`PATCH ${one}`, { ends_at: "2026-06-02T00:00:00Z" });
  await service.control(`PATCH ${one}`, { deleted: true });
  expect(names(await newEvents())).toEqual([
    "ENTITLEMENT_CREATE",
    "ENTITLEMENT_UPDATE",
    "ENTITLEMENT_DELETE",
  ]);
  expect((await service.control(`GET ${one}`)).at("deleted")).toBe(true);
  expect((await service.control(`DELETE ${one}`)).status).toBe(204);
  expect((await service.control(`GET ${one}`)).status).toBe(404);
  expect(await newEvents()).toEqual([]);
});
