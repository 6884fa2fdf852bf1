import fc from "fast-check";
import { expect, test } from "vitest";
import { parserOf } from "../../schema/form.ts";
import { ApplicationFlag } from "../../resources/applications/applications.ts";
import { EARLIEST_CLOCK_MS, LATEST_CLOCK_MS } from "../../schema/snowflake.ts";
import { timestamp } from "../../schema/timestamp.ts";
import {
  bitNames,
  bitSet,
  bitsOf,
  clockIssue,
  ClockInstant,
  ClockAdvance,
  Reference,
  Secret,
} from "./kinds.ts";
import { Instant } from "../../schema/instant.ts";

const names = { READ: 0, WRITE: 1, RULE: 40 };
const readSet = parserOf(bitSet(names));

test.each([
  [["READ", "RULE"], (1n << 40n) | 1n],
  ["WRITE", 2n],
  [3, 3n],
  ["3", 3n],
  [["READ", 2, "1099511627776"], (1n << 40n) | 3n],
  [9_007_199_254_740_993n, 9_007_199_254_740_993n],
  [[], 0n],
] as const)("case %#: the bits %s are accepted", (form, expected) => {
  expect(readSet(form)).toMatchObject({ ok: true });
  expect(bitsOf(form, names)).toBe(expected);
});

test.each([["NOPE"], ["toString"], [-1], [1.5], ["9223372036854775808"], [true], [{}]])(
  "case %#: %s is refused as bits",
  (form) => {
    expect(readSet([0, form])).toMatchObject({
      ok: false,
      issues: [{ path: [1], message: expect.stringContaining("no bit is named") as string }],
    });
  },
);

test("a set converted to names and back is the same set", () => {
  fc.assert(
    fc.property(fc.bigInt({ min: 0n, max: (1n << 63n) - 1n }), (set) => {
      expect(bitsOf(bitNames(set, ApplicationFlag), ApplicationFlag)).toBe(set);
    }),
  );
});

test("the clock is limited to times whose IDs have 17 to 19 digits", () => {
  expect(clockIssue(EARLIEST_CLOCK_MS)).toBeUndefined();
  expect(clockIssue(LATEST_CLOCK_MS)).toBeUndefined();
  const read = parserOf(ClockInstant);
  expect(read(timestamp(EARLIEST_CLOCK_MS))).toMatchObject({ ok: true });
  expect(read(timestamp(EARLIEST_CLOCK_MS - 1))).toMatchObject({
    issues: [{ code: "NUMBER_TYPE_MIN", message: "The clock cannot be set before 2015-02-01." }],
  });
  expect(read(timestamp(LATEST_CLOCK_MS + 1))).toMatchObject({
    issues: [{ code: "NUMBER_TYPE_MAX", message: "The clock cannot be set after 2084-01-01." }],
  });
  expect(read("yesterday")).toMatchObject({
    issues: [
      { code: "DATE_TIME_TYPE_PARSE", message: "Could not parse yesterday. Should be ISO8601." },
    ],
  });
});

test.each([
  [Instant, "2026-11-21T00:00:00Z", true],
  [Instant, "1970-01-01", true],
  [Instant, "soon", false],
  [Instant, 5, false],
  [ClockAdvance, "PT15M", true],
  [ClockAdvance, "next", true],
  [ClockAdvance, "-PT15M", false],
  [ClockAdvance, "P1M", false],
  [ClockAdvance, 15, false],
  [Reference, "alice", true],
  [Reference, 100_000_000_000_000_001n, true],
  [Reference, "", false],
  [Reference, {}, false],
  [Secret, "user-token-alice", true],
  [Secret, `sha256:${"0".repeat(64)}`, true],
  [Secret, "two words", false],
  [Secret, "", false],
] as const)("case %#: %s accepts %s: %s", (schema, value, taken) => {
  expect(parserOf(schema)(value).ok).toBe(taken);
});
