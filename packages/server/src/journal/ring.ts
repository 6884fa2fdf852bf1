// The newest entries, in the order in which they began and in that in which they ended. Both are
// rings, so that nothing is moved when the oldest makes room.
import type { Entry, Said, SaidSource } from "./entry.ts";
import { EntryRows, type KnownSecretsIn } from "./entry-rows.ts";

export interface RingBounds {
  readonly entries: number;
  /** Letters of all bodies, headers and addresses together. */
  readonly bodies: number;
}

/** The part of the room for bodies that headers may take before they are forgotten with them. */
const HEADERS_PART = 0.25;
/** The same of addresses. */
const ADDRESSES_PART = 0.5;

export class Ring implements SaidSource {
  readonly #bounds: RingBounds;
  readonly first: number;
  readonly #rows: EntryRows;
  /** The places of entries by which one to end they were. */
  readonly #ended: number[] = [];
  /** The instants of their ends, where those are numbered. */
  readonly #instants: number[] = [];
  #last: number;
  /** How many have begun: the place of an entry among all is how many had begun with it. */
  #begun = 0;
  #completed = 0;
  #bodies = 0;
  /** Entries at places before this one have no bodies any more. */
  #bodiesFrom = 1;
  #forgotten = 0;

  /**
   * @param first the smallest number that an entry may have
   * @param secrets what no text may hold that is shown
   */
  constructor(first: number, bounds: RingBounds, secrets: KnownSecretsIn) {
    this.#rows = new EntryRows(secrets);
    this.first = first;
    this.#last = first - 1;
    this.#bounds = bounds;
  }

  /** The number of an entry that begins now, where they are numbered one after the other. */
  next(): number {
    return this.#last + 1;
  }

  /** How many entries it holds at most. */
  get capacity(): number {
    return this.#bounds.entries;
  }

  get newest(): number {
    return this.#last;
  }

  /** The number of the newest entry that has made room; 0 while all are here. */
  get forgotten(): number {
    return this.#forgotten;
  }

