import { expect, test } from "vitest";
import { delay, type Environment } from "./environment.ts";

/** An environment whose time is advanced by the test. */
function aStage() {
  const waiting = new Set<() => void>();
  const environment: Environment = {
    now: () => 0,
    after(_ms, task) {
      waiting.add(task);
      return () => void waiting.delete(task);
    },
    randomBytes: (count) => new Uint8Array(count),
  };
  return { environment, waiting };
}

test("a delay ends after its time, and removes its listener from the signal", async () => {
  const { environment, waiting } = aStage();
  const { signal } = new AbortController();
  const listeners = new Set<unknown>();
  signal.addEventListener = (_name: string, listener: unknown) => void listeners.add(listener);
  signal.removeEventListener = (_name: string, listener: unknown) =>
    void listeners.delete(listener);
  const wait = delay(environment, 1000, signal);
  expect(listeners.size).toBe(1);
  for (const task of waiting) task();
  await wait;
  expect(listeners.size).toBe(0);
});

test("a delay ends when its signal is aborted, before or during it", async () => {
  const { environment, waiting } = aStage();
  const meanwhile = new AbortController();
  const wait = delay(environment, 1000, meanwhile.signal);
  meanwhile.abort();
  await wait;
  await delay(environment, 1000, meanwhile.signal);
  expect(waiting.size).toBe(0);
});
