// Where the bars of a trace stand: causes before effects, long idle times folded, deadlines among them.
import type { JournalEntry } from "./journal-index.ts";

/** An instant by which something must be done. */
export interface Deadline {
  readonly title: string;
  /** On the world's clock. Unix milliseconds. */
  readonly at: number;
  /** How long after its beginning it is. */
  readonly afterMs: number;
}

interface Place {
  /** Where it begins, of the whole width. */
  readonly from: number;
  /** Time in which nothing happened before it; it is not drawn. */
  readonly idleMs: number | undefined;
}

export interface PlacedEntry extends Place {
  readonly entry: JournalEntry;
  /** How many causes stand above it. */
  readonly depth: number;
  /** How long it is, of the whole width. */
  readonly width: number;
}

export interface PlacedDeadline extends Place {
  readonly deadline: Deadline;
}

export type Placed = PlacedEntry | PlacedDeadline;

/** Longer pauses are folded. */
const IDLE_MS = 2000;
/**
 * A pause that is folded is as wide as this part of all that is drawn to scale, and at least so
 * long.
 */
const FOLDED_SHARE = 1 / 12;
const FOLDED_MIN_MS = 1;
const DEPTH_MAX = 8;

/** Something on the axis of time, before pauses are folded. */
interface Moment {
  readonly of: JournalEntry | Deadline;
  readonly begins: number;
  readonly length: number;
}

/** By which clock things stand beside each other. */
export type Time = "world" | "real";

/**
 * Places entries and deadlines, in their order.
 *
 * @param time in real time there are no deadlines: those are of the world's clock
 */
export function placed(
  entries: readonly JournalEntry[],
  deadlines: readonly Deadline[] = [],
  time: Time = "world",
): readonly Placed[] {
  const byId = new Map(entries.map((entry) => [entry.id, entry]));
  const moments = time === "real" ? momentsIn(entries, true) : momentsOf(entries, deadlines);
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
): readonly Moment[] {
  // Where the world's clock stood still, real time says what came after what, and no deadline passed.
  const isStill = isSame(entries, "at") && !isSame(entries, "real_at");
  const moments = momentsIn(entries, isStill);
  const end = Math.max(...moments.map(({ begins, length }) => begins + length));
  for (const deadline of deadlines) {
    const begins = isStill ? end + deadline.afterMs : deadline.at;
    const later = moments.findIndex((each) => each.begins > begins);
    const at = later < 0 ? moments.length : later;
    moments.splice(at, 0, { of: deadline, begins, length: 0 });
  }
  return moments;
}

function momentsIn(entries: readonly JournalEntry[], isReal: boolean): Moment[] {
  return entries.map((entry) => ({
    of: entry,
    begins: Date.parse(isReal ? entry.real_at : entry.at),
    length: entry.ms ?? 0,
  }));
}

function isSame(entries: readonly JournalEntry[], instant: "at" | "real_at"): boolean {
  return entries.every((entry) => entry[instant] === entries[0]?.[instant]);
}

/** The pause before each that is long enough to be folded. */
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
