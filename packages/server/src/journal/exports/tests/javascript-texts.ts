// Texts, values and files as TypeScript source.
import { literal } from "../../literal.ts";
import { spacedBraces, type Piece } from "./layout.ts";
import type { InputFile, IdOf, Text, Varying } from "./model.ts";
import type { Literals } from "./values.ts";

export const literals: Literals = {
  text: textPiece,
  plain: quoted,
  constant: String,
  key: keyOf,
  isSpacious: true,
};

/** As a plain key, `__proto__` would set the prototype of the object; a computed key does not. */
function keyOf(key: string): string {
  if (key === "__proto__") return '["__proto__"]';
  return /^[A-Za-z_$][\w$]*$/.test(key) ? key : quoted(key);
}

/** The text as a string literal, with the kind of quotes that needs fewer backslashes. */
export function quoted(text: string): string {
  const json = JSON.stringify(text);
  if (!text.includes('"') || text.includes("'")) return json;
  return `'${json.slice(1, -1).replaceAll(String.raw`\"`, '"')}'`;
}

export function textPiece({ parts, varies }: Text): string {
  if (varies) return patternOf(parts);
  const [only] = parts;
  if (parts.length === 1 && typeof only === "string") return quoted(only);
  if (parts.length === 1 && only !== undefined) return idPiece(only);
  const inner = parts.map((part) => {
    if (typeof part === "string")
      return JSON.stringify(part)
        .slice(1, -1)
        .replaceAll(String.raw`\"`, '"')
        .replaceAll(/[`]|\$\{/g, String.raw`\$&`);
    return `\${${idPiece(part)}}`;
  });
  return `\`${inner.join("")}\``;
}

function idPiece(part: IdOf | Varying | string): string {
  return typeof part === "object" && "of" in part
    ? `world.${part.of}(${quoted(part.name)}).id`
    : "";
}

function patternOf(parts: Text["parts"]): string {
  const inner = parts.map((part) => {
    if (typeof part === "string") return literal(part).replaceAll("/", String.raw`\/`);
    return "of" in part ? String.raw`\d+` : part.pattern;
  });
  const source = inner
    .join("")
    .replaceAll("\n", String.raw`\n`)
    .replaceAll("\r", String.raw`\r`)
    // Unescaped, these would end the line and with it the pattern.
    .replaceAll("\u2028", String.raw`\u2028`)
    .replaceAll("\u2029", String.raw`\u2029`);
  return `/^${source}$/`;
}

/** An object literal of files by their names. */
export function filesPiece(files: readonly InputFile[]): Piece {
  const parts = files.map(({ name, data }) => `${literals.key(name)}: ${fileText(data)}`);
  return spacedBraces(parts);
}

/** A file as a string where its bytes are valid UTF-8, else as base64. */
function fileText(data: string): string {
  const bytes = Buffer.from(data, "base64");
  const text = bytes.toString("utf8");
  return Buffer.from(text).equals(bytes) ? quoted(text) : `Buffer.from(${quoted(data)}, "base64")`;
}
