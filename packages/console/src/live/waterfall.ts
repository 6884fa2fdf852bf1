// Where the bars of a trace stand: causes before effects, long idle times folded.
import type { JournalEntry } from "./journal-index.ts";

export interface Placed {
  readonly entry: JournalEntry;
  /** How many causes stand above it. */
  readonly depth: number;
  /** Where its bar begins and how long it is, of the whole width. */
  readonly from: number;
  readonly width: number;
  /** Time in which nothing happened before it; it is not drawn. */
  readonly idleMs: number | undefined;
}

/** Longer pauses are folded. */
const IDLE_MS = 2000;
/** A pause that is folded is drawn as long as this. */
const FOLDED_MS = 50;
const DEPTH_MAX = 8;

export function placed(entries: readonly JournalEntry[]): readonly Placed[] {
  const byId = new Map(entries.map((entry) => [entry.id, entry]));
  // Where the world's clock stood still, real time says what came after what.
  const isStill = entries.every(({ at }) => at === entries[0]?.at);
  let offset = 0;
  let latest: number | undefined;
  const rows = entries.map((entry) => {
    const begins = Date.parse(isStill ? entry.real_at : entry.at);
    const length = entry.ms ?? 0;
    const pause = latest === undefined ? 0 : begins - latest;
    const isIdle = pause > IDLE_MS;
    if (isIdle) offset += pause - FOLDED_MS;
    latest = Math.max(latest ?? begins, begins + length);
    return {
      entry,
      depth: depthOf(entry, byId),
      begins: begins - offset,
      length,
      idleMs: isIdle ? pause : undefined,
    };
  });
  const first = Math.min(...rows.map(({ begins }) => begins));
  const end = Math.max(...rows.map(({ begins, length }) => begins + length));
  const whole = Math.max(1, end - first);
  return rows.map(({ entry, depth, begins, length, idleMs }) => ({
    entry,
    depth,
    idleMs,
    from: (begins - first) / whole,
    width: length / whole,
  }));
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
