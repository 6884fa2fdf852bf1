// How often a scheduled event recurs. Source: protocol: expressions-and-events 3.1.
import { Instant } from "../../schema/instant.ts";
import {
  choice,
  integer,
  list,
  nullable,
  object,
  optional,
  refine,
  Timestamp,
  type Report,
  type Static,
} from "../../schema/values.ts";

export const Frequency = { YEARLY: 0, MONTHLY: 1, WEEKLY: 2, DAILY: 3 } as const;

/** Monday is 0. */
const Weekday = choice([0, 1, 2, 3, 4, 5, 6]);
const Month = choice([1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12]);
const NWeekday = object({ n: integer({ min: 1, max: 5 }), day: Weekday });

/** A recurrence rule as it is shown. */
export const RecurrenceRule = object({
  start: Timestamp,
  end: nullable(Timestamp),
  frequency: choice(Object.values(Frequency)),
  interval: integer(),
  by_weekday: nullable(list(Weekday)),
  by_n_weekday: nullable(list(NWeekday)),
  by_month: nullable(list(Month)),
  by_month_day: nullable(list(integer())),
  by_year_day: nullable(list(integer())),
  count: nullable(integer()),
});

const given = object({
  start: Instant,
  end: optional(nullable(Instant)),
  frequency: choice(Object.values(Frequency)),
  interval: optional(nullable(integer())),
  by_weekday: optional(nullable(list(Weekday, { max: 7, unique: true }))),
  by_n_weekday: optional(nullable(list(NWeekday, { max: 7 }))),
  by_month: optional(nullable(list(Month, { max: 12, unique: true }))),
  by_month_day: optional(nullable(list(integer({ min: -1, max: 31 }), { max: 33, unique: true }))),
  by_year_day: optional(nullable(list(integer({ min: -1, max: 365 }), { max: 367, unique: true }))),
  count: optional(nullable(integer())),
});

type Given = Static<typeof given>;
type Field = keyof Given;

/** The sets of weekdays that a daily event may be limited to, with their digits sorted. */
const knownWeekdays = ["01234", "12345", "01236", "45", "56", "06"];

function wrong(report: Report, field: Field, message: string): void {
  report([field], "RECURRENCE_RULE_INVALID", message);
}

function requireFrequency(rule: Given, report: Report): void {
  const { frequency } = rule;
  const isIn = (...all: readonly number[]) => all.includes(frequency);
  if (sizeOf(rule.by_weekday) > 0 && !isIn(Frequency.DAILY, Frequency.WEEKLY)) {
    wrong(report, "by_weekday", "Only daily and weekly events have weekdays.");
  }
  if (sizeOf(rule.by_n_weekday) > 0 && !isIn(Frequency.MONTHLY)) {
    wrong(report, "by_n_weekday", "Only monthly events have a weekday of a week.");
  }
  for (const field of ["by_month", "by_month_day"] as const) {
    if (sizeOf(rule[field]) > 0 && !isIn(Frequency.YEARLY)) {
      wrong(report, field, "Only yearly events have a date.");
    }
  }
}

function sizeOf(days: readonly unknown[] | null | undefined): number {
  return days?.length ?? 0;
}

function requireSizes(rule: Given, report: Report): void {
  const weekdays = rule.by_weekday ?? [];
  const set = weekdays.toSorted((a, b) => a - b).join("");
  const isDaily = rule.frequency === Frequency.DAILY;
  if (isDaily && weekdays.length > 0 && !knownWeekdays.includes(set)) {
    wrong(report, "by_weekday", "These weekdays cannot be chosen together.");
  }
  if (rule.frequency === Frequency.WEEKLY && weekdays.length > 1) {
    wrong(report, "by_weekday", "A weekly event has one weekday.");
  }
  for (const field of ["by_n_weekday", "by_month", "by_month_day"] as const) {
    if (sizeOf(rule[field]) > 1) wrong(report, field, "There can be one of these.");
  }
  const [months, days] = [sizeOf(rule.by_month), sizeOf(rule.by_month_day)];
  if (months > 0 !== days > 0) {
    wrong(report, months > 0 ? "by_month_day" : "by_month", "A date has a month and a day.");
  }
}

/** Reports the parts of a rule that the reference does not accept from callers. */
function requireSupported(rule: Given, report: Report): void {
  for (const field of ["end", "count", "by_year_day"] as const) {
    const value = rule[field];
    const isAbsent = value === undefined || value === null || sizeOf(asList(value)) === 0;
    if (!isAbsent) wrong(report, field, "This cannot be chosen.");
  }
  const interval = rule.interval ?? 1;
  const isEveryOther = interval === 2 && rule.frequency === Frequency.WEEKLY;
  if (interval !== 1 && !isEveryOther) {
    wrong(report, "interval", "Only weekly events take place every other time.");
  }
}

function asList(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value : [value];
}

/** A recurrence rule as callers write it. */
export const RecurrenceRuleDraft = refine(given, (rule, report, isInvalid) => {
  const fields = Object.keys(given.properties);
  if (fields.some((field) => isInvalid(field))) return;
  requireSupported(rule, report);
  requireFrequency(rule, report);
  requireSizes(rule, report);
});
