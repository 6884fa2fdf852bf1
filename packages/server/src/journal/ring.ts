// The newest entries, in the order in which they began and in the order in which they ended. Both
// are ring buffers, so that evicting the oldest entry moves nothing.
import type { Entry, EntryTexts, TextsSource } from "./entry.ts";
import { EntryRows, type SecretRedactor } from "./entry-rows.ts";

export interface RingBounds {
  readonly entries: number;
  /** The maximum total length of all bodies, headers and addresses, in UTF-16 code units. */
  readonly bodies: number;
}

/** The share of that limit that headers may take before they are dropped together with bodies. */
const HEADERS_PART = 0.25;
/** The same for addresses. */
const ADDRESSES_PART = 0.5;

export class Ring implements TextsSource {
  readonly #bounds: RingBounds;
  readonly first: number;
  readonly #rows: EntryRows;
  /** The places of ended entries, by their completion number modulo the capacity. */
  readonly #endedPlaces: number[] = [];
  /** The instants of their ends, where ends are numbered. */
  readonly #instants: number[] = [];
  #last: number;
  /** How many entries have begun; the place of an entry is this count at its own beginning. */
  #begunCount = 0;
  #completed = 0;
  #bodies = 0;
  /** The bodies of entries at places before this one have been dropped. */
  #bodiesFrom = 1;
  #newestEvicted = 0;

  /**
   * @param first the smallest number that an entry may have
   * @param secrets finds known secrets, which must not be stored
   */
  constructor(first: number, bounds: RingBounds, secrets: SecretRedactor) {
    this.#rows = new EntryRows(secrets);
    this.first = first;
    this.#last = first - 1;
    this.#bounds = bounds;
  }

  /** The number for the next entry, where entries are numbered consecutively. */
  next(): number {
    return this.#last + 1;
  }

  /** The most entries that the ring holds. */
  get capacity(): number {
    return this.#bounds.entries;
  }

  get newest(): number {
    return this.#last;
  }

  /** The number of the newest entry that was evicted; 0 while there is none. */
  get newestEvicted(): number {
    return this.#newestEvicted;
  }

