// Validates option values, as a client does before it sends them.
// Source: requirements 2.3, protocol: commands-and-interactions 5.3.
import { limits } from "@antechamber/contract";
import { isSubcommand, OptionType } from "@antechamber/contract/commands";
import type { InvokedOption } from "@antechamber/contract/interactions";
import type { ValidationIssue } from "@antechamber/contract/schema";
import { valueIssue, wholeValue, type DeclaredOption } from "./option-values.ts";

/** An option as sent; everything but its name may be missing or invalid. */
export interface SentOption {
  readonly name: string;
  readonly type?: number;
  readonly value?: unknown;
  /** For autocomplete: marks the option that is being typed. */
  readonly focused?: unknown;
  readonly options?: readonly SentOption[];
}

/** An issue of one option, with its path in the request and its name. */
export interface OptionIssue extends ValidationIssue {
  /** Undefined when no single option is at fault. */
  readonly option: string | undefined;
}

/** A valid value with its declaration and its path in the request. */
export interface CheckedValue {
  readonly declared: DeclaredOption;
  readonly value: string | number | boolean;
  readonly path: ValidationIssue["path"];
}

export type CheckedOptions =
  | {
      readonly ok: true;
      /** The subcommand group and subcommand, outermost first. */
      readonly chain: readonly string[];
      readonly options: readonly InvokedOption[];
      readonly values: readonly CheckedValue[];
    }
  | { readonly ok: false; readonly issues: readonly OptionIssue[] };

type Path = ValidationIssue["path"];

/** Source: protocol: commands-and-interactions 5.3; the reference's text is not public. */
const missing = {
  code: "INTERACTION_APPLICATION_COMMAND_OPTION_MISSING",
  message: "Missing interaction application command option",
};

function refused(...issues: readonly OptionIssue[]): CheckedOptions {
  return { ok: false, issues };
}

/**
 * Validates the options of an invocation against those that the command declares, level by level.
 *
 * @param path the path of the list of options, with which the paths of issues begin
 */
export function checkOptions(
  declared: readonly DeclaredOption[],
  sent: readonly SentOption[],
  path: Path = ["options"],
): CheckedOptions {
  return declared.some(({ type }) => isSubcommand(type))
    ? checkSubcommand(declared, sent, path)
    : checkValues(declared, sent, path);
}

/** Requires exactly one subcommand at a level that has subcommands. */
function checkSubcommand(
  declared: readonly DeclaredOption[],
  sent: readonly SentOption[],
  path: Path,
): CheckedOptions {
  const [first, ...others] = sent;
  if (first === undefined) return refused({ path, option: undefined, ...missing });
  if (others.length > 0) {
    const message = "Must be 1 or fewer in length.";
    return refused({ path, option: undefined, code: "BASE_TYPE_MAX_LENGTH", message });
  }
  const option = declared.find((each) => each.name === first.name);
  if (option === undefined) return refused(wrongName(declared, first, [...path, 0]));
  if (first.type !== undefined && first.type !== option.type) {
    return refused(wrongType(option, [...path, 0]));
  }
  // A group needs a subcommand even if it declares none: nobody can use it then.
  const check = option.type === OptionType.SUB_COMMAND_GROUP ? checkSubcommand : checkOptions;
  const inner = check(option.options ?? [], first.options ?? [], [...path, 0, "options"]);
  if (!inner.ok) return inner;
  const { type, name } = option;
  return {
    ok: true,
    chain: [name, ...inner.chain],
    options: [{ type, name, options: inner.options }],
    values: inner.values,
  };
}

function checkValues(
  declared: readonly DeclaredOption[],
  sent: readonly SentOption[],
  path: Path,
): CheckedOptions {
  const byName = new Map(declared.map((option) => [option.name, option]));
  const issues: OptionIssue[] = [];
  const values: CheckedValue[] = [];
  const seen = new Set<string>();
  for (const [i, sentOption] of sent.slice(0, limits.optionsPerLevel.value + 1).entries()) {
    const option = byName.get(sentOption.name);
    const checked =
      option === undefined || seen.has(sentOption.name)
        ? wrongName(option === undefined ? declared : undefined, sentOption, [...path, i])
        : checkValue(option, sentOption, [...path, i]);
    seen.add(sentOption.name);
    if ("code" in checked) issues.push(checked);
    else values.push(checked);
  }
  for (const option of declared) {
    if (option.required !== true || seen.has(option.name)) continue;
    issues.push({ path, option: option.name, ...missing });
  }
  if (issues.length > 0) return { ok: false, issues };
  const options = values.map(({ declared: { type, name }, value }) => ({ type, name, value }));
  return { ok: true, chain: [], options, values };
}

function checkValue(
  option: DeclaredOption,
  sent: SentOption,
  path: Path,
): CheckedValue | OptionIssue {
  if (sent.type !== undefined && sent.type !== option.type) return wrongType(option, path);
  const value = wholeValue(option, sent.value);
  const issue = valueIssue(option, value);
  const at = [...path, "value"];
  if (issue !== undefined) return { path: at, option: option.name, ...issue };
  return { declared: option, value: value as CheckedValue["value"], path: at };
}

/** The issue of an undeclared option name, or of a repeated one if `declared` is undefined. */
function wrongName(
  declared: readonly DeclaredOption[] | undefined,
  sent: SentOption,
  path: Path,
): OptionIssue {
  const names = declared?.map((option) => `'${option.name}'`).join(", ");
  return {
    path: [...path, "name"],
    option: sent.name,
    code: "BASE_TYPE_CHOICES",
    message:
      names === undefined
        ? `Value "${sent.name}" is repeated.`
        : `Value must be one of {${names}}.`,
  };
}

function wrongType(option: DeclaredOption, path: Path): OptionIssue {
  return {
    path: [...path, "type"],
    option: option.name,
    code: "BASE_TYPE_CHOICES",
    message: `Value must be one of {${option.type}}.`,
  };
}

/** Values by option name, and the name of the option that is being typed. */
export interface NamedValues {
  readonly values: Readonly<Record<string, unknown>>;
  readonly focused?: string | undefined;
}

/**
 * Nests values by name under the subcommands of an invocation, without validating them.
 *
 * @param chain the names of the subcommand group and subcommand, outermost first
 */
export function nested(
  declared: readonly DeclaredOption[],
  chain: readonly string[],
  named: NamedValues,
): SentOption[] {
  const [name, ...rest] = chain;
  if (name === undefined) {
    return Object.entries(named.values).map(([option, value]) => ({
      name: option,
      value,
      ...(option === named.focused ? { focused: true } : {}),
    }));
  }
  const option = declared.find((each) => each.name === name);
  return [{ name, options: nested(option?.options ?? [], rest, named) }];
}

/** The declared options at the end of a chain of subcommands. */
export function optionsAt(
  declared: readonly DeclaredOption[],
  chain: readonly string[],
): readonly DeclaredOption[] {
  return chain.reduce<readonly DeclaredOption[]>(
    (level, name) => level.find((option) => option.name === name)?.options ?? [],
    declared,
  );
}
