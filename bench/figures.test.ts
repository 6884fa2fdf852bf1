import { expect, test } from "vitest";
import { compared, ofPairs, ofRounds, type Figure } from "./figures.ts";

const rate = (value: number, spread?: number): Figure => ({
  name: "get lobby",
  value,
  unit: "of bare",
  better: "higher",
  ...(spread === undefined ? {} : { spread }),
});
const weight = (value: number): Figure => ({
  name: "memory at rest",
  value,
  unit: "times bare",
  better: "lower",
});

test("a figure that fell by more than noise is worse, and one that rose is better", () => {
  const { worse, better } = compared([rate(0.8), weight(2)], [rate(0.6), weight(1.5)]);
  expect(worse).toEqual(["get lobby: 0.80 then, 0.60 now"]);
  expect(better).toEqual(["memory at rest: 2.00 then, 1.50 now"]);
});

test("of what is better when it is small, more is worse", () => {
  expect(compared([weight(1.5)], [weight(2)]).worse).toHaveLength(1);
});

test("what differs by less than the rounds of a run do is neither", () => {
  expect(compared([rate(0.8)], [rate(0.74)])).toEqual({ worse: [], better: [] });
  expect(compared([rate(0.8, 0.4)], [rate(0.6)])).toEqual({ worse: [], better: [] });
  expect(compared([rate(0.8)], [rate(0.6, 0.4)])).toEqual({ worse: [], better: [] });
});

test("what one of the runs did not measure is passed over", () => {
  expect(compared([], [rate(0.1)])).toEqual({ worse: [], better: [] });
  expect(compared([rate(0.1)], [])).toEqual({ worse: [], better: [] });
});

test("of rounds the middle counts, with how far apart they were", () => {
  expect(ofRounds([1, 4, 2])).toEqual({ value: 2, spread: 1.5 });
});

test("of pairs of programs each counts as much, however its rounds lie", () => {
  const { value, spread } = ofPairs([
    [0.5, 0.5, 0.6],
    [0.9, 2, 2],
  ]);
  expect(value).toBeCloseTo(1);
  expect(spread).toBeGreaterThan(1);
});
