// How long a clock that is moved waits for endpoints: everything that falls due has happened when
// the move is over, but a dead endpoint cannot hold it for ever. Source: product.md, Control plane.
import { limits } from "@antechamber/contract";
import type { Clock, Millis } from "../../platform/clock.ts";

/** Real time that may be waited in all; it comes back at the pace of real time. */
export class MovePatience {
  readonly #clock: Pick<Clock, "real" | "after">;
  #leftMs: Millis = limits.eventMoveWait.value;
  #since: Millis;

  constructor(clock: Pick<Clock, "real" | "after">) {
    this.#clock = clock;
    this.#since = clock.real();
  }

  /** Waits for something, but no longer than patience lasts. */
  async during(task: Promise<void>): Promise<void> {
    const began = this.#clock.real();
    const left = Math.min(limits.eventMoveWait.value, this.#leftMs + began - this.#since);
    const { promise: end, resolve } = Promise.withResolvers<void>();
    const cancel = this.#clock.after(left, resolve);
    await Promise.race([task, end]);
    cancel();
    this.#since = this.#clock.real();
    this.#leftMs = Math.max(0, left - (this.#since - began));
  }
}
