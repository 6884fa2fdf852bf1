// Instants on the world's clock, and durations.
const clockTime = new Intl.DateTimeFormat("en-GB", {
  hour: "2-digit",
  minute: "2-digit",
  second: "2-digit",
  fractionalSecondDigits: 3,
  timeZone: "UTC",
});
const wholeTime = new Intl.DateTimeFormat("en-GB", {
  dateStyle: "medium",
  timeStyle: "medium",
  timeZone: "UTC",
});

/** `12:04:31.250`, in UTC as the wire has it. */
export function clockText(at: string | number): string {
  return clockTime.format(typeof at === "number" ? at : Date.parse(at));
}

const day = new Intl.DateTimeFormat("en-GB", { dateStyle: "long", timeZone: "UTC" });

/** `22 November 2026` */
export function dayText(at: string): string {
  return day.format(Date.parse(at));
}

/** `22 Nov 2026, 12:04:31` */
export function wholeText(at: string | number): string {
  return wholeTime.format(typeof at === "number" ? at : Date.parse(at));
}

const units: readonly (readonly [string, number])[] = [
  ["d", 86_400_000],
  ["h", 3_600_000],
  ["min", 60_000],
  ["s", 1000],
];

/** The two largest units of a duration: `4 min 12 s`; for whole minutes `15 min`. */
export function lengthText(ms: number): string {
  if (ms < 1000) return `${Math.round(ms)} ms`;
  const largest = units.findIndex(([, size]) => ms >= size);
  let left = ms;
  const parts = units.slice(largest, largest + 2).map(([unit, size]) => {
    const count = Math.floor(left / size);
    left -= count * size;
    return count === 0 ? "" : `${count} ${unit}`;
  });
  return parts.filter((part) => part !== "").join(" ");
}

const SHOWN_FROM_MS = 0.05;

/** Milliseconds in the short form of rows: `0.4 ms`, `312 ms`, `4.2 s`. */
export function briefMs(ms: number | undefined): string {
  if (ms === undefined || ms < SHOWN_FROM_MS) return "";
  if (ms >= 1000) return `${(ms / 1000).toFixed(1)} s`;
  return `${ms < 10 ? ms.toFixed(1) : Math.round(ms)} ms`;
}

interface TimeProps {
  readonly at: string;
  /** The machine's time, if it differs from the world's. */
  readonly real?: string;
}

export function Time({ at, real }: TimeProps) {
  const title =
    real === undefined ? wholeText(at) : `${wholeText(at)} · real time ${wholeText(real)}`;
  return (
    <time dateTime={at} title={title} className="mono">
      {clockText(at)}
    </time>
  );
}

/** An instant with its date; a time of day alone would be read as today's. */
export function WholeTime({ at, real }: TimeProps) {
  const title = real === undefined ? undefined : `real time ${wholeText(real)}`;
  return (
    <time dateTime={at} title={title}>
      {wholeText(at)}
    </time>
  );
}
