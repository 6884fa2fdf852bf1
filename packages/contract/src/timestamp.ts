/** A moment as the API writes it, with microseconds and an offset. Source: gateway-oauth-limits 1.2. */
export function timestamp(unixMs: number): string {
  // Digits only: the shape of toISOString is fixed, so it can be cut.
  return `${new Date(unixMs).toISOString().slice(0, 23)}000+00:00`;
}

const moment =
  /^(\d{4})-(\d\d)-(\d\d)(?:[Tt ](\d\d):(\d\d)(?::(\d\d)(?:[.,](\d{1,9}))?)?(?:[Zz]|([+-])(\d\d):?(\d\d))?)?$/;

/**
 * Reads an ISO 8601 moment, to the millisecond; without an offset it counts as UTC.
 * @returns Unix milliseconds, or undefined when the text is no moment (`2026-02-30` is none)
 */
export function instantOf(text: string): number | undefined {
  const parts = moment.exec(text);
  if (parts === null) return undefined;
  const [year, month, day, hour, minute, second] = parts.slice(1, 7).map((each) => Number(each ?? 0));
  const fraction = Number((parts[7] ?? "").padEnd(3, "0").slice(0, 3));
  const date = Date.UTC(year ?? 0, (month ?? 0) - 1, day);
  const isDate = new Date(date).toISOString().startsWith(text.slice(0, 10));
  const offsetMinutes = Number(parts[9] ?? 0) * 60 + Number(parts[10] ?? 0);
  const isTime = (hour ?? 0) < 24 && (minute ?? 0) < 60 && (second ?? 0) < 60 && offsetMinutes < 1440;
  if (!isDate || !isTime) return undefined;
  const timeOfDay = ((hour ?? 0) * 60 + (minute ?? 0)) * 60_000 + (second ?? 0) * 1000 + fraction;
  return date + timeOfDay - (parts[8] === "-" ? -1 : 1) * offsetMinutes * 60_000;
}
