// Texts, values and files as Python source.
import { literal } from "../../literal.ts";
import { brackets, type Piece } from "./layout.ts";
import type { InputFile, IdOf, Text } from "./model.ts";
import type { Literals } from "./values.ts";

const constants: Readonly<Record<string, string>> = { true: "True", false: "False", null: "None" };

export const literals: Literals = {
  text: textPiece,
  plain: quoted,
  constant: (value) => constants[String(value)] ?? String(value),
  key: quoted,
  isSpacious: false,
};

/** The text as a string literal; a JSON string is also a valid Python string. */
export function quoted(text: string): string {
  const json = JSON.stringify(text).replaceAll(/\\u([0-9a-f]{4})/g, String.raw`\u$1`);
  if (!text.includes('"') || text.includes("'")) return json;
  return `'${json.slice(1, -1).replaceAll(String.raw`\"`, '"')}'`;
}

export function textPiece({ parts, varies }: Text): string {
  if (varies) return `re.compile(r${rawQuoted(patternOf(parts))}, re.DOTALL)`;
  const [only] = parts;
  if (parts.length === 1 && typeof only === "string") return quoted(only);
  if (parts.length === 1 && typeof only === "object" && "of" in only)
    return idExpression(only, '"');
  const needsQuoting = parts.some(
    (part) => typeof part === "object" && "of" in part && !isPlain(part.name),
  );
  if (needsQuoting) return parts.map(addend).join(" + ");
  const inner = parts.map((part) => {
    if (typeof part === "string")
      return JSON.stringify(part).slice(1, -1).replaceAll(/[{}]/g, "$&$&");
    return "of" in part ? `{${idExpression(part, "'")}}` : "";
  });
  return `f"${inner.join("")}"`;
}

/** Whether a name can stand between quotes of either kind without escaping. */
function isPlain(name: string): boolean {
  return !/["'\\\p{C}]/u.test(name);
}

/**
 * A part of a concatenation: before Python 3.12, expressions in an f-string may not contain a
 * backslash.
 */
function addend(part: Text["parts"][number]): string {
  if (typeof part === "string") return quoted(part);
  return "of" in part ? idExpression(part, '"') : '""';
}

/** The expression for an id; inside an f-string in double quotes, it must use single quotes. */
function idExpression({ of, name }: IdOf, quote: '"' | "'"): string {
  const id = of === "user" ? ".id" : `[${quote}id${quote}]`;
  const named = isPlain(name) ? quote + name + quote : quoted(name);
  return `world.${of}(${named})${id}`;
}

function patternOf(parts: Text["parts"]): string {
  const inner = parts.map((part) => {
    if (typeof part === "string") return literal(part);
    return "of" in part ? String.raw`\d+` : part.pattern;
  });
  return `^${inner.join("")}$`.replaceAll("\n", String.raw`\n`).replaceAll("\r", String.raw`\r`);
}

/** A raw string literal; quotes and control characters in it become regular-expression escapes. */
function rawQuoted(source: string): string {
  const escaped = source.replaceAll(/["\p{Cc}]/gu, (found) => {
    const code = found.charCodeAt(0).toString(16);
    return String.raw`\x${code.padStart(2, "0")}`;
  });
  return `"${escaped}"`;
}

/** `ticketOpen` -> `ticket_open`. */
export function snake(name: string): string {
  return name.replaceAll(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
}

/** A dict literal of files by their names. */
export function filesPiece(files: readonly InputFile[]): Piece {
  const parts = files.map(({ name, data }) => `${quoted(name)}: ${fileText(data)}`);
  return brackets("{", parts, "}");
}

function fileText(data: string): string {
  const bytes = Buffer.from(data, "base64");
  const text = bytes.toString("utf8");
  return Buffer.from(text).equals(bytes)
    ? `${quoted(text)}.encode()`
    : `base64.b64decode(${quoted(data)})`;
}
