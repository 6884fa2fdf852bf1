// The only place where client commands read the clock, set timers and make other requests.

/** Unix milliseconds of this machine's clock. */
export function realNow(): number {
  return Date.now();
}

/** Unix milliseconds of a written instant; NaN if it is not one. */
export function instantOf(text: string): number {
  return Date.parse(text);
}

/** An instant in the form of the wire. */
export function instantText(ms: number): string {
  return new Date(ms).toISOString();
}

/** Runs a task after some milliseconds. @returns a function that cancels it */
export function after(ms: number, task: () => void): () => void {
  const timer = setTimeout(task, ms);
  return () => clearTimeout(timer);
}

/** A signal that aborts after some milliseconds. */
export function deadline(ms: number): AbortSignal {
  return AbortSignal.timeout(ms);
}

/** An HTTP call of anything but the control plane. */
export function request(url: string, init: RequestInit = {}): Promise<Response> {
  return fetch(url, init);
}

/** Milliseconds of a monotonic clock, for measuring. */
export function ticks(): number {
  return performance.now();
}

/** Resolves after some milliseconds, or as soon as the signal aborts. */
export function pause(ms: number, signal?: AbortSignal): Promise<void> {
  if (signal?.aborted === true) return Promise.resolve();
  return new Promise((resolve) => {
    const end = () => {
      clearTimeout(timer);
      signal?.removeEventListener("abort", end);
      resolve();
    };
    const timer = setTimeout(end, ms);
    signal?.addEventListener("abort", end);
  });
}

/** Resolves as soon as the signal aborts. */
export function aborted(signal: AbortSignal): Promise<void> {
  if (signal.aborted) return Promise.resolve();
  return new Promise((resolve) => {
    signal.addEventListener("abort", () => resolve());
  });
}
