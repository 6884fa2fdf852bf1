// The one suite that every adapter must pass.
import fc from "fast-check";
import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from "vitest";
import { describeDeadlines } from "./store-deadlines.conformance.ts";
import { describeLog } from "./store-log.conformance.ts";
import {
  contents,
  counters,
  CROWD,
  crowd,
  EVENTUALLY,
  LONG_TEST,
  ModelStore,
  notes,
  testTables,
  aMoment,
  type Effort,
  type Note,
  type StorePlace,
} from "./store-model.conformance.ts";
import { expectSerializable } from "./serializability.conformance.ts";
import { describeUnique } from "./store-unique.conformance.ts";
import { tableOf, type AnyTable, type EventRecord, type Search, type Store } from "../../store.ts";

const NOTHING = { tables: {} };
/** Runs the suite on a store at a new place. */
export function describeStore(newPlace: () => Promise<StorePlace>, effort: Effort): void {
  let place: StorePlace;
  let store: Store;
  beforeAll(async () => {
    place = await newPlace();
    store = await place.open(testTables);
  });
  beforeEach(() => store.load(NOTHING));
  afterAll(async () => {
    await store.close();
    await place.remove();
  });

  describe("records", () => {
    describeRecords(() => store, effort);
  });
  describe("transactions", () => {
    describeTransactions(() => store, effort);
  });
  describe("unique values", () => {
    describeUnique(() => store);
  });
  describe("reads", () => {
    describeReads(() => store);
  });
  describe("deadlines", () => {
    describeDeadlines(() => store, effort);
  });
  describe("the log", () => {
    describeLog(() => store);
  });
}

/** Texts that sort differently by UTF-16 units and by code points, and that SQL might misread. */
const key = fc.oneof(
  fc.constantFrom("a", "b", "ab", "é", "\uFFFD", "\uE000", "😀", "😁", "'", '"', "%", "1", "01"),
  fc.string({ minLength: 1, maxLength: 3, unit: "binary" }).filter((text) => !text.includes("\0")),
);
const text = fc.oneof(key, fc.constantFrom("", "\0", "a\0b", "\uD800", "\uFFFE", "x".repeat(3000)));
const note: fc.Arbitrary<Note> = fc.record(
  {
    id: key,
    owner: text,
    words: fc.array(text, { maxLength: 3 }),
    count: fc.integer(),
  },
  { requiredKeys: ["id"] },
);
const search: fc.Arbitrary<Search> = fc
  .record(
    {
      by: fc.record({ index: fc.constantFrom("owner", "words"), value: text }),
      after: key,
      before: key,
      newestFirst: fc.boolean(),
      limit: fc.nat(4),
    },
    { requiredKeys: [] },
  )
  .map(({ by, ...rest }) => ({ ...rest, ...by }));
const change = fc.oneof(fc.record({ put: note }), fc.record({ drop: key }), fc.record({ search }));

