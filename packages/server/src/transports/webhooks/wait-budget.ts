// Limits how long moving the clock waits for endpoints: normally everything that becomes due is
// done when the move ends, but an unreachable endpoint must not block it for ever. Source:
// product.md, Control plane.
import { limits } from "@antechamber/contract";
import type { Clock, Millis } from "../../platform/clock.ts";

/** A budget of real time to wait, which refills at the pace of real time. */
export class WaitBudget {
  readonly #clock: Pick<Clock, "real" | "after">;
  #leftMs: Millis = limits.eventMoveWait.value;
  #since: Millis;

  constructor(clock: Pick<Clock, "real" | "after">) {
    this.#clock = clock;
    this.#since = clock.real();
  }

  /** Waits for a task, as long as the budget lasts. */
  async during(task: Promise<void>): Promise<void> {
    const began = this.#clock.real();
    const budgetMs = Math.min(limits.eventMoveWait.value, this.#leftMs + began - this.#since);
    const { promise: end, resolve } = Promise.withResolvers<void>();
    const cancel = this.#clock.after(budgetMs, resolve);
    await Promise.race([task, end]);
    cancel();
    this.#since = this.#clock.real();
    this.#leftMs = Math.max(0, budgetMs - (this.#since - began));
  }
}
