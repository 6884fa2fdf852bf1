// Estimates the number of tokens in a text without the tables of a particular model. For words,
// code, ids and keys, it errs on the side of more than the usual encodings count.

/** A run of letters and digits, or of spaces; else a single character. */
const pieces = /[A-Za-z0-9]+|[ \t]+|./gsu;

/** Letters per token in a long word; a short word is one token. */
const LETTERS = 4;
const SHORT_WORD = 5;
/** Digits per token. */
const DIGITS = 3;
/** Characters per token in keys and mixed-case names. */
const MIXED = 1.4;
/** Spaces per token in an indentation. */
const SPACES = 8;

const word = /^([A-Z]?[a-z]+|[A-Z]+)$/;
const digits = /^[0-9]+$/;

/** An estimate that is too high rather than too low. */
export function tokenCount(text: string): number {
  let count = 0;
  for (const [piece] of text.matchAll(pieces)) count += tokensOf(piece);
  return count;
}

function tokensOf(piece: string): number {
  // A single space belongs to the token of the next word.
  if (piece === " ") return 0;
  if (/^[ \t]/.test(piece)) return Math.ceil(piece.length / SPACES);
  if (digits.test(piece)) return Math.ceil(piece.length / DIGITS);
  if (word.test(piece)) return piece.length <= SHORT_WORD ? 1 : Math.ceil(piece.length / LETTERS);
  if (/^[A-Za-z0-9]/.test(piece)) return Math.ceil(piece.length / MIXED);
  return piece < "\u0080" ? 1 : Math.max(1, Buffer.byteLength(piece) - 1);
}
