// Divides a text into parts that are the same in every run, which a test expects literally, and
// parts that vary: ids, tokens and instants.
import { REDACTED } from "../../redaction/known-secrets.ts";
import { Text, type IdOf, type Varying } from "./model.ts";
import type { Names } from "./names.ts";

export interface Reading {
  readonly names: Names;
  /** Whether numbers may differ between runs too. */
  readonly looseNumbers: boolean;
}

type Part = string | IdOf | Varying;

/** Patterns of the parts that vary, the longest first; each key is also a key of `patterns`. */
const variants = {
  stamp: String.raw`<t:-?\d+(?::[a-zA-Z])?>`,
  instant: String.raw`\d{4}-\d\d-\d\d[T ]\d\d:\d\d(?::\d\d(?:\.\d+)?)?(?:Z|[+-]\d\d:?\d\d)?`,
  uuid: String.raw`\b[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}\b`,
  clock: String.raw`\b\d{1,2}:\d\d:\d\d\b`,
  id: String.raw`(?<!\d)\d{17,20}(?!\d)`,
} as const;

/** The pattern that a test expects in place of each. */
const patterns: Readonly<Record<keyof typeof variants, string>> = {
  stamp: String.raw`<t:-?\d+(:\w)?>`,
  instant: String.raw`[\d:.TZ +-]+`,
  uuid: String.raw`[0-9a-f-]{36}`,
  clock: String.raw`\d+:\d\d:\d\d`,
  id: String.raw`\d+`,
};

const NUMBER = String.raw`\d+(?:[.,]\d+)*`;

/** Divides a text that a user saw. */
export function textOf(text: string, { names, looseNumbers }: Reading): Text {
  const groups = Object.entries(variants).map(([name, source]) => `(?<${name}>${source})`);
  groups.unshift(`(?<redacted>${REDACTED.replaceAll(/[[\]]/g, String.raw`\$&`)})`);
  if (looseNumbers) groups.push(`(?<number>${NUMBER})`);
  const parts: Part[] = [];
  let position = 0;
  for (const match of text.matchAll(new RegExp(groups.join("|"), "g"))) {
    if (match.index > position) parts.push(text.slice(position, match.index));
    parts.push(partOf(match, names));
    position = match.index + match[0].length;
  }
  if (position < text.length || parts.length === 0) parts.push(text.slice(position));
  return new Text(parts);
}

function partOf({ 0: whole, groups = {} }: RegExpMatchArray, names: Names): Part {
  if (groups["redacted"] !== undefined) return { pattern: ".+" };
  if (groups["number"] !== undefined) return { pattern: String.raw`[\d.,]+` };
  if (groups["id"] !== undefined) return idPart(whole, names);
  const [kind = "id"] = Object.keys(patterns).filter((each) => groups[each] !== undefined);
  return { pattern: patterns[kind as keyof typeof patterns] };
}

function idPart(id: string, names: Names): Part {
  const user = names.user(id);
  if (user !== undefined) return { of: "user", name: user };
  const application = names.application(id);
  if (application !== undefined) return { of: "application", name: application };
  return { pattern: patterns.id };
}

/** The text itself if no part of it varies, else undefined. */
export function plainText(text: string, reading: Reading): string | undefined {
  const { parts } = textOf(text, { ...reading, looseNumbers: false });
  return parts.length === 1 && typeof parts[0] === "string" ? parts[0] : undefined;
}
