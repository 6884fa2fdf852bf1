// The newest entries, in the order in which they began and in that in which they ended. Both are
// rings, so that nothing is moved when the oldest makes room.
import type { Entry, Said, SaidSource } from "./entry.ts";
import { EntryRows, type KnownSecretsIn } from "./entry-rows.ts";

export interface RingBounds {
  readonly entries: number;
  /** Letters of all bodies together. */
  readonly bodies: number;
}

export class Ring implements SaidSource {
  readonly #bounds: RingBounds;
  readonly first: number;
  readonly #rows: EntryRows;
  /** The numbers of entries by which one to end they were. */
  readonly #ended: number[] = [];
  #last: number;
  #completed = 0;
  #bodies = 0;
  /** Entries before this one have no bodies any more. */
  #bodiesFrom: number;

  /**
   * @param first the number of the first entry
   * @param secrets what no text may hold that is shown
   */
  constructor(first: number, bounds: RingBounds, secrets: KnownSecretsIn) {
    this.#rows = new EntryRows(secrets);
    this.first = first;
    this.#last = first - 1;
    this.#bodiesFrom = first;
    this.#bounds = bounds;
  }

  /** The number of an entry that begins now. */
  next(): number {
    this.#last += 1;
    return this.#last;
  }

  /** How many entries it holds at most. */
  get capacity(): number {
    return this.#bounds.entries;
  }

  get newest(): number {
    return this.#last;
  }

  /** The number of the oldest entry that may be here. */
  get oldest(): number {
    return Math.max(this.first, this.#last - this.#bounds.entries + 1);
  }

  #slot(number: number): number {
    return (number - this.first) % this.#bounds.entries;
  }

  #has(number: number): boolean {
    if (!(number >= this.first && number <= this.#last)) return false;
    return this.#rows.numberIn(this.#slot(number)) === number;
  }

  add(entry: Entry): void {
    const slot = this.#slot(entry.number);
    this.#bodies -= this.#rows.bodiesIn(slot);
    this.#rows.begin(slot, entry);
  }

  get(number: number): Entry | undefined {
    return this.#has(number) ? this.#rows.read(this.#slot(number), this) : undefined;
  }

  saidBy(number: number): ReturnType<SaidSource["saidBy"]> {
    if (!this.#has(number)) return undefined;
    const slot = this.#slot(number);
    return { said: this.#rows.said(slot), isCut: this.#rows.isCutIn(slot) };
  }

  /** Gives an entry the actor and the application of another, where it has none itself. */
  inherit(entry: Entry, from: number): void {
    if (this.#has(from)) this.#rows.inherit(entry, this.#slot(from));
  }

  /** The entry has ended and said this; its bodies count from now on. */
  complete(entry: Entry, said: Said): void {
    this.#completed += 1;
    entry.completion = this.#completed;
    this.#ended[this.#completed % this.#bounds.entries] = entry.number;
    if (!this.#has(entry.number)) {
      entry.isCut = true;
      return;
    }
    const slot = this.#slot(entry.number);
    entry.said = this.#rows.complete(slot, entry, said);
    this.#bodies += this.#rows.bodiesIn(slot);
    if (entry.number < this.#bodiesFrom) this.#bodiesFrom = entry.number;
    if (this.#bodies > this.#bounds.bodies) this.#makeRoom();
  }

  /** Writes down what became known of an entry after its end: whom it belongs to, and its cause. */
  amend(entry: Entry): void {
    if (this.#has(entry.number)) this.#rows.amend(this.#slot(entry.number), entry);
  }

  #makeRoom(): void {
    while (this.#bodies > this.#bounds.bodies && this.#bodiesFrom <= this.#last) {
      const slot = this.#slot(this.#bodiesFrom);
      const bodies = this.#has(this.#bodiesFrom) ? this.#rows.bodiesIn(slot) : 0;
      this.#bodiesFrom += 1;
      if (bodies === 0) continue;
      this.#bodies -= bodies;
      this.#rows.dropBodies(slot);
    }
  }

  /** How many have ended. */
  get completed(): number {
    return this.#completed;
  }

  /** The entry that was so manieth to end, if it is still here. */
  endedAs(completion: number): Entry | undefined {
    if (completion <= this.#completed - this.#bounds.entries) return undefined;
    const entry = this.get(this.#ended[completion % this.#bounds.entries] ?? -1);
    return entry?.completion === completion ? entry : undefined;
  }

  /** What began after a number and before another, the oldest first. */
  *between(after: number, before: number): Generator<Entry> {
    const end = Math.min(before - 1, this.#last);
    for (let at = Math.max(after + 1, this.oldest); at <= end; at += 1) {
      const entry = this.get(at);
      if (entry !== undefined) yield entry;
    }
  }

  /** The same, the newest first. */
  *backwards(after: number, before: number): Generator<Entry> {
    const end = Math.max(after + 1, this.oldest);
    for (let at = Math.min(before - 1, this.#last); at >= end; at -= 1) {
      const entry = this.get(at);
      if (entry !== undefined) yield entry;
    }
  }

  /** The entries of a trace, the oldest first. */
  *ofTrace(trace: string): Generator<Entry> {
    for (let at = this.oldest; at <= this.#last; at += 1) {
      if (!this.#has(at)) continue;
      const slot = this.#slot(at);
      const isOfIt = (this.#rows.traceIn(slot) ?? at.toString()) === trace;
      if (isOfIt) yield this.#rows.read(slot, this);
    }
  }
}
