import { limits } from "@antechamber/contract";
import fc from "fast-check";
import { expect, test } from "vitest";
import { safePattern } from "../../../platform/formats/patterns.ts";
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

const isInWord = (text: string, at: number) => /[\p{L}\p{N}]/u.test(text.charAt(at));

/** The ranges of a keyword in a text, found by trying each place. */
function plainPlaces(source: string, text: string): (readonly [number, number])[] {
  const isOpenBefore = source.length > 1 && source.startsWith("*");
  const isOpenAfter = source.length > 1 && source.endsWith("*");
  const word = source.slice(isOpenBefore ? 1 : 0, isOpenAfter ? -1 : undefined);
  return Array.from(text).flatMap((_, at) => {
    const end = at + word.length;
    const fits =
      word !== "" &&
      text.startsWith(word, at) &&
      (isOpenBefore || !isInWord(text, at - 1)) &&
      (isOpenAfter || !isInWord(text, end));
    return fits ? [[at, end] as const] : [];
  });
}

/** A text without what one allowed word covers. */
function plainWithout(text: string, allowed: string, covered: string): string {
  const letters = covered.split("");
  for (const [at, end] of plainPlaces(allowed, text)) {
    let [from, to] = [at, end];
    if (allowed.length > 1 && allowed.startsWith("*")) while (isInWord(text, from - 1)) from -= 1;
    if (allowed.length > 1 && allowed.endsWith("*")) while (isInWord(text, to)) to += 1;
    letters.fill("\0", from, to);
  }
  return letters.join("");
}

const letters = fc.constantFrom("a", "b", " ", "!");
const keywords = fc.array(
  fc
    .tuple(
      fc.constantFrom("", "*"),
      fc.string({ unit: letters, maxLength: 4 }),
      fc.constantFrom("", "*"),
    )
    .map((parts) => parts.join(""))
    .filter((keyword) => keyword !== ""),
  { maxLength: 4 },
);
const patterns = fc.array(
  fc.constantFrom("a+b", "^b", "(?-i)A", "b!$", "\\bab\\b", "(", "a*", "  ", "a.b"),
  {
    maxLength: 3,
  },
);

test("a rule finds what trying each place for each keyword and each pattern finds", () => {
  const texts = fc.string({ unit: letters, minLength: 1, maxLength: 12 });
  fc.assert(
    fc.property(keywords, keywords, patterns, texts, (words, allowed, regexes, text) => {
      const rest = allowed.reduce((covered, word) => plainWithout(text, word, covered), text);
      const found = [
        ...words.flatMap((keyword) =>
          plainPlaces(keyword, rest).map((place) => ({ keyword, place })),
        ),
        ...regexes.flatMap((keyword) => {
          const place = safePattern(keyword)?.find(rest) ?? [0, 0];
          return rest.slice(...place).replaceAll("\0", "") === "" ? [] : [{ keyword, place }];
        }),
      ].map(({ keyword, place }) => ({ keyword, content: text.slice(...place) }));
      const metadata = { keyword_filter: words, allow_list: allowed, regex_patterns: regexes };
      expect(findIn(metadata, text)).toEqual(found[0]);
    }),
    { numRuns: 2000 },
  );
});

test("as many allowed words as a rule can have finish on a long message of one letter", () => {
  const length = limits.autoModerationPresetAllowList.value;
  const allowed = Array.from({ length }, (_, i) => `*${"a".repeat((i % 58) + 1)}*`);
  const text = "a".repeat(limits.messageContent.value);
  expect(findIn({ keyword_filter: ["*a*"], allow_list: allowed }, text)).toBeUndefined();
});
