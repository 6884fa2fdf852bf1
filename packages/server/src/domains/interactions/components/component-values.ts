// Validates the values that a user chose in select menus. Source: protocol:
// commands-and-interactions 5.5.
import { OptionType } from "@antechamber/contract/commands";
import type { Resolved } from "@antechamber/contract/interactions";
import { ComponentType } from "@antechamber/contract/messages";
import type { ValidationIssue, Static } from "@antechamber/contract/schema";
import type { ReadContext } from "../../../platform/context.ts";
import { definedFields } from "../../../platform/defined-fields.ts";
import { valueIssue, type DeclaredOption } from "../option-values.ts";
import { resolveValues } from "../resolved.ts";
import type { InteractionContext } from "../interaction-context.ts";

/** A component that a user can fill in, with the fields that its values are validated against. */
export interface Fillable {
  readonly type: number;
  readonly id: number;
  readonly custom_id: string;
  readonly disabled?: boolean;
  /** Only in modals, where fields are required by default. */
  readonly required?: boolean;
  readonly options?: readonly { readonly value: string; readonly default?: boolean }[];
  readonly min_values?: number;
  readonly max_values?: number;
  readonly min_length?: number;
  readonly max_length?: number;
  /** The initial value. */
  readonly value?: string;
  readonly default?: boolean;
  readonly channel_types?: readonly number[];
  /** File uploads only. */
  readonly file_types?: readonly string[];
  readonly default_values?: readonly { readonly id: string }[];
}

/** The option type that validates the values of each type of entity select menu. */
const optionTypes: Readonly<Record<number, number>> = {
  [ComponentType.USER_SELECT]: OptionType.USER,
  [ComponentType.ROLE_SELECT]: OptionType.ROLE,
  [ComponentType.MENTIONABLE_SELECT]: OptionType.MENTIONABLE,
  [ComponentType.CHANNEL_SELECT]: OptionType.CHANNEL,
};

/** An entity select menu as an option that accepts one entity; undefined for other components. */
export function entityOption(menu: Fillable): DeclaredOption | undefined {
  const type = optionTypes[menu.type];
  if (type === undefined) return undefined;
  const { custom_id: name, channel_types } = menu;
  return { type, name, ...definedFields({ channel_types }) };
}

/** How many values a component accepts. */
export interface Bounds {
  readonly min: number;
  readonly max: number;
}

/** The issue of too few or too many values, if any. */
export function countIssue(
  count: number,
  { min, max }: Bounds,
  path: ValidationIssue["path"],
): ValidationIssue[] {
  if (count >= min && count <= max) return [];
  const message = `Must be between ${min} and ${max} in length.`;
  return [{ path, code: "BASE_TYPE_BAD_LENGTH", message }];
}

/** The issue of a value that occurs earlier in its list, if any. */
function repeatIssue(
  values: readonly string[],
  i: number,
  path: ValidationIssue["path"],
): ValidationIssue | undefined {
  const value = values[i] ?? "";
  if (values.indexOf(value) === i) return undefined;
  const message = `Value "${value.slice(0, 100)}" is repeated.`;
  return { path: [...path, i], code: "BASE_TYPE_CHOICES", message };
}

/** The issues of all values that repeat an earlier value of their list. */
export function repeatIssues(
  values: readonly string[],
  path: ValidationIssue["path"],
): ValidationIssue[] {
  return values.flatMap((_, i) => repeatIssue(values, i, path) ?? []);
}

/** The issues of values that are not among the component's options or are repeated. */
export function optionIssues(
  { options = [] }: Fillable,
  values: readonly string[],
  path: ValidationIssue["path"],
): ValidationIssue[] {
  const optionValues = options.map((option) => option.value);
  return values.flatMap((value, i) => {
    if (!optionValues.includes(value)) {
      const message = `Value must be one of {${optionValues.map((each) => `'${each}'`).join(", ")}}.`;
      return [{ path: [...path, i], code: "BASE_TYPE_CHOICES", message }];
    }
    return repeatIssue(values, i, path) ?? [];
  });
}

/** The records that the chosen values resolve to, or the faults of the choice. */
export type SelectedRecords =
  | { readonly ok: true; readonly resolved: Static<typeof Resolved> }
  | { readonly ok: false; readonly issues: readonly ValidationIssue[] };

/** The values of one component, with their path in the request. */
export interface Choice {
  readonly menu: Fillable;
  readonly values: readonly string[];
  readonly path: ValidationIssue["path"];
}

/** Validates chosen values against their menus, except for their number, and resolves ids. */
export async function resolveChoices(
  ctx: ReadContext,
  context: InteractionContext,
  choices: readonly Choice[],
): Promise<SelectedRecords> {
  const issues = choices.flatMap(({ menu, values, path }) =>
    entityOption(menu) === undefined
      ? optionIssues(menu, values, path)
      : idFaults(menu, values, path),
  );
  if (issues.length > 0) return { ok: false, issues };
  const entities = choices.flatMap(({ menu, values, path }) => {
    const declared = entityOption(menu);
    return declared === undefined
      ? []
      : values.map((value, i) => ({ declared, value, path: [...path, i] }));
  });
  const resolution = await resolveValues(ctx, context, entities);
  if (resolution.ok) return resolution;
  return { ok: false, issues: resolution.issues.map(invalid) };
}

function idFaults(
  menu: Fillable,
  values: readonly string[],
  path: ValidationIssue["path"],
): ValidationIssue[] {
  const option = entityOption(menu);
  return values.flatMap((value, i) => {
    const repeated = repeatIssue(values, i, path);
    if (repeated !== undefined) return repeated;
    const issue = option && valueIssue(option, value);
    return issue === undefined ? [] : [{ path: [...path, i], ...issue }];
  });
}

/** An issue with the reference's code for a value that the component does not offer. */
export function invalid({
  path,
  message,
}: Pick<ValidationIssue, "path" | "message">): ValidationIssue {
  return { path, code: "COMPONENT_VALIDATION_FAILED", message };
}
