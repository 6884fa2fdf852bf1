// What every adapter must do when a store is restored from a snapshot.
import fc from "fast-check";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import {
  contents,
  counters,
  crowd,
  EVENTUALLY,
  LONG_TEST,
  ModelStore,
  notes,
  testTables,
  type Note,
  type StorePlace,
} from "./store-model.conformance.ts";
import { ConflictError, type Reader, type Store } from "../../store.ts";

const NOTHING = { tables: {} };
const [a, b]: readonly Note[] = [
  { id: "1", owner: "ann", words: ["x", "y"], name: "first" },
  { id: "2", owner: "bob", words: ["y"] },
];

const drawn: fc.Arbitrary<Note> = fc.record(
  {
    id: fc.constantFrom("1", "2", "3", "4", "é", "😀"),
    owner: fc.constantFrom("ann", "bob", "\0"),
    words: fc.array(fc.constantFrom("x", "y", "z"), { maxLength: 3 }),
    count: fc.nat(3),
  },
  { requiredKeys: ["id"] },
);
const change = fc.oneof(
  { weight: 4, arbitrary: fc.record({ put: drawn }) },
  { weight: 2, arbitrary: fc.record({ drop: drawn.map(({ id }) => id) }) },
  fc.constant("snapshot" as const),
  fc.record({ restore: fc.nat(5) }),
);

/** Everything in a view, by every way of reading it. */
async function readEveryWay(view: Pick<Reader, "find" | "count">) {
  const owners = ["ann", "bob", "\0"].map((value) => ({ index: "owner", value }) as const);
  const words = ["x", "y", "z"].map((value) => ({ index: "words", value }) as const);
  return Promise.all(
    [{}, ...owners, ...words].map(async (search) => ({
      found: await view.find(notes, search),
      count: await view.count(notes, search),
    })),
  );
}

