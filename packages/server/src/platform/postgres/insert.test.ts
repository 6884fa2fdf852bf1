// Keys that several processes generate: one that is taken is never overwritten.
import { afterEach, beforeEach, expect, test } from "vitest";
import { idWatermarks, type Ids } from "../ids.ts";
import { jobs } from "../schedule/jobs.ts";
import { counters, testTables } from "../storage/conformance/store-model.conformance.ts";
import { postgresPlace } from "../storage/conformance/store-places.conformance.ts";
import { ConflictError, type Store } from "../store.ts";
import { steerableClock } from "../time/system-clock.ts";
import { openTransactions } from "../transactions/open-transactions.ts";
import { seededRandom } from "../../testing/seeded-random.ts";

const url = process.env["TEST_PG_URL"] ?? "";
if (url === "") throw new Error("run the tests by `node scripts/engines.ts vitest run …`");

let place: Awaited<ReturnType<typeof postgresPlace>>;
let store: Store;

beforeEach(async () => {
  place = await postgresPlace(url);
  store = await place.open([...testTables, jobs, idWatermarks]);
});
afterEach(async () => {
  await store.close();
  await place.remove();
});

const countOf = (id: string) =>
  store.read(async (tx) => (await tx.get(counters, id.padStart(20, "0")))?.count);

test("an insert under a taken key fails, and the existing record stays", async () => {
  const insert = (count: number) =>
    store.transaction(async (tx) => tx.insert(counters, { id: "7".padStart(20, "0"), count }));
  await insert(1);
  await expect(insert(2)).rejects.toThrow(ConflictError);
  expect(await countOf("7")).toBe(1);
});

test("an operation whose new id is taken is retried with another", async () => {
  const keys = ["7", "7", "8"];
  const ids: Ids = {
    next: () => keys.shift() ?? "9",
    goAbove: () => undefined,
    keepFloor: async () => undefined,
    follow: async () => undefined,
  };
  const work = openTransactions({
    store,
    ids,
    clock: steerableClock(),
    random: seededRandom("ids"),
    settings: { production: false, publicUrl: "", fileKey: new Uint8Array() },
    jobKinds: [],
    jobFailed: () => undefined,
  });
  const create = (count: number) =>
    work.transaction(async (ctx) => {
      const id = ctx.id();
      ctx.tx.put(counters, { id: id.padStart(20, "0"), count });
      return id;
    });
  expect([await create(1), await create(2)]).toEqual(["7", "8"]);
  expect([await countOf("7"), await countOf("8")]).toEqual([1, 2]);
});
