import { expect, test } from "vitest";
import { findIn } from "./matching.ts";

test.each<[string, string, string | undefined]>([
  ["cat", "a Cat here", "Cat"],
  ["cat", "catch", undefined],
  ["cat", "wildcat", undefined],
  ["cat", "cat!", "cat"],
  ["cat*", "catapult", "cat"],
  ["cat*", "wildcat", undefined],
  ["*cat", "copyCat", "Cat"],
  ["*cat", "catch", undefined],
  ["*cat*", "eduCation", "Cat"],
  ["the mat*", "THE MATrix", "THE MAT"],
  ["*the mat", "breathe mat", "the mat"],
  ["grün", "so GRÜN", "GRÜN"],
  ["*", "a * b", "*"],
])("the keyword %s finds in %j: %j", (keyword, text, content) => {
  const found = findIn({ keyword_filter: [keyword] }, text);
  expect(found).toEqual(content === undefined ? undefined : { keyword, content });
});

test("letters that are longer in lower case do not shift the match", () => {
  expect(findIn({ keyword_filter: ["cat"] }, "İİ Cat")?.content).toBe("Cat");
});

test.each<[string, string, string | undefined]>([
  ["(b|c)at", "a BAT", "BAT"],
  ["^(?:[0-9]{1,3}\\.){3}[0-9]{1,3}$", "127.0.0.1", "127.0.0.1"],
  ["(?-i)[A-Z]{4}", "shout", undefined],
  ["(?-i)[A-Z]{4}", "SHOUT", "SHOU"],
  ["\\p{Greek}+", "it is λόγος", "λόγος"],
])("the pattern %s finds in %j: %j", (pattern, text, content) => {
  expect(findIn({ regex_patterns: [pattern] }, text)?.content).toBe(content);
});

test("allowed matches are ignored, but others still count", () => {
  const metadata = { keyword_filter: ["*cat*"], allow_list: ["location", "edu*"] };
  expect(findIn(metadata, "my location and education")).toBeUndefined();
  expect(findIn(metadata, "location of a cat")?.content).toBe("cat");
});

test.each([
  ["cats", undefined],
  ["cats and a cut", "cut"],
  ["cats and cats", undefined],
  ["concats", "cats"],
  ["cats and concats", "cats"],
])("a pattern ignores allowed matches in %j: %j", (text, content) => {
  const metadata = { regex_patterns: ["c[au]ts?"], allow_list: ["cats"] };
  expect(findIn(metadata, text)?.content).toBe(content);
});

test("a pattern can match whitespace, but not the empty string", () => {
  expect(findIn({ regex_patterns: ["\\s{3,}"] }, "a   b")?.content).toBe("   ");
  expect(findIn({ regex_patterns: ["x*"] }, "a b")).toBeUndefined();
});

test("each preset has its own keywords", () => {
  for (const [preset, text] of [
    [1, "well damnit"],
    [2, "porn"],
    [3, "you moron"],
  ] as const) {
    expect(findIn({ presets: [preset] }, text)).toBeDefined();
    expect(findIn({ presets: [preset] }, "a nice day")).toBeUndefined();
  }
});
