import { expect, test } from "vitest";
import { WorkTooLongError, workWatch } from "./work-watch.ts";

/** Time that passes when it is told to. */
function aWait() {
  const waiting = new Map<() => void, number>();
  return {
    waiting,
    later: (ms: number, task: () => void) => {
      waiting.set(task, ms);
      return () => waiting.delete(task);
    },
  };
}

test("a work has its result or its fault, and nothing waits any more", async () => {
  const { waiting, later } = aWait();
  const watch = workWatch(later, 50);
  expect(await watch(Promise.resolve("done"))).toBe("done");
  await expect(watch(Promise.reject(new Error("no")))).rejects.toThrow("no");
  expect(waiting.size).toBe(0);
});

test("a work that does not end is given up when its time is over", async () => {
  const { waiting, later } = aWait();
  const watched = workWatch(later, 50)(new Promise(() => undefined));
  expect([...waiting.values()]).toEqual([50]);
  for (const pass of waiting.keys()) pass();
  await expect(watched).rejects.toThrow(WorkTooLongError);
});