  #slot(place: number): number {
    return (place - 1) % this.#bounds.entries;
  }

  /** The place of the oldest entry that is here. */
  get #oldest(): number {
    return Math.max(1, this.#begun - this.#bounds.entries + 1);
  }

  #numberAt(place: number): number {
    return this.#rows.numberIn(this.#slot(place));
  }

  /** The place of the first entry whose number is not less than this. */
  #placeFrom(number: number): number {
    let [from, to] = [this.#oldest, this.#begun + 1];
    while (from < to) {
      const middle = Math.floor((from + to) / 2);
      if (this.#numberAt(middle) < number) from = middle + 1;
      else to = middle;
    }
    return from;
  }

  /** The place of an entry; 0 where it is not here. */
  #placeOf(number: number): number {
    if (!(number >= this.first && number <= this.#last)) return 0;
    // Where numbers go up one by one, it stands there.
    const near = this.#begun - (this.#last - number);
    if (near >= this.#oldest && this.#numberAt(near) === number) return near;
    const place = this.#placeFrom(number);
    return place <= this.#begun && this.#numberAt(place) === number ? place : 0;
  }

  /** Puts in an entry whose number is larger than that of every other. */
  add(entry: Entry): void {
    this.#begun += 1;
    this.#last = entry.number;
    const slot = this.#slot(this.#begun);
    if (this.#begun > this.#bounds.entries) this.#forgotten = this.#rows.numberIn(slot);
    this.#bodies -= this.#rows.bodiesIn(slot);
    this.#rows.begin(slot, entry);
  }

  get(number: number): Entry | undefined {
    const place = this.#placeOf(number);
    return place === 0 ? undefined : this.#rows.read(this.#slot(place), this);
  }

  saidBy(number: number): ReturnType<SaidSource["saidBy"]> {
    const place = this.#placeOf(number);
    if (place === 0) return undefined;
    const slot = this.#slot(place);
    return { said: this.#rows.said(slot), isCut: this.#rows.isCutIn(slot) };
  }

  /** Gives an entry the actor and the application of another, where it has none itself. */
  inherit(entry: Entry, from: number): void {
    const place = this.#placeOf(from);
    if (place > 0) this.#rows.inherit(entry, this.#slot(place));
  }

  /**
   * The entry has ended and said this; its bodies count from now on.
   *
   * @param instant larger than that of every end before it
   */
  complete(entry: Entry, said: Said, instant?: number): void {
    this.#completed += 1;
    if (instant !== undefined) this.#instants[this.#completed % this.#bounds.entries] = instant;
    entry.completion = this.#completed;
    const place = this.#placeOf(entry.number);
    this.#ended[this.#completed % this.#bounds.entries] = place;
    if (place === 0) {
      entry.isCut = true;
      return;
    }
    const slot = this.#slot(place);
    entry.said = this.#rows.complete(slot, entry, said);
    this.#bodies += this.#rows.bodiesIn(slot);
    if (place < this.#bodiesFrom) this.#bodiesFrom = place;
    if (this.#letters > this.#bounds.bodies) this.#makeRoom();
  }

  /** Writes down what became known of an entry after its end: whom it belongs to, and its cause. */
  amend(entry: Entry): void {
    const place = this.#placeOf(entry.number);
    if (place > 0) this.#rows.amend(this.#slot(place), entry);
  }

  /** More sessions have received the event of an entry that has ended. */
  addSessions(number: number, sessions: number): void {
    const place = this.#placeOf(number);
    if (place > 0) this.#rows.addSessions(this.#slot(place), sessions);
  }

  get #letters(): number {
    return this.#bodies + this.#rows.headers + this.#rows.addresses;
  }

  /** Headers, which many entries share, and addresses take little, and stay unless they do not. */
  #makeRoom(): void {
    const { bodies: room } = this.#bounds;
    while (this.#letters > room && this.#bodiesFrom <= this.#begun) {
      const isHere = this.#bodiesFrom >= this.#oldest;
      const slot = this.#slot(this.#bodiesFrom);
      const bodies = isHere ? this.#rows.bodiesIn(slot) : 0;
      const losesHeaders = isHere && this.#rows.headers > room * HEADERS_PART;
      const losesAddress = isHere && this.#rows.addresses > room * ADDRESSES_PART;
      this.#bodiesFrom += 1;
      if (losesHeaders) this.#rows.dropHeaders(slot);
      if (losesAddress) this.#rows.dropAddress(slot);
      if (bodies === 0 && !losesHeaders && !losesAddress) continue;
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
    const entry = this.#at(this.#ended[completion % this.#bounds.entries] ?? 0);
    return entry?.completion === completion ? entry : undefined;
  }

  /** How many entries that have ended are surely no longer here. */
  get gone(): number {
    return Math.max(0, this.#completed - this.#bounds.entries);
  }

  /** The instant of an end that is not gone. */
  instantOf(completion: number): number {
    return this.#instants[completion % this.#bounds.entries] ?? 0;
  }

  /** How many had ended at an instant. */
  completedBy(instant: number): number {
    let [from, to] = [this.gone, this.#completed];
    while (from < to) {
      const middle = Math.ceil((from + to) / 2);
      if (this.instantOf(middle) <= instant) from = middle;
      else to = middle - 1;
    }
    return from;
  }

  #at(place: number): Entry | undefined {
    const isHere = place >= this.#oldest && place <= this.#begun;
    return isHere ? this.#rows.read(this.#slot(place), this) : undefined;
  }

  /** What began after a number and before another, the oldest first. */
  *between(after: number, before: number): Generator<Entry> {
    const end = this.#placeFrom(before) - 1;
    for (let place = this.#placeFrom(after + 1); place <= end; place += 1) {
      const entry = this.#at(place);
      if (entry !== undefined) yield entry;
    }
  }

  /** The same, the newest first. */
  *backwards(after: number, before: number): Generator<Entry> {
    const end = this.#placeFrom(after + 1);
    for (let place = this.#placeFrom(before) - 1; place >= end; place -= 1) {
      const entry = this.#at(place);
      if (entry !== undefined) yield entry;
    }
  }

  /** The entries of a trace, the oldest first. */
  *ofTrace(trace: string): Generator<Entry> {
    for (let place = this.#oldest; place <= this.#begun; place += 1) {
      const slot = this.#slot(place);
      const isOfIt = (this.#rows.traceIn(slot) ?? this.#rows.numberIn(slot).toString()) === trace;
      if (isOfIt) yield this.#rows.read(slot, this);
    }
  }
}
