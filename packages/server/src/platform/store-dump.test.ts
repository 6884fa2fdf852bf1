import { expect, test } from "vitest";
import { contents, notes, testTables, type StorePlace } from "./store-model.conformance.ts";
import { filePlace, memoryPlace, postgresPlace } from "./store-places.conformance.ts";
import type { Store } from "./store.ts";

const url = process.env["TEST_PG_URL"] ?? "";
if (url === "") throw new Error("run the tests by `node scripts/engines.ts vitest run …`");

const places: readonly (() => Promise<StorePlace>)[] = [
  memoryPlace,
  () => postgresPlace(url),
  filePlace,
  () => postgresPlace(url),
  memoryPlace,
];

/** Each step adds a record and a fact, and moves a cursor that is kept in a record on by one fact. */
async function step(store: Store, nth: number): Promise<void> {
  await store.transaction(async (tx) => {
    tx.put(notes, { id: `${nth}`, owner: "traveller", name: `name ${nth} \0 \uD800` });
    tx.append({ name: `${nth}`, scope: { kind: "nobody" }, payload: { nth }, at: nth });
  });
  const kept = await store.read((tx) => tx.get(notes, "cursor"));
  const [next] = await store.log.read(kept?.name, 1);
  await store.transaction(async (tx) => {
    tx.put(notes, { id: "cursor", name: next?.cursor ?? "", count: Number(next?.name) });
  });
}

test("a dump wanders from adapter to adapter, and a cursor that is kept in it loses its place nowhere", async () => {
  let dump: Awaited<ReturnType<Store["dump"]>> = { tables: {}, events: [] };
  for (const [round, newPlace] of places.entries()) {
    const place = await newPlace();
    const store = await place.open(testTables);
    await store.load(dump);
    for (const part of [0, 1, 2]) await step(store, round * 3 + part);
    const cursor = await store.read((tx) => tx.get(notes, "cursor"));
    expect(cursor?.count).toBe(round * 3 + 2);
    expect(await store.log.read(cursor?.name, 9)).toEqual([]);
    const logged = await store.log.read(undefined, 99);
    expect(logged.map(({ at }) => at)).toEqual(Array.from({ length: round * 3 + 3 }, (_, n) => n));
    dump = JSON.parse(JSON.stringify(await store.dump())) as typeof dump;
    expect(dump.events).toEqual(logged);
    expect(dump.tables["note"]).toEqual((await store.read(contents))[0]);
    await store.close();
    await place.remove();
  }
});
