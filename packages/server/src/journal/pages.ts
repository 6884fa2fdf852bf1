// Pages of the journal. Source: product.md, Journal.
import type { SlicedTask } from "../platform/time/time-slicer.ts";
import type { Entry } from "./entry.ts";
import type { Matches } from "./filter.ts";
import type { Ring } from "./ring.ts";
import { entryView, type EntryView } from "./view.ts";

export interface PageRequest {
  readonly after?: string | undefined;
  readonly before?: string | undefined;
  readonly limit?: number | undefined;
}

export interface Page {
  readonly items: EntryView[];
  readonly next: string | null;
  readonly previous: string | null;
  /** Set when a process did not respond in time with its part. */
  readonly partial?: true;
}

/** One process's part of a page, and whether it has entries beyond it. */
export interface PagePart<E = EntryView> {
  /** The oldest first. */
  readonly items: readonly E[];
  readonly hasNewer: boolean;
  readonly hasOlder: boolean;
}

const PAGE = 100;

export interface PageSearch {
  readonly matches: Matches;
  readonly request: PageRequest;
  readonly task: SlicedTask;
  /** Whether this process has the only part of the journal. */
  readonly isAlone: boolean;
}

/** This process's part of the requested page; without a cursor, the newest page. */
export async function partOfPage(
  ring: Ring,
  { matches, request, task, isAlone }: PageSearch,
): Promise<PagePart<Entry>> {
  const { limit = PAGE } = request;
  const after = request.after === undefined ? undefined : Number(request.after);
  const before = request.before === undefined ? Infinity : Number(request.before);
  const find = (entries: Iterable<Entry>, count: number) =>
    collect(entries, { matches, count, task });
  if (after !== undefined) {
    const entries = await find(ring.between(after, before), limit + 1);
    const first = entries[0]?.number ?? (isAlone ? 0 : after + 1);
    const older = await find(ring.backwards(0, first), 1);
    const hasNewer = entries.length > limit;
    return { items: entries.slice(0, limit), hasNewer, hasOlder: older.length > 0 };
  }
  const entries = await find(ring.backwards(0, before), limit + 1);
  const isEmpty = entries.length === 0 && isAlone;
  const newer =
    before === Infinity || isEmpty ? [] : await find(ring.between(before - 1, Infinity), 1);
  const items = entries.slice(0, limit).toReversed();
  return { items, hasNewer: newer.length > 0, hasOlder: entries.length > limit };
}

export function viewOfPart({ items, ...neighbours }: PagePart<Entry>): PagePart {
  return { ...neighbours, items: items.map(entryView) };
}

/** Merges the parts of several processes into one page. */
export function pageOf(parts: readonly PagePart[], { after, limit = PAGE }: PageRequest): Page {
  const all = parts.flatMap(({ items }) => items).toSorted((a, b) => Number(a.id) - Number(b.id));
  const isForward = after !== undefined;
  const items = isForward ? all.slice(0, limit) : all.slice(-limit);
  const isCut = all.length > limit;
  const hasNewer = (isForward && isCut) || parts.some((part) => part.hasNewer);
  const hasOlder = (!isForward && isCut) || parts.some((part) => part.hasOlder);
  const next = hasNewer ? items.at(-1) : undefined;
  const previous = hasOlder ? items[0] : undefined;
  return { items, next: idOf(next), previous: idOf(previous) };
}

const idOf = (entry: EntryView | undefined): string | null => entry?.id ?? null;

/**
 * The first `count` matching entries. A long search yields to other work, and stops at its time
 * limit.
 */
async function collect(
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
