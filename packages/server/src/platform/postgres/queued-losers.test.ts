// What becomes of transactions that mean a record for which others are queued that lost it.
import { afterEach, beforeEach, expect, test } from "vitest";
import { counters, testTables } from "../store-model.conformance.ts";
import { postgresPlace } from "../store-places.conformance.ts";
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

test("a crowd that counts up one record sends little in vain", async () => {
  const CALLERS = 128;
  const all = () => Promise.all(Array.from({ length: CALLERS }, () => adding("n")));
  // Connections prepare what they do not know, and that is more than one message.
  await all();
  const before = store.effort?.exchanges ?? 0;
  await all();
  const taken = (store.effort?.exchanges ?? 0) - before;
  expect(await store.read((tx) => tx.get(counters, "n"))).toMatchObject({ count: 2 * CALLERS });
  expect(taken).toBeLessThan(CALLERS * 2.75);
});
