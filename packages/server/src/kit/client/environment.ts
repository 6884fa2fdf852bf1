// The kit lives in somebody else's tests: its own time, waits, requests and variables have one home.

/** Milliseconds since 1970, of this machine. */
export function realNow(): number {
  return realTime.now();
}

// Kept before a test puts timers and dates of its own in their place.
const realTime = { now: Date.now, setTimeout, clearTimeout, setImmediate };
const realFetch = fetch;

/** Resolves after some real milliseconds; a process that has nothing else to do may end before. */
export function pause(ms: number): Promise<void> {
  return new Promise((resolve) => {
    realTime.setTimeout(resolve, ms);
  });
}

/** Runs a task after some real milliseconds, unless the function that it gives is called before. */
export function after(ms: number, task: () => void): () => void {
  const timer = realTime.setTimeout(task, ms);
  return () => realTime.clearTimeout(timer);
}

/** A variable of the environment; an empty one counts as none. */
export function variable(name: string): string | undefined {
  const value = process.env[name];
  return value === "" ? undefined : value;
}

export function setVariable(name: string, value: string): void {
  process.env[name] = value;
}

/** The flags of Node itself that this process began with. */
export function processArguments(): readonly string[] {
  return process.execArgv;
}

/** The environment of a child process. */
export function variablesWith(
  more: Readonly<Record<string, string>>,
): Readonly<Record<string, string | undefined>> {
  return { ...process.env, ...more };
}

/** A call; it is answered too where a test has put its own timers in the place of Node's. */
export async function request(url: string, init: RequestInit): Promise<Response> {
  // Node's `fetch` looks at a connection that it takes again by way of `setImmediate`.
  if (globalThis.setImmediate === realTime.setImmediate) return realFetch(url, init);
  const { fetchOverHttp } = await import("./over-http.ts");
  return fetchOverHttp(url, init);
}

/**
 * The SHA-256 of a text. Node's module is loaded at the first call and not by an import, so that
 * the import of the kit costs little.
 */
export function sha256(text: string): Buffer {
  return process.getBuiltinModule("node:crypto").createHash("sha256").update(text).digest();
}

/** Where dates and timers of this process stand. */
export function globalScope(): typeof globalThis {
  return globalThis;
}
