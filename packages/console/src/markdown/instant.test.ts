import { expect, test } from "vitest";
import { instantText } from "./instant.ts";

/** 14 November 2023, 22:13:20 */
const AT = 1_700_000_000;

test.each([
  ["t", "22:13"],
  ["T", "22:13:20"],
  ["d", "14/11/2023"],
  ["D", "14 November 2023"],
  ["f", "14 November 2023 at 22:13"],
  ["F", "Tuesday, 14 November 2023 at 22:13"],
  ["s", "14/11/2023, 22:13"],
  ["S", "14/11/2023, 22:13:20"],
])("a timestamp in the style %s is %s", (format, expected) => {
  expect(instantText(AT, format, 0)).toBe(expected);
});

test.each([
  [0, "now"],
  [1, "in 1 second"],
  [-59, "59 seconds ago"],
  [-60, "1 minute ago"],
  [119, "in 1 minute"],
  [3600, "in 1 hour"],
  [-86_400, "yesterday"],
  [-6 * 86_400, "6 days ago"],
  [60 * 86_400, "in 2 months"],
  [-800 * 86_400, "2 years ago"],
])("a timestamp %i seconds from the world's clock is %s", (seconds, expected) => {
  expect(instantText(AT + seconds, "R", AT * 1000 + 999)).toBe(expected);
});
