// A cached read must hold no longer than the same read would return the same again.
import fc from "fast-check";
import { afterEach, expect, test } from "vitest";
import type { CacheDependencies, TableVersions } from "../cache-dependencies.ts";
import { ObservedReader } from "./observed-read.ts";
import { openSqliteStore } from "../sqlite/store.ts";
import { notes, type Note } from "../storage/conformance/store-model.conformance.ts";
import { tableOf, type Reader, type Store, type Writer } from "../store.ts";

interface Seat {
  readonly room: string;
  readonly row: string;
  readonly taken: boolean;
}

/** Keys of several parts, like those of members and overwrites. */
const seats = tableOf<Seat>()({ name: "seat", key: ({ room, row }) => `${room}:${row}` });

const opened: Store[] = [];
afterEach(async () => {
  for (const store of opened.splice(0)) await store.close();
});

async function aStore() {
  const store = await openSqliteStore({ file: ":memory:", tables: [notes, seats] });
  opened.push(store);
  const { versions } = store;
  if (versions === undefined) throw new Error("the store counts no changes");
  return { store, versions };
}

type Look = (tx: Reader) => Promise<unknown>;

interface Kept {
  readonly look: Look;
  readonly value: unknown;
  readonly dependencies: CacheDependencies;
}

async function observed(store: Store, versions: TableVersions, look: Look): Promise<Kept> {
  const stamp = versions.stamp();
  return store.read(async (tx) => {
    const reader = new ObservedReader(tx);
    const value = await look(reader);
    return { look, value, dependencies: reader.dependencies(stamp) };
  });
}

const few = fc.constantFrom("a", "b", "c");
const id = fc.constantFrom("1", "2", "3", "4");
const note: fc.Arbitrary<Note> = fc.record(
  { id, owner: few, words: fc.uniqueArray(few), count: fc.nat(3) },
  { requiredKeys: ["id"] },
);
const seat: fc.Arbitrary<Seat> = fc.record({ room: few, row: id, taken: fc.boolean() });

const looks: fc.Arbitrary<Look> = fc.oneof(
  id.map(
    (key): Look =>
      (tx) =>
        tx.get(notes, key),
  ),
  few.map(
    (value): Look =>
      (tx) =>
        tx.lookup(notes, "name", value),
  ),
  fc
    .tuple(fc.constantFrom("owner", "words"), few, fc.option(fc.constant(1), { nil: undefined }))
    .map(([index, value, limit]): Look => {
      const search = { index, value, ...(limit === undefined ? {} : { limit }) };
      return (tx) => tx.find(notes, search);
    }),
  few.map(
    (value): Look =>
      (tx) =>
        tx.count(notes, { index: "owner", value }),
  ),
  few.map(
    (room): Look =>
      (tx) =>
        tx.find(seats, { after: `${room}:`, before: `${room};` }),
  ),
  few.map(
    (room): Look =>
      (tx) =>
        tx.count(seats, { after: `${room}:`, before: `${room};` }),
  ),
  fc.constant<Look>((tx) => tx.find(seats)),
  fc.constant<Look>((tx) => tx.findByPrefix(notes, { index: "owner", prefix: "", limit: 10 })),
);

type Act = (tx: Writer) => void | Promise<void>;

const acts: fc.Arbitrary<Act> = fc.oneof(
  note.map(
    (record): Act =>
      (tx) =>
        tx.put(notes, record),
  ),
  // A name is unique: the record that has it keeps it.
  fc.tuple(note, few).map(([record, name]): Act => async (tx) => {
    if ((await tx.lookup(notes, "name", name)) === undefined) tx.put(notes, { ...record, name });
  }),
  id.map(
    (key): Act =>
      (tx) =>
        tx.delete(notes, key),
  ),
  seat.map(
    (record): Act =>
      (tx) =>
        tx.put(seats, record),
  ),
  fc.tuple(few, id).map(
    ([room, row]): Act =>
      (tx) =>
        tx.delete(seats, `${room}:${row}`),
  ),
);

test(
  "a cached read is valid exactly while a new read would return the same",
  { timeout: 60_000 },
  async () => {
    const steps = fc.array(
      fc.oneof(
        looks.map((look) => ({ look })),
        acts.map((act) => ({ act })),
      ),
      {
        minLength: 10,
        maxLength: 60,
      },
    );
    let validCount = 0;
    await fc.assert(
      fc.asyncProperty(steps, async (all) => {
        const { store, versions } = await aStore();
        let cached: Kept[] = [];
        for (const step of all) {
          if ("look" in step) {
            cached.push(await observed(store, versions, step.look));
            continue;
          }
          await store.transaction(async (tx) => step.act(tx));
          cached = cached.filter(({ dependencies }) => versions.holds(dependencies));
          validCount += cached.length;
          for (const { look, value } of cached) expect(await store.read(look)).toEqual(value);
        }
      }),
      { numRuns: 150 },
    );
    expect(validCount).toBeGreaterThan(1000);
  },
);

test("a record's change does not invalidate reads of others", async () => {
  const { store, versions } = await aStore();
  await store.transaction(async (tx) => {
    tx.put(notes, { id: "1", owner: "a" });
    tx.put(notes, { id: "2", owner: "b" });
    tx.put(seats, { room: "a", row: "1", taken: false });
  });
  const of = (look: Look) => observed(store, versions, look);
  const cached = [
    await of((tx) => tx.get(notes, "1")),
    await of((tx) => tx.find(notes, { index: "owner", value: "a" })),
    await of((tx) => tx.find(seats, { after: "a:", before: "a;" })),
  ];
  const holds = () => cached.map(({ dependencies }) => versions.holds(dependencies));
  await store.transaction(async (tx) => {
    // A record that is put unread may have been found by any value before.
    await tx.get(notes, "2");
    tx.put(notes, { id: "2", owner: "c" });
    tx.put(seats, { room: "b", row: "1", taken: true });
  });
  expect(holds()).toEqual([true, true, true]);
  await store.transaction(async (tx) => {
    await tx.get(notes, "1");
    tx.put(notes, { id: "1", owner: "a", count: 1 });
  });
  expect(holds()).toEqual([false, false, true]);
  await store.transaction(async (tx) => tx.put(seats, { room: "a", row: "2", taken: true }));
  expect(holds()).toEqual([false, false, false]);
});
