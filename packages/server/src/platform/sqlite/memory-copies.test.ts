import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, describe, expect, test } from "vitest";
import { describeStore } from "../storage/conformance/store.conformance.ts";
import {
  counters,
  testTables,
  type StorePlace,
} from "../storage/conformance/store-model.conformance.ts";
import type { Store } from "../store.ts";
import { memoryStores } from "./memory-copies.ts";
import { openSqliteStore } from "./store.ts";

const opened: Store[] = [];

afterEach(async () => {
  for (const store of opened.splice(0)) await store.close();
});

function closeLater(store: Store): Store {
  opened.push(store);
  return store;
}

function count(store: Store, id: string): Promise<void> {
  return store.transaction(async (tx) => {
    const counter = await tx.get(counters, id);
    tx.put(counters, { id, count: (counter?.count ?? 0) + 1 });
  });
}

function countIn(store: Store, id: string): Promise<number | undefined> {
  return store.read(async (tx) => (await tx.get(counters, id))?.count);
}

async function bytesOf(store: Store): Promise<Uint8Array> {
  const bytes = await store.copyBytes?.();
  if (bytes === undefined) throw new Error("the store cannot be had as bytes");
  return bytes;
}

/** Stores that are copies of an empty one. */
async function copyPlace(): Promise<StorePlace> {
  return {
    async open(tables) {
      const stores = memoryStores(tables);
      const empty = await stores.empty();
      const bytes = await bytesOf(empty);
      await empty.close();
      return stores.copyOf(bytes);
    },
    makeNewer: () => Promise.reject(new Error("nothing is left of a store in memory")),
    remove: async () => undefined,
  };
}

describe("a copy in memory is a store like any other:", () => {
  describeStore(copyPlace, { cases: 60, serializableRounds: 60 });
});

describe("a copy", () => {
  test("has the original's records, and later changes of each are independent", async () => {
    const stores = memoryStores(testTables);
    const first = closeLater(await stores.empty());
    await count(first, "a");
    const bytes = await bytesOf(first);
    const copies = [closeLater(stores.copyOf(bytes)), closeLater(stores.copyOf(bytes))] as const;
    await count(first, "a");
    await count(copies[0], "a");
    await count(copies[0], "a");
    await count(copies[1], "b");
    const counts = await Promise.all([first, ...copies].map((each) => countIn(each, "a")));
    expect(counts).toEqual([2, 3, 1]);
    expect(await countIn(copies[0], "b")).toBeUndefined();
  });

  test("of a file has what was committed, and does not change the file", async () => {
    const directory = await mkdtemp(join(tmpdir(), "antechamber-copies-"));
    try {
      const file = join(directory, "data.db");
      const onFile = await openSqliteStore({ file, tables: testTables });
      for (let n = 0; n < 50; n += 1) await count(onFile, `counter ${n}`);
      const copy = closeLater(memoryStores(testTables).copyOf(await bytesOf(onFile)));
      await count(copy, "counter 7");
      expect([await countIn(copy, "counter 7"), await countIn(onFile, "counter 7")]).toEqual([
        2, 1,
      ]);
      await onFile.close();
      const again = closeLater(await openSqliteStore({ file, tables: testTables }));
      expect(await countIn(again, "counter 49")).toBe(1);
    } finally {
      for (const store of opened.splice(0)) await store.close();
      await rm(directory, { recursive: true, force: true });
    }
  });

  test("is one snapshot, whatever is written while it is made", async () => {
    const stores = memoryStores(testTables);
    const first = closeLater(await stores.empty());
    const both = async () => {
      await first.transaction(async (tx) => {
        const n = (await tx.get(counters, "one"))?.count ?? 0;
        tx.put(counters, { id: "one", count: n + 1 });
        tx.put(counters, { id: "other", count: n + 1 });
      });
    };
    const writes = Array.from({ length: 40 }, both);
    const copies = await Promise.all(Array.from({ length: 10 }, () => bytesOf(first)));
    await Promise.all(writes);
    for (const bytes of copies) {
      const copy = closeLater(stores.copyOf(bytes));
      expect(await countIn(copy, "one")).toBe(await countIn(copy, "other"));
    }
  });

  test("can grow far beyond its original size", async () => {
    const stores = memoryStores(testTables);
    const empty = closeLater(await stores.empty());
    const bytes = await bytesOf(empty);
    const copy = closeLater(stores.copyOf(bytes));
    for (let n = 0; n < 30; n += 1) {
      await copy.transaction(async (tx) => {
        for (let i = 0; i < 1000; i += 1) tx.put(counters, { id: `${n}.${i}`, count: i });
      });
    }
    expect((await bytesOf(copy)).length).toBeGreaterThan(bytes.length * 10);
    expect(await countIn(copy, "29.999")).toBe(999);
  });
});

test("a snapshot is restored, or copied, although it is dropped meanwhile", async () => {
  const stores = memoryStores(testTables);
  const store = closeLater(await stores.empty());
  await count(store, "a");
  const snapshot = await store.snapshot();
  await count(store, "a");
  const { content } = snapshot;
  if (content === undefined) throw new Error("the snapshot has no bytes");
  const restored = store.restore(snapshot);
  await snapshot.drop();
  const copy = closeLater(stores.copyOf(content));
  await restored;
  expect([await countIn(store, "a"), await countIn(copy, "a")]).toEqual([1, 1]);
  await expect.poll(() => content.length).toBe(0);
  await expect(store.restore(snapshot)).rejects.toThrow("dropped");
});
