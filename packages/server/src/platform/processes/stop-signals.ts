// Signals that end this program. The first ends it gracefully; another one ends it at once.
import type { Clock } from "../clock.ts";

/** Where signals come from: the process. */
export interface SignalSource {
  on(signal: NodeJS.Signals, receive: (signal: NodeJS.Signals) => void): unknown;
  off(signal: NodeJS.Signals, receive: (signal: NodeJS.Signals) => void): unknown;
}

/** `npm run` forwards the Ctrl-C of a terminal, which also sends it itself: both are one press. */
const PRESS_MS = 300;

/** Recognizes presses of Ctrl-C, however often each arrives. */
export class CtrlCPresses {
  readonly #clock: Pick<Clock, "real">;
  #pressedAt: number | undefined;

  constructor(clock: Pick<Clock, "real">) {
    this.#clock = clock;
  }

  /**
   * Takes a signal.
   *
   * @returns the real milliseconds since the previous press, Infinity for the first; undefined if
   *   it belongs to the previous press
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

/** The exit codes of a process that a signal ended, by the convention of shells. */
const codes = { SIGINT: 130, SIGTERM: 143, SIGHUP: 129 } as const;
export type StopSignal = keyof typeof codes;

const all: readonly StopSignal[] = ["SIGINT", "SIGTERM", "SIGHUP"];

/** Listens to no signal before `next` is called: until then a signal ends the process as usual. */
export class StopSignals {
  readonly #source: SignalSource;
  readonly #exit: StopSignalsDeps["exit"];
  readonly #presses: CtrlCPresses;
  readonly #listened = new Set<StopSignal>();
  #waiting: AbortController[] = [];
  #isEnding = false;

  constructor(source: SignalSource, { clock, exit }: StopSignalsDeps) {
    this.#source = source;
    this.#exit = exit;
    this.#presses = new CtrlCPresses(clock);
  }

  /**
   * Returns the signal that the next press aborts. A press that nothing waits for, such as a second
   * one during a graceful end, ends the process at once.
   */
  next(signals: readonly StopSignal[] = all): AbortSignal {
    for (const signal of signals) this.#listen(signal);
    const controller = new AbortController();
    this.#waiting.push(controller);
    return controller.signal;
  }

  /**
   * Ends what waits for a press gracefully, since nothing reads the output any more.
   *
   * @returns false if nothing waits, nor was ended before: the process may end at once
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
