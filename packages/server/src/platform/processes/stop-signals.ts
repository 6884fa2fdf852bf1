// Signals by which somebody ends this program. The first lets it end in order; who asks once more does
// not wait for that.
import type { Clock } from "../clock.ts";

/** Where signals come from: the process. */
export interface SignalSource {
  on(signal: NodeJS.Signals, receive: (signal: NodeJS.Signals) => void): unknown;
  off(signal: NodeJS.Signals, receive: (signal: NodeJS.Signals) => void): unknown;
}

/** `npm run` passes on the Ctrl-C of a terminal beside the terminal itself: that is one press. */
const PRESS_MS = 300;

/** Presses of Ctrl-C, however often each comes. */
export class Presses {
  readonly #clock: Pick<Clock, "real">;
  #pressedAt: number | undefined;

  constructor(clock: Pick<Clock, "real">) {
    this.#clock = clock;
  }

  /**
   * Takes a signal.
   *
   * @returns how long after the press before it comes in real milliseconds, Infinity for the first;
   *   undefined where it belongs to the press before
   */
  take(): number | undefined {
    const now = this.#clock.real();
    const sinceMs = this.#pressedAt === undefined ? Infinity : now - this.#pressedAt;
    if (sinceMs < PRESS_MS) return undefined;
    this.#pressedAt = now;
    return sinceMs;
  }
}

export interface StopSignalsDeps {
  readonly clock: Pick<Clock, "real">;
  /** Ends the process at once. */
  readonly exit: (code: number) => void;
}

/** Exit codes of a process that a signal ended, as shells count them. */
const codes = { SIGINT: 130, SIGTERM: 143, SIGHUP: 129 } as const;
export type StopSignal = keyof typeof codes;

const all: readonly StopSignal[] = ["SIGINT", "SIGTERM", "SIGHUP"];

/** Listens to nothing before somebody asks: until then a signal ends the process as usual. */
export class StopSignals {
  readonly #source: SignalSource;
  readonly #exit: StopSignalsDeps["exit"];
  readonly #presses: Presses;
  readonly #listened = new Set<StopSignal>();
  #waiting: AbortController[] = [];
  #isEnding = false;

  constructor(source: SignalSource, { clock, exit }: StopSignalsDeps) {
    this.#source = source;
    this.#exit = exit;
    this.#presses = new Presses(clock);
  }

  /**
   * What the next press raises. A press that nothing waits for, as the second is to what ends in
   * order after the first, ends the process at once.
   */
  next(signals: readonly StopSignal[] = all): AbortSignal {
    for (const signal of signals) this.#listen(signal);
    const controller = new AbortController();
    this.#waiting.push(controller);
    return controller.signal;
  }

  /**
   * Lets what waits for a press end in order, since nobody reads any more what is printed.
   *
   * @returns false where nothing does, nor has been asked to before: the process may end at once
   */
  readerGone(): boolean {
    this.#raise();
    return this.#isEnding;
  }

  #listen(signal: StopSignal): void {
    if (this.#listened.has(signal)) return;
    this.#listened.add(signal);
    this.#source.on(signal, () => this.#take(signal));
  }

  #take(signal: StopSignal): void {
    if (this.#presses.take() === undefined) return;
    if (this.#waiting.length === 0) this.#exit(codes[signal]);
    this.#raise();
  }

  #raise(): void {
    const waiting = this.#waiting;
    this.#waiting = [];
    if (waiting.length > 0) this.#isEnding = true;
    for (const each of waiting) each.abort();
  }
}
