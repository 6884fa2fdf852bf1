// The only home of time and chance among the client commands: they run in the user's own time.

/** Milliseconds since 1970, of this machine. */
export function realNow(): number {
  return Date.now();
}

/** Milliseconds since 1970 of an instant that the wire says, or that somebody wrote; NaN for none. */
export function instantOf(text: string): number {
  return Date.parse(text);
}

/** The wire's form of an instant. */
export function instantText(ms: number): string {
  return new Date(ms).toISOString();
}

/** Runs a task after some milliseconds, unless the function that it gives is called before. */
export function after(ms: number, task: () => void): () => void {
  const timer = setTimeout(task, ms);
  return () => clearTimeout(timer);
}

/** A signal that is raised after some milliseconds. */
export function deadline(ms: number): AbortSignal {
  return AbortSignal.timeout(ms);
}

/** A call of something that is not the control plane. */
export function request(url: string, init: RequestInit = {}): Promise<Response> {
  return fetch(url, init);
}

/** Milliseconds of a clock that nobody sets, for measuring. */
export function ticks(): number {
  return performance.now();
}

/** Resolves after some milliseconds, or as soon as the signal is raised. */
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

/** Resolves as soon as the signal is raised. */
export function aborted(signal: AbortSignal): Promise<void> {
  if (signal.aborted) return Promise.resolve();
  return new Promise((resolve) => {
    signal.addEventListener("abort", () => resolve());
  });
}
