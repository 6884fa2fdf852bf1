// The queue of bots that wait to begin a session. Source: protocol: gateway-oauth-limits 9 (choice
// 8).
import { limits } from "@antechamber/contract";
import type { Cancel, Clock } from "../../../platform/clock.ts";
import { clockPairOf, onceHasPassed, type ClockPair } from "../../../platform/time/clock-pair.ts";

const queueMax = limits.queuedIdentifies.value;
const { windowMs: momentMs } = limits.concurrentIdentifies;

/** A client that wants to begin a session. */
export interface Starter {
  /** False once the client is gone, or has made another request. */
  readonly isCurrent: () => boolean;
}

interface Waiter extends Starter {
  readonly admit: () => void;
}

interface QueueDeps {
  readonly isFree: () => boolean;
  /** When the window opened that must end first. */
  readonly blockedSince: () => ClockPair | undefined;
  readonly begin: () => void;
  readonly emptied: () => void;
}

/** The queue of one rate limit bucket, in order of arrival. */
export class IdentifyQueue {
  readonly #clock: Clock;
  readonly #deps: QueueDeps;
  #waiting: Waiter[] = [];
  #cancelWake: Cancel = () => undefined;

  constructor(clock: Clock, deps: QueueDeps) {
    this.#clock = clock;
    this.#deps = deps;
  }

  /** Joins the queue; resolves when the turn has come. False when the queue is full. */
  join({ isCurrent }: Starter): Promise<true> | false {
    this.#waiting = this.#waiting.filter((waiter) => waiter.isCurrent());
    if (this.#waiting.length >= queueMax) return false;
    const admitted = new Promise<true>((resolve) => {
      this.#waiting.push({ isCurrent, admit: () => resolve(true) });
    });
    this.advance();
    return admitted;
  }

  /** Admits the starts that are due, and sets the timer for the next. */
  advance(): void {
    this.#cancelWake();
    this.#cancelWake = () => undefined;
    this.#waiting = this.#waiting.filter((waiter) => waiter.isCurrent());
    while (this.#waiting.length > 0 && this.#deps.isFree()) {
      this.#deps.begin();
      this.#waiting.shift()?.admit();
    }
    if (this.#waiting.length === 0) this.#deps.emptied();
    else this.#wakeUp();
  }

  #wakeUp(): void {
    const since = this.#deps.blockedSince() ?? clockPairOf(this.#clock);
    this.#cancelWake = onceHasPassed(this.#clock, since, momentMs, () => this.advance());
  }
}
