// How transactions end that need a record for which others, which lost its lock, are queued.
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import {
  counters,
  EVENTUALLY,
  testTables,
} from "../storage/conformance/store-model.conformance.ts";
import { onPostgres, postgresPlace } from "../storage/conformance/store-places.conformance.ts";
import type { Store } from "../store.ts";

const url = process.env["TEST_PG_URL"] ?? "";
if (url === "") throw new Error("run the tests by `node scripts/engines.ts vitest run …`");

let place: Awaited<ReturnType<typeof postgresPlace>>;
let store: Store;

beforeEach(async () => {
  place = await postgresPlace(url);
  store = await place.open(testTables);
});
afterEach(async () => {
  await store.close();
  await place.remove();
});

const adding = (id: string) =>
  store.transaction(async (tx) => {
    const before = await tx.get(counters, id);
    tx.put(counters, { id, count: (before?.count ?? 0) + 1 });
  });

test("many transactions that increment one record repeat little work", async () => {
  const CALLERS = 128;
  const all = () => Promise.all(Array.from({ length: CALLERS }, () => adding("n")));
  // Connections first prepare unknown statements, which takes more than one message.
  await all();
  const before = store.effort?.exchanges ?? 0;
  await all();
  const exchanges = (store.effort?.exchanges ?? 0) - before;
  expect(await store.read((tx) => tx.get(counters, "n"))).toMatchObject({ count: 2 * CALLERS });
  expect(exchanges).toBeLessThan(CALLERS * 2.75);
});

test("a blind write of the record does not make simultaneous transactions fail", async () => {
  const put = (id: string) => store.transaction(async (tx) => tx.put(counters, { id, count: 1 }));
  const [reading, letGo] = [Promise.withResolvers<undefined>(), Promise.withResolvers<undefined>()];
  const reader = store.transaction(async (tx) => {
    await tx.get(counters, "n");
    reading.resolve(undefined);
    await letGo.promise;
  });
  await reading.promise;
  const loser = adding("n");
  // It has lost the lock once, and is queued for it.
  await vi.waitFor(async () => {
    const sql = `SELECT count(*) FROM pg_stat_activity
      WHERE wait_event_type = 'Lock' AND query LIKE '%"${place.schema}"%'`;
    expect(Number((await onPostgres(url, sql))[0]?.[0])).toBe(1);
  }, EVENTUALLY);
  const before = store.effort?.attempts ?? 0;
  const unread = put("n");
  await Promise.all([put("a"), put("b")]);
  expect((store.effort?.attempts ?? 0) - before).toBe(3);
  letGo.resolve(undefined);
  await Promise.all([reader, loser, unread]);
  expect(await store.read((tx) => tx.get(counters, "n"))).toMatchObject({ id: "n" });
});