function describeRecords(store: () => Store, { cases }: Effort): void {
  test("come back as they were put, whatever text they hold", async () => {
    const odd = {
      id: "odd",
      name: "\0 \uD800 \uDFFF 😀 ' \" \\ \u2028",
      words: ["z", "a", "z"],
      10: "keys keep their order",
      2: { nested: [null, true, -0.5, 1e21, "", {}, []] },
    };
    await store().transaction(async (tx) => tx.put(notes, odd));
    const read = await store().read((tx) => tx.get(notes, "odd"));
    expect(JSON.stringify(read)).toBe(JSON.stringify(odd));
    expect(await store().read((tx) => tx.lookup(notes, "name", odd.name))).toEqual(read);
  });

  test("are replaced and deleted by key; what is not there is undefined", async () => {
    await store().transaction(async (tx) => {
      tx.put(notes, { id: "1", owner: "ann" });
      tx.put(notes, { id: "2", owner: "ann" });
    });
    await store().transaction(async (tx) => {
      tx.put(notes, { id: "1", owner: "bob" });
      tx.delete(notes, "2");
      tx.delete(notes, "never there");
    });
    await store().read(async (tx) => {
      expect(await tx.get(notes, "1")).toEqual({ id: "1", owner: "bob" });
      expect(await tx.get(notes, "2")).toBeUndefined();
      expect(await tx.lookup(notes, "name", "nobody")).toBeUndefined();
      expect(await tx.find(notes, { index: "owner", value: "ann" })).toEqual([]);
      expect(await tx.count(notes)).toBe(1);
    });
  });

  test(
    "are found as a simple model finds them, before, within and after a transaction",
    LONG_TEST,
    async () => {
      await fc.assert(
        fc.asyncProperty(
          fc.array(note, { maxLength: 12 }),
          fc.array(change, { maxLength: 12 }),
          async (stored, changes) => {
            const model = new ModelStore();
            await store().load(NOTHING);
            await store().transaction(async (tx) => {
              for (const each of stored) for (const view of [tx, model]) view.put(notes, each);
            });
            const isSame = async (view: Pick<typeof model, "find" | "count">, by: Search) => {
              expect(await view.find(notes, by)).toEqual(await model.find(notes, by));
              expect(await view.count(notes, by)).toBe(await model.count(notes, by));
            };
            await store().transaction(async (tx) => {
              for (const each of changes) {
                if ("put" in each) for (const view of [tx, model]) view.put(notes, each.put);
                else if ("drop" in each)
                  for (const view of [tx, model]) view.delete(notes, each.drop);
                else await isSame(tx, each.search);
              }
            });
            await store().read(async (tx) => {
              for (const each of changes) if ("search" in each) await isSame(tx, each.search);
              expect(await contents(tx)).toEqual(await contents(model));
            });
          },
        ),
        { numRuns: cases },
      );
    },
  );

  test("are found by how a value begins, in the order of the values, also where they change", async () => {
    const start: readonly Note[] = [
      { id: "1", words: ["anna", "zoe", "annabel"] },
      { id: "2", words: ["ann", "Anna"] },
      { id: "3", words: ["bob"] },
      { id: "4", words: ["anna"] },
      { id: "5", words: ["ann😀"] },
    ];
    const changed: readonly Note[] = [
      { id: "1", words: ["annie"] },
      { id: "6", words: ["anabel", "anna"] },
    ];
    const prefixes = ["", "ann", "anna", "annab", "A", "ann😀", "zz", "b"];
    const model = new ModelStore();
    const isSame = async (view: Pick<ModelStore, "findByPrefix">) => {
      for (const prefix of prefixes) {
        for (const limit of [0, 1, 2, 100]) {
          const all = { index: "words", prefix, limit } as const;
          const bounded = { ...all, before: limit === 2 ? "annab" : "\u{10FFFF}z" };
          const by = limit === 1 ? all : bounded;
          const page = await view.findByPrefix(notes, by);
          expect(page).toEqual(await model.findByPrefix(notes, by));
          const last = page.at(-1);
          if (last === undefined) continue;
          const next = { ...by, after: { value: last.value, key: last.record.id } };
          expect(await view.findByPrefix(notes, next)).toEqual(
            await model.findByPrefix(notes, next),
          );
        }
      }
    };
    await store().transaction(async (tx) => {
      for (const each of start) for (const view of [tx, model]) view.put(notes, each);
    });
    await store().read((tx) => isSame(tx));
    await store().transaction(async (tx) => {
      for (const each of changed) for (const view of [tx, model]) view.put(notes, each);
      for (const view of [tx, model]) view.delete(notes, "4");
      await isSame(tx);
    });
    await store().read((tx) => isSame(tx));
  });

  test("cannot be put under a key that a database cannot hold, and are not found there", async () => {
    for (const odd of ["a\0", "\uD800", "x".repeat(401)]) {
      const put = store().transaction(async (tx) => tx.put(notes, { id: odd }));
      await expect(put).rejects.toThrow(RangeError);
      expect(await store().read((tx) => tx.get(notes, odd))).toBeUndefined();
      await store().transaction(async (tx) => tx.delete(notes, odd));
    }
    await store().transaction(async (tx) => tx.put(notes, { id: "x".repeat(400) }));
    expect(await store().read((tx) => tx.count(notes, { before: "y".repeat(1000) }))).toBe(1);
    const bound = store().read((tx) => tx.find(notes, { after: "a\0" }));
    await expect(bound).rejects.toThrow(RangeError);
  });

  test("of tables and by indexes that were not declared are refused", async () => {
    const unknown = tableOf<Note>()({ name: "unknown", key: ({ id }) => id });
    const refused = [
      store().read((tx) => tx.get(unknown, "1")),
      store().transaction(async (tx) => tx.put(unknown, { id: "1" })),
      store().read((tx) => tx.find(notes as AnyTable, { index: "colour", value: "red" })),
      store().read((tx) => tx.find(notes, { index: "owner" })),
      store().read((tx) => tx.lookup(notes as AnyTable, "colour", "red")),
    ];
    for (const outcome of await Promise.allSettled(refused)) {
      expect(outcome).toMatchObject({ status: "rejected" });
    }
  });
}

