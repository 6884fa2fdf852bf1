import { expect, test } from "vitest";
import { callsIn, holdsText } from "./exported.ts";

test.each([
  [{ total: 1, named: 1, calls: undefined }, "1 row"],
  [{ total: 2, named: 2, calls: 2 }, "2 rows"],
  [{ total: 37, named: 37, calls: 12 }, "12 calls of 37 rows"],
  [{ total: 1310, named: 300, calls: undefined }, "the newest 300 of 1,310 rows"],
  [{ total: 310, named: 300, calls: 1 }, "1 call of the newest 300 of 310 rows"],
  [
    { total: 10_310, named: 9_988, forgotten: 12, calls: undefined },
    "the newest 9,988 of 10,310 rows (12 rows dropped meanwhile)",
  ],
  [
    { total: 2, named: 1, forgotten: 1, calls: 1 },
    "the newest 1 of 2 rows (1 row dropped meanwhile)",
  ],
  [
    { total: 5, named: 5, calls: undefined, isLong: true },
    "what the last 99,000 entries have of 5 rows",
  ],
])("%j is described as %s", (value, expected) => {
  expect(holdsText(value)).toBe(expected);
});

test("calls are counted by their format", () => {
  expect(callsIn("curl", "set -u\n\n# a → 200\ncurl -sS x \\\n  y\n# b → 201\ncurl -sS z\n")).toBe(
    2,
  );
  expect(callsIn("har", JSON.stringify({ log: { entries: [{}, {}, {}] } }))).toBe(3);
  expect(callsIn("jsonl", "{}\n")).toBeUndefined();
});
