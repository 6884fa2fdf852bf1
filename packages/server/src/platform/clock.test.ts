import { EARLIEST_CLOCK_MS, LATEST_CLOCK_MS } from "@antechamber/contract/schema";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { delay, type SteerableClock } from "./clock.ts";
import { ClockRangeError, steerableClock, type ClockDeps } from "./time/system-clock.ts";

const NOON = Date.UTC(2026, 10, 21, 12);

async function frozenAt(at: number): Promise<SteerableClock> {
  const clock = steerableClock();
  clock.freeze();
  await clock.moveTo(at);
  return clock;
}

/** Resolves when tasks that are due at once have had their turn. */
function oneTurn(): Promise<void> {
  return new Promise((resolve) => {
    setTimeout(resolve, 5);
  });
}

/** A system whose time and timers are moved by hand. */
function aSystem(start = NOON) {
  let now = start;
  let real = 0;
  const timers = new Set<{ readonly at: number; readonly task: () => void }>();
  const issues: unknown[] = [];
  const deps: ClockDeps = {
    now: () => now,
    real: () => real,
    timer(ms, task) {
      expect(ms).toBeLessThanOrEqual(2_147_483_647);
      const timer = { at: real + ms, task };
      timers.add(timer);
      return () => timers.delete(timer);
    },
    failed: (error) => issues.push(error),
  };
  async function pass(ms: number): Promise<void> {
    const end = real + ms;
    for (;;) {
      const next = [...timers].toSorted((a, b) => a.at - b.at)[0];
      const at = next === undefined ? end : Math.min(next.at, end);
      now += at - real;
      real = at;
      if (next === undefined || next.at > end) return;
      timers.delete(next);
      next.task();
      await Promise.resolve();
    }
  }
  return {
    deps,
    issues,
    pass,
    waiting: () => timers.size,
    /** Sets the system's time, as an operator would. */
    set(at: number) {
      now = at;
    },
  };
}

