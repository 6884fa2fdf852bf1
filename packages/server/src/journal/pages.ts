// Pages of the journal. Source: product.md, Journal.
import type { SlicedTask } from "../platform/time-slicer.ts";
import type { Entry } from "./entry.ts";
import type { Matches } from "./filter.ts";
import type { Ring } from "./ring.ts";
import { entryView, type EntryView } from "./view.ts";

export interface PageWish {
  readonly after?: string | undefined;
  readonly before?: string | undefined;
  readonly limit?: number | undefined;
}

export interface Page {
  readonly items: EntryView[];
  readonly next: string | null;
  readonly previous: string | null;
}

const PAGE = 100;

/** The page that is asked for: the newest one, unless it says where to begin. */
export async function pageOf(
  ring: Ring,
  matches: Matches,
  { wish, task }: { readonly wish: PageWish; readonly task: SlicedTask },
): Promise<Page> {
  const { limit = PAGE } = wish;
  const after = wish.after === undefined ? undefined : Number(wish.after);
  const before = wish.before === undefined ? Infinity : Number(wish.before);
  const find = (entries: Iterable<Entry>, count: number) =>
    found(entries, { matches, count, task });
  if (after !== undefined) {
    const entries = await find(ring.between(after, before), limit + 1);
    const items = entries.slice(0, limit);
    const [first] = items;
    const older = first === undefined ? [] : await find(ring.backwards(0, first.number), 1);
    return view(items, { hasNewer: entries.length > limit, hasOlder: older.length > 0 });
  }
  const entries = await find(ring.backwards(0, before), limit + 1);
  const items = entries.slice(0, limit).toReversed();
  const last = items.at(-1);
  const isBounded = last !== undefined && before !== Infinity;
  const newer = isBounded ? await find(ring.between(before - 1, Infinity), 1) : [];
  return view(items, { hasNewer: newer.length > 0, hasOlder: entries.length > limit });
}

function view(
  items: readonly Entry[],
  { hasNewer, hasOlder }: { readonly hasNewer: boolean; readonly hasOlder: boolean },
): Page {
  return {
    items: items.map(entryView),
    next: hasNewer ? (items.at(-1)?.id ?? null) : null,
    previous: hasOlder ? (items[0]?.id ?? null) : null,
  };
}

/** The first so many that match; long searches give way to other work, and end in time. */
async function found(
  entries: Iterable<Entry>,
  { matches, count, task }: { matches: Matches; count: number; task: SlicedTask },
): Promise<Entry[]> {
  const all: Entry[] = [];
  for (const entry of entries) {
    if (matches(entry)) all.push(entry);
    if (all.length >= count || task.isOver()) break;
    await task.yieldIfDue();
  }
  return all;
}
