import { describe, expect, test } from "vitest";
import { tableOf } from "../store.ts";
import { canRead, keyOfIds, omittedDefaultsOf, storedForm } from "./stored-form.ts";

interface Seat {
  readonly room_id: string;
  readonly user_id: string;
  readonly name: string | null;
  readonly flags: number;
  readonly roles: readonly string[];
  readonly isMuted: boolean;
  readonly note?: string | null;
}

const seats = tableOf<Seat>()({
  name: "seat",
  key: keyOfIds("room_id", "user_id"),
  defaults: { name: null, flags: 0, roles: [], isMuted: false },
});
const form = storedForm(omittedDefaultsOf(seats));
const plain: Seat = {
  room_id: "7",
  user_id: "100000000000000001",
  name: null,
  flags: 0,
  roles: [],
  isMuted: false,
};

function roundTrip(seat: Seat) {
  const key = seats.key(seat);
  const body = form.write(seat, key);
  return { body: JSON.parse(body) as object, read: form.read(JSON.parse(body) as object, key) };
}

describe("a record is stored", () => {
  test("without what its key has, and without default values", () => {
    expect(seats.key(plain)).toBe("00000000000000000007:00100000000000000001");
    expect(roundTrip(plain)).toEqual({ body: {}, read: plain });
  });

  test.each<Partial<Seat>>([
    { name: "" },
    { name: "Ann" },
    { flags: 1 },
    { roles: ["a"] },
    { isMuted: true },
    { note: null },
    { note: "by the window" },
  ])("with %o, which follows from nothing else", (fields) => {
    expect(roundTrip({ ...plain, ...fields })).toEqual({
      body: fields,
      read: { ...plain, ...fields },
    });
  });

  test("with an id that does not follow from its key", () => {
    for (const room_id of ["0", "12345678901234567890"]) {
      expect(roundTrip({ ...plain, room_id })).toEqual({ body: {}, read: { ...plain, room_id } });
    }
    for (const room_id of ["007", "", "123456789012345678901"]) {
      const seat = { ...plain, room_id };
      expect(roundTrip(seat).read).toEqual(seat);
    }
  });

  test("whole when its table omits nothing", () => {
    const { write, read } = storedForm({ ids: [], defaults: {} });
    expect(write(plain, "any")).toBe(JSON.stringify(plain));
    expect(read(plain, "any")).toBe(plain);
  });
});

test("a record that was stored whole is read unchanged", () => {
  const whole = { ...plain, name: "Ann", flags: 3 };
  expect(form.read(whole, seats.key(whole))).toEqual(whole);
});

test("records do not share mutable lists", () => {
  const { roles } = form.read({}, seats.key(plain)) as { roles: string[] };
  expect(() => roles.push("a")).toThrow(TypeError);
});

test("omitted fields can be read while their declaration is unchanged", () => {
  const declared = omittedDefaultsOf(seats);
  const { defaults } = declared;
  expect(canRead(declared, { ids: [], defaults: {} })).toBe(true);
  expect(canRead(declared, { ids: ["room_id"], defaults: { name: null, roles: [] } })).toBe(true);
  expect(canRead(declared, { ids: [], defaults: { ...defaults, flags: 1 } })).toBe(false);
  expect(canRead(declared, { ids: [], defaults: { ...defaults, colour: null } })).toBe(false);
  expect(canRead(declared, { ids: ["user_id"], defaults: {} })).toBe(false);
});

test("only required fields may have a default, one of their type", () => {
  const seat = { name: "seat", key: keyOfIds<"room_id" | "user_id">("room_id", "user_id") };
  tableOf<Seat>()({ ...seat, defaults: { name: null, roles: [] } });
  // @ts-expect-error -- some records have no note: reading would give them one
  tableOf<Seat>()({ ...seat, defaults: { note: null } });
  // @ts-expect-error -- JSON does not keep that a field is undefined
  tableOf<Seat & { readonly at: number | undefined }>()({ ...seat, defaults: { at: 0 } });
  // @ts-expect-error -- no record has such a field
  tableOf<Seat>()({ ...seat, defaults: { name: null, colour: 0 } });
  // @ts-expect-error -- flags are numbers
  tableOf<Seat>()({ ...seat, defaults: { flags: "0" } });
  expect(omittedDefaultsOf(tableOf<Seat>()(seat)).defaults).toEqual({});
});

test("the fields that reading adds to a record are known in advance", () => {
  const [body, read] = [form.write(plain, seats.key(plain)), JSON.stringify(plain)];
  expect(body).toBe("{}");
  expect(form.added).toBeGreaterThan(read.length - body.length);
  expect(form.added).toBeLessThan(read.length + 40);
  expect(storedForm({ ids: [], defaults: {} }).added).toBe(0);
});
