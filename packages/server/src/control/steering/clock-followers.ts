// Programs whose own timers follow the clock: each says when its next timer falls due, and gets an
// answer when the clock is there. Until it has asked again, having run what was due, the clock does
// not go on. Source: product.md, Control plane.
import { limits } from "@antechamber/contract";
import { patience, type Clock, type Millis } from "../../platform/clock.ts";

/** One program, between two of its questions. */
interface Follower {
  /** Answers the question that is open. */
  readonly answer: () => void;
  readonly nextAt: Millis | undefined;
}

export class ClockFollowers {
  readonly #clock: Clock;
  /** Those that wait for an answer. */
  readonly #waiting = new Map<string, Follower>();
  /** Those that got an answer, until they ask again. */
  readonly #answered = new Map<string, () => void>();

  constructor(clock: Clock) {
    this.#clock = clock;
  }

  /** Whether one more may follow. */
  hasRoom(name: string): boolean {
    return this.#waiting.has(name) || this.#waiting.size < limits.clockFollowers.value;
  }

  /**
   * Waits for an instant, for a move of the clock, or for some seconds.
   *
   * @param nextAt when the program's next timer falls due; undefined: it has none
   */
  async follow(name: string, nextAt: Millis | undefined): Promise<void> {
    this.#answered.get(name)?.();
    // One that asks again has given up its last question.
    this.#waiting.get(name)?.answer();
    const { promise, resolve: answer } = Promise.withResolvers<void>();
    const cancels = [
      this.#clock.after(limits.clockFollowing.value, answer),
      ...(nextAt === undefined ? [] : [this.#clock.wake(nextAt, () => this.#answer(name))]),
    ];
    const follower = { answer, nextAt };
    this.#waiting.set(name, follower);
    await promise;
    cancels.forEach((cancel) => cancel());
    if (this.#waiting.get(name) === follower) this.#waiting.delete(name);
  }

  /** When the earliest of their timers falls due. */
  nextAt(): Millis | undefined {
    const instants = [...this.#waiting.values()].flatMap(({ nextAt }) => nextAt ?? []);
    return instants.length === 0 ? undefined : Math.min(...instants);
  }

  /** Lets all of them know how the clock stands, and waits until they do. */
  async answerAll(): Promise<void> {
    await Promise.all([...this.#waiting.keys()].map((name) => this.#answer(name)));
  }

  async #answer(name: string): Promise<void> {
    const follower = this.#waiting.get(name);
    if (follower === undefined) return;
    const asksAgain = new Promise<void>((resolve) => this.#answered.set(name, resolve));
    follower.answer();
    await Promise.race([asksAgain, patience(this.#clock, limits.clockFollowerTurn.value)]);
    this.#answered.delete(name);
  }
}
