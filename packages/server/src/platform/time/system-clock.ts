// The one clock, on the system's time. It can be frozen, set and moved; the tasks that fall due on
// the way run in order, each at its own instant.
import { EARLIEST_CLOCK_MS, LATEST_CLOCK_MS } from "@antechamber/contract/schema";
import type { Cancel, ClockState, Millis, Sleeper, SteerableClock, WakeUp } from "../clock.ts";
import { SerialQueue } from "../async/serial-queue.ts";
import type { Processes } from "../processes.ts";
import { TimerQueue, type Timer } from "./timer-queue.ts";

/** The dependencies of the clock. */
export interface ClockDeps {
  /** The system's time, or one that several processes share. */
  readonly now: () => Millis;
  /** Real milliseconds since some fixed moment. */
  readonly real: () => Millis;
  /** Runs a task after real milliseconds without keeping the process alive. */
  readonly timer: (ms: Millis, task: () => void) => Cancel;
  /** Called when a task failed: the others still run. */
  readonly failed: (error: unknown) => void;
}

/** An instant before or after those that the clock can show. */
export class ClockRangeError extends RangeError {
  override readonly name = "ClockRangeError";

  constructor(at: Millis) {
    super(`the clock cannot show ${at}: its instants begin with 2015-02-01 and end with 2083`);
  }
}

/** The longest delay that Node's timers support; a longer one ends at once. */
const TIMER_MS_MAX = 2_147_483_647;
/** The system's time is checked again at least this often, since it may have been set. */
const CHECK_MS = 60_000;
/**
 * The number of tasks at one instant of a move beyond which they must be planning one another
 * endlessly.
 */
const TASKS_AT_ONE_INSTANT_MAX = 100_000;

/** Runs a task after real milliseconds without keeping the process alive. */
export function systemTimer(ms: Millis, task: () => void): Cancel {
  const timer = setTimeout(task, ms).unref();
  return () => clearTimeout(timer);
}

/** The time of the machine's clock: Unix milliseconds. */
function systemTime(): Millis {
  return Date.now();
}

/** The reading of the machine's clock at the origin of real time. */
const ORIGIN = Date.now() - performance.now();

/**
 * The time of the machine's clock when the process started, plus the real time since: a step of the
 * machine's clock does not move it.
 */
export function steadyTime(): Millis {
  return Math.floor(ORIGIN + performance.now());
}

/**
 * The time of a process: the machine's or, where a store has many processes, the one that they
 * share. In between its measurements, a step of the machine's clock would make deadlines early.
 */
export function timeOf(processes: Pick<Processes, "isSole" | "aheadMs"> | undefined): Millis {
  const isAlone = processes === undefined || processes.isSole;
  return isAlone ? systemTime() : steadyTime() + processes.aheadMs();
}

const systemDeps: ClockDeps = {
  now: systemTime,
  real: () => performance.now(),
  timer: systemTimer,
  failed: (error) => process.emitWarning(error instanceof Error ? error : String(error)),
};

/** Opens the clock, running on the system's time. */
export function steerableClock(deps: Partial<ClockDeps> = {}): SteerableClock {
  return new SystemClock({ ...systemDeps, ...deps });
}

function checkInstant(at: Millis): Millis {
  if (Number.isSafeInteger(at) && at >= EARLIEST_CLOCK_MS && at <= LATEST_CLOCK_MS) return at;
  throw new ClockRangeError(at);
}

class SystemClock implements SteerableClock {
  readonly #deps: ClockDeps;
  readonly #queue = new TimerQueue(() => this.#arm());
  readonly #running = new Set<Promise<void>>();
  /** Promises that the end of a move waits for. */
  readonly #holds = new Set<Promise<void>>();
  #offsetMs = 0;
  #frozenAt: Millis | undefined;
  /** The instant that the clock shows during a move. */
  #movingAt: Millis | undefined;
  readonly #moves = new SerialQueue();
  #restoreCount = 0;
  #alarm: { readonly at: Millis; readonly cancel: Cancel } | undefined;

  constructor(deps: ClockDeps) {
    this.#deps = deps;
    checkInstant(deps.now());
  }

  now(): Millis {
    return this.#movingAt ?? this.#frozenAt ?? this.#deps.now() + this.#offsetMs;
  }

  real(): Millis {
    return this.#deps.real();
  }

  wake(at: Millis, task: () => void | Promise<void>): Cancel {
    const planned = this.plan(at, { wake: task });
    return () => planned.cancel();
  }

  plan(at: Millis, sleeper: Sleeper): WakeUp {
    if (Number.isNaN(at)) throw new RangeError("a task has no instant");
    return this.#queue.add(at, sleeper);
  }

  after(realMs: Millis, task: () => void): Cancel {
    const until = this.real() + realMs;
    let cancel: Cancel;
    const wait = (): void => {
      const remainingMs = Math.max(0, until - this.real());
      const next = remainingMs > TIMER_MS_MAX ? wait : task;
      cancel = this.#deps.timer(Math.min(remainingMs, TIMER_MS_MAX), next);
    };
    wait();
    return () => cancel();
  }

