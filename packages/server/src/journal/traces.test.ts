import { expect, test } from "vitest";
import { Entry, type EntryTexts } from "./entry.ts";
import { Ring } from "./ring.ts";
import { entryOf, rangeOf, traceOf } from "./traces.ts";

const nothing: EntryTexts = {
  url: "",
  requestBody: undefined,
  responseBody: undefined,
  payload: undefined,
  rawUrl: undefined,
  rawBody: undefined,
};

/** A ring of three entries, numbered from 11; every second entry belongs to the trace `t`. */
function aRing(count: number): Ring {
  const ring = new Ring(
    11,
    { entries: 3, bodies: 100 },
    { mayContain: () => false, redactKnown: (texts) => texts },
  );
  for (let i = 0; i < count; i += 1) {
    const begun = { number: ring.next(), kind: "frame", name: "X", at: 0, realAt: 0 } as const;
    const entry = new Entry(begun);
    if (i % 2 === 1) entry.trace = "t";
    ring.add(entry);
    ring.complete(entry, nothing);
  }
  return ring;
}

const numbers = (entries: readonly Entry[]) => entries.map(({ number }) => number);

test("a range has what began after one entry and before another, from the first on for 0", () => {
  const ring = aRing(3);
  expect(numbers(rangeOf(ring, 0, Infinity))).toEqual([11, 12, 13]);
  expect(numbers(rangeOf(ring, 10, Infinity))).toEqual([11, 12, 13]);
  expect(numbers(rangeOf(ring, 11, 13))).toEqual([12]);
  expect(numbers(rangeOf(ring, 13, Infinity))).toEqual([]);
});

test("a range with dropped entries, or of an earlier run, is refused", () => {
  const forgotten = "The journal no longer has the beginning of this part; choose a later one";
  expect(() => rangeOf(aRing(3), 9, Infinity)).toThrow(forgotten);
  const ring = aRing(5);
  expect(numbers(rangeOf(ring, 12, Infinity))).toEqual([13, 14, 15]);
  for (const after of [0, 11]) {
    expect(() => rangeOf(ring, after, Infinity)).toThrow(forgotten);
  }
});

test("a trace is found by its name and by the id of any stored entry", () => {
  const ring = aRing(3);
  expect(numbers(traceOf(ring, "t"))).toEqual([12]);
  expect(numbers(traceOf(ring, "12"))).toEqual([12]);
  expect(numbers(traceOf(ring, "11"))).toEqual([11]);
  for (const none of ["u", "14", "1".repeat(17)]) {
    expect(() => traceOf(ring, none)).toThrow("Unknown trace");
  }
});

test("an entry is found by its exact id only", () => {
  const ring = aRing(3);
  expect(entryOf(ring, "12").number).toBe(12);
  for (const none of ["10", "14", "12.0", "0x0c", " 12", ""]) {
    expect(() => entryOf(ring, none)).toThrow(/unknown/i);
  }
});
