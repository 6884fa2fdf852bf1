// The SDK's only source of time and randomness.

/** Cancels a scheduled task. */
export type Cancel = () => void;

/** Time and randomness, which a test may control. */
export interface Environment {
  /** Milliseconds since 1970. */
  now(): number;
  /** Runs a task after some milliseconds. */
  after(ms: number, task: () => void): Cancel;
  /** Cryptographically secure random bytes. */
  randomBytes(count: number): Uint8Array;
}

/** The longest delay that timers support; longer waits are split into steps. */
const LONGEST_TIMER_MS = 2_147_000_000;

/** The system's clock, timers and secure random bytes. */
export const systemEnvironment: Environment = {
  now: () => Date.now(),
  after(ms, task) {
    const step = Math.min(ms, LONGEST_TIMER_MS);
    let cancelRest: Cancel | undefined;
    const timer = setTimeout(() => {
      if (step === ms) task();
      else cancelRest = systemEnvironment.after(ms - step, task);
    }, step);
    return () => {
      clearTimeout(timer);
      cancelRest?.();
    };
  },
  randomBytes: (count) => crypto.getRandomValues(new Uint8Array(count)),
};

/** Resolves after some milliseconds, or as soon as the signal is aborted. */
export function delay(environment: Environment, ms: number, signal?: AbortSignal) {
  if (signal?.aborted === true) return Promise.resolve();
  return new Promise<void>((resolve) => {
    const end = () => {
      cancel();
      signal?.removeEventListener("abort", end);
      resolve();
    };
    const cancel = environment.after(ms, end);
    signal?.addEventListener("abort", end);
  });
}
