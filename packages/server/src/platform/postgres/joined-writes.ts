// What a transaction writes, and the same of several under one commit.
import type { ProcessIdentity } from "../processes.ts";
import type { WriteLocks } from "./locks.ts";
import type { SealedEvent, WatchedChange } from "./log.ts";
import { watchedTogether } from "./watched-tables.ts";
import type { WrittenChange } from "./writer.ts";

export interface Writes {
  /** The place that must still be held at the commit. */
  readonly holder: ProcessIdentity;
  readonly changes: readonly WrittenChange[];
  readonly events: readonly SealedEvent[];
  readonly watched: WatchedChange;
  readonly locks: WriteLocks;
}

/** Whether it puts records and events, takes nothing away, and says what of all that it locks. */
export function onlyPuts({ changes, watched, locks }: Writes): boolean {
  if (locks.tables.length > 0 || watched.places === null) return false;
  return changes.every(
    ({ deleted, entries }) =>
      deleted.length === 0 && entries.every(({ removed }) => removed.length === 0),
  );
}

/** How much of it there is: locks, events, and places that others must know of. */
export function sizeOf({ locks, events, watched }: Writes): number {
  const { records, searches } = locks;
  return records.length + searches.length + events.length + (watched.places?.length ?? 0);
}

/** The same for all that the same statements write. */
export function kindOf({ holder, changes, events, watched }: Writes): string {
  const logged = events.length > 0 ? "events" : watched.tables.length > 0 ? "watched" : "nothing";
  let kind = `${holder.id}.${holder.epoch} ${logged}`;
  for (const { layout, put, created, entries } of changes) {
    const ways = `${put.length > 0 ? " put" : ""}${created.length > 0 ? " create" : ""}`;
    kind += `|${layout.at}${ways}`;
    for (const { entry, added } of entries) if (added.length > 0) kind += ` ${entry.at}`;
  }
  return kind;
}

/**
 * Several of one kind that put different records. Their events keep the order in which they are
 * given.
 */
export function writesTogether(all: readonly Writes[]): Writes | undefined {
  const [first] = all;
  if (first === undefined || all.length === 1) return first;
  return {
    holder: first.holder,
    changes: first.changes.map((change, nth) =>
      changeTogether(
        change,
        all.flatMap(({ changes }) => changes[nth] ?? []),
      ),
    ),
    events: all.flatMap(({ events }) => events),
    watched: watchedTogether(all.map(({ watched }) => watched)),
    locks: {
      records: all.flatMap(({ locks }) => locks.records),
      searches: [...new Set(all.flatMap(({ locks }) => locks.searches))],
      tables: [],
    },
  };
}

function changeTogether(
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
