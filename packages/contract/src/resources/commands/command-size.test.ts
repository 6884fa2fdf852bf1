import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { commandSize, isLarger } from "./command-size.ts";
import type { CommandFields, OptionFields } from "./command-types.ts";

describe("the size of a command", () => {
  // Proves requirement 2.3 "size"
  test.each<[string, CommandFields, number]>([
    ["its name and description", { name: "ping", description: "Pong!" }, 9],
    ["code points, not halves of them", { name: "😀😀", description: "" }, 2],
    [
      "the longest language of each text alone",
      {
        name: "ping",
        name_localizations: { fr: "pingping", de: "p" },
        description: "Pong!",
        description_localizations: { fr: "P" },
      },
      13,
    ],
    ["no languages that were taken back", { name: "ping", name_localizations: { fr: null } }, 4],
    [
      "options, choices and their values",
      {
        name: "a",
        description: "b",
        options: [
          {
            name: "cc",
            description: "dd",
            choices: [{ name: "eee", name_localizations: { fr: "eeee" }, value: "fff" }],
          },
        ],
      },
      2 + 4 + 7,
    ],
    [
      "numbers as their decimal text",
      { name: "a", options: [{ name: "b", choices: [{ name: "c", value: -1.25 }] }] },
      8,
    ],
    [
      "every level",
      { name: "a", options: [{ name: "b", options: [{ name: "c", options: [{ name: "d" }] }] }] },
      4,
    ],
    ["nothing for parts that could not be read", { options: [undefined, {}] }, 0],
  ])("counts %s", (_, command, size) => {
    expect(commandSize(command)).toBe(size);
  });

  const text = fc.string({ unit: "binary", maxLength: 12 });
  const texts = fc.record(
    { name: text, description: text, name_localizations: fc.dictionary(text, text) },
    { requiredKeys: [] },
  );
  const withOptions = (inner: fc.Arbitrary<OptionFields>): fc.Arbitrary<OptionFields> =>
    fc
      .tuple(texts, fc.array(inner, { maxLength: 3 }), fc.array(texts, { maxLength: 3 }))
      .map(([own, options, choices]) => ({ ...own, options, choices }));
  const option = withOptions(withOptions(texts));

  // Proves requirement 2.3 "size"
  test("is the sum of its parts, in any order", () => {
    fc.assert(
      fc.property(texts, fc.array(option, { maxLength: 5 }), (own, options) => {
        const parts = options.map((each) => commandSize({ options: [each] }));
        const whole = commandSize({ ...own, options });
        expect(whole).toBe(parts.reduce((sum, size) => sum + size, commandSize(own)));
        expect(commandSize({ ...own, options: options.toReversed() })).toBe(whole);
      }),
    );
  });

  // Proves requirement 2.3 "size with languages"
  test("never shrinks with another language, and grows at most by its texts", () => {
    fc.assert(
      fc.property(texts, text, (own, added) => {
        const names = { ...own.name_localizations, fr: added };
        const before = commandSize(own);
        const after = commandSize({ ...own, name_localizations: names });
        expect(after).toBeGreaterThanOrEqual(before);
        expect(after).toBeLessThanOrEqual(before + Array.from(added).length);
      }),
    );
  });
});

test("comparing the size with a limit counts code points", () => {
  const command = { name: "😀".repeat(5), description: "abc" };
  expect([7, 8, 9].map((most) => isLarger(command, most))).toEqual([true, false, false]);
});
