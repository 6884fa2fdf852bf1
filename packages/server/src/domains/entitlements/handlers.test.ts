import {
  consumeEntitlement,
  createTestEntitlement,
  deleteTestEntitlement,
  getEntitlement,
  getSubscription,
  listEntitlements,
  listOwnEntitlements,
  listSkus,
  listSubscriptions,
} from "@antechamber/contract/entitlements";
import { timestamp } from "@antechamber/contract/schema";
import { describe, expect, test } from "vitest";
import { TimeSlicer } from "../../platform/time/time-slicer.ts";
import type { Caller } from "../../platform/context.ts";
import { openHandlerCalls } from "../../testing/calls/handler-calls.ts";
import { codeOf, leavesOf } from "../../testing/calls/message-calls.ts";
import { aGuild, anApplication, aUser } from "../../testing/records.ts";
import { applications } from "../applications/application.ts";
import { guilds } from "../guilds/guild.ts";
import { users } from "../users/user.ts";
import { entitlements, type EntitlementRecord } from "./entitlement.ts";
import { entitlementHandlers } from "./handlers.ts";
import { skus, type SkuRecord } from "./sku.ts";
import { subscriptions } from "./subscription.ts";

const own = "200000000000000001";
const other = "200000000000000002";
const alice = "100000000000000001";
const bob = "100000000000000002";
const guild = "300000000000000001";
const as: Caller = { kind: "bot", application_id: own };
const START = 1_800_000_000_000;

const ids = { user: "501", guild: "502", durable: "503", consumable: "504", group: "505" } as const;

function aSku(id: string, type: number, flags: number): SkuRecord {
  return { id, application_id: own, type, name: `SKU ${id}`, slug: `sku-${id}`, flags };
}

function anEntitlement(id: string, more: Partial<EntitlementRecord> = {}): EntitlementRecord {
  return {
    id,
    sku_id: ids.user,
    application_id: own,
    user_id: alice,
    type: 8,
    deleted: false,
    consumed: false,
    starts_at: null,
    ends_at: null,
    ...more,
  };
}

/** A clock that advances by a time slice with every reading, so that every step yields. */
function hurriedClock() {
  const state = { turns: 0, now: 0 };
  return {
    state,
    real: () => (state.now += 10),
    after(_ms: number, task: () => void) {
      state.turns += 1;
      queueMicrotask(task);
      return () => undefined;
    },
  };
}

async function aShop() {
  const hurried = hurriedClock();
  const calls = await openHandlerCalls(entitlementHandlers({ slicer: new TimeSlicer(hurried) }));
  await calls.seed((tx) => {
    for (const id of [alice, bob]) tx.put(users, aUser(id));
    for (const id of [own, other]) tx.put(applications, anApplication(id, { owner_id: bob }));
    tx.put(guilds, aGuild(guild, { owner_id: alice }));
    tx.put(skus, aSku(ids.user, 5, (1 << 2) | (1 << 8)));
    tx.put(skus, aSku(ids.guild, 5, (1 << 2) | (1 << 7)));
    tx.put(skus, aSku(ids.durable, 2, 1 << 2));
    tx.put(skus, aSku(ids.consumable, 3, 1 << 2));
    tx.put(skus, aSku(ids.group, 6, 1 << 8));
  });
  const params = { application_id: own };
  const create = (sku_id: string, owner_id: string, owner_type: number) =>
    calls.call(createTestEntitlement, { as, params, body: { sku_id, owner_id, owner_type } });
  const list = (query: object = {}) => calls.call(listEntitlements, { as, params, query });
  const one = (entitlement_id: string) => ({ as, params: { ...params, entitlement_id } });
  return { ...calls, create, list, one, params, turns: hurried.state };
}

const idsOf = ({ body }: { body: readonly { id: string }[] }) => body.map(({ id }) => id);

test("an application can list its SKUs", async () => {
  const { call, params } = await aShop();
  const { body } = await call(listSkus, { as, params });
  expect(body).toHaveLength(5);
  expect(body[0]).toMatchObject({ id: ids.user, type: 5, flags: 260, application_id: own });
});

