// How many tokens a text costs those who read it, without the tables of any one model: on the side of
// more than the usual encodings count for words, code, ids and keys.

/** A run of letters and digits, or of spaces; else one character. */
const pieces = /[A-Za-z0-9]+|[ \t]+|./gsu;

/** Letters of a long word that are one token; a short word is one. */
const LETTERS = 4;
const SHORT_WORD = 5;
/** Digits that are one token. */
const DIGITS = 3;
/** Characters of keys and names in mixed case that are one token. */
const MIXED = 1.4;
/** Spaces of an indentation that are one token. */
const SPACES = 8;

const word = /^([A-Z]?[a-z]+|[A-Z]+)$/;
const digits = /^[0-9]+$/;

/** An estimate that is rather too high than too low. */
export function tokenCount(text: string): number {
  let count = 0;
  for (const [piece] of text.matchAll(pieces)) count += tokensOf(piece);
  return count;
}

function tokensOf(piece: string): number {
  // A single space belongs to the word behind it.
  if (piece === " ") return 0;
  if (/^[ \t]/.test(piece)) return Math.ceil(piece.length / SPACES);
  if (digits.test(piece)) return Math.ceil(piece.length / DIGITS);
  if (word.test(piece)) return piece.length <= SHORT_WORD ? 1 : Math.ceil(piece.length / LETTERS);
  if (/^[A-Za-z0-9]/.test(piece)) return Math.ceil(piece.length / MIXED);
  return piece < "\u0080" ? 1 : Math.max(1, Buffer.byteLength(piece) - 1);
}
