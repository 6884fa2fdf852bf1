// Summaries of what happened, and the rows that filters select of them. It lives in a worker, so that
// pages stay quick whatever comes.
import type { types } from "@antechamber/sdk/control";
import { matcherOf, type Condition, type Matches } from "../search/filter.ts";

export type JournalEntry = types.JournalEntry;

/** A row: something that happened, or a gap where entries were lost. */
export type Row =
  | { readonly kind: "entry"; readonly entry: JournalEntry }
  | { readonly kind: "gap"; readonly missed: number };

/** Entries kept, as many as the service keeps. */
const ENTRIES_MAX = 100_000;
/** Matches that were dropped at the front are taken out once they are that many. */
const SLACK = 10_000;

/** Names kept of endpoints, events and jobs: more than there are of them. */
const NAMES_MAX = 2000;

interface View {
  readonly matches: Matches;
  /** Numbers of its rows. */
  rows: number[];
  /** How many of them, at the front, have left. */
  gone: number;
}

export interface ViewSize {
  readonly total: number;
  /** Changes when rows at the front have left. */
  readonly dropped: number;
}

/** Where an entry stands in a view. */
export interface EntryPlace {
  /** Less than 0: the view does not have it. */
  readonly at: number;
  /** How many rows had left at the front when it stood there. */
  readonly dropped: number;
  /** It is not there, but nothing as new as it has come yet. */
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
  /** The id of the entry that came last. */
  #newest = "";

  constructor(max = ENTRIES_MAX) {
    this.#max = max;
  }

  /** How many rows have come so far. */
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

  /** Shows rows under a name, by conditions. */
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

  /** Everything is forgotten: the world is another one. */
  clear(): void {
    this.#rows = [];
    this.#newest = "";
    this.#names.clear();
    this.#first = this.#next;
    for (const view of this.#views.values()) {
      // Other rows may stand there at once, as many as before.
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

  /** What endpoints, events and jobs are called that have come so far, in order. */
  names(): readonly string[] {
    return [...this.#names].toSorted();
  }

  /** Some rows of a view, the oldest first. */
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

/** Ids are numbers that grow, longer than JavaScript's own are exact. */
function isNewer(id: string, than: string): boolean {
  return id.length === than.length ? id > than : id.length > than.length;
}

/** A gap stands in every view: it may have held anything. */
function isIn({ matches }: View, row: Row): boolean {
  return row.kind === "gap" || matches(row.entry);
}
