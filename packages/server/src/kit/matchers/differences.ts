// The differences between actual and expected values, field by field, for failures.
import type { Message } from "../client/wire-types.ts";
import { contains, isEphemeral, shown, type MessageExpectation } from "../actors/patterns.ts";

/** The most differences in a failure. */
const NAMED_MAX = 5;
/** The most characters of a value; a longer one is cut. */
const VALUE_CHARACTERS_MAX = 120;

/** `embeds[0].color is 1, not 2`, for each field of the message with the fewest differences. */
export function nearestMessage(
  messages: readonly Message[],
  expected: MessageExpectation,
): readonly string[] {
  return nearestOf(
    messages.map((each) => ({ ...each, ephemeral: isEphemeral(each) })),
    expected,
  );
}

/** The differences of the value that has the fewest; empty if there are no values. */
export function nearestOf(all: readonly unknown[], expected: object): readonly string[] {
  const nearest = fewest(all.map((each) => differences(each, expected)));
  return nearest.slice(0, NAMED_MAX).map((each) => `  the nearest differs: ${each}`);
}

function differences(actual: unknown, expected: unknown, at = ""): readonly string[] {
  if (contains(actual, expected)) return [];
  if (Array.isArray(expected) && Array.isArray(actual) && actual.length > 0) {
    return expected.flatMap((each) =>
      fewest(actual.map((one, i) => differences(one, each, `${at}[${i}]`))),
    );
  }
  if (hasFields(expected) && hasFields(actual)) {
    return Object.entries(expected).flatMap(([key, value]) =>
      differences(actual[key], value, at === "" ? key : `${at}.${key}`),
    );
  }
  return [`${at} is ${cut(shown(actual))}, not ${cut(shown(expected))}`];
}

function hasFields(value: unknown): value is Readonly<Record<string, unknown>> {
  const isList = Array.isArray(value) || value instanceof RegExp;
  return typeof value === "object" && value !== null && !isList;
}

function fewest(all: readonly (readonly string[])[]): readonly string[] {
  return all.toSorted((a, b) => a.length - b.length)[0] ?? [];
}

function cut(text: string): string {
  return text.length <= VALUE_CHARACTERS_MAX ? text : `${text.slice(0, VALUE_CHARACTERS_MAX)}…`;
}
