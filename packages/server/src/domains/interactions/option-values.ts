// Validates one option value: type, range, length and choices.
import { limits } from "@antechamber/contract";
import { NUMBER_EDGE, OptionType } from "@antechamber/contract/commands";
import { quoted, SNOWFLAKE_MAX } from "@antechamber/contract/schema";

/** A declared option, with the fields that its values are validated against. */
export interface DeclaredOption {
  readonly type: number;
  readonly name: string;
  readonly required?: boolean;
  readonly autocomplete?: boolean;
  readonly choices?: readonly { readonly value: string | number }[];
  readonly options?: readonly DeclaredOption[];
  readonly channel_types?: readonly number[];
  readonly min_value?: number;
  readonly max_value?: number;
  readonly min_length?: number;
  readonly max_length?: number;
  readonly file_types?: readonly string[];
}

/** An issue without its path. */
interface ValueIssue {
  readonly code: string;
  readonly message: string;
}

function holdsId(type: number): boolean {
  return (
    type === OptionType.USER ||
    type === OptionType.CHANNEL ||
    type === OptionType.ROLE ||
    type === OptionType.MENTIONABLE ||
    type === OptionType.ATTACHMENT
  );
}

function holdsNumber(type: number): boolean {
  return type === OptionType.INTEGER || type === OptionType.NUMBER;
}

/**
 * The value as it is sent on. Ids may arrive as integers. An integer too large for a double arrives
 * as a bigint; it is rounded, which leaves it out of range.
 */
export function wholeValue(option: DeclaredOption, value: unknown): unknown {
  const isNumber = typeof value === "bigint" || typeof value === "number";
  if (holdsId(option.type) && isNumber) return value.toString();
  return holdsNumber(option.type) && typeof value === "bigint" ? Number(value) : value;
}

/** The issue of an invalid value, or undefined. */
export function valueIssue(option: DeclaredOption, value: unknown): ValueIssue | undefined {
  switch (option.type) {
    case OptionType.STRING:
      return textFault(option, value) ?? choiceIssue(option, value);
    case OptionType.INTEGER:
      return integerFault(option, value) ?? choiceIssue(option, value);
    case OptionType.NUMBER:
      return numberFault(option, value) ?? choiceIssue(option, value);
    case OptionType.BOOLEAN:
      return typeof value === "boolean"
        ? undefined
        : { code: "BOOLEAN_TYPE_CONVERT", message: "Must be either true or false." };
    default:
      return idFault(value);
  }
}

/** If there are choices, only they are valid. Source: requirements 2.3. */
function choiceIssue(option: DeclaredOption, value: unknown): ValueIssue | undefined {
  const { choices = [] } = option;
  if (choices.length === 0 || choices.some((each) => each.value === value)) return undefined;
  const values = choices.map((each) =>
    typeof each.value === "string" ? `'${each.value}'` : each.value,
  );
  return { code: "BASE_TYPE_CHOICES", message: `Value must be one of {${values.join(", ")}}.` };
}

function textFault(option: DeclaredOption, value: unknown): ValueIssue | undefined {
  if (typeof value !== "string") {
    const message = `Could not interpret "${quoted(value)}" as string.`;
    return { code: "STRING_TYPE_CONVERT", message };
  }
  const longest = limits.optionTextLength.value;
  const { min_length: min, max_length: max = longest } = option;
  // A code point has at most two UTF-16 units, so a text that is far too long is not counted.
  const length = value.length > longest * 2 ? value.length : Array.from(value).length;
  if (length >= (min ?? 0) && length <= max) return undefined;
  return min === undefined
    ? { code: "BASE_TYPE_MAX_LENGTH", message: `Must be ${max} or fewer in length.` }
    : { code: "BASE_TYPE_BAD_LENGTH", message: `Must be between ${min} and ${max} in length.` };
}

function integerFault(option: DeclaredOption, value: unknown): ValueIssue | undefined {
  if (typeof value !== "number" || !Number.isInteger(value)) {
    return { code: "NUMBER_TYPE_COERCE", message: `Value "${quoted(value)}" is not int.` };
  }
  const edge = Number.MAX_SAFE_INTEGER;
  const { min_value: min = -edge, max_value: max = edge } = option;
  return rangeIssue("int53", value, { min, max });
}

function numberFault(option: DeclaredOption, value: unknown): ValueIssue | undefined {
  if (typeof value !== "number" || !Number.isFinite(value)) {
    return { code: "NUMBER_TYPE_COERCE", message: `Value "${quoted(value)}" is not float.` };
  }
  const { min_value: min = -NUMBER_EDGE, max_value: max = NUMBER_EDGE } = option;
  return rangeIssue("float", value, { min, max });
}

function rangeIssue(
  kind: string,
  value: number,
  { min, max }: { readonly min: number; readonly max: number },
): ValueIssue | undefined {
  if (value < min) {
    const message = `${kind} value should be greater than or equal to ${min}.`;
    return { code: "NUMBER_TYPE_MIN", message };
  }
  if (value > max) {
    const message = `${kind} value should be less than or equal to ${max}.`;
    return { code: "NUMBER_TYPE_MAX", message };
  }
  return undefined;
}

function idFault(value: unknown): ValueIssue | undefined {
  if (typeof value !== "string" || !/^(0|[1-9][0-9]*)$/.test(value)) {
    return { code: "NUMBER_TYPE_COERCE", message: `Value "${quoted(value)}" is not snowflake.` };
  }
  if (value.length <= 18 || BigInt(value.slice(0, 20)) <= SNOWFLAKE_MAX) return undefined;
  const message = `snowflake value should be less than or equal to ${SNOWFLAKE_MAX}.`;
  return { code: "NUMBER_TYPE_MAX", message };
}
