import { expect, test } from "vitest";
import { isoDuration, millisecondsOf } from "./durations.ts";

test.each([
  ["24h", 86_400_000],
  ["1h30m", 5_400_000],
  ["1h 30m", 5_400_000],
  ["61s", 61_000],
  ["500ms", 500],
  ["7d", 604_800_000],
  ["PT15M", 900_000],
  ["P1DT0.5H", 88_200_000],
  [1500, 1500],
])("%s is parsed as %i milliseconds", (duration, ms) => {
  expect(millisecondsOf(duration)).toBe(ms);
});

test("durations are sent to the control plane in seconds", () => {
  expect([isoDuration("1h"), isoDuration(1500)]).toEqual(["PT3600S", "PT1.5S"]);
});

const noDurations = ["", "tomorrow", "5", "5 apples", "h", "P", "5m apples", "1h30", "PT", "PT.S"];

test.each([...noDurations, "PT1.2.3S", -1, Number.NaN, Infinity])(
  "%j is refused as a duration",
  (duration) => {
    expect(() => millisecondsOf(duration)).toThrow(RangeError);
  },
);
