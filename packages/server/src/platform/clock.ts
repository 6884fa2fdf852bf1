// The one clock. Nothing else in the service reads the time or sets a timer.
// Source: product.md, Control plane.

/** Unix time in milliseconds. */
export type Millis = number;

export type Cancel = () => void;

/** What is woken at an instant. */
export interface Sleeper {
  wake(): void | Promise<void>;
}

/** A wake-up that was planned. */
export interface WakeUp {
  readonly at: Millis;
  /** It is no longer to come, if it has not yet. */
  cancel(): void;
}

export interface Clock {
  /** The service's time. */
  now(): Millis;
  /** Runs a task at an instant of the service's time; an instant in the past is due at once. */
  wake(at: Millis, task: () => void | Promise<void>): Cancel;
  /** The same without closures, for those of whom there are very many. */
  plan(at: Millis, sleeper: Sleeper): WakeUp;
  /**
   * Real milliseconds since some fixed moment: for waits that no moved clock may shorten or
   * stretch.
   */
  real(): Millis;
  /** Runs a task after real milliseconds, whatever the service's time does. */
  after(realMs: Millis, task: () => void): Cancel;
  /** The clock may be moved on at once, yet no move ends before this is done. */
  hold(wait: Promise<void>): void;
}

/** What the control plane shows of a clock. */
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
   * Moves to an instant. Forwards, everything that falls due runs on the way, each at its own
   * instant, in order.
   */
  moveTo(at: Millis): Promise<void>;
}

/** The instant that a clock shows in a state. @param system the system's time */
export function instantOf({ frozen, frozenAt, offsetMs }: ClockState, system: Millis): Millis {
  return (frozen ? frozenAt : undefined) ?? system + offsetMs;
}

/** Resolves after real milliseconds. */
export function patience(clock: Pick<Clock, "after">, realMs: Millis): Promise<void> {
  return new Promise((resolve) => {
    clock.after(realMs, resolve);
  });
}
