// The writes of one transaction, and how the writes of several are joined for one commit.
import type { ProcessIdentity } from "../processes.ts";
import type { WriteLocks } from "./locks.ts";
import type { StoredEvent, WatchedChange } from "./log.ts";
import { mergeWatchedChanges } from "./watched-tables.ts";
import type { WrittenChange } from "./writer.ts";

export interface Writes {
  /** The process lease that must still be held at the commit. */
  readonly holder: ProcessIdentity;
  readonly changes: readonly WrittenChange[];
  readonly events: readonly StoredEvent[];
  readonly watched: WatchedChange;
  readonly locks: WriteLocks;
}

/** Whether the writes only put records and events, delete nothing, and lock no whole table. */
export function onlyPuts({ changes, watched, locks }: Writes): boolean {
  if (locks.tables.length > 0 || watched.places === null) return false;
  return changes.every(
    ({ deleted, entries }) =>
      deleted.length === 0 && entries.every(({ removed }) => removed.length === 0),
  );
}

/** The number of locks, events and changed places. */
export function sizeOf({ locks, events, watched }: Writes): number {
  const { records, searches } = locks;
  return records.length + searches.length + events.length + (watched.places?.length ?? 0);
}

/** A key that is equal for writes that use the same statements. */
export function kindOf({ holder, changes, events, watched }: Writes): string {
  let kind = `${holder.id}.${holder.epoch}`;
  if (events.length > 0) kind += " events";
  else if (watched.tables.length > 0) kind += " watched";
  for (const { layout, put, created, entries } of changes) {
    const kinds = `${put.length > 0 ? " put" : ""}${created.length > 0 ? " create" : ""}`;
    kind += `|${layout.at}${kinds}`;
    for (const { entry, added } of entries) if (added.length > 0) kind += ` ${entry.at}`;
  }
  return kind;
}

/** Joins writes of one kind that put different records. Events keep the given order. */
export function joinWrites(first: Writes, others: readonly Writes[]): Writes {
  if (others.length === 0) return first;
  const all = [first, ...others];
  return {
    holder: first.holder,
    changes: first.changes.map((change, nth) =>
      joinChanges(
        change,
        all.flatMap(({ changes }) => changes[nth] ?? []),
      ),
    ),
    events: all.flatMap(({ events }) => events),
    watched: mergeWatchedChanges(all.map(({ watched }) => watched)),
    locks: {
      records: all.flatMap(({ locks }) => locks.records),
      searches: [...new Set(all.flatMap(({ locks }) => locks.searches))],
      tables: [],
    },
  };
}

function joinChanges(
  { layout, entries }: WrittenChange,
  all: readonly WrittenChange[],
): WrittenChange {
  return {
    layout,
    deleted: [],
    put: all.flatMap(({ put }) => put),
    created: all.flatMap(({ created }) => created),
    entries: entries.map(({ entry }, nth) => ({
      entry,
      removed: [],
      added: all.flatMap((change) => change.entries[nth]?.added ?? []),
    })),
  };
}
