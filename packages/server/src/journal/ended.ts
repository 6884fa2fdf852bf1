// The entries that have ended in one process's journal, in the order of their ends, read one
// stretch at a time for the processes that follow the journals of a world that several processes
// serve. Each part reaches up to an instant at or before which no further entry ends.
import type { SlicedTask } from "../platform/time/time-slicer.ts";
import { matcherOf, type EntryFilter } from "./filter.ts";
import type { WorldJournal } from "./journal.ts";
import { entryView, type EntryView } from "./view.ts";

/** How far a reader has come in the ended entries of one process. */
export interface Position {
  readonly instant: number;
  /** How many entries of that process had ended; absent where that is not known. */
  readonly completed?: number;
}

export interface EndedEntriesQuery {
  readonly filter: EntryFilter;
  readonly upTo: number;
  /** The position in each journal that has been read before, by the journal's name. */
  readonly from: Readonly<Record<string, Position>>;
  /** The position to start from in journals that `from` does not name. */
  readonly begin: Position;
}

export interface EndedPart {
  /** The name of the process's journal. */
  readonly journal: string;
  /** Matching entries with the instants at which they ended, in that order. */
  readonly items: readonly (readonly [instant: number, entry: EntryView])[];
  /** The position that this part is complete up to. */
  readonly through: Position;
  /** Whether more entries have ended in this process after `through`. */
  readonly hasNewer: boolean;
  /** The process's current instant. */
  readonly now: number;
  /** How many entries were evicted from the journal before they were read. */
  readonly missed: number;
}

/** The most entries in one part, and the most that are examined for it. */
const ITEMS_MAX = 500;
const EXAMINED_MAX = 20_000;

export async function readEndedPart(
  journal: Pick<WorldJournal, "ring" | "name" | "advancePast" | "instant">,
  { filter, upTo, from, begin }: EndedEntriesQuery,
  task: SlicedTask,
): Promise<EndedPart> {
  const { ring, name } = journal;
  journal.advancePast(upTo);
  const since = from[name] ?? begin;
  const before = since.completed ?? ring.completedBy(since.instant);
  const matches = matcherOf(filter);
  const items: [number, EntryView][] = [];
  let missed = Math.max(0, ring.evictedCount - before);
  let completed = before + missed;
  let instant = upTo;
  for (let examined = 0; completed < ring.completed; examined += 1) {
    await task.yieldIfDue();
    const next = ring.instantOf(completed + 1);
    if (next > upTo) break;
    if (items.length >= ITEMS_MAX || examined >= EXAMINED_MAX) {
      instant = next - 1;
      break;
    }
    completed += 1;
    const entry = ring.getByCompletion(completed);
    if (entry === undefined) missed += 1;
    else if (matches(entry)) items.push([next, entryView(entry)]);
  }
  return {
    journal: name,
    items,
    missed,
    through: { instant, completed },
    hasNewer: completed < ring.completed,
    now: journal.instant() ?? 0,
  };
}
