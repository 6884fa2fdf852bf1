import { limits } from "@antechamber/contract";
import { expect, test } from "vitest";
import { safePattern } from "./patterns.ts";

test.each(["(?=a)", "(?<=a)b", "(a)\\1", "(", "a**", "a{1001}"])(
  "%s is no pattern whose time is linear",
  (source) => {
    expect(safePattern(source)).toBeUndefined();
  },
);

test("patterns that make others go back and forth for ever find nothing in the longest message", () => {
  const text = `${"a".repeat(limits.messageContent.value)}!`;
  for (const source of ["(a+)+$", "(a|aa)+$", "(.*a){12}x", "(a*)*b"]) {
    expect(safePattern(source)?.find(text)).toBeUndefined();
  }
});

test("repetitions are counted as written out", () => {
  const [few, many] = ["a{2}", "(a{10}){10}"].map((source) => safePattern(source)?.steps ?? 0);
  expect(few).toBeLessThan(10);
  expect(many).toBeGreaterThan(100);
});
