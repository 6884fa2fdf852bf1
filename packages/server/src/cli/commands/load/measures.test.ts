import { expect, test } from "vitest";
import { Measures } from "./measures.ts";

test("successful and failed calls count as answered, limited and skipped ones do not", () => {
  const measures = new Measures();
  measures.addSuccess("join", 10);
  measures.addFailure("join", "404", 20);
  measures.addLimited("join");
  measures.addSkipped("leave");
  expect([measures.count, measures.failures]).toEqual([2, 1]);
  const { join, leave } = measures.report();
  expect(join).toMatchObject({ done: 1, limited: 1, failed: 1, failures: { 404: 1 } });
  expect(leave).toMatchObject({ skipped: 1, ms: { p50: null, max: null } });
  expect(measures.overall().max).toBeCloseTo(20, 1);
});

test("the first thirty kinds of failure are counted separately, all others together", () => {
  const measures = new Measures();
  for (let i = 0; i < 32; i += 1) measures.addFailure("join", `kind ${i}`, 1);
  measures.addFailure("join", "kind 0", 1);
  const failures = measures.report()["join"]?.failures ?? {};
  expect(Object.keys(failures)).toHaveLength(31);
  expect(failures).toMatchObject({ "kind 0": 2, "kind 29": 1, others: 2 });
});