describe("a frozen clock", () => {
  test("stands still", async () => {
    const clock = await frozenAt(NOON);
    await oneTurn();
    expect(clock.now()).toBe(NOON);
    expect(clock.state()).toMatchObject({ frozen: true, frozenAt: NOON });
  });

  test("runs the tasks that fall due during an advance in order, each at its instant", async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(fc.integer({ min: 1, max: 1000 })), async (delays) => {
        const clock = await frozenAt(NOON);
        const ran: (readonly [planned: number, shown: number, nth: number])[] = [];
        delays.forEach((wait, nth) =>
          clock.wake(NOON + wait, () => void ran.push([NOON + wait, clock.now(), nth])),
        );
        await clock.moveTo(NOON + 500);
        const due = delays
          .map((wait, nth) => [NOON + wait, NOON + wait, nth] as const)
          .filter(([at]) => at <= NOON + 500)
          .toSorted(([a, , first], [b, , second]) => a - b || first - second);
        expect(ran).toEqual(due);
        expect(clock.now()).toBe(NOON + 500);
      }),
    );
  });

  test("waits for each task, and runs tasks that these schedule within the span", async () => {
    const clock = await frozenAt(NOON);
    const ran: string[] = [];
    clock.wake(NOON + 10, async () => {
      await oneTurn();
      ran.push(`first at ${clock.now() - NOON}`);
      clock.wake(NOON + 15, () => void ran.push(`planned at ${clock.now() - NOON}`));
      clock.wake(NOON, () => void ran.push(`overdue at ${clock.now() - NOON}`));
    });
    clock.wake(NOON + 20, () => void ran.push(`second at ${clock.now() - NOON}`));
    await clock.moveTo(NOON + 30);
    expect(ran).toEqual(["first at 10", "overdue at 10", "planned at 15", "second at 20"]);
  });

  test("advances past held work, and the advance ends after it", async () => {
    const clock = await frozenAt(NOON);
    const ran: string[] = [];
    const asked = async (): Promise<void> => {
      await oneTurn();
      ran.push(`answered at ${clock.now() - NOON}`);
      clock.wake(NOON + 25, () => void ran.push(`planned at ${clock.now() - NOON}`));
    };
    clock.wake(NOON + 10, () => clock.hold(asked()));
    clock.wake(NOON + 20, () => void ran.push(`second at ${clock.now() - NOON}`));
    await clock.moveTo(NOON + 30);
    expect(ran).toEqual(["second at 20", "answered at 30", "planned at 30"]);
    clock.hold(asked());
    await clock.moveTo(NOON + 40);
    expect(ran.slice(3)).toEqual(["answered at 30", "planned at 30"]);
  });

  test("runs tasks that are due at once without an advance, but not before the caller continues", async () => {
    const clock = await frozenAt(NOON);
    const ran: string[] = [];
    clock.wake(NOON - 1, () => void ran.push("past"));
    clock.wake(NOON, () => void ran.push("now"));
    clock.wake(NOON + 1, () => void ran.push("later"));
    expect(ran).toEqual([]);
    await oneTurn();
    expect(ran).toEqual(["past", "now"]);
  });

  test("lets running tasks end before it advances", async () => {
    const clock = await frozenAt(NOON);
    const ran: number[] = [];
    let go: () => void = () => undefined;
    clock.wake(NOON, async () => {
      await new Promise<void>((resolve) => (go = resolve));
      clock.wake(NOON + 5, () => void ran.push(clock.now() - NOON));
    });
    await oneTurn();
    const moved = clock.moveTo(NOON + 10);
    await oneTurn();
    expect(clock.now()).toBe(NOON);
    go();
    await moved;
    expect(ran).toEqual([5]);
  });

  test("keeps the pending instants when it is set back", async () => {
    const clock = await frozenAt(NOON);
    const ran: number[] = [];
    clock.wake(NOON + 10, () => void ran.push(clock.now() - NOON));
    await clock.moveTo(NOON - 1000);
    expect([clock.now() - NOON, ran]).toEqual([-1000, []]);
    await clock.moveTo(NOON + 10);
    expect(ran).toEqual([10]);
  });

  test("runs a task that was due at once even when it is set back before", async () => {
    const clock = await frozenAt(NOON);
    const ran: number[] = [];
    clock.wake(NOON, () => void ran.push(clock.now() - NOON));
    await clock.moveTo(NOON - 1000);
    expect(ran).toEqual([0]);
  });

  test("makes one move after the other", async () => {
    const clock = await frozenAt(NOON);
    const instants: number[] = [];
    clock.wake(NOON + 5, oneTurn);
    const first = clock.moveTo(NOON + 10).then(() => instants.push(clock.now() - NOON));
    const second = clock.moveTo(NOON + 20).then(() => instants.push(clock.now() - NOON));
    await Promise.all([first, second]);
    expect(instants).toEqual([10, 20]);
  });

  test("runs no cancelled task, even if a task of the same instant cancelled it", async () => {
    const clock = await frozenAt(NOON);
    const ran: string[] = [];
    clock.wake(NOON + 1, () => cancel());
    const cancel = clock.wake(NOON + 1, () => void ran.push("cancelled"));
    clock.wake(NOON + 1, () => void ran.push("kept"));
    await clock.moveTo(NOON + 1);
    cancel();
    expect(ran).toEqual(["kept"]);
  });

  test("deletes cancelled tasks, however many", async () => {
    const clock = await frozenAt(NOON);
    let ran = 0;
    for (let beat = 0; beat < 5000; beat += 1) {
      const cancel = clock.wake(NOON + 5000 - beat, () => void (ran += 1));
      if (beat % 10 !== 0) cancel();
    }
    await clock.moveTo(NOON + 5000);
    expect(ran).toBe(500);
  });

  test("continues after a task that throws, and reports it", async () => {
    const system = aSystem();
    const clock = steerableClock(system.deps);
    clock.freeze();
    const ran: string[] = [];
    const issue = new Error("a broken task");
    clock.wake(NOON + 1, () => {
      throw issue;
    });
    clock.wake(NOON + 2, () => Promise.reject(issue));
    clock.wake(NOON + 3, () => void ran.push("still runs"));
    await clock.moveTo(NOON + 3);
    expect([ran, system.issues]).toEqual([["still runs"], [issue, issue]]);
  });

  test("ends an advance in which tasks schedule one another without end", async () => {
    const clock = await frozenAt(NOON);
    const again = (): void => void clock.wake(NOON, again);
    clock.wake(NOON + 1, again);
    await expect(clock.moveTo(NOON + 2)).rejects.toThrow("tasks are due at");
  });

  test("continues from its time when it is unfrozen", async () => {
    const system = aSystem();
    const clock = steerableClock(system.deps);
    clock.freeze();
    await clock.moveTo(NOON + 3_600_000);
    await system.pass(500);
    clock.unfreeze();
    expect(clock.now()).toBe(NOON + 3_600_000);
    await system.pass(250);
    expect(clock.now()).toBe(NOON + 3_600_250);
  });
});

