// Tracks the changes of watched tables: this process's own at once, those of others from the log.
import type { CacheDependencies, LateVersions } from "../cache-dependencies.ts";
import { CommitCounter, markPlaces } from "../cache/commit-counter.ts";
import type { ProcessIdentity } from "../processes.ts";
import type { Dialect, Layouts } from "../storage/table-schema.ts";
import type { TableChange } from "../storage/table-changes.ts";
import { appendStatement, type WatchedChange } from "./log.ts";
import type { Statement } from "./writer.ts";

/** A commit that changed more places is logged as having changed its tables anywhere. */
const PLACES_LOGGED_MAX = 256;

/** How the writes of other processes become known. */
export interface WatchedLog {
  /** Whether all their writes until a moment ago are known. */
  isCurrent(): boolean;
  /** Reads the log. @returns whether everything is known that was committed before the call */
  catchUp(): Promise<boolean>;
}

/** Joins the changes of several transactions under one commit. */
export function mergeWatchedChanges(all: readonly WatchedChange[]): WatchedChange {
  const tables = new Set(all.flatMap((each) => each.tables));
  const places = new Set(all.flatMap((each) => each.places ?? []));
  const isAnywhere = all.some((each) => each.places === null) || places.size > PLACES_LOGGED_MAX;
  return { tables: [...tables], places: isAnywhere ? null : [...places] };
}

const noLog: WatchedLog = { isCurrent: () => false, catchUp: async () => false };

export class WatchedTables implements LateVersions {
  readonly #names: ReadonlySet<string>;
  readonly #counter = new CommitCounter();
  #log = noLog;

  constructor(layouts: Layouts) {
    const watched = [...layouts.values()].filter(({ table }) => table.isWatched === true);
    this.#names = new Set(watched.map(({ table }) => table.name));
  }

  follow(log: WatchedLog): void {
    this.#log = log;
  }

  stamp(): number {
    return this.#counter.stamp();
  }

  tracks(tables: ReadonlySet<string>): boolean {
    for (const table of tables) if (!this.#names.has(table)) return false;
    return true;
  }

  holds(dependencies: CacheDependencies): boolean {
    return this.#log.isCurrent() && this.#counter.holds(dependencies);
  }

  catchUp(): Promise<boolean> {
    return this.#log.catchUp();
  }

  /** The part of some changes that the log reports. */
  loggedChangeOf(changes: readonly TableChange[]): WatchedChange {
    const tables: string[] = [];
    const places = new Set<number>();
    const mark = (place: number) => places.add(place);
    for (const change of changes) {
      const { name } = change.layout.table;
      if (!this.#names.has(name)) continue;
      tables.push(name);
      if (places.size <= PLACES_LOGGED_MAX) markPlaces(change, mark);
    }
    return { tables, places: places.size > PLACES_LOGGED_MAX ? null : [...places] };
  }

  /** The row of the log that reports that everything changed. */
  allChangedStatements(dialect: Dialect, holder: ProcessIdentity): readonly Statement[] {
    if (this.#names.size === 0) return [];
    const watched = { tables: [...this.#names], places: null };
    return [appendStatement(dialect, { events: [], watched, writer: holder.id })];
  }

  /** Notes changes; to be called after a commit, and for what the log reports. */
  changed({ tables, places }: WatchedChange): void {
    if (tables.length === 0) return;
    if (places === null) this.#counter.changed(tables);
    else this.#counter.changedAt(tables, places);
  }

  allChanged(): void {
    this.#counter.allChanged();
  }
}
