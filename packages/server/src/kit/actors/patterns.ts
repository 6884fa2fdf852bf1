// How what is expected is held against what is there.
import type { Message } from "../client/wire-types.ts";

/** Text that is this, or that fits. */
export type TextPattern = string | RegExp;

/** True of a text that is the pattern, or that the expression finds something in. */
export function fitsText(text: string, pattern: TextPattern): boolean {
  // Unlike `test`, a search begins at the start with every flag.
  return typeof pattern === "string" ? text === pattern : text.search(pattern) >= 0;
}

/** A value as failures show it, with expressions as they are written. */
export function shown(value: unknown): string {
  if (value instanceof RegExp) return String(value);
  const inner = (_key: string, each: unknown) => (each instanceof RegExp ? String(each) : each);
  return JSON.stringify(value, inner) ?? String(value);
}

/** True when everything that is expected is there; patterns fit text, and lists hold what is listed. */
export function contains(actual: unknown, expected: unknown): boolean {
  if (expected instanceof RegExp) return typeof actual === "string" && fitsText(actual, expected);
  if (Array.isArray(expected)) {
    if (!Array.isArray(actual)) return false;
    return expected.every((each) => actual.some((one) => contains(one, each)));
  }
  if (typeof expected === "object" && expected !== null) {
    if (typeof actual !== "object" || actual === null) return false;
    const fields = actual as Readonly<Record<string, unknown>>;
    return Object.entries(expected).every(([key, value]) => contains(fields[key], value));
  }
  return Object.is(actual, expected);
}

/** The flag of messages that one user alone sees. Source: protocol: lobbies-and-sdk 7. */
const EPHEMERAL = 64;

/** True of a message that one user alone sees. */
export function isEphemeral({ flags = 0 }: Message): boolean {
  return (flags & EPHEMERAL) !== 0;
}

/** Fields of a message: `{ content: /lost/, embeds: [{ title: "Lost key" }] }`. */
export interface MessageExpectation {
  /** Whether it is for its reader alone. */
  readonly ephemeral?: boolean;
  readonly [field: string]: unknown;
}

/** A message that has all of this. */
export function isSeenAs(message: Message, expected: TextPattern | MessageExpectation): boolean {
  if (typeof expected === "string" || expected instanceof RegExp) {
    return fitsText(message.content, expected);
  }
  const { ephemeral, ...fields } = expected;
  const isForThem = ephemeral === undefined || ephemeral === isEphemeral(message);
  return isForThem && contains(message, fields);
}
