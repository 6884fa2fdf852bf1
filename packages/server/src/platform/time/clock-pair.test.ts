import { expect, test } from "vitest";
import { clockPairOf, onceHasPassed } from "./clock-pair.ts";
import { steerableClock } from "./system-clock.ts";

/** A frozen clock, and its real time, which the test moves. */
function aFrozenClock() {
  let real = 0;
  const timers = new Map<() => void, number>();
  const clock = steerableClock({
    real: () => real,
    timer(ms, task) {
      timers.set(task, real + ms);
      return () => timers.delete(task);
    },
  });
  clock.freeze();
  return {
    clock,
    timers,
    wait: (ms: number) => {
      real += ms;
      for (const [task, at] of timers) if (at <= real && timers.delete(task)) task();
    },
  };
}

test("a task runs once, when the service's clock has advanced by as much", async () => {
  const { clock, timers, wait } = aFrozenClock();
  let runs = 0;
  onceHasPassed(clock, clockPairOf(clock), 1000, () => (runs += 1));
  await clock.moveTo(clock.now() + 999);
  expect(runs).toBe(0);
  await clock.moveTo(clock.now() + 1);
  expect([runs, timers.size]).toEqual([1, 0]);
  wait(1000);
  expect(runs).toBe(1);
});

test("a task runs once, when real time has advanced by as much since then", async () => {
  const { clock, wait } = aFrozenClock();
  const since = clockPairOf(clock);
  wait(400);
  let runs = 0;
  onceHasPassed(clock, since, 1000, () => (runs += 1));
  wait(599);
  expect(runs).toBe(0);
  wait(1);
  expect(runs).toBe(1);
  await clock.moveTo(clock.now() + 1000);
  expect(runs).toBe(1);
});

test("a cancelled task runs on neither clock", async () => {
  const { clock, wait } = aFrozenClock();
  let runs = 0;
  onceHasPassed(clock, clockPairOf(clock), 1000, () => (runs += 1))();
  wait(1000);
  await clock.moveTo(clock.now() + 1000);
  expect(runs).toBe(0);
});
