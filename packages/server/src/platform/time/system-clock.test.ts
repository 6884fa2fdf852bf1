import { expect, onTestFinished, test, vi } from "vitest";
import { soleProcess } from "../processes.ts";
import { timeOf } from "./system-clock.ts";

test("a process alone on its store follows the machine's clock when it is set", () => {
  const now = Date.now() + 60_000;
  vi.useFakeTimers({ toFake: ["Date"], now });
  onTestFinished(() => void vi.useRealTimers());
  expect(timeOf(soleProcess())).toBe(now);
});

test("one of several processes keeps to the time that they share when the machine's clock is set", () => {
  const shared = { isSole: false, aheadMs: () => -3000 };
  const before = timeOf(shared);
  expect(Math.abs(before + 3000 - Date.now())).toBeLessThan(1000);
  vi.useFakeTimers({ toFake: ["Date"], now: Date.now() + 60_000 });
  onTestFinished(() => void vi.useRealTimers());
  expect(timeOf(shared) - before).toBeLessThan(10_000);
});
