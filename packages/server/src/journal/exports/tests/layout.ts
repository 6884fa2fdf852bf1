// Lays out source text as formatters do: a list that fits is on one line, otherwise each part is on
// its own line.

/** A list between brackets, whose parts are separated by commas. */
export interface Brackets {
  readonly open: string;
  readonly parts: readonly Piece[];
  readonly close: string;
  /** Whether a list on one line has spaces inside its brackets. */
  readonly isSpacious: boolean;
}

/** A string, a bracketed list, or pieces written one after another. */
export type Piece = string | Brackets | readonly Piece[];

export interface Page {
  readonly width: number;
  readonly indent: string;
}

export function brackets(open: string, parts: readonly Piece[], close: string): Brackets {
  return { open, parts, close, isSpacious: false };
}

/** The braces of a JavaScript object: `{ a, b }` on one line. */
export function spacedBraces(parts: readonly Piece[]): Brackets {
  return { open: "{", parts, close: "}", isSpacious: true };
}

/** The lines of a statement at an indentation depth. */
export function layOut(piece: Piece, depth: number, page: Page): string {
  const margin = page.indent.repeat(depth);
  return margin + write(piece, { depth, column: margin.length, after: 0 }, page);
}

interface Place {
  readonly depth: number;
  readonly column: number;
  /** How many characters follow on the same line. */
  readonly after: number;
}

function oneLine(piece: Piece): string {
  if (typeof piece === "string") return piece;
  if (!("open" in piece)) return piece.map(oneLine).join("");
  const inner = piece.parts.map(oneLine).join(", ");
  const space = piece.isSpacious && inner !== "" ? " " : "";
  return `${piece.open}${space}${inner}${space}${piece.close}`;
}

function write(piece: Piece, place: Place, page: Page): string {
  const whole = oneLine(piece);
  const fits = place.column + whole.length + place.after <= page.width;
  if (typeof piece === "string" || (fits && !whole.includes("\n"))) return whole;
  if (!("open" in piece)) return writeInTurn(piece, place, page);
  return piece.parts.length === 0 ? whole : writeOnLines(piece, place, page);
}

function writeInTurn(pieces: readonly Piece[], place: Place, page: Page): string {
  let text = "";
  for (const [i, piece] of pieces.entries()) {
    const rest = pieces
      .slice(i + 1)
      .map(oneLine)
      .join("");
    const [restOfLine = ""] = rest.split(/(?<=[([{])/);
    const lastLine = text.split("\n").at(-1) ?? "";
    const column = text.includes("\n") ? lastLine.length : place.column + lastLine.length;
    const after = Math.min(restOfLine.length, rest.length) + place.after;
    text += write(piece, { ...place, column, after }, page);
  }
  return text;
}

function writeOnLines(piece: Brackets, place: Place, page: Page): string {
  const { open, parts, close } = piece;
  const last = parts.at(-1);
  const others = parts
    .slice(0, -1)
    .map((each) => `${oneLine(each)}, `)
    .join("");
  const isHugged =
    open === "(" &&
    isBrackets(last) &&
    last.open !== "(" &&
    last.parts.length > 0 &&
    !parts.slice(0, -1).some(isBrackets) &&
    place.column + open.length + others.length + last.open.length <= page.width;
  if (isHugged) return `${open}${others}${writeOnLines(last, place, page)}${close}`;
  const depth = place.depth + 1;
  const margin = page.indent.repeat(depth);
  const lines = parts.map(
    (each) => `${margin}${write(each, { depth, column: margin.length, after: 1 }, page)},\n`,
  );
  return `${open}\n${lines.join("")}${page.indent.repeat(place.depth)}${close}`;
}

function isBrackets(piece: Piece | undefined): piece is Brackets {
  return typeof piece === "object" && "open" in piece;
}