  hold(wait: Promise<void>): void {
    const settled = wait.catch(this.#deps.failed).finally(() => this.#holds.delete(settled));
    this.#holds.add(settled);
  }

  system(): Millis {
    return this.#deps.now();
  }

  state(): ClockState {
    return {
      frozen: this.#frozenAt !== undefined,
      offsetMs: this.#offsetMs,
      ...(this.#frozenAt === undefined ? {} : { frozenAt: this.#frozenAt }),
    };
  }

  restore({ frozen, offsetMs, frozenAt }: ClockState): void {
    const running = this.#deps.now() + offsetMs;
    const at = checkInstant(frozen ? (frozenAt ?? running) : running);
    // A move in progress ends where it is: its goal belongs to the state before.
    this.#restoreCount += 1;
    this.#movingAt = undefined;
    this.#offsetMs = offsetMs;
    this.#frozenAt = frozen ? at : undefined;
    this.#rearm();
  }

  freeze(): void {
    if (this.#frozenAt !== undefined) return;
    this.#frozenAt = this.now();
    this.#rearm();
  }

  unfreeze(): void {
    if (this.#frozenAt === undefined) return;
    this.#offsetMs = this.now() - this.#deps.now();
    this.#frozenAt = undefined;
    this.#rearm();
  }

  moveTo(at: Millis): Promise<void> {
    return this.#moves.run(() => this.#move(checkInstant(at)));
  }

  /**
   * Moves the clock. A task must not wait for a later instant of this clock, or the move that runs
   * it would wait for itself.
   */
  async #move(target: Millis): Promise<void> {
    const restoreCount = this.#restoreCount;
    while (this.#running.size + this.#holds.size > 0) {
      await Promise.all([...this.#running, ...this.#holds]);
    }
    if (restoreCount !== this.#restoreCount) return;
    const from = this.now();
    this.#movingAt = from;
    this.#rearm();
    // What is due already runs even when the clock is set back: its instant has come.
    const end = Math.max(from, target);
    try {
      await this.#runUntil(end, restoreCount);
      while (this.#holds.size > 0 && restoreCount === this.#restoreCount) {
        this.#movingAt = end;
        await Promise.all(this.#holds);
        await this.#runUntil(end, restoreCount);
      }
    } finally {
      if (restoreCount === this.#restoreCount) this.#arriveAt(target);
    }
  }

  #arriveAt(target: Millis): void {
    this.#movingAt = undefined;
    if (this.#frozenAt === undefined) this.#offsetMs = target - this.#deps.now();
    else this.#frozenAt = target;
    this.#rearm();
  }

  async #runUntil(end: Millis, restoreCount: number): Promise<void> {
    let atThisInstant = 0;
    for (let due = this.#queue.take(end); due !== undefined; due = this.#queue.take(end)) {
      const now = this.now();
      atThisInstant = due.at > now ? 1 : atThisInstant + 1;
      if (atThisInstant > TASKS_AT_ONE_INSTANT_MAX) {
        throw new Error(`more than ${TASKS_AT_ONE_INSTANT_MAX} tasks are due at ${now}`);
      }
      this.#movingAt = Math.max(now, due.at);
      await this.#run(due);
      if (restoreCount !== this.#restoreCount) return;
    }
  }

  async #run({ sleeper }: Timer): Promise<void> {
    try {
      await sleeper.wake();
    } catch (error) {
      this.#deps.failed(error);
    }
  }

  #rearm(): void {
    this.#alarm?.cancel();
    this.#alarm = undefined;
    this.#arm();
  }

  /** Sets the timer for the next task. */
  #arm(): void {
    if (this.#movingAt !== undefined) return;
    const due = this.#queue.first();
    // A timer that fires too early is set again: replacing it at each change would take a timer for
    // each.
    if (due !== undefined && this.#alarm !== undefined && this.#alarm.at <= due.at) return;
    this.#alarm?.cancel();
    this.#alarm = undefined;
    const remainingMs = due === undefined ? Infinity : Math.max(0, due.at - this.now());
    // While the clock is frozen, only what is due already can run by itself.
    if (due === undefined || (this.#frozenAt !== undefined && remainingMs > 0)) return;
    const cancel = this.#deps.timer(Math.min(remainingMs, CHECK_MS), () => this.#ring());
    this.#alarm = { at: due.at, cancel };
  }

  #ring(): void {
    this.#alarm = undefined;
    const now = this.now();
    const timers: Timer[] = [];
    for (let due = this.#queue.take(now); due !== undefined; due = this.#queue.take(now)) {
      timers.push(due);
    }
    for (const due of timers) {
      if (due.isCancelled) continue;
      const run = this.#run(due).finally(() => this.#running.delete(run));
      this.#running.add(run);
    }
    this.#arm();
  }
}
