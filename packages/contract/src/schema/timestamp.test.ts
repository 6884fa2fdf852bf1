import fc from "fast-check";
import { expect, test } from "vitest";
import { calendarDayOf, parseTimestamp, timestamp } from "./timestamp.ts";

test("a timestamp is written with microseconds and an offset", () => {
  expect(timestamp(1_611_369_197_017)).toBe("2021-01-23T02:33:17.017000+00:00");
});

test("a timestamp is parsed as it was written", () => {
  fc.assert(
    fc.property(fc.integer({ min: 0, max: 4_000_000_000_000 }), (at) => {
      expect(parseTimestamp(timestamp(at))).toBe(at);
      expect(parseTimestamp(new Date(at).toISOString())).toBe(at);
    }),
  );
});

test.each([
  ["2026-11-21T00:00:00Z", "2026-11-21T00:00:00.000Z"],
  ["2026-11-21T00:00:00", "2026-11-21T00:00:00.000Z"],
  ["2026-11-21T00:00", "2026-11-21T00:00:00.000Z"],
  ["2026-11-21", "2026-11-21T00:00:00.000Z"],
  ["2026-11-21T02:30:00+02:30", "2026-11-21T00:00:00.000Z"],
  ["2026-11-21T02:30:00+0230", "2026-11-21T00:00:00.000Z"],
  ["2026-11-20T19:00:00.25-05:00", "2026-11-21T00:00:00.250Z"],
  ["2026-11-21 00:00:00,123456789z", "2026-11-21T00:00:00.123Z"],
  ["2024-02-29", "2024-02-29T00:00:00.000Z"],
])("%s is a timestamp", (text, expected) => {
  expect(new Date(parseTimestamp(text) ?? NaN).toISOString()).toBe(expected);
});

test.each([
  "",
  "now",
  "2026",
  "2026-11",
  "1762300800",
  "2026-02-30",
  "2026-13-01",
  "2026-00-10",
  "2025-02-29",
  "2026-11-21T25:00:00Z",
  "2026-11-21T00:60:00Z",
  "2026-11-21T00:00:61Z",
  "2026-11-21T00:00:00X",
  "2026-11-21T00:00:00+99:00",
  "2026-11-21T00:00:00.Z",
  "x2026-11-21",
  "2026-11-21\n",
])("%j is not a timestamp", (text) => {
  expect(parseTimestamp(text)).toBeUndefined();
});

test.each([
  ["2024-02-26T00:00:00Z", { month: 2, date: 26, weekday: 0, lastDate: 29 }],
  ["2024-03-03T23:59:59Z", { month: 3, date: 3, weekday: 6, lastDate: 31 }],
  ["2026-12-31T12:00:00Z", { month: 12, date: 31, weekday: 3, lastDate: 31 }],
])("the calendar day of %s has a week that starts on Monday", (text, day) => {
  expect(calendarDayOf(Date.parse(text))).toMatchObject(day);
});

test("the days from Monday to Sunday have the same week", () => {
  const monday = Date.parse("2024-02-26T00:00:00Z");
  const weekAfter = (days: number) => calendarDayOf(monday + days * 86_400_000).week;
  expect([0, 3, 6].map(weekAfter)).toEqual([weekAfter(0), weekAfter(0), weekAfter(0)]);
  expect([weekAfter(-1), weekAfter(7)]).toEqual([weekAfter(0) - 1, weekAfter(0) + 1]);
});
