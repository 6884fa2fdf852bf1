import { expect, test } from "vitest";
import { readiness, READINESS_CACHED_MS, READINESS_PATIENCE_MS } from "./readiness.ts";

/** A store and a clock that do what the test says. */
function aStore() {
  const state = { now: 0, writes: 0, late: () => undefined as void };
  let outcome: () => Promise<unknown> = async () => undefined;
  const store = {
    transaction: <T>(): Promise<T> => {
      state.writes += 1;
      return outcome() as Promise<T>;
    },
  };
  const clock = {
    real: () => state.now,
    after: (ms: number, task: () => void) => {
      expect(ms).toBe(READINESS_PATIENCE_MS);
      state.late = task;
      return () => undefined;
    },
  };
  return {
    state,
    isReady: readiness(store, clock),
    willBe: (next: () => Promise<unknown>) => {
      outcome = next;
    },
  };
}

test("a store that accepts a write is ready, and is probed at intervals", async () => {
  const { state, isReady } = aStore();
  expect(await Promise.all([isReady(), isReady(), isReady()])).toEqual([true, true, true]);
  expect(state.writes).toBe(1);
  state.now += READINESS_CACHED_MS;
  expect(await isReady()).toBe(true);
  expect(state.writes).toBe(2);
});

test("a store that refuses a write is not ready until it accepts one", async () => {
  const { state, isReady, willBe } = aStore();
  willBe(() => Promise.reject(new Error("disk full")));
  expect(await isReady()).toBe(false);
  willBe(async () => undefined);
  expect(await isReady()).toBe(false);
  state.now += READINESS_CACHED_MS;
  expect(await isReady()).toBe(true);
});

test("a store that does not answer is not ready", async () => {
  const { state, isReady, willBe } = aStore();
  willBe(() => new Promise(() => undefined));
  const answer = isReady();
  state.late();
  expect(await answer).toBe(false);
});
