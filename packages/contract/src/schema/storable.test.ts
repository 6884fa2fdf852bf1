import { expect, test } from "vitest";
import { parserOf } from "./form.ts";
import { storable } from "./storable.ts";
import { issueLines } from "./validation-issue.ts";
import { anything } from "./values.ts";

const read = parserOf(storable(anything()));

test("values without large numbers are kept unchanged", () => {
  const value = { list: [1, 0.5, Number.MAX_SAFE_INTEGER], text: "9007199254740993", none: null };
  expect(read(value)).toEqual({ ok: true, value });
});

test("each number with too many digits is reported at its path, with the exceeded bound", () => {
  const reading = read({ a: [{ b: 2n ** 53n }, -(2n ** 53n)], c: 1 });
  expect(reading.ok ? [] : issueLines(reading.issues)).toEqual([
    "a[0].b: int53 value should be less than or equal to 9007199254740991.",
    "a[1]: int53 value should be greater than or equal to -9007199254740991.",
  ]);
});
