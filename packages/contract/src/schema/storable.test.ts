import { expect, test } from "vitest";
import { parserOf } from "./form.ts";
import { storable } from "./storable.ts";
import { issueLines } from "./validation-issue.ts";
import { anything } from "./values.ts";

const read = parserOf(storable(anything()));

test("what has no number that would lose digits is kept as it came", () => {
  const value = { list: [1, 0.5, Number.MAX_SAFE_INTEGER], text: "9007199254740993", none: null };
  expect(read(value)).toEqual({ ok: true, value });
});

test("each number of too many digits is named at its place, with the bound that it is beyond", () => {
  const reading = read({ a: [{ b: 2n ** 53n }, -(2n ** 53n)], c: 1 });
  expect(reading.ok ? [] : issueLines(reading.issues)).toEqual([
    "a[0].b: int53 value should be less than or equal to 9007199254740991.",
    "a[1]: int53 value should be greater than or equal to -9007199254740991.",
  ]);
});
