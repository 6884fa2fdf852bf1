import type { Cancel, Clock, Millis } from "../clock.ts";

/** One wake-up on the service's clock, for a task that runs repeatedly at different instants. */
export class Alarm {
  readonly #clock: Pick<Clock, "wake">;
  readonly #ring: () => void | Promise<void>;
  #next: { readonly at: Millis; readonly cancel: Cancel } | undefined;

  constructor(clock: Pick<Clock, "wake">, ring: () => void | Promise<void>) {
    this.#clock = clock;
    this.#ring = ring;
  }

  /** Sets the alarm to an instant, in place of the one that was set before. */
  set(at: Millis): void {
    this.cancel();
    const cancel = this.#clock.wake(at, () => {
      this.#next = undefined;
      return this.#ring();
    });
    this.#next = { at, cancel };
  }

  /** Sets the alarm to an instant, unless it is already set for that one or an earlier one. */
  setNoLaterThan(at: Millis): void {
    if (this.#next === undefined || this.#next.at > at) this.set(at);
  }

  cancel(): void {
    this.#next?.cancel();
    this.#next = undefined;
  }
}