export function describeSnapshots(newPlace: () => Promise<StorePlace>, rounds: number): void {
  let place: StorePlace;
  let store: Store;
  const others: { readonly store: Store; readonly place: StorePlace }[] = [];

  beforeEach(async () => {
    place = await newPlace();
    store = await place.open(testTables);
    await store.transaction(async (tx) => {
      for (const note of [a, b]) if (note !== undefined) tx.put(notes, note);
    });
  });
  afterEach(async () => {
    await store.close();
    for (const other of others) await other.store.close();
    for (const each of [place, ...others.splice(0).map((other) => other.place)]) {
      await each.remove();
    }
  });

  async function another(tables: readonly (typeof testTables)[number][] = testTables) {
    const elsewhere = await newPlace();
    const opened = await elsewhere.open(tables);
    others.push({ store: opened, place: elsewhere });
    return opened;
  }

  function put(note: Note): Promise<void> {
    return store.transaction(async (tx) => tx.put(notes, note));
  }

  test("everything is as it was, and nothing is left of what came after", async () => {
    const snapshot = await store.snapshot();
    await store.transaction(async (tx) => {
      tx.delete(notes, "1");
      tx.put(notes, { id: "2", owner: "cy", words: ["z"], name: "second" });
      tx.put(notes, { id: "3", owner: "ann", name: "first" });
      tx.put(counters, { id: "n", count: 1 });
    });
    await store.restore(snapshot);
    await store.read(async (tx) => {
      expect(await contents(tx)).toEqual([[a, b], []]);
      expect(await tx.lookup(notes, "name", "first")).toEqual(a);
      expect(await tx.lookup(notes, "name", "second")).toBeUndefined();
      expect(await tx.find(notes, { index: "words", value: "y" })).toEqual([a, b]);
      expect(await tx.count(notes, { index: "owner", value: "cy" })).toBe(0);
    });
  });

  test("what is written next finds what was restored, in records, indexes and unique values", async () => {
    const snapshot = await store.snapshot();
    // Read by the connection that writes, which may cache it.
    await store.transaction(async (tx) => {
      const first = await tx.get(notes, "1");
      tx.put(notes, { ...first, id: "1", name: "other" });
    });
    await store.restore(snapshot);
    await expect(put({ id: "9", name: "first" })).rejects.toThrow(ConflictError);
    await store.transaction(async (tx) => {
      expect(await tx.get(notes, "1")).toEqual(a);
      tx.put(notes, { id: "1", owner: "cy" });
    });
    await put({ id: "9", name: "first" });
    await store.read(async (tx) => {
      expect(await tx.find(notes, { index: "owner", value: "ann" })).toEqual([]);
      expect(await tx.find(notes, { index: "words", value: "x" })).toEqual([]);
    });
  });

  test(
    "any changes, snapshots and restores come to what a simple model of them comes to",
    LONG_TEST,
    async () => {
      await fc.assert(
        fc.asyncProperty(fc.array(change, { minLength: 4, maxLength: 20 }), async (changes) => {
          await store.load(NOTHING);
          let model = new ModelStore();
          const snapshots = [{ snapshot: await store.snapshot(), as: model.copy() }];
          for (const each of changes) {
            if (each === "snapshot") {
              snapshots.push({ snapshot: await store.snapshot(), as: model.copy() });
            } else if ("restore" in each) {
              const past = snapshots[each.restore % snapshots.length];
              if (past === undefined) throw new Error("there is always one");
              await store.restore(past.snapshot);
              model = past.as.copy();
            } else {
              const act = (tx: Pick<ModelStore, "put" | "delete">) =>
                "put" in each ? tx.put(notes, each.put) : tx.delete(notes, each.drop);
              await store.transaction(async (tx) => act(tx));
              act(model);
            }
          }
          expect(await store.read(readEveryWay)).toEqual(await readEveryWay(model));
          for (const { snapshot, as } of snapshots) {
            expect(await snapshot.read(readEveryWay)).toEqual(await readEveryWay(as));
            await snapshot.drop();
          }
        }),
        { numRuns: rounds },
      );
    },
  );

  test("what is in a snapshot is shown as it is taken", async () => {
    let atSnapshot: unknown;
    const snapshot = await store.snapshot(async (tx) => {
      atSnapshot = await contents(tx);
    });
    expect(atSnapshot).toEqual([[a, b], []]);
    expect(await snapshot.read(contents)).toEqual(atSnapshot);
    const failing = store.snapshot(() => Promise.reject(new Error("on purpose")));
    await expect(failing).rejects.toThrow("on purpose");
    await put({ id: "3" });
  });

  test("a snapshot shows what the store held, whatever happens to the store", async () => {
    const snapshot = await store.snapshot();
    await store.load(NOTHING);
    await snapshot.read(async (tx) => {
      expect(await contents(tx)).toEqual([[a, b], []]);
      expect(await tx.lookup(notes, "name", "first")).toEqual(a);
      expect(await tx.findByPrefix(notes, { index: "owner", prefix: "b", limit: 9 })).toEqual([
        { value: "bob", record: b },
      ]);
    });
    expect(snapshot.bytes).toBeGreaterThan(1000);
    expect(await store.read(contents)).toEqual([[], []]);
  });

  test("what is written under the same commit sees what was restored, and is told", async () => {
    const snapshot = await store.snapshot();
    const received: string[] = [];
    store.log.follow((events) => received.push(...events.map(({ name }) => name)));
    await put({ id: "3", owner: "ann" });
    await store.restore(snapshot, async (tx) => {
      const all = await tx.find(notes);
      tx.put(counters, { id: "seen", count: all.length });
      tx.append({ name: "restored", scope: { kind: "nobody" }, payload: null, at: 1 });
    });
    expect(await store.read(contents)).toEqual([[a, b], [{ id: "seen", count: 2 }]]);
    await vi.waitFor(() => expect(received).toEqual(["restored"]), EVENTUALLY);
  });

  test("a fault of what is written under the same commit leaves everything as it was", async () => {
    const snapshot = await store.snapshot();
    await put({ id: "3", name: "third" });
    const before = await store.read(contents);
    const failing = store.restore(snapshot, async (tx) => {
      tx.put(counters, { id: "n" });
      throw new Error("on purpose");
    });
    await expect(failing).rejects.toThrow("on purpose");
    const clashing = store.restore(snapshot, async (tx) => {
      tx.put(notes, { id: "7", name: "first" });
    });
    await expect(clashing).rejects.toThrow(ConflictError);
    expect(await store.read(contents)).toEqual(before);
    await expect(put({ id: "8", name: "third" })).rejects.toThrow(ConflictError);
    await put({ id: "8", name: "eighth" });
    expect(await store.read((tx) => tx.count(notes))).toBe(4);
  });

  test("what is written under the commit of a load sees what was loaded, and is told", async () => {
    const received: string[] = [];
    store.log.follow((events) => received.push(...events.map(({ name }) => name)));
    const loaded = { id: "5", owner: "cy", name: "fifth" };
    await store.load({ tables: { note: [loaded] } }, async (tx) => {
      const all = await tx.find(notes);
      tx.put(counters, { id: "seen", count: all.length });
      tx.append({ name: "loaded", scope: { kind: "nobody" }, payload: null, at: 1 });
    });
    expect(await store.read(contents)).toEqual([[loaded], [{ id: "seen", count: 1 }]]);
    await vi.waitFor(() => expect(received).toEqual(["loaded"]), EVENTUALLY);
    const failing = store.load({ tables: {} }, async () => {
      throw new Error("on purpose");
    });
    await expect(failing).rejects.toThrow("on purpose");
    expect(await store.read(contents)).toEqual([[loaded], [{ id: "seen", count: 1 }]]);
  });

  test("a read that had begun goes on with one state; the next one sees the other", async () => {
    const snapshot = await store.snapshot();
    await put({ id: "3", owner: "ann" });
    const { promise: begun, resolve: begin } = Promise.withResolvers<void>();
    const { promise: mayEnd, resolve: end } = Promise.withResolvers<void>();
    const reading = store.read(async (tx) => {
      const first = await tx.count(notes);
      begin();
      await mayEnd;
      return [first, await tx.count(notes), (await tx.find(notes)).length];
    });
    await begun;
    const restored = store.restore(snapshot);
    end();
    expect(await reading).toEqual([3, 3, 3]);
    await restored;
    expect(await store.read((tx) => tx.count(notes))).toBe(2);
  });

  test("transactions at the same time are wholly before it, and gone, or wholly after it", async () => {
    const snapshot = await store.snapshot();
    const both = (id: string) =>
      store.transaction(async (tx) => {
        tx.put(notes, { id, name: id });
        tx.put(counters, { id });
      });
    const early = crowd((nth) => both(`early-${nth}`));
    const restored = store.restore(snapshot);
    const late = restored.then(() => crowd((nth) => both(`late-${nth}`)));
    await Promise.all([early, restored, late]);
    const [stored = [], counted = []] = await store.read(contents);
    const ids = stored.map(({ id }) => id).filter((id) => id !== "1" && id !== "2");
    expect(ids).toEqual(counted.map(({ id }) => id));
    expect(ids.filter((id) => id.startsWith("late"))).toHaveLength(32);
    expect(await store.read((tx) => tx.get(notes, "1"))).toEqual(a);
  });

  test("what a cache knows of tables does not hold any more", async () => {
    const snapshot = await store.snapshot();
    const stamp = store.versions?.stamp();
    if (stamp === undefined) return;
    await store.restore(snapshot);
    const nothing = {
      stamp,
      tables: new Set<string>(),
      wholeTables: new Set<string>(),
      places: [],
    };
    expect(store.versions?.holds(nothing)).toBe(false);
  });

  test("another store with the same tables can be put to it, and goes its own way", async () => {
    const snapshot = await store.snapshot();
    const other = await another();
    await other.transaction(async (tx) => tx.put(notes, { id: "5" }));
    await other.restore(snapshot);
    await other.transaction(async (tx) => tx.put(notes, { id: "6", owner: "ann" }));
    expect(await other.read((tx) => tx.find(notes, { index: "owner", value: "ann" }))).toEqual([
      a,
      { id: "6", owner: "ann" },
    ]);
    expect(await store.read(contents)).toEqual([[a, b], []]);
  });

  test("it is refused for other tables, or once it was dropped, and changes nothing", async () => {
    const snapshot = await store.snapshot();
    const other = await another([counters]);
    await other.transaction(async (tx) => tx.put(counters, { id: "n" }));
    await expect(other.restore(snapshot)).rejects.toThrow("other tables");
    expect(await other.read((tx) => tx.find(counters))).toEqual([{ id: "n" }]);
    await snapshot.drop();
    await snapshot.drop();
    await expect(store.restore(snapshot)).rejects.toThrow("dropped");
    await expect(snapshot.read(contents)).rejects.toThrow("dropped");
    expect(await store.read(contents)).toEqual([[a, b], []]);
  });
}
