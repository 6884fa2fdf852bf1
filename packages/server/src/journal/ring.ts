// The newest entries, in the order in which they began and in that in which they ended. Both are
// rings, so that nothing is moved when the oldest makes room.
import type { Entry } from "./entry.ts";

export interface RingBounds {
  readonly entries: number;
  /** Letters of all bodies together. */
  readonly bodies: number;
}

export class Ring {
  readonly #bounds: RingBounds;
  readonly first: number;
  readonly #entries: (Entry | undefined)[] = [];
  /** The numbers of entries by which one to end they were. */
  readonly #ended: number[] = [];
  #last: number;
  #completed = 0;
  #bodies = 0;
  /** Entries before this one have no bodies any more. */
  #bodiesFrom: number;

  /** @param first the number of the first entry */
  constructor(first: number, bounds: RingBounds) {
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

  add(entry: Entry): void {
    const slot = this.#slot(entry.number);
    const before = this.#entries[slot];
    if (before !== undefined) this.#bodies -= before.completion === undefined ? 0 : before.bodySize;
    this.#entries[slot] = entry;
  }

  get(number: number): Entry | undefined {
    if (number < this.first || number > this.#last) return undefined;
    const entry = this.#entries[this.#slot(number)];
    return entry?.number === number ? entry : undefined;
  }

  /** The entry has ended; its bodies count from now on. */
  complete(entry: Entry): void {
    this.#completed += 1;
    entry.completion = this.#completed;
    this.#ended[this.#completed % this.#bounds.entries] = entry.number;
    if (this.get(entry.number) !== entry) return;
    this.#bodies += entry.bodySize;
    if (entry.number < this.#bodiesFrom) this.#bodiesFrom = entry.number;
    while (this.#bodies > this.#bounds.bodies && this.#bodiesFrom <= this.#last) {
      const oldest = this.get(this.#bodiesFrom);
      this.#bodiesFrom += 1;
      if (oldest?.completion === undefined) continue;
      this.#bodies -= oldest.bodySize;
      oldest.dropBodies();
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
}
