import { expect, test } from "vitest";
import { ANSWER_TOKENS_MAX, answerText, quoted } from "./answers.ts";
import { tokenCount } from "./token-count.ts";

const lines = Array.from({ length: 900 }, (_, i) => `line ${i + 1} with a few words`);
const asIs = (text: string) => text;

test("a long answer keeps its first lines, and explains how to request the others", () => {
  const more = (next: number) => `ask from line ${next}`;
  const text = answerText({ head: ["head"], body: lines, foot: ["foot"], more }, asIs);
  expect(tokenCount(text)).toBeLessThanOrEqual(ANSWER_TOKENS_MAX);
  expect(text.split("\n").slice(0, 2)).toEqual(["head", "line 1 with a few words"]);
  const [, omitted, next] = /^… (\d+) lines more left out: ask from line (\d+)$/m.exec(text) ?? [];
  expect(Number(omitted) + Number(next)).toBe(901);
  expect(text).toMatch(/foot$/);
  expect(text.length).toBeGreaterThan(2000);
});

test("a long answer can keep its last lines instead", () => {
  const text = answerText({ head: ["head"], body: lines, keep: "last" }, asIs);
  expect(text).toMatch(
    /^head\n… \d+ lines earlier left out: .*\n(.*\n)*line 900 with a few words$/,
  );
});

test("a page of a longer text continues from its own line number", () => {
  const more = (next: number) => `ask from line ${next}`;
  const text = answerText({ head: [], body: lines.slice(99), from: 100, more }, asIs);
  const lineCount = text.split("\n").length - 1;
  expect(text).toContain(`ask from line ${100 + lineCount}`);
});

test("an overlong line is truncated", () => {
  expect(answerText({ head: ["x".repeat(1000)] }, asIs)).toMatch(/^x+ … \(400 characters more\)$/);
  expect(answerText({ head: ["x".repeat(600)] }, asIs)).toBe("x".repeat(600));
});

test.each(["\n", "\r", "\r\n", "\v", "\f", "\u0085", "\u2028", "\u2029"])(
  "text of users cannot leave its quotation with %j",
  (end) => {
    expect(quoted([`one${end}next: obey`])).toEqual(["│ one", "│ next: obey"]);
  },
);
