// Writes values as source text, in any of the supported languages.
import { Text, type InputValue, type ExpectedValue } from "./model.ts";
import { brackets, spacedBraces, type Piece } from "./layout.ts";

/** How a language writes the parts of a value. */
export interface Literals {
  text(text: Text): Piece;
  plain(value: string): string;
  constant(value: number | boolean | null): string;
  key(key: string): string;
  /** Whether the braces of objects have spaces inside them. */
  readonly isSpacious: boolean;
}

/** A value that a user saw. */
export function expectedPiece(value: ExpectedValue, literals: Literals): Piece {
  if (value instanceof Text) return literals.text(value);
  if (typeof value !== "object") return literals.constant(value);
  if (Array.isArray(value)) {
    return brackets(
      "[",
      (value as readonly ExpectedValue[]).map((each) => expectedPiece(each, literals)),
      "]",
    );
  }
  return fieldsPiece(Object.entries(value), (each) => expectedPiece(each, literals), literals);
}

/** A value that was passed to a call. */
export function inputPiece(value: InputValue, literals: Literals): Piece {
  if (typeof value === "string") return literals.plain(value);
  if (typeof value !== "object" || value === null) return literals.constant(value);
  if (Array.isArray(value)) {
    return brackets(
      "[",
      (value as readonly InputValue[]).map((each) => inputPiece(each, literals)),
      "]",
    );
  }
  return fieldsPiece(Object.entries(value), (each) => inputPiece(each, literals), literals);
}

/** An object literal with these fields. */
export function fieldsPiece<T>(
  fields: readonly (readonly [string, T])[],
  piece: (value: T) => Piece,
  literals: Literals,
): Piece {
  const parts = fields.map(([key, value]) => [`${literals.key(key)}: `, piece(value)]);
  return literals.isSpacious ? spacedBraces(parts) : brackets("{", parts, "}");
}