describe("a test entitlement", () => {
  test("of a user has no end, and the application receives an event", async () => {
    const { create, news } = await aShop();
    const { status, body } = await create(ids.user, alice, 2);
    expect([status, body]).toEqual([
      200,
      expect.objectContaining({
        sku_id: ids.user,
        user_id: alice,
        type: 8,
        deleted: false,
        starts_at: null,
        ends_at: null,
      }),
    ]);
    expect(body).not.toHaveProperty("guild_id");
    expect(await news()).toMatchObject([
      {
        name: "ENTITLEMENT_CREATE",
        scope: { kind: "application", application_id: own },
        payload: { id: body.id },
      },
    ]);
  });

  test("of a guild names the application's owner as its user", async () => {
    const { create } = await aShop();
    const { body } = await create(ids.guild, guild, 1);
    expect(body).toMatchObject({ guild_id: guild, user_id: bob });
  });

  test("for a durable SKU is a purchase in test mode", async () => {
    const { create } = await aShop();
    expect((await create(ids.durable, alice, 2)).body.type).toBe(4);
  });

  test("can be granted once, or repeatedly for a consumable SKU", async () => {
    const { create } = await aShop();
    const codes = [];
    for (const sku of [ids.user, ids.user, ids.consumable, ids.consumable]) {
      codes.push(codeOf(await create(sku, alice, 2)));
    }
    expect(codes).toEqual([undefined, 40074, undefined, undefined]);
    expect(codeOf(await create(ids.user, bob, 2))).toBeUndefined();
  });

  test.each([
    ["an unknown SKU", ["999", alice, 2], 10027],
    ["an unknown user", [ids.user, "999", 2], 10013],
    ["an unknown guild", [ids.guild, "999", 1], 10004],
  ] as const)("is refused for %s", async (_name, args, code) => {
    const { create } = await aShop();
    expect(codeOf(await create(args[0], args[1], args[2]))).toBe(code);
  });

  test.each([
    ["a user's subscription for a guild", [ids.user, guild, 1], "owner_type"],
    ["a guild's subscription for a user", [ids.guild, alice, 2], "owner_type"],
    ["a group of subscriptions", [ids.group, alice, 2], "sku_id"],
    ["another kind of owner", [ids.user, alice, 3], "owner_type"],
  ] as const)("is refused for %s", async (_name, args, place) => {
    const { create } = await aShop();
    expect(leavesOf(await create(args[0], args[1], args[2]))).toEqual([
      `${place}: BASE_TYPE_CHOICES`,
    ]);
  });

  test("can be deleted once and stays on record, unlike other entitlements", async () => {
    const { create, call, one, seed, news, list } = await aShop();
    const { body } = await create(ids.user, alice, 2);
    await news();
    expect((await call(deleteTestEntitlement, one(body.id))).status).toBe(204);
    expect(await news()).toMatchObject([
      { name: "ENTITLEMENT_DELETE", payload: { id: body.id, deleted: true } },
    ]);
    expect(codeOf(await call(deleteTestEntitlement, one(body.id)))).toBe(10029);
    expect((await call(getEntitlement, one(body.id))).body.deleted).toBe(true);
    expect([idsOf(await list()), idsOf(await list({ exclude_deleted: false }))]).toEqual([
      [],
      [body.id],
    ]);
    await seed((tx) => tx.put(entitlements, anEntitlement("700", { user_id: bob })));
    expect(codeOf(await call(deleteTestEntitlement, one("700")))).toBe(40019);
    // After a withdrawal, the entitlement can be granted again.
    expect((await create(ids.user, alice, 2)).status).toBe(200);
  });
});

describe("consuming an entitlement", () => {
  test("marks a consumable one as consumed, with one event", async () => {
    const { create, call, one, news } = await aShop();
    const { body } = await create(ids.consumable, alice, 2);
    await news();
    for (let round = 0; round < 2; round += 1) {
      expect((await call(consumeEntitlement, one(body.id))).status).toBe(204);
    }
    expect(await news()).toMatchObject([
      { name: "ENTITLEMENT_UPDATE", payload: { id: body.id, consumed: true } },
    ]);
    expect((await call(getEntitlement, one(body.id))).body.consumed).toBe(true);
  });

  test("requires a consumable SKU", async () => {
    const { create, call, one } = await aShop();
    const { body } = await create(ids.durable, alice, 2);
    expect(codeOf(await call(consumeEntitlement, one(body.id)))).toBe(40018);
    expect(codeOf(await call(consumeEntitlement, one("999")))).toBe(10029);
  });
});

