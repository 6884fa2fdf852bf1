// What every adapter must do with a store that is opened again, and with dumps.
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import {
  contents,
  notes,
  testTables,
  type Note,
  type StorePlace,
} from "./store-model.conformance.ts";
import {
  atVersion,
  ConflictError,
  StoreOpenError,
  tableOf,
  type AnyTable,
  type Store,
} from "../../store.ts";

const all = Array.from({ length: 30 }, (_, nth): Note => ({
  id: `${nth + 10}`,
  owner: nth % 3 === 0 ? "ann" : "bob",
  name: `n${nth}`,
}));

function withIndexes(indexes: AnyTable["indexes"], unique: AnyTable["unique"] = {}) {
  return tableOf<Note>()({ name: "note", key: ({ id }) => id, indexes, unique });
}

function filled(newPlace: () => Promise<StorePlace>) {
  let place: StorePlace;
  let store: Store;
  beforeEach(async () => {
    place = await newPlace();
    store = await place.open(testTables);
    await store.transaction(async (tx) => {
      for (const note of all) tx.put(notes, note);
    });
  });
  afterEach(async () => {
    await store.close();
    await place.remove();
  });
  return {
    place: () => place,
    store: () => store,
    reopen: async (tables: readonly AnyTable[] = testTables): Promise<void> => {
      await store.close();
      store = await place.open(tables);
    },
  };
}

export function describeReopening(newPlace: () => Promise<StorePlace>): void {
  const { place, store, reopen } = filled(newPlace);

  test("shows what it held", async () => {
    await reopen();
    expect((await store().read(contents))[0]).toEqual(all);
  });

  test("shows what it was put back to", async () => {
    const snapshot = await store().snapshot();
    await store().transaction(async (tx) => {
      tx.put(notes, { id: "10", owner: "cy", name: "changed" });
      tx.delete(notes, "11");
    });
    await store().restore(snapshot, async (tx) => tx.put(notes, { id: "99", name: "with it" }));
    await reopen();
    const expected = [...all, { id: "99", name: "with it" }];
    expect((await store().read(contents))[0]).toEqual(expected);
    expect(await store().read((tx) => tx.lookup(notes, "name", "n0"))).toEqual(all[0]);
  });

  test("takes nothing more once it is closed, and finishes what it had taken", async () => {
    const made = store().transaction(async (tx) => tx.put(notes, { id: "last" }));
    const closed = store().close();
    const late = store().transaction(async (tx) => tx.put(notes, { id: "late" }));
    await expect(late).rejects.toThrow("closed");
    await made;
    await closed;
    await reopen();
    expect(await store().read((tx) => tx.get(notes, "last"))).toEqual({ id: "last" });
  });

  test("fills an index that is new, and makes one anew that has another version", async () => {
    const newer = withIndexes(
      {
        owner: atVersion(2, ({ owner }: Note) => owner?.toUpperCase()),
        parity: ({ id }: Note) => [id.slice(-1)],
      },
      { label: ({ name }: Note) => name },
    );
    await reopen([newer]);
    await store().read(async (tx) => {
      expect(await tx.count(newer, { index: "owner", value: "ANN" })).toBe(10);
      expect(await tx.count(newer, { index: "owner", value: "ann" })).toBe(0);
      expect(await tx.count(newer, { index: "parity", value: "7" })).toBe(3);
      expect(await tx.lookup(newer, "label", "n4")).toEqual(all[4]);
    });
    await store().transaction(async (tx) => tx.put(newer, { id: "10", name: "n99" }));
    expect(await store().read((tx) => tx.count(newer, { index: "parity", value: "0" }))).toBe(3);
    expect(await store().read((tx) => tx.count(newer, { index: "owner", value: "ANN" }))).toBe(9);
    await reopen();
    expect(await store().read((tx) => tx.lookup(notes, "name", "n99"))).toMatchObject({ id: "10" });
  });

  test("is refused when what must be unique now is not, and left as it was", async () => {
    const strict = withIndexes({}, { owner: ({ owner }: Note) => owner });
    await store().close();
    await expect(place().open([strict])).rejects.toThrow(StoreOpenError);
    await expect(place().open([strict])).rejects.toThrow(/two records of "note" .* "owner"/);
    await reopen();
    expect(await store().read((tx) => tx.count(notes, { index: "owner", value: "ann" }))).toBe(10);
  });

  test("is refused when a newer version wrote it, in one line", async () => {
    await store().close();
    await place().makeNewer();
    const opened = place().open(testTables);
    await expect(opened).rejects.toThrow(StoreOpenError);
    await expect(opened).rejects.toThrow(/^cannot open the store .*newer version.*$/);
    await place().remove();
    await reopen();
  });

  describe("migrates records", () => {
    /** A note of version 3: owners are capitals since version 2, and counted since version 3. */
    const capitals = (old: Note): Note => ({ ...old, owner: old.owner?.toUpperCase() ?? "NOBODY" });
    const counted = (old: Note): Note => ({ ...old, count: Number(old.id) });

    function notesAfter(migrations: Readonly<Record<number, (old: Note) => Note | undefined>>) {
      return tableOf<Note>()({
        name: "note",
        key: ({ id }) => id,
        indexes: { owner: ({ owner }: Note) => owner },
        unique: { name: ({ name }: Note) => name },
        migrations,
      });
    }

    /** More records than one page holds. */
    const many = Array.from({ length: 2345 }, (_, n): Note => ({
      id: `${n + 100_000}`,
      owner: "di",
    }));

    async function addMany(): Promise<void> {
      await store().transaction(async (tx) => {
        for (const note of many) tx.put(notes, note);
      });
      await store().close();
    }

    test("one version after the other, with their entries", async () => {
      const newest = notesAfter({ 2: capitals, 3: counted });
      await reopen([notesAfter({ 2: capitals })]);
      await store().transaction(async (tx) => tx.put(notes, { id: "40", owner: "as it is" }));
      await reopen([newest]);
      await store().read(async (tx) => {
        expect(await tx.get(newest, "10")).toEqual({ ...all[0], owner: "ANN", count: 10 });
        expect(await tx.get(newest, "40")).toEqual({ id: "40", owner: "as it is", count: 40 });
        expect(await tx.count(newest, { index: "owner", value: "ANN" })).toBe(10);
        expect(await tx.count(newest, { index: "owner", value: "ann" })).toBe(0);
        expect(await tx.lookup(newest, "name", "n4")).toMatchObject({ owner: "BOB", count: 14 });
      });
    });

    test("and takes those away of which nothing is left, with their entries", async () => {
      const fewer = notesAfter({ 2: (old) => (old.owner === "ann" ? undefined : old) });
      await reopen([fewer]);
      await store().read(async (tx) => {
        expect(await tx.get(fewer, "10")).toBeUndefined();
        expect(await tx.lookup(fewer, "name", "n0")).toBeUndefined();
        expect(await tx.count(fewer, { index: "owner", value: "ann" })).toBe(0);
        expect(await tx.count(fewer)).toBe(all.filter(({ owner }) => owner !== "ann").length);
      });
    });

    test("goes on where it was interrupted, and touches no record twice", async () => {
      await addMany();
      const migrated: string[] = [];
      const breaking = notesAfter({
        2(old) {
          if (old.id === "102000") throw new Error("the power went out");
          migrated.push(old.id);
          return capitals(old);
        },
      });
      await expect(place().open([breaking])).rejects.toThrow("the power went out");
      const before = [...migrated];
      const lines: string[] = [];
      await place()
        .open([notesAfter({ 2: (old) => (migrated.push(old.id), capitals(old)) })], (line) =>
          lines.push(line),
        )
        .then((opened) => opened.close());
      // The page in progress was rolled back, and is the only one that is migrated again.
      const again = migrated.slice(before.length);
      expect(before.length).toBeGreaterThan(1000);
      expect(new Set(migrated).size).toBe(many.length + all.length);
      expect(again.length).toBeLessThan(many.length + all.length - 1000);
      expect(lines).toEqual([
        expect.stringMatching(/^migrated \d+ records of "note" to version 2$/),
      ]);
      await reopen([notesAfter({ 2: capitals })]);
      const newest = notesAfter({ 2: capitals });
      expect(await store().read((tx) => tx.count(newest, { index: "owner", value: "DI" }))).toBe(
        many.length,
      );
    });

    test("is refused by a program that knows an older version, in one line", async () => {
      await reopen([notesAfter({ 2: capitals })]);
      await store().close();
      await expect(place().open(testTables)).rejects.toThrow(/newer version .* of version 2/);
      await reopen([notesAfter({ 2: capitals })]);
    });

    test("is refused when a migration is missing or changes keys, and can be mended", async () => {
      await store().close();
      await expect(place().open([notesAfter({ 3: counted })])).rejects.toThrow(
        '"note" has no migration to version 2',
      );
      const moving = notesAfter({ 2: (old) => ({ ...old, id: `0${old.id}` }) });
      await expect(place().open([moving])).rejects.toThrow("changes keys");
      await reopen([notesAfter({ 2: capitals })]);
      expect(await store().read((tx) => tx.get(notes, "10"))).toMatchObject({ owner: "ANN" });
    });
  });

  test("is refused when two tables have one name, or one has an odd name", async () => {
    const odd = tableOf<Note>()({ name: 'note"; DROP', key: ({ id }) => id });
    const long = tableOf<Note>()({ name: "n".repeat(60), key: ({ id }) => id });
    for (const tables of [[notes, notes], [odd], [long]]) {
      await expect(place().open(tables)).rejects.toThrow(StoreOpenError);
    }
  });
}

