import { RecurrenceRuleDraft } from "@antechamber/contract/guilds";
import { parserOf, timestamp } from "@antechamber/contract/schema";
import { describe, expect, test } from "vitest";
import { isOccurrence, nextOccurrence, shownRule } from "./recurrence.ts";

/** A Friday. */
const start = "2027-01-15T18:30:00Z";
const read = parserOf(RecurrenceRuleDraft);

function ruleOf(draft: object) {
  const result = read({ start, ...draft });
  if (!result.ok) throw new Error(JSON.stringify(result.issues));
  return shownRule(result.value);
}

/** The dates of an event's first occurrences, without the time, which is always the same. */
function daysOf(draft: object, count: number): string[] {
  const rule = ruleOf(draft);
  const days: string[] = [];
  for (let at = nextOccurrence(rule, 0); at !== undefined && days.length < count;) {
    expect(isOccurrence(rule, at)).toBe(true);
    expect(timestamp(at).slice(11, 16)).toBe("18:30");
    days.push(timestamp(at).slice(2, 10));
    at = nextOccurrence(rule, at);
  }
  return days;
}

test.each([
  ["every day", { frequency: 3 }, ["27-01-15", "27-01-16", "27-01-17"]],
  [
    "from Monday to Friday",
    { frequency: 3, by_weekday: [0, 1, 2, 3, 4] },
    ["27-01-15", "27-01-18", "27-01-19"],
  ],
  ["every week", { frequency: 2 }, ["27-01-15", "27-01-22"]],
  ["every Wednesday", { frequency: 2, by_weekday: [2] }, ["27-01-20", "27-01-27"]],
  [
    "every other Friday",
    { frequency: 2, interval: 2, by_weekday: [4] },
    ["27-01-15", "27-01-29", "27-02-12"],
  ],
  [
    "on fourth Wednesdays",
    { frequency: 1, by_n_weekday: [{ n: 4, day: 2 }] },
    ["27-01-27", "27-02-24", "27-03-24"],
  ],
  [
    "on last Fridays",
    { frequency: 1, by_n_weekday: [{ n: 5, day: 4 }] },
    ["27-01-29", "27-02-26", "27-03-26", "27-04-30"],
  ],
  ["every month", { frequency: 1 }, ["27-01-15", "27-02-15"]],
  [
    "every 24th of July",
    { frequency: 0, by_month: [7], by_month_day: [24] },
    ["27-07-24", "28-07-24"],
  ],
  ["on leap days", { frequency: 0, by_month: [2], by_month_day: [29] }, ["28-02-29", "32-02-29"]],
  ["every year", { frequency: 0 }, ["27-01-15", "28-01-15"]],
])("an event recurs %s", (_when, draft, days) => {
  expect(daysOf(draft, days.length)).toEqual(days);
});

test("a rule for a date that does not exist has no occurrence", () => {
  const rule = ruleOf({ frequency: 0, by_month: [2], by_month_day: [30] });
  expect(nextOccurrence(rule, 0)).toBeUndefined();
});

test("other times are not occurrences", () => {
  const rule = ruleOf({ frequency: 3 });
  const first = Date.parse(start);
  expect(
    [first - 86_400_000, first + 1, first + 3_600_000].map((at) => isOccurrence(rule, at)),
  ).toEqual([false, false, false]);
});

describe("a recurrence rule is refused", () => {
  test.each([
    ["weekdays of a month", { frequency: 1, by_weekday: [1] }, ["by_weekday"]],
    ["weekdays that are no known set", { frequency: 3, by_weekday: [0, 2] }, ["by_weekday"]],
    ["two weekdays of a week", { frequency: 2, by_weekday: [0, 1] }, ["by_weekday"]],
    [
      "a weekday of a week each day",
      { frequency: 3, by_n_weekday: [{ n: 1, day: 0 }] },
      ["by_n_weekday"],
    ],
    [
      "two weekdays of a month",
      {
        frequency: 1,
        by_n_weekday: [
          { n: 1, day: 0 },
          { n: 2, day: 0 },
        ],
      },
      ["by_n_weekday"],
    ],
    [
      "a date of a month",
      { frequency: 1, by_month: [1], by_month_day: [2] },
      ["by_month", "by_month_day"],
    ],
    ["a month without a day", { frequency: 0, by_month: [1] }, ["by_month_day"]],
    ["a day without a month", { frequency: 0, by_month_day: [1] }, ["by_month"]],
    ["two dates", { frequency: 0, by_month: [1, 2], by_month_day: [1] }, ["by_month"]],
    ["every other day", { frequency: 3, interval: 2 }, ["interval"]],
    ["every third week", { frequency: 2, interval: 3 }, ["interval"]],
    ["no interval", { frequency: 2, interval: 0 }, ["interval"]],
    ["a count", { frequency: 3, count: 5 }, ["count"]],
    ["an end", { frequency: 3, end: start }, ["end"]],
    ["days of a year", { frequency: 0, by_year_day: [5] }, ["by_year_day"]],
    ["no frequency that there is", { frequency: 4 }, ["frequency"]],
    [
      "a month that does not exist",
      { frequency: 0, by_month: [13], by_month_day: [1] },
      ["by_month"],
    ],
  ])("that has %s", (_what, draft, fields) => {
    const result = read({ start, ...draft });
    expect(result.ok ? [] : result.issues.map(({ path }) => path[0])).toEqual(fields);
  });

  test("without a start", () => {
    expect(read({ frequency: 3 }).ok).toBe(false);
  });
});

test("empty lists and null count as unset", () => {
  const empty = { end: null, count: null, by_year_day: [], by_weekday: [], by_month: null };
  expect(ruleOf({ frequency: 3, interval: null, ...empty })).toEqual({
    start: "2027-01-15T18:30:00.000000+00:00",
    end: null,
    frequency: 3,
    interval: 1,
    by_weekday: null,
    by_n_weekday: null,
    by_month: null,
    by_month_day: null,
    by_year_day: null,
    count: null,
  });
});
