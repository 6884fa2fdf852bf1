// The clock of a world: everything that falls due follows it, and so can the application's own
// timers.
import type { ControlClient } from "./control-client.ts";
import { isoDuration, millisecondsOf } from "./durations.ts";

/** The state of a world's clock. */
export interface ClockState {
  /** The time, in ISO format. */
  readonly now: string;
  /** Whether the clock is frozen. */
  readonly frozen: boolean;
}

/** A job that runs when the clock reaches an instant. */
export interface DueJob {
  readonly id: string;
  /** The kind of the job; `application_timer` for a timer that the application itself set. */
  readonly kind: string;
  readonly at: string;
  /** The subject of the job; for a timer of the application, the file that set it. */
  readonly subject: string | null;
}

interface JobsPage {
  readonly items: readonly DueJob[];
  readonly next: string | null;
}

/** The latest instant of the service's clock, in Unix milliseconds: 2084-01-01. */
const LATEST_CLOCK_MS = 3_597_523_200_000;

/** Timers of an application that follow the world's clock. */
export interface FollowingTimers {
  /** When the earliest timer falls due, in Unix milliseconds. */
  nextAt(): number | undefined;
  /** All timers, the earliest first, each with the file that set it. */
  pending(): readonly { readonly id: number; readonly at: number; readonly planned: string }[];
  /**
   * Advances to an instant, and runs the timers that fall due on the way, in order. Unless frozen,
   * they run on with real time from there.
   */
  goTo(now: number, then?: { readonly frozen?: boolean }): Promise<void>;
}

/**
 * The clock of a world. It is frozen unless a test releases it, and everything in the world that
 * falls due follows it: expiry, cooldowns, limits, retries.
 */
export class WorldClock {
  readonly #control: ControlClient;
  /** Resolves once the acts under way have reached the service. */
  readonly #begun: () => Promise<void>;
  #timers: FollowingTimers | undefined;
  #movesBegun = 0;
  #movesEnded = 0;

  constructor(control: ControlClient, begun: () => Promise<void>) {
    this.#control = control;
    this.#begun = begun;
  }

  /** The time, and whether the clock is frozen. */
  state(): Promise<ClockState> {
    return this.#control.call("GET /clock");
  }

  /** The world's time. */
  async now(): Promise<Date> {
    return dateOf((await this.state()).now);
  }

  /**
   * Advances by `24h`, `1h30m`, `PT15M` or milliseconds. Everything that falls due has happened
   * when this resolves.
   */
  async advance(by: string | number): Promise<ClockState> {
    const ms = millisecondsOf(by);
    await this.#begun();
    return this.moveBy(ms);
  }

  /**
   * Advances without waiting for acts under way to reach the service.
   *
   * @param isEnough asked after each timer of the application on the way: whether to stop there
   */
  moveBy(ms: number, isEnough = async () => false): Promise<ClockState> {
    if (this.#timers === undefined) return this.#move({ advance: isoDuration(ms) });
    return this.#advanceWithTimers(this.#timers, ms, isEnough);
  }

  /** Advances to the instant of the next thing that falls due. */
  async next(): Promise<ClockState> {
    await this.#begun();
    const timers = this.#timers;
    if (timers?.nextAt() === undefined) return this.#move({ advance: "next" });
    const state = await this.state();
    const now = dateOf(state.now).getTime();
    const { frozen } = state;
    // Overdue timers run first; they are not what comes next.
    await timers.goTo(now, { frozen });
    const timer = timers.pending().find(({ at }) => at > now && at <= LATEST_CLOCK_MS);
    if (timer === undefined) return this.#move({ advance: "next" });
    // The service considers its own jobs and the timers of other programs.
    return this.#move({ advance: "next", until: new Date(timer.at).toISOString() });
  }

  /** Sets the clock to an ISO time or a date; a running clock runs on from there. */
  set(now: string | Date): Promise<ClockState> {
    return this.#move({ now: typeof now === "string" ? now : now.toISOString() });
  }

  /** Freezes the clock at its current time. */
  freeze(): Promise<ClockState> {
    return this.#move({ frozen: true });
  }

  /** Lets the clock run in real time. */
  release(): Promise<ClockState> {
    return this.#move({ frozen: false });
  }

  /**
   * What falls due next, the earliest first, including the application's timers if they follow this
   * clock. The list ends where the service's first page does.
   */
  async pending(): Promise<readonly DueJob[]> {
    const { items, next } = await this.#control.call<JobsPage>("GET /jobs");
    const last = items.at(-1);
    // Beyond the first page, timers could not be placed among the service's other jobs.
    const end = next === null || last === undefined ? Infinity : instantOf(last.at);
    const timers = this.#timers?.pending().filter(({ at }) => at < end) ?? [];
    const both = [...items, ...timers.map(timerJob)];
    return both.toSorted((a, b) => instantOf(a.at) - instantOf(b.at));
  }

  /**
   * Makes timers of the application follow this clock, which may be running already.
   *
   * @returns a function that ends this
   */
  async follow(timers: FollowingTimers): Promise<() => void> {
    this.#timers = timers;
    const { now, frozen } = await this.state();
    if (!frozen) await timers.goTo(dateOf(now).getTime(), { frozen });
    const ending = new AbortController();
    // Without a service, nothing moves the clock any more.
    this.#followOthers(timers, ending.signal).catch(() => undefined);
    return () => ending.abort();
  }

  /** Takes timers along where the clock goes otherwise: by another client, or with a snapshot. */
  async #followOthers(timers: FollowingTimers, signal: AbortSignal): Promise<void> {
    const body = { follower: `test-${crypto.randomUUID()}` };
    for (;;) {
      await this.#control.call("POST /clock/follow", { body, signal });
      // A move of this clock takes the timers along by itself.
      if (this.#movesEnded < this.#movesBegun) continue;
      const before = this.#movesBegun;
      const state = await this.state();
      if (before === this.#movesBegun) await this.#take(timers, state);
    }
  }

  async #move(body: object): Promise<ClockState> {
    this.#movesBegun += 1;
    try {
      const state = await this.#control.call<ClockState>("PATCH /clock", { body });
      if (this.#timers !== undefined) await this.#take(this.#timers, state);
      return state;
    } finally {
      this.#movesEnded += 1;
    }
  }

  #take(timers: FollowingTimers, { now, frozen }: ClockState): Promise<void> {
    return timers.goTo(dateOf(now).getTime(), { frozen });
  }

  /** Stops at every timer on the way, so that timers and jobs run in order of time. */
  async #advanceWithTimers(
    timers: FollowingTimers,
    ms: number,
    isEnough: () => Promise<boolean>,
  ): Promise<ClockState> {
    let state = await this.state();
    const end = dateOf(state.now).getTime() + ms;
    for (;;) {
      const at = Math.min(timers.nextAt() ?? end, end);
      const wait = Math.max(0, at - dateOf(state.now).getTime());
      state = await this.#move({ advance: isoDuration(wait) });
      if (at >= end || (await isEnough())) return state;
    }
  }
}

function timerJob({ id, at, planned }: ReturnType<FollowingTimers["pending"]>[number]): DueJob {
  const timestamp = new Date(at).toISOString().replace("Z", "000+00:00");
  return { id: `timer-${id}`, kind: "application_timer", at: timestamp, subject: planned };
}

function instantOf(timestamp: string): number {
  return dateOf(timestamp).getTime();
}

/** The date of a timestamp on the wire, which has microseconds. */
export function dateOf(timestamp: string): Date {
  return new Date(timestamp);
}