export function describeDumps(newPlace: () => Promise<StorePlace>): void {
  const { store } = filled(newPlace);

  test("replace everything that the store holds", async () => {
    const dump = JSON.parse(JSON.stringify(await store().dump())) as Awaited<
      ReturnType<Store["dump"]>
    >;
    expect(dump.tables["note"]).toEqual(all);
    expect(dump.tables["counter"]).toEqual([]);
    await store().transaction(async (tx) => {
      tx.put(notes, { id: "10", owner: "cy", name: "changed" });
      tx.put(notes, { id: "99", name: "added" });
      tx.delete(notes, "11");
    });
    await store().load(dump);
    expect((await store().read(contents))[0]).toEqual(all);
    await store().read(async (tx) => {
      expect(await tx.lookup(notes, "name", "added")).toBeUndefined();
      expect(await tx.lookup(notes, "name", "n0")).toEqual(all[0]);
      expect(await tx.count(notes, { index: "owner", value: "cy" })).toBe(0);
      expect(await tx.count(notes, { index: "owner", value: "ann" })).toBe(10);
    });
  });

  test("that cannot be loaded change nothing", async () => {
    const unknown = store().load({ tables: { planet: [{ id: "1" }] } });
    await expect(unknown).rejects.toThrow('"planet"');
    const twice = [
      { id: "1", name: "same" },
      { id: "2", name: "same" },
    ];
    const clash = store().load({ tables: { note: twice } });
    await expect(clash).rejects.toThrow(ConflictError);
    expect((await store().read(contents))[0]).toEqual(all);
  });
}