describe("the list of entitlements", () => {
  async function aFullShop() {
    const shop = await aShop();
    await shop.seed((tx) => {
      tx.put(entitlements, anEntitlement("701"));
      tx.put(entitlements, anEntitlement("702", { user_id: bob, sku_id: ids.durable }));
      tx.put(entitlements, anEntitlement("703", { user_id: bob, guild_id: guild }));
      tx.put(entitlements, anEntitlement("704", { ends_at: timestamp(START) }));
      tx.put(entitlements, anEntitlement("705", { ends_at: timestamp(START + 1) }));
      tx.put(entitlements, anEntitlement("706", { starts_at: timestamp(START + 1) }));
      tx.put(entitlements, anEntitlement("707", { deleted: true }));
      tx.put(entitlements, anEntitlement("708", { application_id: other }));
    });
    return shop;
  }

  test.each([
    ["everything that is not deleted, newest first", {}, "706 705 704 703 702 701"],
    ["deleted ones too", { exclude_deleted: false }, "707 706 705 704 703 702 701"],
    ["a user's", { user_id: alice }, "706 705 704 701"],
    ["a guild's", { guild_id: guild }, "703"],
    ["a guild's, of one user", { guild_id: guild, user_id: alice }, ""],
    ["some SKUs'", { sku_ids: `${ids.durable},${ids.guild}` }, "702"],
    ["none that have ended", { exclude_ended: true }, "706 705 703 702 701"],
    ["those that count now", { only_active: true }, "705 703 702 701"],
    ["a page before an id", { before: "704", limit: 2 }, "703 702"],
    ["a page after an id, in order", { after: "702", limit: 2 }, "703 704"],
    ["between two ids", { after: "701", before: "704" }, "702 703"],
  ])("contains %s", async (_name, query, wanted) => {
    const { list } = await aFullShop();
    expect(idsOf(await list(query)).join(" ")).toBe(wanted);
  });

  test("is complete across the batches in which it is read", async () => {
    const { list, seed } = await aShop();
    await seed((tx) => {
      for (let i = 0; i < 500; i += 1) {
        const user_id = i % 100 === 0 ? bob : alice;
        tx.put(entitlements, anEntitlement(String(1000 + i), { user_id, deleted: i === 100 }));
      }
    });
    const sku_ids = ids.user;
    expect(idsOf(await list({ user_id: bob, sku_ids }))).toEqual(["1400", "1300", "1200", "1000"]);
    expect(idsOf(await list({ user_id: bob, after: "1000" }))).toEqual(["1200", "1300", "1400"]);
  });

  test("yields to other work while it searches for rare matches", async () => {
    const { list, seed, turns } = await aShop();
    await seed((tx) => {
      for (let i = 0; i < 900; i += 1) {
        tx.put(entitlements, anEntitlement(String(1000 + i), { deleted: i > 0 }));
      }
    });
    expect(idsOf(await list({}))).toEqual(["1000"]);
    expect(turns.turns).toBe(4);
  });

  test("of another application is refused", async () => {
    const { call } = await aFullShop();
    const params = { application_id: other };
    expect(codeOf(await call(listEntitlements, { as, params }))).toBe(20012);
    expect(codeOf(await call(listSkus, { as, params }))).toBe(20012);
    const one = { application_id: own, entitlement_id: "708" };
    expect(codeOf(await call(getEntitlement, { as, params: one }))).toBe(10029);
  });
});

/** An application acting for a user, with one scope. */
const asApplicationOf = (user_id: string, scope: string): Caller => ({
  kind: "bearer",
  application_id: own,
  user_id,
  scopes: new Set([scope]),
});

