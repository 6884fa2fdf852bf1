import { expect, test } from "vitest";
import { marksOf } from "./marks.ts";

const NOW = Date.parse("2026-11-22T12:00:00.000Z");
const job = (kind: string, afterMs: number) => ({
  kind,
  at: new Date(NOW + afterMs).toISOString(),
});

test("jobs due at the same time share a mark with their numbers by kind", () => {
  const [first, second] = marksOf(
    [job("lobby", 1000), job("lobby", 1000), job("token", 5000)],
    NOW,
  );
  expect([first?.inMs, first?.kinds, second?.kinds]).toEqual([
    1000,
    [["lobby", 2]],
    [["token", 1]],
  ]);
});

test("longer delays are drawn wider, and a year fits next to a second", () => {
  const [near, far] = marksOf([job("a", 1000), job("b", 365 * 86_400_000)], NOW);
  const ratio = (far?.share ?? 0) / (near?.share ?? 1);
  expect([ratio > 1, ratio < 10]).toEqual([true, true]);
});

test("overdue jobs are due now", () => {
  expect(marksOf([job("late", -5000)], NOW)[0]).toMatchObject({ inMs: 0, share: 1 });
});
