import { expect, test } from "vitest";
import { readiness, READINESS_CACHED_MS, READINESS_PATIENCE_MS } from "./readiness.ts";

/** A store and a clock that do what the test says. */
function aStore() {
  const told = { now: 0, writes: 0, late: () => undefined as void };
  let outcome: () => Promise<unknown> = async () => undefined;
  const store = {
    transaction: <T>(): Promise<T> => {
      told.writes += 1;
      return outcome() as Promise<T>;
    },
  };
  const clock = {
    real: () => told.now,
    after: (ms: number, task: () => void) => {
      expect(ms).toBe(READINESS_PATIENCE_MS);
      told.late = task;
      return () => undefined;
    },
  };
  return {
    told,
    isReady: readiness(store, clock),
    willBe: (next: () => Promise<unknown>) => {
      outcome = next;
    },
  };
}

test("a store that accepts a write is ready, and is probed at intervals", async () => {
  const { told, isReady } = aStore();
  expect(await Promise.all([isReady(), isReady(), isReady()])).toEqual([true, true, true]);
  expect(told.writes).toBe(1);
  told.now += READINESS_CACHED_MS;
  expect(await isReady()).toBe(true);
  expect(told.writes).toBe(2);
});

test("a store that refuses a write is not ready until it accepts one", async () => {
  const { told, isReady, willBe } = aStore();
  willBe(() => Promise.reject(new Error("disk full")));
  expect(await isReady()).toBe(false);
  willBe(async () => undefined);
  expect(await isReady()).toBe(false);
  told.now += READINESS_CACHED_MS;
  expect(await isReady()).toBe(true);
});

test("a store that does not answer is not ready", async () => {
  const { told, isReady, willBe } = aStore();
  willBe(() => new Promise(() => undefined));
  const answer = isReady();
  told.late();
  expect(await answer).toBe(false);
});
