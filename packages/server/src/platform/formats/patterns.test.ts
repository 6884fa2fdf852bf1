import { limits } from "@antechamber/contract";
import { expect, test } from "vitest";
import { safePattern, safePatternSet } from "./patterns.ts";

test.each(["(?=a)", "(?<=a)b", "(a)\\1", "(", "a**", "a{1001}"])(
  "%s is refused, since its time is not linear",
  (source) => {
    expect(safePattern(source)).toBeUndefined();
  },
);

test("patterns that are prone to backtracking finish on the longest message", () => {
  const text = `${"a".repeat(limits.messageContent.value)}!`;
  for (const source of ["(a+)+$", "(a|aa)+$", "(.*a){12}x", "(a*)*b"]) {
    expect(safePattern(source)?.find(text)).toBeUndefined();
  }
});

test("repetitions count as often as they repeat", () => {
  const [few, many] = ["a{2}", "(a{10}){10}"].map((source) => safePattern(source)?.steps ?? 0);
  expect(few).toBeLessThan(10);
  expect(many).toBeGreaterThan(100);
});

test("patterns that are searched for together are found in their order, without malformed ones", () => {
  expect(safePatternSet(["c", "(", "(?-i)B", "a"]).foundIn("abc")).toEqual(["c", "a"]);
  expect(safePatternSet(["("]).foundIn("(")).toEqual([]);
});

test("patterns stay compiled from one text to the next, until many others were used since", () => {
  const set = safePatternSet(["often", "used"]);
  expect(safePatternSet(["often", "used"])).toBe(set);
  for (let i = 0; i < 100; i += 1) safePatternSet([`used once ${i}`]);
  expect(safePatternSet(["often", "used"])).not.toBe(set);
});
