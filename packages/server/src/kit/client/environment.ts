// The only place where the kit reads the clock, sets timers, makes requests and reads variables,
// since the tests it runs in may replace these.
import { CannotDo } from "./errors.ts";

/** Unix milliseconds of this machine's clock. */
export function realNow(): number {
  return realTime.now();
}

// Saved before a test can replace timers and dates.
const realTime = { now: Date.now, setTimeout, clearTimeout, setImmediate };
const realFetch = fetch;

/** Resolves after some real milliseconds. */
export function pause(ms: number): Promise<void> {
  return new Promise((resolve) => {
    realTime.setTimeout(resolve, ms);
  });
}

/** Runs a task after some real milliseconds. @returns a function that cancels it */
export function after(ms: number, task: () => void): () => void {
  const timer = realTime.setTimeout(task, ms);
  return () => realTime.clearTimeout(timer);
}

/** A variable of the environment; undefined if it is empty. */
export function variable(name: string): string | undefined {
  const value = process.env[name];
  return value === "" ? undefined : value;
}

export function setVariable(name: string, value: string): void {
  process.env[name] = value;
}

/** Node's own command-line flags of this process. */
export function processArguments(): readonly string[] {
  return process.execArgv;
}

/** The environment for a child process. */
export function variablesWith(
  more: Readonly<Record<string, string>>,
): Readonly<Record<string, string | undefined>> {
  return { ...process.env, ...more };
}

/** Makes an HTTP call, which also works when a test has replaced Node's timers. */
export async function request(url: string, init: RequestInit): Promise<Response> {
  // Before Node's `fetch` reuses a connection, it waits for `setImmediate`.
  if (globalThis.setImmediate === realTime.setImmediate) return realFetch(url, init);
  const { fetchOverHttp } = await import("./over-http.ts");
  return fetchOverHttp(url, init);
}

/**
 * The SHA-256 hash of a text. Node's module is loaded on first use, so that importing the kit stays
 * cheap.
 */
export function sha256(text: string): Buffer {
  return process.getBuiltinModule("node:crypto").createHash("sha256").update(text).digest();
}

/** The global scope with this process's dates and timers. */
export function globalScope(): typeof globalThis {
  return globalThis;
}

/** Marks a process whose timers follow the clock of a world. */
const LED = Symbol.for("antechamber.led");

/**
 * Reserves the timers of this process for one world, since it has one set of them.
 *
 * @returns a function that ends this
 * @throws CannotDo while another world has them
 */
export function reserveTimers(): () => void {
  const scope: { [LED]?: true } & object = globalScope();
  if (scope[LED] === true) {
    throw new CannotDo(
      "the timers of this process follow the clock of another world: tests with `time` cannot run concurrently (test.concurrent)",
    );
  }
  scope[LED] = true;
  return () => delete scope[LED];
}
