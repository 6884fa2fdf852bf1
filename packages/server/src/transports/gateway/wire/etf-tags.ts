// The constants of the Erlang term format, for reading and writing. Source: the format's own
// description.

/** The first byte of every term. */
export const VERSION = 131;
/** The first byte of each part of a term. */
export const Tag = {
  NEW_FLOAT: 70,
  SMALL_INTEGER: 97,
  INTEGER: 98,
  FLOAT: 99,
  ATOM: 100,
  SMALL_TUPLE: 104,
  LARGE_TUPLE: 105,
  NIL: 106,
  STRING: 107,
  LIST: 108,
  BINARY: 109,
  SMALL_BIG: 110,
  LARGE_BIG: 111,
  SMALL_ATOM: 115,
  MAP: 116,
  ATOM_UTF8: 118,
  SMALL_ATOM_UTF8: 119,
} as const;

/** Thrown for bytes that are not a term, or not one that this gateway accepts. */
export class NoTerm extends Error {
  override readonly name = "NoTerm";
}
