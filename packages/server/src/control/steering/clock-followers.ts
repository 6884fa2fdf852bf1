// Programs whose own timers follow the world's clock by long polling: each request says when the
// program's next timer falls due, and is answered when the clock reaches that instant. The clock
// does not move on until the program, having run its due timers, sends its next request. Source:
// product.md, Control plane.
import { limits } from "@antechamber/contract";
import { delay, type Clock, type Millis } from "../../platform/clock.ts";
import type { WhenGone } from "../../platform/handler.ts";

/** A program with a pending request. */
interface Follower {
  /** Answers the pending request. */
  readonly answer: () => void;
  readonly nextAt: Millis | undefined;
}

export class ClockFollowers {
  readonly #clock: Clock;
  /** Programs with a pending request, by name. */
  readonly #waiting = new Map<string, Follower>();
  /** Resolvers that the next request of each answered program calls, by name. */
  readonly #answered = new Map<string, () => void>();
  #isClosed = false;

  constructor(clock: Clock) {
    this.#clock = clock;
  }

  /** True when the program follows the clock already, or one more may. */
  hasRoom(name: string): boolean {
    return this.#waiting.has(name) || this.#waiting.size < limits.clockFollowers.value;
  }

  /**
   * Resolves at the given instant, when the clock is moved, when the program is gone, after some
   * seconds, or once the process stops.
   *
   * @param nextAt when the program's next timer falls due; undefined: it has none
   */
  async follow(name: string, nextAt: Millis | undefined, whenGone: WhenGone): Promise<void> {
    this.#answered.get(name)?.();
    // A program that sends a new request has abandoned its previous one.
    this.#waiting.get(name)?.answer();
    if (this.#isClosed) return;
    const { promise, resolve: answer } = Promise.withResolvers<void>();
    const cancels = [
      this.#clock.after(limits.clockFollowing.value, answer),
      ...(nextAt === undefined ? [] : [this.#clock.wake(nextAt, () => this.#answer(name))]),
    ];
    const follower = { answer, nextAt };
    this.#waiting.set(name, follower);
    whenGone(answer);
    await promise;
    cancels.forEach((cancel) => cancel());
    if (this.#waiting.get(name) === follower) this.#waiting.delete(name);
  }

  /** The instant at which the earliest timer of the waiting programs falls due. */
  nextAt(): Millis | undefined {
    const instants = [...this.#waiting.values()].flatMap(({ nextAt }) => nextAt ?? []);
    return instants.length === 0 ? undefined : Math.min(...instants);
  }

  /** Answers all pending requests, and waits until every program has sent its next one. */
  async answerAll(): Promise<void> {
    await Promise.all([...this.#waiting.keys()].map((name) => this.#answer(name)));
  }

  /** Answers all pending requests, and later ones at once: the process stops. */
  close(): void {
    this.#isClosed = true;
    for (const { answer } of this.#waiting.values()) answer();
  }

  async #answer(name: string): Promise<void> {
    const follower = this.#waiting.get(name);
    if (follower === undefined) return;
    const asksAgain = new Promise<void>((resolve) => this.#answered.set(name, resolve));
    follower.answer();
    await Promise.race([asksAgain, delay(this.#clock, limits.clockFollowerTurn.value)]);
    this.#answered.delete(name);
  }
}
