// Positions of the bars of a trace: causes before effects, long pauses folded, deadlines in
// between.
import type { JournalEntry } from "./journal-index.ts";

/** An instant by which something must happen. */
export interface Deadline {
  readonly title: string;
  /** The time on the world's clock, in Unix milliseconds. */
  readonly at: number;
  /** The time from the deadline's start, in milliseconds. */
  readonly afterMs: number;
}

interface Place {
  /** The start, as a share of the whole width. */
  readonly from: number;
  /** The folded pause before it, which is not drawn to scale. */
  readonly idleMs: number | undefined;
}

export interface PlacedEntry extends Place {
  readonly entry: JournalEntry;
  /** The number of causes above it. */
  readonly depth: number;
  /** The length, as a share of the whole width. */
  readonly width: number;
}

export interface PlacedDeadline extends Place {
  readonly deadline: Deadline;
}

export type Placed = PlacedEntry | PlacedDeadline;

/** Longer pauses are folded. */
const IDLE_MS = 2000;
/** A folded pause is drawn as this share of everything that is drawn to scale, or longer. */
const FOLDED_SHARE = 1 / 12;
const FOLDED_MIN_MS = 1;
const DEPTH_MAX = 8;

/** An entry or a deadline on the time axis, before pauses are folded. */
interface Moment {
  readonly of: JournalEntry | Deadline;
  readonly begins: number;
  readonly length: number;
}

/** The clock that determines positions. */
export type Time = "world" | "real";

/** The clock to use: real time if the world's clock stood still, because only that shows the order. */
export function usualTime(entries: readonly JournalEntry[]): Time {
  return stoodStill(entries) ? "real" : "world";
}

/** Within this time a running clock may show the same value, because it is rounded. */
const ROUNDED_MS = 1;

/** True if the world's clock did not move while real time passed. */
export function stoodStill(entries: readonly JournalEntry[]): boolean {
  const real = entries.map((entry) => Date.parse(entry.real_at));
  const isSame = entries.every(({ at }) => at === entries[0]?.at);
  return isSame && Math.max(...real) - Math.min(...real) > ROUNDED_MS;
}

/**
 * Positions entries and deadlines, in order.
 *
 * @param time in real time, deadlines are only included if the world's clock stood still: they are
 *   times of that clock, and all of them are then ahead
 */
export function placed(
  entries: readonly JournalEntry[],
  deadlines: readonly Deadline[] = [],
  time: Time = "world",
): readonly Placed[] {
  const byId = new Map(entries.map((entry) => [entry.id, entry]));
  const moments = momentsOf(entries, deadlines, time);
  const pauses = pausesBefore(moments);
  const idleMs = pauses.reduce<number>((sum, pause) => sum + (pause ?? 0), 0);
  const first = Math.min(...moments.map(({ begins }) => begins));
  const end = Math.max(...moments.map(({ begins, length }) => begins + length));
  const foldedMs = Math.max(FOLDED_MIN_MS, (end - first - idleMs) * FOLDED_SHARE);
  let offset = first;
  const drawn = moments.map(({ begins }, i) => {
    offset += Math.max(0, (pauses[i] ?? 0) - foldedMs);
    return begins - offset;
  });
  const whole = Math.max(1, ...drawn.map((begins, i) => begins + (moments[i]?.length ?? 0)));
  return moments.map(({ of, length }, i): Placed => {
    const place = { from: (drawn[i] ?? 0) / whole, idleMs: pauses[i] };
    return "title" in of
      ? { ...place, deadline: of }
      : { ...place, entry: of, depth: depthOf(of, byId), width: length / whole };
  });
}

function momentsOf(
  entries: readonly JournalEntry[],
  deadlines: readonly Deadline[],
  time: Time,
): readonly Moment[] {
  const moments = momentsIn(entries, time);
  if (time === "real" && !stoodStill(entries)) return moments;
  const end = Math.max(...moments.map(({ begins, length }) => begins + length));
  for (const deadline of deadlines) {
    const begins = time === "real" ? end + deadline.afterMs : deadline.at;
    const later = moments.findIndex((each) => each.begins > begins);
    const at = later < 0 ? moments.length : later;
    moments.splice(at, 0, { of: deadline, begins, length: 0 });
  }
  return moments;
}

function momentsIn(entries: readonly JournalEntry[], time: Time): Moment[] {
  return entries.map((entry) => ({
    of: entry,
    begins: Date.parse(time === "real" ? entry.real_at : entry.at),
    length: entry.ms ?? 0,
  }));
}

/** The pause before each item, if it is long enough to be folded. */
function pausesBefore(moments: readonly Moment[]): readonly (number | undefined)[] {
  let latest: number | undefined;
  return moments.map(({ begins, length }) => {
    const pause = latest === undefined ? 0 : begins - latest;
    latest = Math.max(latest ?? begins, begins + length);
    return pause > IDLE_MS ? pause : undefined;
  });
}

function depthOf(entry: JournalEntry, byId: ReadonlyMap<string, JournalEntry>): number {
  let depth = 0;
  let cause = entry.cause;
  while (cause !== null && depth < DEPTH_MAX) {
    const above = byId.get(cause);
    if (above === undefined) break;
    depth += 1;
    cause = above.cause;
  }
  return depth;
}
