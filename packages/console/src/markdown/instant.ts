// Formats timestamps of messages in the requested style. Source: the reference's public
// documentation, Message formatting, Timestamp Styles.

type Shape = Pick<Intl.DateTimeFormatOptions, "dateStyle" | "timeStyle">;

const shapes: Readonly<Record<string, Shape>> = {
  t: { timeStyle: "short" },
  T: { timeStyle: "medium" },
  d: { dateStyle: "short" },
  D: { dateStyle: "long" },
  f: { dateStyle: "long", timeStyle: "short" },
  F: { dateStyle: "full", timeStyle: "short" },
  s: { dateStyle: "short", timeStyle: "short" },
  S: { dateStyle: "short", timeStyle: "medium" },
};

const relative = new Intl.RelativeTimeFormat("en-GB", { numeric: "auto" });

const units: readonly (readonly [Intl.RelativeTimeFormatUnit, number])[] = [
  ["year", 31_536_000],
  ["month", 2_592_000],
  ["day", 86_400],
  ["hour", 3600],
  ["minute", 60],
];

/** True for styles that show relative time. */
export function isRelative(format: string): boolean {
  return format === "R";
}

/** The text of an instant, in UTC as on the wire. @param now the world's time, in milliseconds */
export function instantText(seconds: number, format: string, now: number): string {
  if (isRelative(format)) return distanceText(seconds - Math.floor(now / 1000));
  const shape = { ...shapes[format], timeZone: "UTC" };
  return new Intl.DateTimeFormat("en-GB", shape).format(seconds * 1000);
}

function distanceText(seconds: number): string {
  const [unit, size] = units.find(([, each]) => Math.abs(seconds) >= each) ?? ["second", 1];
  // Rounded towards now: a minute and a half is "in 1 minute".
  return relative.format(Math.trunc(seconds / size), unit);
}
