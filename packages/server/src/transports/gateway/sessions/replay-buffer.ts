import type { Encoded } from "../wire/codec.ts";

/** The events of a session that a resume may ask for again: the newest ones, numbered from 1. */
export class ReplayBuffer {
  readonly #limit: number;
  /** In a ring that begins with the first event that may be asked for. */
  #events: Encoded[] = [];
  /** The number before the first event that may be asked for. */
  #before: number;
  #newest: number;

  /**
   * @param limit how many events are kept
   * @param before the number of the last event that somebody else kept
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

  /** Keeps an event and gives its number. */
  push(event: Encoded): number {
    // Many sessions are sent one event, and a list that grows has room for some twenty at once.
    if (this.#newest === this.#before) this.#events = [event];
    else this.#events[(this.#newest - this.#before) % this.#limit] = event;
    this.#newest += 1;
    return this.#newest;
  }

  /** Gives the number of an event that nobody will ask for again, as none before it. */
  skip(): number {
    this.#newest += 1;
    this.#before = this.#newest;
    this.#events = [];
    return this.#newest;
  }

  /** The events after a number, in order; undefined when some of them are no longer kept. */
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
