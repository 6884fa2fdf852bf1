// A text as the words that a search finds it by: the same ones on every store and in every language.
// Source: assumed, how the reference cuts texts up is not public.

/** Scripts that put no spaces between words: each character counts as one. */
const UNSPACED = [
  "Han",
  "Hiragana",
  "Katakana",
  "Thai",
  "Lao",
  "Khmer",
  "Myanmar",
  "Tibetan",
] as const;

const unspaced = UNSPACED.map((script) => String.raw`\p{scx=${script}}`).join("");
const WORD = new RegExp(
  String.raw`[[${unspaced}]&&[\p{L}\p{N}]]\p{M}*|[[\p{L}\p{N}\p{M}_]--[[${unspaced}]&&\p{L}]]+`,
  "gv",
);

/** Accents of Latin, Greek and Cyrillic letters; the vowel signs of other scripts are no accents. */
const ACCENTS = /[\u0300-\u036f]/g;

/**
 * The words of a text in order, without case, accents and compatibility forms: `Ｃafé-1` gives
 * `cafe` and `1`.
 */
export function wordsOf(text: string): string[] {
  const plain = text.normalize("NFKD").replace(ACCENTS, "").normalize("NFKC").toLowerCase();
  return plain.match(WORD) ?? [];
}
