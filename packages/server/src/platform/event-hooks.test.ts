import { event } from "@antechamber/contract";
import { integer, object } from "@antechamber/contract/schema";
import { expect, test } from "vitest";
import { emittedFacts } from "../testing/emitted-facts.ts";
import { seededRandom } from "../testing/seeded-random.ts";
import { idWatermarks, openIds } from "./ids.ts";
import { jobs } from "./schedule/jobs.ts";
import { eventHook, type EventHook } from "./event-hooks.ts";
import { openSqliteStore } from "./sqlite/store.ts";
import { steerableClock } from "./time/system-clock.ts";
import { openTransactions } from "./transactions/open-transactions.ts";

const numbered = (name: string, scope: "nobody" | "user") =>
  event({ name, source: "tests", summary: "A number.", scope, payload: object({ n: integer() }) });
const Ping = numbered("PING", "nobody");
const Pong = numbered("PONG", "nobody");
const toNobody = { kind: "nobody" } as const;

async function aWork(eventHooks: readonly EventHook[]) {
  const store = await openSqliteStore({ file: ":memory:", tables: [idWatermarks, jobs] });
  const clock = steerableClock();
  const work = openTransactions({
    store,
    clock,
    random: seededRandom("reactions"),
    ids: await openIds({ clock, store, frozen: false }),
    settings: { production: false, publicUrl: "", fileKey: new Uint8Array(32) },
    jobKinds: [],
    eventHooks,
    jobFailed: () => undefined,
  });
  const ping = (n: number) => work.transaction(async (ctx) => ctx.emit(Ping, toNobody, { n }));
  const { all } = emittedFacts(store);
  const facts = async () => all.map(({ name, payload }) => [name, payload]);
  return { work, ping, facts };
}

test("events of a transaction run their hooks within it, events of hooks included", async () => {
  const { ping, facts } = await aWork([
    eventHook(Ping, async (ctx, { n }) => ctx.emit(Pong, toNobody, { n })),
    eventHook(Pong, async (ctx, { n }) => {
      if (n > 0) ctx.emit(Ping, toNobody, { n: n - 1 });
    }),
  ]);
  await ping(1);
  expect(await facts()).toEqual([
    ["PING", { n: 1 }],
    ["PONG", { n: 1 }],
    ["PING", { n: 0 }],
    ["PONG", { n: 0 }],
  ]);
});

test("a failing hook rolls the transaction back", async () => {
  const { ping, facts } = await aWork([eventHook(Ping, () => Promise.reject(new Error("no")))]);
  await expect(ping(1)).rejects.toThrow("no");
  expect(await facts()).toEqual([]);
});

test("hooks that trigger one another forever are stopped", async () => {
  const { ping } = await aWork([
    eventHook(Ping, async (ctx, { n }) => ctx.emit(Ping, toNobody, { n })),
  ]);
  await expect(ping(1)).rejects.toThrow("answer one another");
});

test("hooks distinguish events of one name by their scopes", async () => {
  const received: number[] = [];
  const ForOne = numbered("PING", "user");
  const { work, ping } = await aWork([
    eventHook(ForOne, async (_ctx, { n }) => void received.push(n)),
  ]);
  await ping(1);
  const scope = { kind: "user", user_id: "1" } as const;
  await work.transaction(async (ctx) => ctx.emit(ForOne, scope, { n: 2 }));
  expect(received).toEqual([2]);
});
