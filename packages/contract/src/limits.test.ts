import { expect, test } from "vitest";
import { limits, type NamedLimit } from "./limits.ts";

const named = Object.entries<NamedLimit>(limits);

test.each(named)("%s is a whole positive number with a unit and a source", (_name, limit) => {
  expect(Number.isSafeInteger(limit.value) && limit.value > 0).toBe(true);
  expect(limit.unit).not.toBe("");
  expect(limit.source).toMatch(/^(requirements \d|protocol: [a-z-]+ \d|assumed: \w)/);
});

test("a window is long enough to count in", () => {
  const windows = named.flatMap(([, { windowMs }]) => windowMs ?? []);
  expect(Math.min(...windows)).toBeGreaterThanOrEqual(1000);
});
