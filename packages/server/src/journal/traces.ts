// Finds entries and traces in the ring. Source: product.md, Journal.
import { JournalForgotten, UnknownJournalEntry, UnknownTrace } from "@antechamber/contract/control";
import { ApiError } from "../platform/api-error.ts";
import type { Entry } from "./entry.ts";
import type { Ring } from "./ring.ts";

/** The entry with an id. @throws UnknownJournalEntry */
export function entryOf(ring: Ring, id: string): Entry {
  const entry = /^[0-9]{1,16}$/.test(id) ? ring.get(Number(id)) : undefined;
  if (entry === undefined) throw new ApiError(UnknownJournalEntry);
  return entry;
}

/**
 * The entries of a trace in the order in which they began, which puts causes before effects. The id
 * of any of its entries names the trace too.
 *
 * @throws UnknownTrace
 */
export function traceOf(ring: Ring, id: string): readonly Entry[] {
  const named = entriesIn(ring, id);
  const first = /^[0-9]{1,16}$/.test(id) ? ring.get(Number(id)) : undefined;
  const entries = named.length > 0 || first === undefined ? named : entriesIn(ring, first.traceId);
  if (entries.length === 0) throw new ApiError(UnknownTrace);
  return entries;
}

function entriesIn(ring: Ring, trace: string): readonly Entry[] {
  return [...ring.ofTrace(trace)];
}

/**
 * Entries that began after one entry (0: from the first one on) and before another. @throws
 * JournalForgotten
 */
export function rangeOf(ring: Ring, after: number, before: number): readonly Entry[] {
  const isOfEarlierRun = after > 0 && after < ring.first - 1;
  if (isOfEarlierRun || after < ring.newestEvicted) throw new ApiError(JournalForgotten);
  return [...ring.between(after, before)];
}
