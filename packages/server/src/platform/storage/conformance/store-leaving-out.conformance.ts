// What every adapter must do with tables whose stored records omit key fields and defaults.
import { afterEach, beforeEach, expect, test } from "vitest";
import type { StorePlace } from "./store-model.conformance.ts";
import { keyOfIds } from "../../records/stored-form.ts";
import {
  StoreOpenError,
  tableOf,
  type AnyTable,
  type Reader,
  type Store,
  type Table,
} from "../../store.ts";

interface Seat {
  readonly room_id: string;
  readonly user_id: string;
  readonly name: string | null;
  readonly flags: number;
  readonly roles: readonly string[];
}

const way = {
  name: "seat",
  indexes: { name: ({ name }: Seat) => name ?? "nobody" },
  unique: { code: ({ user_id, flags }: Seat) => (flags === 0 ? undefined : `${user_id}:${flags}`) },
} as const;
const wholeKey = (seat: Seat) => keyOfIds("room_id", "user_id")(seat);
/** The table before it omitted anything. */
const wholeSeats = tableOf<Seat>()({ ...way, key: wholeKey });
const seats = tableOf<Seat>()({
  ...way,
  key: keyOfIds("room_id", "user_id"),
  defaults: { name: null, flags: 0, roles: [] },
});

const aSeat = (user: number, fields: Partial<Seat> = {}): Seat => ({
  room_id: "7",
  user_id: `${user}`,
  name: null,
  flags: 0,
  roles: [],
  ...fields,
});
const some = [aSeat(1), aSeat(2, { name: "Ann", flags: 5 }), aSeat(3, { roles: ["a"] })];

/** Reads in all ways, inside and outside a transaction. */
async function expectSeats(
  store: Store,
  table: Table<Seat, "name", "code">,
  expected: readonly Seat[],
): Promise<void> {
  const look = async (tx: Reader) => {
    expect(await tx.find(table)).toEqual(expected);
    for (const seat of expected) expect(await tx.get(table, table.key(seat))).toEqual(seat);
    const nameless = expected.filter(({ name }) => name === null);
    expect(await tx.find(table, { index: "name", value: "nobody" })).toEqual(nameless);
    expect(await tx.lookup(table, "code", "2:5")).toEqual(expected[1]);
    const hits = await tx.findByPrefix(table, { index: "name", prefix: "A", limit: 5 });
    expect(hits).toEqual([{ value: "Ann", record: expected[1] }]);
  };
  await store.read(look);
  await store.transaction(look);
}

export function describeLeavingOut(newPlace: () => Promise<StorePlace>): void {
  let place: StorePlace;
  let store: Store;

  beforeEach(async () => {
    place = await newPlace();
  });
  afterEach(async () => {
    await store.close();
    await place.remove();
  });

  const open = async (table: AnyTable) => {
    store = await place.open([table]);
  };
  const put = (table: AnyTable, records: readonly Seat[]) =>
    store.transaction(async (tx) => {
      for (const record of records) tx.put(table, record);
    });

  test("gives records back as they were put, their entries and dumps too", async () => {
    await open(seats);
    await put(seats, some);
    await expectSeats(store, seats, some);
    // Put unread, since nothing was read before.
    await put(seats, [aSeat(1, { flags: 1 }), aSeat(3)]);
    await expectSeats(store, seats, [aSeat(1, { flags: 1 }), some[1] as Seat, aSeat(3)]);
    await put(seats, [aSeat(1), some[2] as Seat]);
    expect(await store.dump()).toEqual({ tables: { seat: some } });
    await store.load({ tables: { seat: some } });
    await expectSeats(store, seats, some);
    const snapshot = await store.snapshot();
    await put(seats, [aSeat(1, { name: "Cy" })]);
    expect(await snapshot.read((tx) => tx.find(seats))).toEqual(some);
    await store.restore(snapshot);
    await expectSeats(store, seats, some);
  });

  test("reads what was stored whole before, beside what is written now", async () => {
    await open(wholeSeats);
    await put(wholeSeats, some);
    await store.close();
    await open(seats);
    await expectSeats(store, seats, some);
    await put(seats, [aSeat(1, { flags: 1 })]);
    await expectSeats(store, seats, [aSeat(1, { flags: 1 }), ...some.slice(1)]);
  });

  test("is refused where what was left out is not known any more, and migrates it where told", async () => {
    await open(seats);
    await put(seats, some);
    await store.close();
    const others = [
      wholeSeats,
      tableOf<Seat>()({ ...seats, defaults: { name: null, flags: 1, roles: [] } }),
      tableOf<Seat>()({ ...seats, key: wholeKey }),
    ];
    for (const table of others) {
      await expect(place.open([table])).rejects.toThrow(StoreOpenError);
      await expect(place.open([table])).rejects.toThrow(/"seat" are stored without fields/);
    }
    const migrations = { 2: (seat: Seat) => seat };
    const other = tableOf<Seat>()({ ...seats, defaults: { name: "", flags: 1 }, migrations });
    await open(other);
    await expectSeats(store, other, some);
    await put(other, [...some, aSeat(4, { name: "" })]);
    await store.close();
    await open(other);
    await expectSeats(store, other, [...some, aSeat(4, { name: "" })]);
  });

  test("gives the second of two migrations what the first one left, and nothing of newer defaults", async () => {
    type Named = Pick<Seat, "room_id" | "user_id" | "name">;
    const key = keyOfIds("room_id", "user_id");
    const old = tableOf<Named>()({ name: "seat", key, defaults: { name: null } });
    await open(old);
    const named = ["Ann", null].map((name, nth) => ({
      room_id: "7",
      user_id: `${nth + 1}`,
      name,
    }));
    await store.transaction(async (tx) => {
      for (const record of named) tx.put(old, record);
    });
    await store.close();
    const newer = tableOf<Seat>()({
      ...seats,
      migrations: {
        2: ({ name, ...seat }: Named) => (name === null ? seat : { ...seat, name, flags: 5 }),
        3: (seat: Partial<Seat>) => ({ name: "Bo", flags: 6, roles: ["a"], ...seat }),
      },
    });
    await open(newer);
    const expected = [
      aSeat(1, { name: "Ann", flags: 5, roles: ["a"] }),
      aSeat(2, { name: "Bo", flags: 6, roles: ["a"] }),
    ];
    expect(await store.read((tx) => tx.find(newer))).toEqual(expected);
    await store.close();
    await open(newer);
    expect(await store.read((tx) => tx.find(newer))).toEqual(expected);
  });

  test("goes on with a migration that was interrupted between records of two forms", async () => {
    await open(seats);
    const many = Array.from({ length: 1500 }, (_, nth) => aSeat(nth + 1));
    await put(seats, many);
    await store.close();
    const ending = (last: string) =>
      tableOf<Seat>()({
        ...seats,
        defaults: { flags: 1 },
        migrations: {
          2(seat: Seat) {
            if (seat.user_id === last) throw new Error("the power went out");
            return seat;
          },
        },
      });
    await expect(place.open([ending("1200")])).rejects.toThrow("the power went out");
    const whole = ending("never");
    await open(whole);
    expect(await store.read((tx) => tx.find(whole))).toEqual(many);
  });
}
