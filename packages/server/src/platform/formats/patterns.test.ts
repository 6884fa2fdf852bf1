import { limits } from "@antechamber/contract";
import { expect, test } from "vitest";
import { keepingCompiler, safePattern } from "./patterns.ts";

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

test("a pattern stays compiled until many others were compiled after it", () => {
  const compile = keepingCompiler();
  const often = compile("often");
  expect(compile("often")).toBe(often);
  expect(compile("(")).toBeUndefined();
  for (let i = 0; i < 300; i += 1) compile(`once ${i}`);
  expect(compile("often")).not.toBe(often);
});
