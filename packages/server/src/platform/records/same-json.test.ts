import fc from "fast-check";
import { expect, test } from "vitest";
import { isSameJson } from "./same-json.ts";

test.each<[unknown, unknown]>([
  [
    { a: 1, b: { c: 2, d: [3] } },
    { b: { d: [3], c: 2 }, a: 1 },
  ],
  [{ a: 1, b: undefined }, { a: 1 }],
  [{ a: 1 }, { b: undefined, a: 1 }],
  [{ a: undefined }, { b: undefined }],
  [null, null],
  [[], []],
  [undefined, undefined],
])("%j is the same as %j", (one, other) => {
  expect(isSameJson(one, other)).toBe(true);
});

test.each<[unknown, unknown]>([
  [{ a: 1 }, { a: 1, b: 2 }],
  [{ a: 1, b: 2 }, { a: 1 }],
  [{ a: null }, {}],
  [{ a: 1 }, { a: "1" }],
  [
    [1, 2],
    [2, 1],
  ],
  [[1], [1, 2]],
  [[], {}],
  [{}, { constructor: 1 }],
  [{ 0: 1 }, [1]],
  [null, {}],
  [null, undefined],
  [0, null],
])("%j is not the same as %j", (one, other) => {
  expect(isSameJson(one, other)).toBe(false);
  expect(isSameJson(other, one)).toBe(false);
});

test("any JSON is the same as what is read from its text, and only as that", () => {
  const sorted = (value: unknown): string =>
    JSON.stringify(value, (_name, each: unknown) =>
      typeof each === "object" && each !== null && !Array.isArray(each)
        ? { fields: Object.entries(each).toSorted(([a], [b]) => (a < b ? -1 : 1)) }
        : each,
    );
  fc.assert(
    fc.property(fc.jsonValue(), fc.jsonValue(), (one, other) => {
      expect(isSameJson(one, JSON.parse(JSON.stringify(one)))).toBe(true);
      expect(isSameJson(one, other)).toBe(sorted(one) === sorted(other));
    }),
    { examples: [[[], {}]] },
  );
});