  #slot(place: number): number {
    return (place - 1) % this.#bounds.entries;
  }

  /** The place of the oldest entry in the ring. */
  get #oldest(): number {
    return Math.max(1, this.#begunCount - this.#bounds.entries + 1);
  }

  #numberAt(place: number): number {
    return this.#rows.numberIn(this.#slot(place));
  }

  /** The place of the first entry whose number is at least this one. */
  #placeFrom(number: number): number {
    let [from, to] = [this.#oldest, this.#begunCount + 1];
    while (from < to) {
      const middle = Math.floor((from + to) / 2);
      if (this.#numberAt(middle) < number) from = middle + 1;
      else to = middle;
    }
    return from;
  }

  /** The place of an entry; 0 if it is not in the ring. */
  #placeOf(number: number): number {
    if (!(number >= this.first && number <= this.#last)) return 0;
    // The fast path: this is its place if numbers are consecutive.
    const expected = this.#begunCount - (this.#last - number);
    if (expected >= this.#oldest && this.#numberAt(expected) === number) return expected;
    const place = this.#placeFrom(number);
    return place <= this.#begunCount && this.#numberAt(place) === number ? place : 0;
  }

  /** Adds an entry whose number is larger than all others. */
  add(entry: Entry): void {
    this.#begunCount += 1;
    this.#last = entry.number;
    const slot = this.#slot(this.#begunCount);
    if (this.#begunCount > this.#bounds.entries) this.#newestEvicted = this.#rows.numberIn(slot);
    this.#bodies -= this.#rows.bodyLengthIn(slot);
    this.#rows.begin(slot, entry);
  }

  get(number: number): Entry | undefined {
    const place = this.#placeOf(number);
    return place === 0 ? undefined : this.#rows.read(this.#slot(place), this);
  }

  textsOf(number: number): ReturnType<TextsSource["textsOf"]> {
    const place = this.#placeOf(number);
    if (place === 0) return undefined;
    const slot = this.#slot(place);
    return { texts: this.#rows.textsAt(slot), isCut: this.#rows.isCutIn(slot) };
  }

  /** Copies the actor and the application of another entry, where the entry has none itself. */
  inherit(entry: Entry, from: number): void {
    const place = this.#placeOf(from);
    if (place > 0) this.#rows.inherit(entry, this.#slot(place));
  }

  /**
   * Records that an entry has ended, with its texts; its bodies count towards the limit from now
   * on.
   *
   * @param instant larger than those of all earlier ends
   */
  complete(entry: Entry, texts: EntryTexts, instant?: number): void {
    this.#completed += 1;
    if (instant !== undefined) this.#instants[this.#completed % this.#bounds.entries] = instant;
    entry.completion = this.#completed;
    const place = this.#placeOf(entry.number);
    this.#endedPlaces[this.#completed % this.#bounds.entries] = place;
    if (place === 0) {
      entry.isCut = true;
      return;
    }
    const slot = this.#slot(place);
    entry.texts = this.#rows.complete(slot, entry, texts);
    this.#bodies += this.#rows.bodyLengthIn(slot);
    if (place < this.#bodiesFrom) this.#bodiesFrom = place;
    if (this.#totalLength > this.#bounds.bodies) this.#freeSpace();
  }

  /** Updates the trace, cause, actor and application of an entry that has ended. */
  amend(entry: Entry): void {
    const place = this.#placeOf(entry.number);
    if (place > 0) this.#rows.amend(this.#slot(place), entry);
  }

  /** Adds sessions that received the event of an entry that has ended. */
  addSessions(number: number, sessions: number): void {
    const place = this.#placeOf(number);
    if (place > 0) this.#rows.addSessions(this.#slot(place), sessions);
  }

  get #totalLength(): number {
    return this.#bodies + this.#rows.headers + this.#rows.addresses;
  }

  /**
   * Drops the oldest bodies. Headers, which many entries share, and addresses are small and kept,
   * unless they exceed their share.
   */
  #freeSpace(): void {
    const { bodies: lengthMax } = this.#bounds;
    while (this.#totalLength > lengthMax && this.#bodiesFrom <= this.#begunCount) {
      const isInRing = this.#bodiesFrom >= this.#oldest;
      const slot = this.#slot(this.#bodiesFrom);
      const bodies = isInRing ? this.#rows.bodyLengthIn(slot) : 0;
      const dropsHeaders = isInRing && this.#rows.headers > lengthMax * HEADERS_PART;
      const dropsAddress = isInRing && this.#rows.addresses > lengthMax * ADDRESSES_PART;
      this.#bodiesFrom += 1;
      if (dropsHeaders) this.#rows.dropHeaders(slot);
      if (dropsAddress) this.#rows.dropAddress(slot);
      if (bodies === 0 && !dropsHeaders && !dropsAddress) continue;
      this.#bodies -= bodies;
      this.#rows.dropBodies(slot);
    }
  }

  /** How many entries have ended. */
  get completed(): number {
    return this.#completed;
  }

  /** The entry with a completion number, if it is still in the ring. */
  getByCompletion(completion: number): Entry | undefined {
    if (completion <= this.#completed - this.#bounds.entries) return undefined;
    const entry = this.#entryAt(this.#endedPlaces[completion % this.#bounds.entries] ?? 0);
    return entry?.completion === completion ? entry : undefined;
  }

  /** How many ended entries are certain to have been evicted. */
  get evictedCount(): number {
    return Math.max(0, this.#completed - this.#bounds.entries);
  }

  /** The instant of an end; the completion number must be newer than `evictedCount`. */
  instantOf(completion: number): number {
    return this.#instants[completion % this.#bounds.entries] ?? 0;
  }

  /** How many entries had ended at an instant. */
  completedBy(instant: number): number {
    let [from, to] = [this.evictedCount, this.#completed];
    while (from < to) {
      const middle = Math.ceil((from + to) / 2);
      if (this.instantOf(middle) <= instant) from = middle;
      else to = middle - 1;
    }
    return from;
  }

  #entryAt(place: number): Entry | undefined {
    const isInRing = place >= this.#oldest && place <= this.#begunCount;
    return isInRing ? this.#rows.read(this.#slot(place), this) : undefined;
  }

  /** Entries with numbers between two numbers, both exclusive, the oldest first. */
  *between(after: number, before: number): Generator<Entry> {
    const end = this.#placeFrom(before) - 1;
    for (let place = this.#placeFrom(after + 1); place <= end; place += 1) {
      const entry = this.#entryAt(place);
      if (entry !== undefined) yield entry;
    }
  }

  /** The same entries, the newest first. */
  *backwards(after: number, before: number): Generator<Entry> {
    const end = this.#placeFrom(after + 1);
    for (let place = this.#placeFrom(before) - 1; place >= end; place -= 1) {
      const entry = this.#entryAt(place);
      if (entry !== undefined) yield entry;
    }
  }

  /** The entries of a trace, the oldest first. */
  *ofTrace(trace: string): Generator<Entry> {
    for (let place = this.#oldest; place <= this.#begunCount; place += 1) {
      const slot = this.#slot(place);
      const isOfTrace =
        (this.#rows.traceIn(slot) ?? this.#rows.numberIn(slot).toString()) === trace;
      if (isOfTrace) yield this.#rows.read(slot, this);
    }
  }
}
