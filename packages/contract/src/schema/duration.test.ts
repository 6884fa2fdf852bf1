import fc from "fast-check";
import { expect, test } from "vitest";
import { durationMs } from "./duration.ts";

test.each([
  ["PT15M", 900_000],
  ["PT3S", 3000],
  ["PT0.5S", 500],
  ["PT0,25S", 250],
  ["PT1H30M", 5_400_000],
  ["P1D", 86_400_000],
  ["P1DT12H", 129_600_000],
  ["P1.5D", 129_600_000],
  ["P2W", 1_209_600_000],
  ["P1W2DT3H4M5.006S", 788_645_006],
  ["PT0S", 0],
  ["PT0.0004S", 0],
])("%s is %d milliseconds", (text, expected) => {
  expect(durationMs(text)).toBe(expected);
});

test.each([
  "",
  "P",
  "PT",
  "P1DT",
  "15M",
  "PT15",
  "P15M",
  "P1Y",
  "P1M",
  "-PT5M",
  "PT-5M",
  "+PT5M",
  "PT1S1M",
  "pt5m",
  "PT.5S",
  "PT5M ",
  "PT1e3S",
])("%j is not a duration", (text) => {
  expect(durationMs(text)).toBeUndefined();
});

test("the components of a duration are added up", () => {
  const parts = fc.array(fc.integer({ min: 0, max: 1000 }), { minLength: 5, maxLength: 5 });
  fc.assert(
    fc.property(parts, ([weeks = 0, days = 0, hours = 0, minutes = 0, seconds = 0]) => {
      const sum = (((weeks * 7 + days) * 24 + hours) * 60 + minutes) * 60 + seconds;
      expect(durationMs(`P${weeks}W${days}DT${hours}H${minutes}M${seconds}S`)).toBe(sum * 1000);
    }),
  );
});
