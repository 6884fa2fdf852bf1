/**
 * A timestamp as the API writes it, with microseconds and an offset. Source: gateway-oauth-limits
 * 1.2.
 */
export function timestamp(unixMs: number): string {
  // The format of toISOString is fixed, so it can be cut by position.
  return `${new Date(unixMs).toISOString().slice(0, 23)}000+00:00`;
}

const moment =
  /^(\d{4}-\d\d-\d\d)(?:[Tt ](\d\d:\d\d)(:\d\d(?:[.,]\d{1,9})?)?([Zz]|[+-]\d\d:?\d\d)?)?$/;

/**
 * Reads an ISO 8601 timestamp, to the millisecond; without an offset it is UTC.
 *
 * @returns Unix milliseconds, or undefined for any other text and for days that do not exist
 *   (`2026-02-30`)
 */
export function parseTimestamp(text: string): number | undefined {
  const [, day, time = "00:00", seconds = ":00", zone = "Z"] = moment.exec(text) ?? [];
  if (day === undefined) return undefined;
  const midnight = Date.parse(`${day}T00:00:00Z`);
  // `Date` carries a day that its month lacks over into the next month.
  if (Number.isNaN(midnight) || !new Date(midnight).toISOString().startsWith(day)) return undefined;
  const offset = zone.toUpperCase().replace(/^([+-]\d\d)(\d\d)$/, "$1:$2");
  const instant = Date.parse(`${day}T${time}${seconds.replace(",", ".").slice(0, 7)}${offset}`);
  return Number.isNaN(instant) ? undefined : instant;
}

/** A day of the calendar in UTC. */
export interface CalendarDay {
  /** From 1. */
  readonly month: number;
  readonly date: number;
  /** From Monday, 0. */
  readonly weekday: number;
  /** The number of weeks that began since a fixed Monday; weeks begin on Mondays. */
  readonly week: number;
  /** The number of days in the month. */
  readonly lastDate: number;
}

const MS_OF_DAY = 86_400_000;

/** The calendar day, in UTC, of an instant in Unix milliseconds. */
export function calendarDayOf(unixMs: number): CalendarDay {
  const day = new Date(unixMs);
  const [year, month] = [day.getUTCFullYear(), day.getUTCMonth()];
  const weekday = (day.getUTCDay() + 6) % 7;
  return {
    month: month + 1,
    date: day.getUTCDate(),
    weekday,
    week: Math.round((Math.floor(unixMs / MS_OF_DAY) - weekday + 3) / 7),
    lastDate: new Date(Date.UTC(year, month + 1, 0)).getUTCDate(),
  };
}