describe("a running clock", () => {
  test("is the system's time plus an offset", async () => {
    const system = aSystem();
    const clock = steerableClock(system.deps);
    await system.pass(1000);
    expect(clock.now()).toBe(NOON + 1000);
    await clock.moveTo(NOON + 86_400_000);
    await system.pass(1000);
    expect(clock.now()).toBe(NOON + 86_401_000);
    expect(clock.state()).toEqual({ frozen: false, offsetMs: 86_399_000 });
  });

  test("runs tasks by itself, distant ones too, with a single timer", async () => {
    const system = aSystem();
    const clock = steerableClock(system.deps);
    const ran: number[] = [];
    const farMs = 30 * 86_400_000;
    for (const wait of [farMs, 10, 3_600_000, 10]) {
      clock.wake(NOON + wait, () => void ran.push(clock.now() - NOON));
    }
    expect(system.waiting()).toBe(1);
    await system.pass(9);
    expect(ran).toEqual([]);
    await system.pass(1);
    expect(ran).toEqual([10, 10]);
    await system.pass(farMs);
    expect(ran).toEqual([10, 10, 3_600_000, farMs]);
    expect(system.waiting()).toBe(0);
  });

  test("wakes a sleeper at the planned instant unless it was cancelled", async () => {
    const system = aSystem();
    const clock = steerableClock(system.deps);
    const woken: [name: string, at: number][] = [];
    const aSleeper = (name: string) => ({
      wake: () => void woken.push([name, clock.now() - NOON]),
    });
    const [first] = [10, 20, 30].map((at) => clock.plan(NOON + at, aSleeper(`${at}`)));
    const fourth = clock.plan(NOON + 40, aSleeper("40"));
    fourth.cancel();
    await system.pass(15);
    first?.cancel();
    await system.pass(100);
    expect(woken).toEqual([
      ["10", 10],
      ["20", 20],
      ["30", 30],
    ]);
    expect([first?.at, fourth.at]).toEqual([NOON + 10, NOON + 40]);
  });

  test("resets its timer only for a task that is due earlier", async () => {
    const system = aSystem();
    let set = 0;
    const clock = steerableClock({
      ...system.deps,
      timer(ms, task) {
        set += 1;
        return system.deps.timer(ms, task);
      },
    });
    const ran: number[] = [];
    const plan = (at: number) => clock.wake(NOON + at, () => void ran.push(clock.now() - NOON));
    plan(5000);
    const cancels = Array.from({ length: 100 }, (_, nth) => plan(1000 + nth));
    for (const cancel of cancels) cancel();
    expect(set).toBe(2);
    await system.pass(4999);
    expect(ran).toEqual([]);
    await system.pass(1);
    expect([ran, set]).toEqual([[5000], 3]);
  });

  test("does not let a slow task delay the others", async () => {
    const system = aSystem();
    const clock = steerableClock(system.deps);
    const ran: string[] = [];
    clock.wake(NOON + 1, () => new Promise(() => undefined));
    clock.wake(NOON + 2, () => void ran.push("second"));
    await system.pass(2);
    expect(ran).toEqual(["second"]);
  });

  test("follows the system's time when it is set", async () => {
    const system = aSystem();
    const clock = steerableClock(system.deps);
    const ran: number[] = [];
    clock.wake(NOON + 7_200_000, () => void ran.push(clock.now() - NOON));
    system.set(NOON + 7_100_000);
    await system.pass(60_000 + 40_000);
    expect(ran).toEqual([7_200_000]);
  });

  test("runs due tasks when it is advanced, each at its instant, and then by itself again", async () => {
    const system = aSystem();
    const clock = steerableClock(system.deps);
    const ran: number[] = [];
    for (const wait of [100, 200, 300, 1000]) {
      clock.wake(NOON + wait, () => void ran.push(clock.now() - NOON));
    }
    await clock.moveTo(NOON + 250);
    expect(ran).toEqual([100, 200]);
    await system.pass(50);
    expect(ran).toEqual([100, 200, 300]);
    await clock.moveTo(NOON - 1000);
    await system.pass(1999);
    expect(ran).toEqual([100, 200, 300]);
    await system.pass(1);
    expect(ran).toEqual([100, 200, 300, 1000]);
  });

  test("waits in real time, whatever its own time does", async () => {
    const system = aSystem();
    const clock = steerableClock(system.deps);
    const ran: string[] = [];
    clock.after(1000, () => void ran.push("after a second"));
    const cancel = clock.after(1000, () => void ran.push("cancelled"));
    clock.after(3_000_000_000, () => void ran.push("after a month"));
    void delay(clock, 2000).then(() => ran.push("patient"));
    await clock.moveTo(NOON + 86_400_000);
    clock.freeze();
    cancel();
    expect([clock.real(), ran]).toEqual([0, []]);
    await system.pass(2000);
    expect([clock.real(), ran]).toEqual([2000, ["after a second", "patient"]]);
    await system.pass(3_000_000_000);
    expect(ran).toEqual(["after a second", "patient", "after a month"]);
  });

  test("does not keep the process alive", () => {
    const before = process.getActiveResourcesInfo().filter((name) => name === "Timeout").length;
    const clock = steerableClock();
    clock.wake(clock.now() + 60_000, () => undefined);
    clock.after(60_000, () => undefined);
    const after = process.getActiveResourcesInfo().filter((name) => name === "Timeout").length;
    expect(after).toBe(before);
  });
});

