// How long tasks wait for others of the same name.
import { beforeEach, expect, test } from "vitest";
import { ConflictError } from "../store.ts";
import { Lanes, QUEUED_MS_MAX } from "./lanes.ts";

let now: number;
let timers: { readonly at: number; readonly task: () => void }[];
let lanes: Lanes;

beforeEach(() => {
  [now, timers] = [0, []];
  lanes = new Lanes({
    real: () => now,
    setTimer: (ms, task) => {
      const timer = { at: now + ms, task };
      timers.push(timer);
      return () => {
        timers = timers.filter((each) => each !== timer);
      };
    },
  });
});

async function elapse(ms: number): Promise<void> {
  now += ms;
  for (const timer of timers.filter(({ at }) => at <= now)) timer.task();
  await new Promise(setImmediate);
}

/** A task that runs until the test ends it. */
function aTask(name = "n", since = now) {
  const end = Promise.withResolvers<string>();
  const task = { runs: 0, end: () => end.resolve("done") };
  const run = () => {
    task.runs += 1;
    return end.promise;
  };
  const outcome = lanes.run(name, run, since).catch((error: unknown) => error);
  return Object.assign(task, { outcome });
}

test("a task whose turn does not come in time is given up, and never runs", async () => {
  const first = aTask();
  await elapse(0);
  const second = aTask();
  await elapse(QUEUED_MS_MAX);
  expect(await second.outcome).toBeInstanceOf(ConflictError);
  first.end();
  expect(await first.outcome).toBe("done");
  await elapse(0);
  expect(second.runs).toBe(0);
  expect([lanes.has("n"), timers]).toEqual([false, []]);
});

test("a task whose turn came may take longer, and those behind it that are in time follow", async () => {
  const first = aTask();
  await elapse(0);
  await elapse(QUEUED_MS_MAX);
  const second = aTask();
  const third = aTask();
  await elapse(QUEUED_MS_MAX - 1);
  first.end();
  await elapse(0);
  await elapse(QUEUED_MS_MAX);
  second.end();
  third.end();
  expect(await Promise.all([first, second].map((each) => each.outcome))).toEqual(["done", "done"]);
  expect(await third.outcome).toBeInstanceOf(ConflictError);
});

test("a caller that queues again has only the rest of its time", async () => {
  const first = aTask();
  await elapse(0);
  const since = now;
  await elapse(QUEUED_MS_MAX - 1);
  const again = aTask("n", since);
  await elapse(1);
  expect(await again.outcome).toBeInstanceOf(ConflictError);
  first.end();
});
