// Cuts long tasks into slices. All long tasks of a service share the turns of the event loop:
// in each turn one of them runs for one slice, so that everything else runs in between.
import { delay, type Clock, type Millis } from "../clock.ts";
import { SerialQueue } from "../async/serial-queue.ts";

/** How long a task runs before it yields. Real milliseconds. */
const SLICE_MS = 8;

/** One long task. */
export interface SlicedTask {
  /** To be called between small steps; waits for another turn when this slice is used up. */
  yieldIfDue(): Promise<void>;
  /** Whether the task has used up the real time that it was given; waits do not count. */
  isOver(): boolean;
}

export class TimeSlicer {
  readonly #clock: Pick<Clock, "real" | "after">;
  readonly #turns = new SerialQueue();

  constructor(clock: Pick<Clock, "real" | "after">) {
    this.#clock = clock;
  }

  /** Begins a task that may take this much real time in all. */
  begin(maxMs: Millis): SlicedTask {
    const real = () => this.#clock.real();
    let spentMs = 0;
    let since = real();
    return {
      isOver: () => spentMs + real() - since >= maxMs,
      yieldIfDue: async () => {
        const sliceMs = real() - since;
        if (sliceMs < SLICE_MS) return;
        spentMs += sliceMs;
        await this.#turn();
        since = real();
      },
    };
  }

  #turn(): Promise<void> {
    return this.#turns.run(() => delay(this.#clock, 0));
  }
}
