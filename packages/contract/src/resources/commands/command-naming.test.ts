import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { isLowerCase, isValidName, matchesNamePattern } from "./command-naming.ts";

describe("the name of a slash command or an option", () => {
  test.each([
    ["letters", "ping"],
    ["digits alone", "42"],
    ["a hyphen and an underscore", "a-b_c"],
    ["a plain apostrophe", "n'est"],
    ["a modifier letter apostrophe", "nʼest"],
    ["letters with accents", "größe"],
    ["Cyrillic", "пинг"],
    // Proves requirement 2.2 "naming 1: lower case"
    ["a script without case", "東京"],
    // Proves requirement 2.2 "naming 1: pattern"
    ["Devanagari with its vowel signs", "हिन्दी"],
    ["Thai with its vowel signs", "ภาษาไทย"],
    ["Arabic", "مرحبا"],
    ["a final sigma", "ες"],
    ["32 characters beyond the first plane", "𠀀".repeat(32)],
  ])("can contain %s", (_, name) => {
    expect(isValidName(name)).toBe(true);
  });

  // Proves requirement 2.2 "naming 1: pattern"
  test.each([
    ["nothing", ""],
    ["33 characters", "a".repeat(33)],
    ["a space", "a b"],
    ["a dot", "a.b"],
    ["a slash", "/a"],
    ["an emoji", "a😀"],
    ["a combining mark of another script", "e\u0301"],
    ["a line break at its end", "a\n"],
  ])("does not match the pattern with %s", (_, name) => {
    expect(matchesNamePattern(name)).toBe(false);
  });

  // Proves requirement 2.2 "naming 1: lower case"
  test.each([
    ["Latin", "Ping"],
    ["Cyrillic", "Пинг"],
    ["a capital in the middle", "piNg"],
    ["a titlecase digraph", "ǅ"],
    ["a dotted capital I", "İ"],
    ["Deseret", "𐐀"],
  ])("matches the pattern but is invalid in upper case: %s", (_, name) => {
    expect(matchesNamePattern(name)).toBe(true);
    expect(isValidName(name)).toBe(false);
  });

  // Proves requirement 2.2 "naming 1: lower case"
  test("is lower case after each character was converted to lower case", () => {
    fc.assert(
      fc.property(fc.string({ unit: "grapheme" }), (name) => {
        const lowered = Array.from(name, (character) => character.toLowerCase()).join("");
        expect(isLowerCase(lowered)).toBe(true);
      }),
    );
  });
});
