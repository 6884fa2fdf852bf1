import { expect, test } from "vitest";
import { numberOf } from "./numbers.ts";

test.each([
  ["0", 0],
  ["1.5", 1.5],
  ["-3", -3],
  [undefined, undefined],
])("the value %j of a flag is read as %j", (text, value) => {
  expect(numberOf("--count", text)).toBe(value);
});

test.each(["", " ", "x", "1x"])("%j is refused as a number, with the name of the flag", (text) => {
  expect(() => numberOf("--count", text)).toThrow(`--count: "${text}" is not a number`);
});
