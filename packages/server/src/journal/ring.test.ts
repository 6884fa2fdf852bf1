import { describe, expect, test } from "vitest";
import { Entry } from "./entry.ts";
import { Ring } from "./ring.ts";

function begun(ring: Ring): Entry {
  const entry = new Entry(ring.next(), { kind: "request", name: "x", at: 0, realAt: 0 });
  ring.add(entry);
  return entry;
}

function ended(ring: Ring, payload?: string): Entry {
  const entry = begun(ring);
  entry.payload = payload;
  ring.complete(entry);
  return entry;
}

const numbers = (entries: Iterable<Entry>) => [...entries].map(({ number }) => number);

describe("a ring of three entries", () => {
  const small = () => new Ring(11, { entries: 3, bodies: 100 });

  test("forgets the oldest when there is a fourth", () => {
    const ring = small();
    for (let i = 0; i < 5; i += 1) ended(ring);
    expect(numbers(ring.between(0, Infinity))).toEqual([13, 14, 15]);
    expect(numbers(ring.backwards(0, 15))).toEqual([14, 13]);
    expect([ring.get(12), ring.get(10), ring.get(16)]).toEqual([undefined, undefined, undefined]);
    expect([ring.oldest, ring.newest, ring.completed]).toEqual([13, 15, 5]);
  });

  test("gives entries in the order in which they ended, as long as they are here", () => {
    const ring = small();
    const [slow, quick] = [begun(ring), begun(ring)];
    ring.complete(quick);
    ring.complete(slow);
    expect([ring.endedAs(1), ring.endedAs(2), ring.endedAs(3)]).toEqual([quick, slow, undefined]);
    for (let i = 0; i < 3; i += 1) ended(ring);
    expect([ring.endedAs(1), ring.endedAs(2)]).toEqual([undefined, undefined]);
    expect(ring.endedAs(3)?.number).toBe(13);
  });

  test("lets an entry end that it has forgotten", () => {
    const ring = small();
    const slow = begun(ring);
    for (let i = 0; i < 3; i += 1) ended(ring);
    ring.complete(slow);
    expect(slow.completion).toBe(4);
    expect(ring.endedAs(4)).toBeUndefined();
  });

  test("drops the oldest bodies when all together are too long, and says so", () => {
    const ring = new Ring(1, { entries: 10, bodies: 100 });
    const entries = Array.from({ length: 5 }, () => ended(ring, "x".repeat(30)));
    expect(entries.map(({ payload }) => payload?.length)).toEqual([
      undefined,
      undefined,
      30,
      30,
      30,
    ]);
    expect(entries.map(({ isCut }) => isCut)).toEqual([true, true, false, false, false]);
  });

  test("counts the bodies of an entry no more when it is forgotten", () => {
    const ring = new Ring(1, { entries: 3, bodies: 100 });
    const entries = Array.from({ length: 9 }, () => ended(ring, "x".repeat(33)));
    expect(entries.slice(-3).every(({ payload }) => payload !== undefined)).toBe(true);
  });
});
