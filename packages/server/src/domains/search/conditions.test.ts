import { expect, test } from "vitest";
import { seededRandom } from "../../testing/seeded-random.ts";
import { holdsPhrase } from "./conditions.ts";

test.each([
  { name: "a word alone", text: "the cat sat", phrase: "cat", slop: 0, holds: true },
  { name: "a word that is not there", text: "the cat sat", phrase: "dog", slop: 100, holds: false },
  { name: "words side by side", text: "the cat sat", phrase: "cat sat", slop: 0, holds: true },
  {
    name: "words in another order",
    text: "the cat sat",
    phrase: "sat cat",
    slop: 100,
    holds: false,
  },
  { name: "one word too many between", text: "a x x b", phrase: "a b", slop: 1, holds: false },
  { name: "just so many words between", text: "a x x b", phrase: "a b", slop: 2, holds: true },
  {
    name: "skips are counted between each two words",
    text: "a x b x c",
    phrase: "a b c",
    slop: 1,
    holds: true,
  },
  { name: "a later beginning that fits", text: "a x x x a b", phrase: "a b", slop: 0, holds: true },
  { name: "a word twice wants it twice", text: "a x", phrase: "a a", slop: 5, holds: false },
  { name: "a word twice, there twice", text: "a x a", phrase: "a a", slop: 1, holds: true },
])("$name", ({ text, phrase, slop, holds }) => {
  expect(holdsPhrase(text.split(" "), phrase.split(" "), slop)).toBe(holds);
});

/** Tries all positions of all words. */
function naive(text: readonly string[], phrase: readonly string[], slop: number): boolean {
  const from = (i: number, last: number): boolean =>
    i === phrase.length ||
    text.some(
      (word, at) =>
        word === phrase[i] && at > last && (i === 0 || at - last - 1 <= slop) && from(i + 1, at),
    );
  return from(0, -1);
}

test("phrases are found exactly where a brute-force search finds them", () => {
  const random = seededRandom("phrases");
  const pick = (count: number) => (random.bytes(1)[0] ?? 0) % count;
  const words = (count: number) => Array.from({ length: count }, () => "abc"[pick(3)] ?? "a");
  for (let round = 0; round < 2000; round += 1) {
    const [text, phrase, slop] = [words(pick(10)), words(1 + pick(4)), pick(4)];
    expect([text, phrase, slop, holdsPhrase(text, phrase, slop)]).toEqual([
      text,
      phrase,
      slop,
      naive(text, phrase, slop),
    ]);
  }
});