function describeTransactions(store: () => Store, { serializableRounds }: Effort): void {
  test("show their own writes, and nobody else's until they end", async () => {
    await store().transaction(async (tx) => {
      tx.put(notes, { id: "1", name: "first" });
      expect(await tx.get(notes, "1")).toEqual({ id: "1", name: "first" });
      expect(await tx.lookup(notes, "name", "first")).toEqual({ id: "1", name: "first" });
      tx.put(notes, { id: "1", name: "second" });
      expect(await tx.lookup(notes, "name", "first")).toBeUndefined();
      tx.delete(notes, "1");
      expect(await tx.get(notes, "1")).toBeUndefined();
      expect(await tx.count(notes)).toBe(0);
      tx.put(notes, { id: "1", name: "third" });
    });
    await store().transaction(async (tx) => {
      tx.put(notes, { id: "1", name: "fourth" });
      expect(await tx.lookup(notes, "name", "third")).toBeUndefined();
      expect(await tx.lookup(notes, "name", "fourth")).toEqual({ id: "1", name: "fourth" });
    });
    expect(await store().read((tx) => tx.find(notes))).toEqual([{ id: "1", name: "fourth" }]);
  });

  test("give the result of their work", async () => {
    expect(await store().transaction(async () => "done")).toBe("done");
  });

  test("are undone by a throw, and only the one that threw", async () => {
    const refusal = new Error("no");
    const facts: EventRecord[] = [];
    const stop = store().log.follow((events) => facts.push(...events));
    const outcomes = await Promise.allSettled(
      Array.from({ length: 9 }, (_, nth) =>
        store().transaction(async (tx) => {
          tx.put(notes, { id: `${nth}` });
          tx.append({ name: `${nth}`, scope: { kind: "nobody" }, payload: {}, at: 1 });
          if (nth % 3 === 0) throw refusal;
        }),
      ),
    );
    expect(outcomes.filter(({ status }) => status === "rejected")).toEqual(
      Array.from({ length: 3 }, () => ({ status: "rejected", reason: refusal })),
    );
    const stored = await store().read((tx) => tx.find(notes));
    expect(stored.map(({ id }) => id)).toEqual(["1", "2", "4", "5", "7", "8"]);
    await vi.waitFor(() => expect(facts).toHaveLength(6), EVENTUALLY);
    stop();
    expect(facts.map(({ name }) => name).toSorted()).toEqual(["1", "2", "4", "5", "7", "8"]);
  });

  test("are undone by a throw outside a promise and by a record that is no JSON", async () => {
    const thrown = store().transaction(() => {
      throw new Error("at once");
    });
    await expect(thrown).rejects.toThrow("at once");
    const endless: Record<string, unknown> & { id: string } = { id: "1" };
    endless["self"] = endless;
    const put = store().transaction(async (tx) => tx.put(notes, endless));
    await expect(put).rejects.toThrow(TypeError);
    expect(await store().read((tx) => tx.count(notes))).toBe(0);
  });

  test("that only look cost the others nothing", async () => {
    await store().transaction(async (tx) => tx.put(counters, { id: "n", count: 1 }));
    const outcomes = await crowd(() => store().transaction((tx) => tx.get(counters, "n")));
    expect(outcomes).toEqual(Array.from({ length: CROWD }, () => ({ id: "n", count: 1 })));
  });

  test("lose no update however many change one record", async () => {
    await crowd(() =>
      store().transaction(async (tx) => {
        const { count = 0 } = (await tx.get(counters, "n")) ?? {};
        tx.put(counters, { id: "n", count: count + 1 });
      }),
    );
    expect(await store().read((tx) => tx.get(counters, "n"))).toEqual({ id: "n", count: CROWD });
  });

  test("do not leave together when one of them must stay", async () => {
    for (let round = 0; round < 5; round += 1) {
      await store().transaction(async (tx) => {
        for (let nth = 0; nth < 6; nth += 1) tx.put(notes, { id: `${nth}`, owner: "on call" });
      });
      const onCall = { index: "owner", value: "on call" } as const;
      await crowd((nth) =>
        store().transaction(async (tx) => {
          if ((await tx.count(notes, onCall)) > 1) tx.put(notes, { id: `${nth % 6}` });
        }),
      );
      expect(await store().read((tx) => tx.count(notes, onCall))).toBe(1);
    }
  });

  test(
    "that run at once have the effect of some order, one after the other",
    LONG_TEST,
    async () => {
      await expectSerializable([store()], serializableRounds);
    },
  );

  test("refuse to be used after their end", async () => {
    let late: (() => Promise<unknown>)[] = [];
    await store().transaction(async (tx) => {
      late = [
        async () => tx.put(notes, { id: "late" }),
        async () => tx.delete(notes, "late"),
        async () => tx.append({ name: "late", scope: { kind: "nobody" }, payload: {}, at: 1 }),
        () => tx.get(notes, "late"),
        () => tx.find(notes),
      ];
    });
    await store().read(async (tx) => {
      late.push(() => tx.get(notes, "late"));
    });
    for (const use of late) await expect(use()).rejects.toThrow("after its end");
  });
}