test("a token lists its own user's entitlements, except consumed and deleted ones", async () => {
  const { call, seed, params } = await aShop();
  await seed((tx) => {
    tx.put(entitlements, anEntitlement("601"));
    tx.put(entitlements, anEntitlement("602", { sku_id: ids.durable }));
    tx.put(entitlements, anEntitlement("603", { sku_id: ids.consumable, consumed: true }));
    tx.put(entitlements, anEntitlement("604", { deleted: true }));
    tx.put(entitlements, anEntitlement("605", { user_id: bob }));
    tx.put(entitlements, anEntitlement("606", { application_id: other }));
  });
  const bearer = asApplicationOf(alice, "applications.entitlements");
  const list = (query: object = {}) =>
    call(listOwnEntitlements, { as: bearer, params, query }).then(idsOf);
  expect(await list()).toEqual(["602", "601"]);
  expect(await list({ exclude_consumed: false })).toEqual(["603", "602", "601"]);
  expect(await list({ sku_ids: [ids.durable] })).toEqual(["602"]);
  const foreign = { as: bearer, params: { application_id: other } };
  expect(codeOf(await call(listOwnEntitlements, foreign))).toBe(20012);
});

test("a token of the application's owner accesses all entitlements, others only their own", async () => {
  const { call, seed, params } = await aShop();
  await seed((tx) => {
    tx.put(entitlements, anEntitlement("601", { user_id: bob }));
    tx.put(entitlements, anEntitlement("602", { user_id: alice, sku_id: ids.consumable }));
  });
  const owners = asApplicationOf(bob, "applications.entitlements");
  const guests = asApplicationOf(alice, "applications.entitlements");
  const list = (caller: Caller, query: object = {}) =>
    call(listEntitlements, { as: caller, params, query }).then(idsOf);
  expect(await list(owners)).toEqual(["602", "601"]);
  expect(await list(owners, { user_id: alice })).toEqual(["602"]);
  expect(await list(guests)).toEqual(["602"]);
  expect(await list(guests, { user_id: bob })).toEqual([]);
  const named = (entitlement_id: string) => ({ as: guests, params: { ...params, entitlement_id } });
  for (const endpoint of [getEntitlement, consumeEntitlement, deleteTestEntitlement]) {
    expect(codeOf(await call(endpoint, named("601")))).toBe(10029);
  }
  expect((await call(consumeEntitlement, named("602"))).status).toBe(204);
});

describe("the subscriptions of a SKU", () => {
  const bearer = asApplicationOf(alice, "identify");

  async function aSubscribedShop() {
    const shop = await aShop();
    await shop.seed((tx) => {
      for (const [id, user_id] of [
        ["801", alice],
        ["802", alice],
        ["803", bob],
      ] as const) {
        tx.put(subscriptions, {
          id,
          application_id: own,
          user_id,
          sku_ids: [ids.user],
          renewal_sku_ids: null,
          entitlement_ids: [],
          current_period_start: timestamp(START),
          current_period_end: timestamp(START + 1),
          status: 0,
          canceled_at: null,
        });
      }
    });
    const list = (who: Caller, query: object = {}, sku_id: string = ids.user) =>
      shop.call(listSubscriptions, { as: who, params: { sku_id }, query });
    const get = (who: Caller, subscription_id: string, sku_id: string = ids.user) =>
      shop.call(getSubscription, { as: who, params: { sku_id, subscription_id } });
    return { list, get };
  }

  test("are listed by user, and for a token only those of its user", async () => {
    const { list } = await aSubscribedShop();
    expect(idsOf(await list(as, { user_id: alice }))).toEqual(["802", "801"]);
    expect(idsOf(await list(as, { user_id: alice, after: "801" }))).toEqual(["802"]);
    expect(idsOf(await list(bearer, { user_id: bob }))).toEqual(["802", "801"]);
    expect(leavesOf(await list(as))).toEqual(["user_id: BASE_TYPE_REQUIRED"]);
  });

  test("are found only under their own SKU", async () => {
    const { list, get } = await aSubscribedShop();
    expect((await get(as, "803")).body).toMatchObject({ id: "803", user_id: bob, status: 0 });
    expect((await get(as, "803", ids.guild)).status).toBe(404);
    expect((await get(as, "999")).status).toBe(404);
    expect((await get(bearer, "803")).status).toBe(404);
    const stranger: Caller = { kind: "bot", application_id: other };
    expect(codeOf(await list(stranger, { user_id: alice }))).toBe(10027);
    expect(codeOf(await get(as, "803", "999"))).toBe(10027);
  });
});
