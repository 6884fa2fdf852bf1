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

test("a change beyond the noise is reported as worse or better", () => {
  const { worse, better } = compared([rate(0.8), weight(2)], [rate(0.6), weight(1.5)]);
  expect(worse).toEqual(["get lobby: 0.80 then, 0.60 now"]);
  expect(better).toEqual(["memory at rest: 2.00 then, 1.50 now"]);
});

test("an increase is worse for a figure that should be small", () => {
  expect(compared([weight(1.5)], [weight(2)]).worse).toHaveLength(1);
});

test("a difference below the spread of the rounds is neither worse nor better", () => {
  expect(compared([rate(0.8)], [rate(0.74)])).toEqual({ worse: [], better: [] });
  expect(compared([rate(0.8, 0.4)], [rate(0.6)])).toEqual({ worse: [], better: [] });
  expect(compared([rate(0.8)], [rate(0.6, 0.4)])).toEqual({ worse: [], better: [] });
});

test("a figure that only one run measured is ignored", () => {
  expect(compared([], [rate(0.1)])).toEqual({ worse: [], better: [] });
  expect(compared([rate(0.1)], [])).toEqual({ worse: [], better: [] });
});

test("rounds are summarised by their median and their spread", () => {
  expect(ofRounds([1, 4, 2])).toEqual({ value: 2, spread: 1.5 });
});

test("each pair of programs has the same weight, whatever the spread of its rounds", () => {
  const { value, spread } = ofPairs([
    [0.5, 0.5, 0.6],
    [0.9, 2, 2],
  ]);
  expect(value).toBeCloseTo(1);
  expect(spread).toBeGreaterThan(1);
});
