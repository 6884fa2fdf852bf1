import { expect, test } from "vitest";
import { TimeSlicer } from "./time-slicer.ts";

/** A clock whose real time is moved by hand, and whose turns come one after the other. */
function aClock() {
  const state = { now: 0, turns: 0 };
  const clock = {
    real: () => state.now,
    after(_ms: number, task: () => void) {
      state.turns += 1;
      setImmediate(task);
      return () => undefined;
    },
  };
  return { state, slicer: new TimeSlicer(clock) };
}

test("a task runs for a time slice before it yields", async () => {
  const { state, slicer } = aClock();
  const task = slicer.begin(1000);
  for (let ms = 0; ms < 100; ms += 1) {
    state.now += 1;
    await task.yieldIfDue();
  }
  expect(state.turns).toBe(Math.floor(100 / 8));
});

test("its time slice counts only its work, not its waits", async () => {
  const { state, slicer } = aClock();
  const task = slicer.begin(20);
  state.now += 10;
  const waiting = task.yieldIfDue();
  state.now += 5000;
  await waiting;
  expect(task.isOver()).toBe(false);
  state.now += 10;
  expect(task.isOver()).toBe(true);
});

test("of several tasks one continues in each turn", async () => {
  const { state, slicer } = aClock();
  let inThisTurn = 0;
  let most = 0;
  const works = Array.from({ length: 10 }, async () => {
    const task = slicer.begin(1_000_000);
    for (let step = 0; step < 5; step += 1) {
      state.now += 8;
      await task.yieldIfDue();
      inThisTurn += 1;
      most = Math.max(most, inThisTurn);
      await new Promise<void>((resolve) => process.nextTick(resolve));
      inThisTurn -= 1;
    }
  });
  await Promise.all(works);
  expect([most, state.turns]).toEqual([1, 50]);
});
