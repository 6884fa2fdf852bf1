/** A moment as the API writes it, with microseconds and an offset. Source: gateway-oauth-limits 1.2. */
export function timestamp(unixMs: number): string {
  // Digits only: the shape of toISOString is fixed, so it can be cut.
  return `${new Date(unixMs).toISOString().slice(0, 23)}000+00:00`;
}

const moment =
  /^(\d{4}-\d\d-\d\d)(?:[Tt ](\d\d:\d\d)(:\d\d(?:[.,]\d{1,9})?)?([Zz]|[+-]\d\d:?\d\d)?)?$/;

/**
 * Reads an ISO 8601 moment, to the millisecond; without an offset it counts as UTC.
 *
 * @returns Unix milliseconds, or undefined when the text is no moment (`2026-02-30` is none)
 */
export function parseTimestamp(text: string): number | undefined {
  const [, day, time = "00:00", seconds = ":00", zone = "Z"] = moment.exec(text) ?? [];
  if (day === undefined) return undefined;
  const midnight = Date.parse(`${day}T00:00:00Z`);
  // A day that its month lacks is read as one of the next month.
  if (Number.isNaN(midnight) || !new Date(midnight).toISOString().startsWith(day)) return undefined;
  const offset = zone.toUpperCase().replace(/^([+-]\d\d)(\d\d)$/, "$1:$2");
  const instant = Date.parse(`${day}T${time}${seconds.replace(",", ".").slice(0, 7)}${offset}`);
  return Number.isNaN(instant) ? undefined : instant;
}

/** A day of the calendar in UTC. */
export interface CalendarDay {
  /** From 1 on. */
  readonly month: number;
  readonly date: number;
  /** Monday is 0. */
  readonly weekday: number;
  /** Weeks since a Monday, each of which begins on a Monday. */
  readonly week: number;
  /** The last date of its month. */
  readonly lastDate: number;
}

const MS_OF_DAY = 86_400_000;

/** The day of an instant in Unix milliseconds. */
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
