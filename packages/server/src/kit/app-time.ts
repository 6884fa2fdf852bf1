// Time of an application that runs inside the test: its dates and timers follow the world's clock, while
// those of libraries stay real, so that heartbeats and sockets live on.
import { fileURLToPath } from "node:url";
import type { FollowingTimers } from "./clock.ts";
import { pause } from "./environment.ts";

/** How long work that a timer began is waited for before the next one, in real milliseconds. */
const TASK_PATIENCE_MS = 20;

/** Frames of the stack above a timer that are looked at. */
const FRAMES = 10;

type Task = (...args: readonly unknown[]) => unknown;

interface PlannedTask {
  readonly id: number;
  at: number;
  /** Of an interval. */
  readonly everyMs: number | undefined;
  readonly run: () => unknown;
  /** Where the application planned it. */
  readonly planned: string;
}

/** What the application holds of a timer, as Node has it. */
class AppTimer {
  readonly id: number;

  constructor(id: number) {
    this.id = id;
  }

  ref(): this {
    return this;
  }

  unref(): this {
    return this;
  }

  hasRef(): boolean {
    return true;
  }

  [Symbol.toPrimitive](): number {
    return this.id;
  }
}

/** Where a call comes from, or undefined when that is no file of the tests or of the application. */
export function callerOutsideLibraries(files: readonly (string | undefined)[]): string | undefined {
  const caller = files.find((file) => file !== undefined && !isOfKit(file));
  const isOwn = caller !== undefined && !/^node:|[/\\]node_modules[/\\]/.test(caller);
  return isOwn ? caller : undefined;
}

const kitFolder = import.meta.dirname;

function isOfKit(file: string): boolean {
  return file.startsWith(kitFolder) && !/\.test\.[cm]?[jt]s$/.test(file);
}

interface Globals {
  Date: typeof Date;
  setTimeout: unknown;
  clearTimeout: unknown;
  setInterval: unknown;
  clearInterval: unknown;
}

/** Timers and dates of an application, from when it is put in place until it is taken away. */
export class AppTime implements FollowingTimers {
  #now: number;
  #nextId = 1;
  readonly #tasks = new Map<number, PlannedTask>();
  #restore: () => void = () => undefined;

  constructor(now: number) {
    this.#now = now;
  }

  nextAt(): number | undefined {
    const [first] = this.#inOrder();
    return first?.at;
  }

  async goTo(now: number): Promise<void> {
    for (;;) {
      const [first] = this.#inOrder();
      if (first === undefined || first.at > now) break;
      this.#now = first.at;
      if (first.everyMs === undefined) this.#tasks.delete(first.id);
      else first.at += first.everyMs;
      await Promise.race([first.run(), pause(TASK_PATIENCE_MS)]);
    }
    this.#now = now;
  }

  /** What the application waits for, the earliest first: when, and the file that planned it. */
  pending(): readonly { readonly at: number; readonly planned: string }[] {
    return this.#inOrder().map(({ at, planned }) => ({ at, planned }));
  }

  /** Takes the place of the process's own timers and dates. */
  install(scope: Globals): void {
    const real = { ...pick(scope) };
    scope.Date = this.#dates(real.Date);
    scope.setTimeout = this.#planner(real.setTimeout as Task, false);
    scope.setInterval = this.#planner(real.setInterval as Task, true);
    scope.clearTimeout = this.#canceller(real.clearTimeout as Task);
    scope.clearInterval = this.#canceller(real.clearInterval as Task);
    this.#restore = () => Object.assign(scope, real);
  }

  remove(): void {
    this.#restore();
    this.#tasks.clear();
  }

  #inOrder(): readonly PlannedTask[] {
    return [...this.#tasks.values()].toSorted((a, b) => a.at - b.at || a.id - b.id);
  }

  #planner(real: Task, repeats: boolean): Task {
    return (task, ms, ...args) => {
      const planned = callerOutsideLibraries(stackFiles());
      if (planned === undefined || typeof task !== "function") return real(task, ms, ...args);
      const delay = Math.max(1, Number(ms ?? 0) || 0);
      const id = this.#nextId;
      this.#nextId += 1;
      const everyMs = repeats ? delay : undefined;
      const run = () => (task as Task)(...args);
      this.#tasks.set(id, { id, at: this.#now + delay, everyMs, run, planned });
      return new AppTimer(id);
    };
  }

  #canceller(real: Task): Task {
    return (timer) => {
      if (timer instanceof AppTimer) this.#tasks.delete(timer.id);
      else real(timer);
    };
  }

  /** Dates as the application asks for them; a date of a given moment is the same for all. */
  #dates(RealDate: typeof Date): typeof Date {
    const now = () =>
      callerOutsideLibraries(stackFiles()) === undefined ? RealDate.now() : this.#now;
    return new Proxy(RealDate, {
      construct: (target, args, newTarget) =>
        Reflect.construct(target, args.length === 0 ? [now()] : args, newTarget) as Date,
      apply: () => new RealDate(now()).toString(),
      get: (target, key, receiver) =>
        key === "now" ? now : (Reflect.get(target, key, receiver) as unknown),
    });
  }
}

function pick({ Date: date, setTimeout: set, clearTimeout: clear, ...rest }: Globals): Globals {
  const { setInterval: every, clearInterval: stop } = rest;
  return {
    Date: date,
    setTimeout: set,
    clearTimeout: clear,
    setInterval: every,
    clearInterval: stop,
  };
}

/** The files of the calls that led here, the nearest first. */
function stackFiles(): readonly (string | undefined)[] {
  const { stackTraceLimit } = Error;
  // oxlint-disable-next-line typescript/unbound-method -- it is only put back
  const { prepareStackTrace } = Error;
  try {
    Error.stackTraceLimit = FRAMES;
    Error.prepareStackTrace = (_error, frames) => frames.map((frame) => frame.getFileName());
    const holder: { stack?: unknown } = {};
    Error.captureStackTrace(holder, stackFiles);
    const files = holder.stack as readonly (string | null | undefined)[];
    return files.map((file) =>
      file?.startsWith("file:") === true ? fileURLToPath(file) : (file ?? undefined),
    );
  } finally {
    Error.prepareStackTrace = prepareStackTrace;
    Error.stackTraceLimit = stackTraceLimit;
  }
}
