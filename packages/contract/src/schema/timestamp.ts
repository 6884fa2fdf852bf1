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
