// The SDK's only home of time and chance.

/** Takes back a planned task. */
export type Cancel = () => void;

/** Time and chance, which a test may steer. */
export interface Environment {
  /** Milliseconds since 1970. */
  now(): number;
  /** Runs a task after some milliseconds. */
  after(ms: number, task: () => void): Cancel;
  /** Bytes that nobody can guess. */
  randomBytes(count: number): Uint8Array;
}

/** The longest wait that timers hold; longer ones are taken in steps. */
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

/** Resolves after some milliseconds, or as soon as the signal is raised. */
export function patience(environment: Environment, ms: number, signal?: AbortSignal) {
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
