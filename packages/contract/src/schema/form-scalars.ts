// Readers of plain values: text, numbers, booleans, ids.
import { fail, lengthIssue, lengthOf, quoted, textLengthIssue, type Read } from "./form-issues.ts";
import { SNOWFLAKE_MAX } from "./values.ts";
import type { Keywords } from "./keywords.ts";

export const readSnowflake: Read = (value, place, issues) => {
  const digits = typeof value === "number" || typeof value === "bigint" ? value.toString() : value;
  if (typeof digits !== "string" || !/^(0|[1-9][0-9]*)$/.test(digits)) {
    return fail(
      { issues, place },
      "NUMBER_TYPE_COERCE",
      `Value "${quoted(value)}" is not snowflake.`,
    );
  }
  if (digits.length > 18 && isTooLarge(digits)) {
    const message = `snowflake value should be less than or equal to ${SNOWFLAKE_MAX}.`;
    return fail({ issues, place }, "NUMBER_TYPE_MAX", message);
  }
  return digits;
};

/**
 * The most digits an id can have; parsing longer texts takes time that grows with the square of
 * their length.
 */
const SNOWFLAKE_DIGITS_MAX = SNOWFLAKE_MAX.toString().length;

function isTooLarge(digits: string): boolean {
  return digits.length > SNOWFLAKE_DIGITS_MAX || BigInt(digits) > SNOWFLAKE_MAX;
}

export function readBits(max: bigint): Read {
  return (value, place, issues) => {
    const digits =
      typeof value === "number" || typeof value === "bigint" ? value.toString() : value;
    if (typeof digits !== "string" || !/^-?[0-9]{1,100}$/.test(digits)) {
      return fail({ issues, place }, "NUMBER_TYPE_COERCE", `Value "${quoted(value)}" is not int.`);
    }
    const bits = BigInt(digits);
    if (bits < 0n) {
      return fail(
        { issues, place },
        "NUMBER_TYPE_MIN",
        "int value should be greater than or equal to 0.",
      );
    }
    if (bits > max) {
      return fail(
        { issues, place },
        "NUMBER_TYPE_MAX",
        `int value should be less than or equal to ${max}.`,
      );
    }
    return bits.toString();
  };
}

export function readText(keywords: Keywords): Read {
  const pattern = keywords.pattern === undefined ? undefined : new RegExp(keywords.pattern, "u");
  const { minLength: min, maxLength: max, formTrimmed: isTrimmed = false } = keywords;
  const { formZero: mayBeZero = false, formNumbers: takesNumbers = false } = keywords;
  const says = keywords.formMadeOf === undefined ? "" : `: it is made of ${keywords.formMadeOf}`;
  return (given, place, issues) => {
    if (mayBeZero && given === 0) return undefined;
    const value = takesNumbers && isNumber(given, "float") ? given.toString() : given;
    if (typeof value !== "string") {
      const message = `Could not interpret "${quoted(value)}" as string.`;
      return fail({ issues, place }, "STRING_TYPE_CONVERT", message);
    }
    const text = isTrimmed ? value.trim() : value;
    const issue = textLengthIssue(text, min, max);
    if (issue !== undefined) return fail({ issues, place }, issue.code, issue.message);
    if (pattern !== undefined && !pattern.test(text)) {
      const message = `String value did not match validation regex${says}.`;
      return fail({ issues, place }, "STRING_TYPE_REGEX", message);
    }
    return text;
  };
}

export function readWord(words: readonly (string | number)[]): Read {
  const known = new Set(words);
  const message = `Value must be one of {${words.map((each) => `'${each}'`).join(", ")}}.`;
  return (value, place, issues) =>
    known.has(value as string) ? value : fail({ issues, place }, "BASE_TYPE_CHOICES", message);
}

export function readChoice(
  numbers: readonly (string | number)[],
  { formDigits: mayBeDigits = false }: Keywords,
): Read {
  const known = new Set(numbers);
  const message = `Value must be one of {${numbers.join(", ")}}.`;
  return (given, place, issues) => {
    const value = mayBeDigits && isDigits(given) ? Number(given) : given;
    if (typeof value !== "number" || !Number.isInteger(value)) {
      return fail({ issues, place }, "NUMBER_TYPE_COERCE", `Value "${quoted(value)}" is not int.`);
    }
    return known.has(value) ? value : fail({ issues, place }, "BASE_TYPE_CHOICES", message);
  };
}

/** An id or a name; ids may be given as numbers. */
export function readReference(max: number): Read {
  return (value, place, issues) => {
    const text = typeof value === "bigint" || Number.isSafeInteger(value) ? String(value) : value;
    if (typeof text !== "string" || text === "") {
      return fail({ issues, place }, "STRING_TYPE_CONVERT", "Must be an id or a name.");
    }
    const issue = lengthIssue(lengthOf(text), undefined, max);
    return issue === undefined ? text : fail({ issues, place }, issue.code, issue.message);
  };
}

/** The kinds of number as messages name them. */
type NumberKind = "int" | "float";

function isNumber(value: unknown, kind: NumberKind): value is number | bigint {
  if (typeof value === "bigint") return true;
  if (typeof value !== "number") return false;
  return kind === "int" ? Number.isInteger(value) : Number.isFinite(value);
}

function isDigits(value: unknown): value is string {
  return typeof value === "string" && /^-?[0-9]{1,15}$/.test(value);
}

export function readNumber(kind: NumberKind, keywords: Keywords): Read {
  const { minimum = -Infinity, maximum = Infinity, formWidth: width = "float" } = keywords;
  const { formDigits: mayBeDigits = false } = keywords;
  return (given, place, issues) => {
    const at = { issues, place };
    const value = mayBeDigits && isDigits(given) ? Number(given) : given;
    if (!isNumber(value, kind)) {
      return fail(at, "NUMBER_TYPE_COERCE", `Value "${quoted(value)}" is not ${kind}.`);
    }
    if (value < minimum) {
      const message = `${width} value should be greater than or equal to ${minimum}.`;
      return fail(at, "NUMBER_TYPE_MIN", message);
    }
    if (value > maximum) {
      const message = `${width} value should be less than or equal to ${maximum}.`;
      return fail(at, "NUMBER_TYPE_MAX", message);
    }
    return Number(value);
  };
}

export function readBool({ formBools: others = [] }: Keywords): Read {
  return (value, place, issues) => {
    if (typeof value === "boolean") return value;
    const at = others.indexOf(value as string | number);
    if (at !== -1) return at === 0;
    return fail({ issues, place }, "BOOLEAN_TYPE_CONVERT", "Must be either true or false.");
  };
}
