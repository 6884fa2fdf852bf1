// Schedules the writes to many clients. Writing to a socket takes longer than building the message,
// so an event for thousands of clients would block everything else, and the events that arrive
// meanwhile would need as many writes again. So each turn of the event loop writes to some of them,
// in order, and frames for those still waiting join their waiting messages.
import { atEndOfTurn } from "../../../platform/async/event-loop.ts";
import { JoiningRoom } from "./joining-room.ts";

/** Writes per turn: about half a millisecond. */
const WRITES_PER_TURN = 64;

/** Something that may have messages to write. */
export interface Writable {
  /** Writes all waiting messages, if there are any. */
  write(): void;
}

export class WriteTurns {
  /** The buffer in which the messages of one write are joined. */
  readonly room = new JoiningRoom();
  readonly #waiting: Writable[] = [];
  #isScheduled = false;

  /**
   * Queues an outbox with something to write: it is written at the end of the current task, or
   * after those queued before it.
   */
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