describe("the state of a clock", () => {
  test("is restored as it was saved", async () => {
    const system = aSystem();
    const clock = steerableClock(system.deps);
    await clock.moveTo(NOON + 5000);
    const running = clock.state();
    clock.freeze();
    const frozen = clock.state();
    await clock.moveTo(NOON + 60_000);

    clock.restore(frozen);
    expect([clock.now(), clock.state()]).toEqual([NOON + 5000, frozen]);
    clock.restore(running);
    await system.pass(10);
    expect([clock.now(), clock.state()]).toEqual([NOON + 5010, running]);
  });

  test("runs what a restored state makes due, and ends a move in progress", async () => {
    const clock = await frozenAt(NOON);
    const ran: number[] = [];
    clock.wake(NOON + 10, async () => {
      clock.restore({ frozen: true, offsetMs: 0, frozenAt: NOON + 100 });
    });
    clock.wake(NOON + 50, () => void ran.push(clock.now() - NOON));
    clock.wake(NOON + 150, () => void ran.push(clock.now() - NOON));
    await clock.moveTo(NOON + 200);
    await oneTurn();
    expect([clock.now() - NOON, ran]).toEqual([100, [100]]);
  });

  test("is refused outside the instants for which ids have 17 to 19 digits", async () => {
    const clock = await frozenAt(NOON);
    for (const at of [EARLIEST_CLOCK_MS - 1, LATEST_CLOCK_MS + 1, 0, NaN, Infinity, NOON + 0.5]) {
      await expect(clock.moveTo(at)).rejects.toThrow(ClockRangeError);
      expect(() => clock.restore({ frozen: true, offsetMs: 0, frozenAt: at })).toThrow(RangeError);
    }
    expect(() => clock.restore({ frozen: false, offsetMs: -NOON })).toThrow(ClockRangeError);
    expect(() => steerableClock({ now: () => 0 })).toThrow(ClockRangeError);
    expect(() => clock.wake(NaN, () => undefined)).toThrow(RangeError);
    expect(clock.now()).toBe(NOON);
    await clock.moveTo(EARLIEST_CLOCK_MS);
    expect(clock.now()).toBe(EARLIEST_CLOCK_MS);
  });
});
