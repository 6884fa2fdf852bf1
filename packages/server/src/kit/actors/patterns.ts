// Compares expectations with actual values.
import type { Message } from "../client/wire-types.ts";

/** An exact text, or a regular expression. */
export type TextPattern = string | RegExp;

/** Whether a text equals the pattern, or the regular expression matches it. */
export function fitsText(text: string, pattern: TextPattern): boolean {
  // Unlike `test`, `search` starts at the beginning whatever the flags are.
  return typeof pattern === "string" ? text === pattern : text.search(pattern) >= 0;
}

/** A value as shown in failures, with regular expressions as they are written. */
export function shown(value: unknown): string {
  if (value instanceof RegExp) return String(value);
  const inner = (_key: string, each: unknown) => (each instanceof RegExp ? String(each) : each);
  return JSON.stringify(value, inner) ?? String(value);
}

/**
 * Whether a value has everything that is expected: patterns match text, and lists contain each
 * element.
 */
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

/** The message flag EPHEMERAL. Source: protocol: lobbies-and-sdk 7. */
const EPHEMERAL = 64;

/** Whether a message is only visible to one user. */
export function isEphemeral({ flags = 0 }: Message): boolean {
  return (flags & EPHEMERAL) !== 0;
}

/** Fields of a message: `{ content: /lost/, embeds: [{ title: "Lost key" }] }`. */
export interface MessageExpectation {
  /** Whether the message is only visible to its reader. */
  readonly ephemeral?: boolean;
  readonly content?: TextPattern;
  readonly embeds?: readonly object[];
  readonly components?: readonly object[];
  readonly attachments?: readonly object[];
  readonly [field: string]: unknown;
}

/** Whether a value is a pattern for a text. */
export function isText(expected: unknown): expected is TextPattern {
  return typeof expected === "string" || expected instanceof RegExp;
}

/** The fields that are expected. @throws TypeError for anything else, which would match anything */
export function expectedFields(expected: TextPattern | MessageExpectation): MessageExpectation {
  if (isText(expected)) return { content: expected };
  if (typeof expected === "object" && expected !== null) return expected;
  const instead = "a message is expected by its text, by a regular expression or by its fields";
  throw new TypeError(`${instead}, not by ${shown(expected)}`);
}

/** Whether a message has everything that is expected. */
export function matchesMessage(
  message: Message,
  expected: TextPattern | MessageExpectation,
): boolean {
  const { ephemeral, ...fields } = expectedFields(expected);
  const isForThem = ephemeral === undefined || ephemeral === isEphemeral(message);
  return isForThem && contains(message, fields);
}
