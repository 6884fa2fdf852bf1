// Summaries of the journal's entries, and the rows that filters select. It runs in a worker, so
// that pages stay responsive.
import type { types } from "@antechamber/sdk/control";
import { matcherOf, type Condition, type Matches } from "../search/filter.ts";

export type JournalEntry = types.JournalEntry;

/** A row: an entry, or a gap where entries were lost. */
export type Row =
  | { readonly kind: "entry"; readonly entry: JournalEntry }
  | { readonly kind: "gap"; readonly missed: number };

/** The number of entries kept: as many as the service keeps. */
const ENTRIES_MAX = 100_000;
/** The number of dropped matches at the front at which the array is compacted. */
const SLACK = 10_000;

/** The most names of endpoints, events and jobs that are kept, more than there should be. */
const NAMES_MAX = 2000;

interface View {
  readonly matches: Matches;
  /** The numbers of the view's rows. */
  rows: number[];
  /** How many of them, at the front, have been dropped. */
  gone: number;
}

export interface ViewSize {
  readonly total: number;
  /** Changes when rows at the front are dropped. */
  readonly dropped: number;
}

/** The position of an entry in a view. */
export interface EntryPlace {
  /** Negative if the view does not contain the entry. */
  readonly at: number;
  /** How many rows had been dropped at the front at that time. */
  readonly dropped: number;
  /** True if the entry is missing but may still arrive, because nothing as new has arrived yet. */
  readonly mayCome: boolean;
}

export class JournalIndex {
  readonly #max: number;
  #rows: (Row | undefined)[] = [];
  /** The number of the first row in the list. */
  #first = 0;
  #next = 0;
  readonly #views = new Map<string, View>();
  readonly #names = new Set<string>();
  /** The id of the last entry that arrived. */
  #newest = "";

  constructor(max = ENTRIES_MAX) {
    this.#max = max;
  }

  /** The number of rows that have arrived so far. */
  get count(): number {
    return this.#next;
  }

  add(row: Row): void {
    const number = this.#next;
    this.#next += 1;
    this.#rows.push(row);
    if (row.kind === "entry") {
      this.#newest = row.entry.id;
      if (this.#names.size < NAMES_MAX) this.#names.add(row.entry.name);
    }
    for (const view of this.#views.values()) if (isIn(view, row)) view.rows.push(number);
    if (this.#rows.length > this.#max + SLACK) this.#trim();
  }

  /** Opens a view under a name, with conditions that select its rows. */
  open(name: string, conditions: readonly Condition[]): void {
    const view: View = { matches: matcherOf(conditions), rows: [], gone: 0 };
    this.#rows.forEach((row, i) => {
      if (row !== undefined && isIn(view, row)) view.rows.push(this.#first + i);
    });
    this.#views.set(name, view);
  }

  close(name: string): void {
    this.#views.delete(name);
  }

  /** Clears everything, because the world has changed. */
  clear(): void {
    this.#rows = [];
    this.#newest = "";
    this.#names.clear();
    this.#first = this.#next;
    for (const view of this.#views.values()) {
      // Marks the old rows as dropped: the new rows could be as many at once.
      view.gone += view.rows.length;
      view.rows = [];
    }
  }

  size(name: string): ViewSize {
    const view = this.#views.get(name);
    return view === undefined
      ? { total: 0, dropped: 0 }
      : { total: view.rows.length, dropped: view.gone };
  }

  /** The names of endpoints, events and jobs that have arrived so far, sorted. */
  names(): readonly string[] {
    return [...this.#names].toSorted();
  }

  /** Some rows of a view, oldest first. */
  slice(name: string, from: number, count: number): readonly Row[] {
    const rows = this.#views.get(name)?.rows.slice(from, from + count) ?? [];
    return rows.flatMap((number) => this.#rows[number - this.#first] ?? []);
  }

  placeOf(name: string, id: string): EntryPlace {
    const { rows = [], gone = 0 } = this.#views.get(name) ?? {};
    const at = rows.findLastIndex((number) => {
      const row = this.#rows[number - this.#first];
      return row?.kind === "entry" && row.entry.id === id;
    });
    return { at, dropped: gone, mayCome: at < 0 && isNewer(id, this.#newest) };
  }

  #trim(): void {
    const excess = this.#rows.length - this.#max;
    this.#rows = this.#rows.slice(excess);
    this.#first += excess;
    for (const view of this.#views.values()) {
      const kept = view.rows.findIndex((number) => number >= this.#first);
      const gone = kept < 0 ? view.rows.length : kept;
      view.rows = view.rows.slice(gone);
      view.gone += gone;
    }
  }
}

/** Ids are increasing numbers beyond JavaScript's exact integers. */
function isNewer(id: string, than: string): boolean {
  return id.length === than.length ? id > than : id.length > than.length;
}

/** True if a view contains a row. Gaps are in every view, because the lost entries may have matched. */
function isIn({ matches }: View, row: Row): boolean {
  return row.kind === "gap" || matches(row.entry);
}
