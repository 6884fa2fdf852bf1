import { expect, test } from "vitest";
import { numberOf } from "./numbers.ts";

test.each([
  ["0", 0],
  ["1.5", 1.5],
  ["-3", -3],
  [undefined, undefined],
])("%j behind a flag is %j", (text, value) => {
  expect(numberOf("--count", text)).toBe(value);
});

test.each(["", " ", "x", "1x"])("%j is no number, and the flag is named", (text) => {
  expect(() => numberOf("--count", text)).toThrow(`--count: "${text}" is not a number`);
});
