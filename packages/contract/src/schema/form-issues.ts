// What the parsers of all kinds share: the path of a value in the form, and how issues are
// reported.
import type { ValidationIssue } from "./validation-issue.ts";

/**
 * The path of the value that is being read. A reader that descends pushes its step and pops it
 * afterwards, so that a valid form allocates no paths.
 */
export type Place = (string | number)[];

/** Returns the parsed value; on a fault it adds to the issues and returns undefined. */
export type Read = (value: unknown, place: Place, issues: ValidationIssue[]) => unknown;

/** Reports a fault and returns undefined, as a reader does for a faulty value. */
export function fail(
  at: { readonly issues: ValidationIssue[]; readonly place: readonly (string | number)[] },
  code: string,
  message: string,
): undefined {
  at.issues.push({ path: [...at.place], code, message });
  return undefined;
}

/** Limits quoted values, so that an answer is not as long as the form that it refuses. */
const QUOTED_MAX = 2000;

/** A value as the reference quotes it in its messages; a long one is cut. */
export function quoted(value: unknown): string {
  const text = wording(value);
  return text.length > QUOTED_MAX ? `${text.slice(0, QUOTED_MAX)}…` : text;
}

function wording(value: unknown): string {
  return typeof value === "string" ? value : inPython(value, QUOTED_MAX);
}

/**
 * A value in Python's notation, which the reference uses in its messages.
 *
 * @param depth how many levels to write; deeper ones would lie beyond the cut of the quotation
 */
function inPython(value: unknown, depth: number): string {
  if (typeof value === "string") return pythonText(value);
  if (typeof value === "boolean") return value ? "True" : "False";
  if (typeof value === "number" || typeof value === "bigint") return value.toString();
  if (typeof value !== "object" || value === null) return "None";
  if (depth === 0) return "";
  if (Array.isArray(value)) return `[${value.map((each) => inPython(each, depth - 1)).join(", ")}]`;
  const entries = Object.entries(value).map(
    ([key, each]) => `${pythonText(key)}: ${inPython(each, depth - 1)}`,
  );
  return `{${entries.join(", ")}}`;
}

const escapes: Readonly<Record<string, string>> = {
  "\n": "\\n",
  "\r": "\\r",
  "\t": "\\t",
  "\\": "\\\\",
};

function pythonText(text: string): string {
  const mark = text.includes("'") && !text.includes('"') ? '"' : "'";
  const inner = text.replaceAll(/[\n\r\t\\]/g, (each) => escapes[each] ?? each);
  return mark + (mark === "'" ? inner.replaceAll("'", "\\'") : inner) + mark;
}

/** The first unit of a surrogate pair. The engine tests Latin-1 strings at no cost. */
const LEADING_UNIT = /[\ud800-\udbff]/;

/** Length in code points; an unpaired surrogate counts as one. */
export function lengthOf(value: string): number {
  if (!LEADING_UNIT.test(value)) return value.length;
  let pairs = 0;
  for (let i = 0; i < value.length; i++) {
    const leads = (value.charCodeAt(i) & 0xfc00) === 0xd800;
    if (leads && (value.charCodeAt(i + 1) & 0xfc00) === 0xdc00) pairs++;
  }
  return value.length - pairs;
}

/** The fault of a length that is out of bounds, or undefined. */
export function lengthIssue(
  length: number,
  min: number | undefined,
  max: number | undefined,
): { code: string; message: string } | undefined {
  if (length >= (min ?? 0) && length <= (max ?? Infinity)) return undefined;
  if (min !== undefined && max !== undefined) {
    return {
      code: "BASE_TYPE_BAD_LENGTH",
      message: `Must be between ${min} and ${max} in length.`,
    };
  }
  return max === undefined
    ? { code: "BASE_TYPE_MIN_LENGTH", message: `Must be ${min} or more in length.` }
    : { code: "BASE_TYPE_MAX_LENGTH", message: `Must be ${max} or fewer in length.` };
}

/** The fault of a text whose length in code points is out of bounds, or undefined. */
export function textLengthIssue(
  text: string,
  min: number | undefined,
  max: number | undefined,
): ReturnType<typeof lengthIssue> {
  // A text has at most as many code points as UTF-16 units and at least half as many, so most texts
  // need not be counted.
  const { length: units } = text;
  if (units <= (max ?? Infinity) && units / 2 >= (min ?? 0)) return undefined;
  return lengthIssue(lengthOf(text), min, max);
}
