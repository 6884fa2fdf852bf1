import { expect, test } from "vitest";
import { readLoadPlan } from "./load-plan.ts";

function issuesOf(plan: object): string[] {
  const reading = readLoadPlan(plan);
  return "plan" in reading
    ? []
    : reading.issues.map(({ path, code }) => `${path.join(".")}: ${code}`);
}

test("a step reports only its invalid value, or that it is empty", () => {
  const repeat = { times: 0, steps: ["connect"] };
  expect(issuesOf({ steps: [{ repeat }] })).toEqual(["steps.0.repeat.times: NUMBER_TYPE_MIN"]);
  expect(issuesOf({ steps: [{ pause: 5 }] })).toHaveLength(1);
  expect(issuesOf({ steps: [{}] })).toEqual(["steps.0: BASE_TYPE_CHOICES"]);
});

test("an object is refused as a list of steps", () => {
  expect(issuesOf({ steps: { a: "connect" } })).toEqual(["steps: LIST_TYPE_CONVERT"]);
});
