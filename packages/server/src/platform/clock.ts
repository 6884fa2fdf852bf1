// The one clock. Nothing else in the service reads the time or sets a timer.
// Source: product.md, Control plane.

/** Unix time in milliseconds. */
export type Millis = number;

export type Cancel = () => void;

/** Something to wake at an instant. */
export interface Sleeper {
  wake(): void | Promise<void>;
}

/** A planned wake-up. */
export interface WakeUp {
  readonly at: Millis;
  /** Cancels it, unless it has happened already. */
  cancel(): void;
}

export interface Clock {
  /** The service's time. */
  now(): Millis;
  /** Runs a task at an instant of the service's time; an instant in the past is due at once. */
  wake(at: Millis, task: () => void | Promise<void>): Cancel;
  /** As `wake`, without closures, for very many sleepers. */
  plan(at: Millis, sleeper: Sleeper): WakeUp;
  /**
   * Real milliseconds since some fixed moment: for waits that a moved clock must neither shorten
   * nor stretch.
   */
  real(): Millis;
  /** Runs a task after real milliseconds, whatever the service's time does. */
  after(realMs: Millis, task: () => void): Cancel;
  /** Keeps a move of the clock from ending before this resolves; it may begin at once. */
  hold(wait: Promise<void>): void;
}

/** The state of a clock, as the control plane shows it. */
export interface ClockState {
  readonly frozen: boolean;
  /** Milliseconds between the service's time and the system's, while running. */
  readonly offsetMs: number;
  /** The service's time while frozen. */
  readonly frozenAt?: Millis;
}

/** A clock that can be frozen, set and advanced. */
export interface SteerableClock extends Clock {
  state(): ClockState;
  /** The system's time, whatever this clock shows. */
  system(): Millis;
  restore(state: ClockState): void;
  freeze(): void;
  unfreeze(): void;
  /**
   * Moves to an instant. On the way forwards everything that falls due runs in order, each at its
   * own instant.
   */
  moveTo(at: Millis): Promise<void>;
}

/** The instant that a clock in this state shows. @param system the system's time */
export function instantOf({ frozen, frozenAt, offsetMs }: ClockState, system: Millis): Millis {
  return (frozen ? frozenAt : undefined) ?? system + offsetMs;
}

/** Resolves after real milliseconds. */
export function delay(clock: Pick<Clock, "after">, realMs: Millis): Promise<void> {
  return new Promise((resolve) => {
    clock.after(realMs, resolve);
  });
}
