// Lets long work give way. All long works of a service share the turns of the event loop: in each,
// one of them goes on for a moment, and everything else comes in between.
import { patience, type Clock, type Millis } from "./clock.ts";
import { SerialQueue } from "./serial-queue.ts";

/** Real milliseconds for which one work goes on before it gives way. */
const SLICE_MS = 8;

/** One long work. */
export interface SlicedTask {
  /** To be called between small steps; waits for another turn when this one has been used up. */
  yieldIfDue(): Promise<void>;
  /** True once the work has taken all the real time that it was given; waits do not count. */
  isOver(): boolean;
}

export class TimeSlicer {
  readonly #clock: Pick<Clock, "real" | "after">;
  readonly #turns = new SerialQueue();

  constructor(clock: Pick<Clock, "real" | "after">) {
    this.#clock = clock;
  }

  /** Begins a work that may take so much real time in all. */
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
    return this.#turns.run(() => patience(this.#clock, 0));
  }
}
