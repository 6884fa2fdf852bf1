// What has ended at one process of several, as those ask for it who follow the journal: a stretch of
// instants, up to which nothing more ends.
import type { SlicedTask } from "../platform/time/time-slicer.ts";
import { matcherOf, type EntryFilter } from "./filter.ts";
import type { WorldJournal } from "./journal.ts";
import { entryView, type EntryView } from "./view.ts";

/** How far a reader has come in what ended at a process. */
export interface Position {
  readonly instant: number;
  /** How many had ended; absent where it is not known. */
  readonly completed?: number;
}

export interface EndedWish {
  readonly filter: EntryFilter;
  readonly upTo: number;
  /** By the names of journals. */
  readonly from: Readonly<Record<string, Position>>;
  /** Of those that have no position yet. */
  readonly begin: Position;
}

export interface EndedPart {
  /** The name of the journal. */
  readonly journal: string;
  /** Entries with the instants of their ends, in that order. */
  readonly items: readonly (readonly [instant: number, entry: EntryView])[];
  /** Everything until there is said. */
  readonly through: Position;
  /** What ended since, by the clock of its process. */
  readonly hasNewer: boolean;
  /** An instant of its process. */
  readonly now: number;
  /** Entries that left the journal before anybody asked. */
  readonly missed: number;
}

/** Entries that are sent at once, and those that are looked at for them. */
const ITEMS_MAX = 500;
const LOOKS_MAX = 20_000;

export async function endedPart(
  journal: Pick<WorldJournal, "ring" | "name" | "seen" | "instant">,
  { filter, upTo, from, begin }: EndedWish,
  task: SlicedTask,
): Promise<EndedPart> {
  const { ring, name } = journal;
  journal.seen(upTo);
  const since = from[name] ?? begin;
  const known = since.completed ?? ring.completedBy(since.instant);
  const matches = matcherOf(filter);
  const items: [number, EntryView][] = [];
  let missed = Math.max(0, ring.gone - known);
  let completed = known + missed;
  let instant = upTo;
  for (let looks = 0; completed < ring.completed; looks += 1) {
    await task.yieldIfDue();
    const next = ring.instantOf(completed + 1);
    if (next > upTo) break;
    if (items.length >= ITEMS_MAX || looks >= LOOKS_MAX) {
      instant = next - 1;
      break;
    }
    completed += 1;
    const entry = ring.endedAs(completed);
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
