// The occurrences of recurring events: days are counted in UTC, each at the time of day of the
// first.
// Source: protocol: expressions-and-events 3.1.
import {
  Frequency,
  type RecurrenceRule,
  type RecurrenceRuleDraft,
} from "@antechamber/contract/guilds";
import {
  calendarDayOf,
  parseTimestamp,
  timestamp,
  type CalendarDay,
  type Static,
} from "@antechamber/contract/schema";

export type Rule = Static<typeof RecurrenceRule>;

const DAY_MS = 86_400_000;

/** Days searched for the next occurrence: a 29th of February is at most eight years away. */
const DAYS_AHEAD = 3000;

/** A rule as it is shown: fields that cannot be chosen, or were not, are null. */
export function shownRule(draft: Static<typeof RecurrenceRuleDraft>): Rule {
  const { by_weekday, by_n_weekday, by_month, by_month_day, interval, frequency } = draft;
  return {
    start: timestamp(parseTimestamp(draft.start) ?? 0),
    end: null,
    frequency,
    interval: interval ?? 1,
    by_weekday: nonEmpty(by_weekday),
    by_n_weekday: nonEmpty(by_n_weekday),
    by_month: nonEmpty(by_month),
    by_month_day: nonEmpty(by_month_day),
    by_year_day: null,
    count: null,
  };
}

function nonEmpty<T>(values: readonly T[] | null | undefined): T[] | null {
  return values === undefined || values === null || values.length === 0 ? null : [...values];
}

/** The fifth week means the last one of the month. */
function isNth({ date, lastDate }: CalendarDay, n: number): boolean {
  return n === 5 ? date + 7 > lastDate : Math.ceil(date / 7) === n;
}

/** Whether a rule has an occurrence on a day. */
type Matcher = (rule: Rule, first: CalendarDay, day: CalendarDay) => boolean;

const matchers: Readonly<Record<Rule["frequency"], Matcher>> = {
  [Frequency.DAILY]: ({ by_weekday: weekdays }, _first, { weekday }) =>
    weekdays === null || weekdays.some((each) => each === weekday),

  [Frequency.WEEKLY]({ by_weekday, interval }, first, { weekday, week }) {
    const [expected = first.weekday] = by_weekday ?? [];
    return weekday === expected && (week - first.week) % interval === 0;
  },

  [Frequency.MONTHLY]({ by_n_weekday }, first, day) {
    const [of] = by_n_weekday ?? [];
    return of === undefined ? day.date === first.date : day.weekday === of.day && isNth(day, of.n);
  },

  [Frequency.YEARLY]({ by_month, by_month_day }, first, day) {
    const [month = first.month] = by_month ?? [];
    const [date = first.date] = by_month_day ?? [];
    return day.month === month && day.date === (date < 0 ? day.lastDate : date);
  },
};

/** True if a recurring event has an occurrence at an instant. */
export function isOccurrence(rule: Rule, at: number): boolean {
  const first = parseTimestamp(rule.start) ?? 0;
  if (at < first || (at - first) % DAY_MS !== 0) return false;
  return matchers[rule.frequency](rule, calendarDayOf(first), calendarDayOf(at));
}

/**
 * The next occurrence after an instant, without canceled ones; undefined for a date that never
 * comes.
 */
export function nextOccurrence(
  rule: Rule,
  after: number,
  isCanceled: (at: number) => boolean = () => false,
): number | undefined {
  const first = parseTimestamp(rule.start) ?? 0;
  const passed = Math.max(0, Math.floor((after - first) / DAY_MS) + 1);
  for (let day = passed; day < passed + DAYS_AHEAD; day += 1) {
    const at = first + day * DAY_MS;
    if (isOccurrence(rule, at) && !isCanceled(at)) return at;
  }
  return undefined;
}
