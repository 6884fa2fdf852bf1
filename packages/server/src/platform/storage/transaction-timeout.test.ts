import { expect, test } from "vitest";
import { TransactionTimeoutError, transactionTimeout } from "./transaction-timeout.ts";

/** Time that passes when the test says so. */
function aWait() {
  let waiting: { readonly ms: number; readonly task: () => void }[] = [];
  return {
    waiting: () => waiting.map(({ ms }) => ms),
    setTimer: (ms: number, task: () => void) => {
      waiting.push({ ms, task });
    },
    pass: () => {
      const due = waiting;
      waiting = [];
      for (const { task } of due) task();
    },
  };
}

const endless = () => new Promise<never>(() => undefined);

test("a handler settles with its result or error, and leaves no timer", async () => {
  const { waiting, setTimer, pass } = aWait();
  const watch = transactionTimeout(setTimer, 50);
  expect(await watch(Promise.resolve("done"))).toBe("done");
  await expect(watch(Promise.reject(new Error("no")))).rejects.toThrow("no");
  pass();
  expect(waiting()).toEqual([]);
});

test("many handlers share one timer", () => {
  const { waiting, setTimer } = aWait();
  const watch = transactionTimeout(setTimer, 50);
  void watch(endless());
  void watch(endless());
  expect(waiting()).toEqual([50]);
});

test("only a handler that exceeds its whole time-out is rejected", async () => {
  const { setTimer, pass } = aWait();
  const watch = transactionTimeout(setTimer, 50);
  const outcomes: string[] = [];
  const noted = (name: string, work: Promise<unknown>) =>
    watch(work).catch((error: unknown) => {
      outcomes.push(`${name}: ${(error as Error).name}`);
    });
  const first = noted("first", endless());
  pass();
  const second = noted("second", endless());
  pass();
  await first;
  expect(outcomes).toEqual([`first: ${TransactionTimeoutError.name}`]);
  pass();
  await second;
  expect(outcomes).toHaveLength(2);
});

test("a handler that ended late is not rejected as well", async () => {
  const { setTimer, pass } = aWait();
  const { promise, resolve } = Promise.withResolvers<string>();
  const watched = transactionTimeout(setTimer, 50)(promise);
  pass();
  resolve("done");
  expect(await watched).toBe("done");
  pass();
});
