import type { Encoded } from "../wire/codec.ts";

/** The newest events of a session, numbered from 1, which a resume may replay. */
export class ReplayBuffer {
  readonly #limit: number;
  /** A ring buffer that begins with the first event that can be replayed. */
  #events: Encoded[] = [];
  /** The number before the first event that can be replayed. */
  #before: number;
  #newest: number;

  /**
   * @param limit how many events are kept
   * @param before the number of the last event before this buffer, kept by another process
   */
  constructor(limit: number, before = 0) {
    this.#limit = limit;
    this.#before = before;
    this.#newest = before;
  }

  /** The number of the newest event. */
  get newest(): number {
    return this.#newest;
  }

  /** Adds an event and returns its number. */
  push(event: Encoded): number {
    // A list that grows reserves room for some twenty events at once, which a literal does not:
    // many sessions are sent only one event.
    if (this.#newest === this.#before) this.#events = [event];
    else this.#events[(this.#newest - this.#before) % this.#limit] = event;
    this.#newest += 1;
    return this.#newest;
  }

  /** Numbers an event without keeping it; it and those before it cannot be replayed. */
  skip(): number {
    this.#newest += 1;
    this.#before = this.#newest;
    this.#events = [];
    return this.#newest;
  }

  /** The events after a number, in order; undefined when some of them are gone from the buffer. */
  after(sequence: number): readonly Encoded[] | undefined {
    const count = this.#newest - sequence;
    if (count < 0 || count > this.#limit || sequence < this.#before) return undefined;
    return Array.from({ length: count }, (_, i) => this.#at(sequence + i));
  }

  #at(index: number): Encoded {
    const event = this.#events[(index - this.#before) % this.#limit];
    if (event === undefined) throw new Error(`event ${index + 1} was never kept`);
    return event;
  }
}
