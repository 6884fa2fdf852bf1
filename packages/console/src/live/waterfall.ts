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

/** Where the world's clock stood still, real time alone says what came after what. */
export function usualTime(entries: readonly JournalEntry[]): Time {
  return stoodStill(entries) ? "real" : "world";
}

/** A clock that runs may say the same for so long, by what it is rounded to. */
const ROUNDED_MS = 1;

/** The world's clock said the same all the time, while time went on. */
export function stoodStill(entries: readonly JournalEntry[]): boolean {
  const real = entries.map((entry) => Date.parse(entry.real_at));
  const isSame = entries.every(({ at }) => at === entries[0]?.at);
  return isSame && Math.max(...real) - Math.min(...real) > ROUNDED_MS;
}

/**
 * Places entries and deadlines, in their order.
 *
 * @param time in real time there are deadlines only where the world's clock, whose they are, stood
 *   still: all of them are ahead then
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
  const moments = momentsIn(entries, time === "real");
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

function momentsIn(entries: readonly JournalEntry[], isReal: boolean): Moment[] {
  return entries.map((entry) => ({
    of: entry,
    begins: Date.parse(isReal ? entry.real_at : entry.at),
    length: entry.ms ?? 0,
  }));
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