function describeReads(store: () => Store): void {
  const both = (count: number) =>
    store().transaction(async (tx) => {
      for (const id of ["left", "right"]) tx.put(counters, { id, count });
    });

  test("show one state from beginning to end, whatever is committed meanwhile", async () => {
    await both(0);
    let meanwhile: Promise<void>[] = [];
    await store().read(async (tx) => {
      const first = await tx.get(counters, "left");
      meanwhile = [both(1), both(1)];
      for (let moment = 0; moment < 20; moment += 1) await aMoment();
      expect((await tx.get(counters, "right"))?.count).toBe(first?.count);
    });
    await Promise.all(meanwhile);
    expect(await store().read((tx) => tx.get(counters, "left"))).toMatchObject({ count: 1 });
  });

  test("show what was acknowledged before they began, with others of any age under way", async () => {
    await both(0);
    await crowd(async (nth) => {
      for (let round = 1; round <= 5; round += 1) {
        const id = `${nth}`;
        await store().transaction(async (tx) => tx.put(counters, { id, count: round }));
        const counts = await store().read(async (tx) => {
          const first = await tx.get(counters, id);
          if (nth % 8 === 0) await aMoment();
          return [first?.count, (await tx.get(counters, id))?.count];
        });
        expect(counts).toEqual([round, round]);
      }
    });
  });

  test("run while transactions run, and see all of one or nothing", async () => {
    await both(0);
    const writing = { isOver: false };
    const written = crowd(async (nth) => both(nth)).then(() => (writing.isOver = true));
    while (!writing.isOver) {
      const pair = await store().read((tx) =>
        Promise.all([tx.get(counters, "left"), tx.get(counters, "right")]),
      );
      expect(pair[0]?.count).toBe(pair[1]?.count);
      await aMoment();
    }
    await written;
  });

  test("pass on what their work throws", async () => {
    const thrown = store().read(async () => {
      throw new Error("no");
    });
    await expect(thrown).rejects.toThrow("no");
    expect(await store().read(async () => "still open")).toBe("still open");
  });
}
