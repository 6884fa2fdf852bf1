// Programs whose own timers follow the world's clock by long polling: each request says when the
// program's next timer falls due, and is answered when the clock reaches that instant. The clock
// does not move on until the program, having run its due timers, sends its next request. A program
// whose timers change interrupts its request to send another, and is waited for likewise. Source:
// product.md, Control plane.
import { limits } from "@antechamber/contract";
import type { Clock, Millis } from "../../platform/clock.ts";
import type { WhenGone } from "../../platform/handler.ts";

/** A program with a pending request. */
interface Follower {
  /** Answers the pending request. */
  readonly answer: () => void;
  readonly nextAt: Millis | undefined;
}

/** A program between two requests: answered, or with its request interrupted. */
interface Turn {
  readonly over: Promise<void>;
  /** Called by the program's next request, or when its time is up. */
  readonly end: () => void;
}

export class ClockFollowers {
  readonly #clock: Clock;
  /** Programs with a pending request, by name. */
  readonly #waiting = new Map<string, Follower>();
  /** Programs that are about to send their next request, by name. */
  readonly #turns = new Map<string, Turn>();
  #isClosed = false;

  constructor(clock: Clock) {
    this.#clock = clock;
  }

  /** True when the program follows the clock already, or one more may. */
  hasRoom(name: string): boolean {
    if (this.#waiting.has(name) || this.#turns.has(name)) return true;
    return this.#waiting.size + this.#turns.size < limits.clockFollowers.value;
  }

  /**
   * Resolves at the given instant, when the clock is moved, when the program is gone, after some
   * seconds, or once the process stops.
   *
   * @param nextAt when the program's next timer falls due; undefined: it has none
   */
  async follow(name: string, nextAt: Millis | undefined, whenGone: WhenGone): Promise<void> {
    // A program that sends a new request has abandoned its previous one.
    this.#waiting.get(name)?.answer();
    this.#turns.get(name)?.end();
    if (this.#isClosed) return;
    const { promise, resolve } = Promise.withResolvers<void>();
    const answer = () => {
      if (this.#waiting.get(name) === follower) {
        this.#waiting.delete(name);
        this.#beginTurn(name);
      }
      resolve();
    };
    const follower = { answer, nextAt };
    const cancels = [
      this.#clock.after(limits.clockFollowing.value, answer),
      ...(nextAt === undefined ? [] : [this.#clock.wake(nextAt, () => this.#answer(name))]),
    ];
    this.#waiting.set(name, follower);
    whenGone(answer);
    await promise;
    cancels.forEach((cancel) => cancel());
  }

  /** The instant at which the earliest timer of the waiting programs falls due. */
  nextAt(): Millis | undefined {
    const instants = [...this.#waiting.values()].flatMap(({ nextAt }) => nextAt ?? []);
    return instants.length === 0 ? undefined : Math.min(...instants);
  }

  /** Answers all pending requests, and waits until every program has sent its next one. */
  async answerAll(): Promise<void> {
    for (const { answer } of this.#waiting.values()) answer();
    await this.haveAsked();
  }

  /** Waits until every program between two requests has sent its next one, or its time is up. */
  async haveAsked(): Promise<void> {
    await Promise.all([...this.#turns.values()].map(({ over }) => over));
  }

  /** Answers all pending requests, and later ones at once: the process stops. */
  close(): void {
    this.#isClosed = true;
    for (const { answer } of this.#waiting.values()) answer();
    for (const { end } of this.#turns.values()) end();
  }

  async #answer(name: string): Promise<void> {
    this.#waiting.get(name)?.answer();
    await this.#turns.get(name)?.over;
  }

  #beginTurn(name: string): void {
    const { promise, resolve } = Promise.withResolvers<void>();
    const end = () => {
      cancel();
      this.#turns.delete(name);
      resolve();
    };
    const cancel = this.#clock.after(limits.clockFollowerTurn.value, end);
    this.#turns.set(name, { over: promise, end });
  }
}
