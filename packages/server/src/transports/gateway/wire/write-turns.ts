// When what waits for many clients leaves. To write to a socket takes longer than to make what is
// written, so that an event for thousands would hold up everything else, and the events that come
// meanwhile would need as many writes again. So some are written in each turn of the event loop, one
// after the other, and what is said to those who wait is joined to what they wait for.
import { atEndOfTurn } from "../../../platform/async/event-loop.ts";
import { JoiningRoom } from "./joining-room.ts";

/** Writes of one turn: about half a millisecond. */
const WRITES_PER_TURN = 64;

/** What is to be written. */
export interface Writable {
  /** Writes everything that waits, if anything does. */
  write(): void;
}

export class WriteTurns {
  /** Where what leaves in one write is joined. */
  readonly room = new JoiningRoom();
  readonly #waiting: Writable[] = [];
  #isScheduled = false;

  /** It has something to write: at the end of what is being done, or after those before it. */
  add(outbox: Writable): void {
    this.#waiting.push(outbox);
    if (this.#isScheduled) return;
    this.#isScheduled = true;
    process.nextTick(() => this.#turn());
  }

  #turn(): void {
    const first = this.#waiting.splice(0, WRITES_PER_TURN);
    for (const each of first) each.write();
    this.#isScheduled = this.#waiting.length > 0;
    if (this.#isScheduled) atEndOfTurn(() => this.#turn());
  }
}
