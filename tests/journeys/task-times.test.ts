import { expect, test } from "vitest";
import { TaskTimes, type TraceEvent } from "./task-times.ts";

const main = { pid: 7, tid: 1 };
const named: TraceEvent = {
  ...main,
  name: "thread_name",
  ph: "M",
  args: { name: "CrRendererMain" },
};

function aTask(parts: Partial<TraceEvent> = {}): TraceEvent {
  return { ...main, name: "ThreadControllerImpl::RunTask", ph: "X", dur: 9000, ...parts };
}

function longestMs(...events: readonly TraceEvent[]): number {
  const times = new TaskTimes();
  times.add(events);
  return times.longestMs();
}

test("the longest task is the one on the page's thread with the most processor time", () => {
  const elsewhere = aTask({ tid: 2, tdur: 900_000 });
  expect(longestMs(elsewhere, aTask({ tdur: 2000 }), aTask({ tdur: 4500 }), named)).toBe(4.5);
});

test("an unfinished task does not count", () => {
  const { dur: _, ...unended } = aTask();
  expect(longestMs(named, aTask({ tdur: 2000 }), unended)).toBe(2);
});

test("a single task without a processor time counts by its wall clock time", () => {
  const many = Array.from({ length: 200 }, () => aTask({ tdur: 2000 }));
  expect(longestMs(named, ...many, aTask())).toBe(9);
});

test.each([
  [[aTask()], "1 of 1 tasks have no processor time"],
  [[aTask({ tdur: 2000 }), aTask()], "1 of 2 tasks have no processor time"],
  [[aTask({ tdur: 0 }), aTask({ tdur: 0 })], "the processor time of all tasks is 0"],
  [[], "no task of a page"],
] as const)(
  "a browser without usable processor times fails the measurement: %#",
  (tasks, words) => {
    expect(() => longestMs(named, ...tasks)).toThrow(words);
  },
);
