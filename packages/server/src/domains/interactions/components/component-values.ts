// What a user chose in a select menu, held against the menu. Source: protocol:
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

/** A component that a user can fill in, as far as its values depend on it. */
export interface Fillable {
  readonly type: number;
  readonly id: number;
  readonly custom_id: string;
  readonly disabled?: boolean;
  /** Modals only; there a field is required by default. */
  readonly required?: boolean;
  readonly options?: readonly { readonly value: string; readonly default?: boolean }[];
  readonly min_values?: number;
  readonly max_values?: number;
  readonly min_length?: number;
  readonly max_length?: number;
  /** What the field holds before it is filled in. */
  readonly value?: string;
  readonly default?: boolean;
  readonly channel_types?: readonly number[];
  /** File uploads only. */
  readonly file_types?: readonly string[];
  readonly default_values?: readonly { readonly id: string }[];
}

/** The kind of option whose values are chosen like those of a select menu of entities. */
const optionTypes: Readonly<Record<number, number>> = {
  [ComponentType.USER_SELECT]: OptionType.USER,
  [ComponentType.ROLE_SELECT]: OptionType.ROLE,
  [ComponentType.MENTIONABLE_SELECT]: OptionType.MENTIONABLE,
  [ComponentType.CHANNEL_SELECT]: OptionType.CHANNEL,
};

/** True for any kind of select menu. */
export function isSelect(type: number): boolean {
  return type === ComponentType.STRING_SELECT || optionTypes[type] !== undefined;
}

/** A menu of entities as an option that takes one of them; undefined for other components. */
export function entityOption(menu: Fillable): DeclaredOption | undefined {
  const type = optionTypes[menu.type];
  if (type === undefined) return undefined;
  const { custom_id: name, channel_types } = menu;
  return { type, name, ...definedFields({ channel_types }) };
}

/** How many values a component takes. */
export interface Bounds {
  readonly min: number;
  readonly max: number;
}

/** Too few or too many values. */
export function countIssue(
  count: number,
  { min, max }: Bounds,
  path: ValidationIssue["path"],
): ValidationIssue[] {
  if (count >= min && count <= max) return [];
  const message = `Must be between ${min} and ${max} in length.`;
  return [{ path, code: "BASE_TYPE_BAD_LENGTH", message }];
}

/** A value that stands further ahead in its list already. */
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

/** Values that stand twice in a list. */
export function repeatIssues(
  values: readonly string[],
  path: ValidationIssue["path"],
): ValidationIssue[] {
  return values.flatMap((_, i) => repeatIssue(values, i, path) ?? []);
}

/** Values that are no options of the component, or that stand there twice. */
export function optionIssues(
  { options = [] }: Fillable,
  values: readonly string[],
  path: ValidationIssue["path"],
): ValidationIssue[] {
  const known = options.map((option) => option.value);
  return values.flatMap((value, i) => {
    if (!known.includes(value)) {
      const message = `Value must be one of {${known.map((each) => `'${each}'`).join(", ")}}.`;
      return [{ path: [...path, i], code: "BASE_TYPE_CHOICES", message }];
    }
    return repeatIssue(values, i, path) ?? [];
  });
}

/** The records chosen in one or more menus, or the faults of the choice. */
export type Chosen =
  | { readonly ok: true; readonly resolved: Static<typeof Resolved> }
  | { readonly ok: false; readonly issues: readonly ValidationIssue[] };

/** Values of one component, and where they stand in the request. */
export interface Choice {
  readonly menu: Fillable;
  readonly values: readonly string[];
  readonly path: ValidationIssue["path"];
}

/** Holds what was chosen against what the menus offer, without their bounds. */
export async function chosen(
  ctx: ReadContext,
  context: InteractionContext,
  choices: readonly Choice[],
): Promise<Chosen> {
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

/** The reference's code for what a component does not offer. */
export function invalid({
  path,
  message,
}: Pick<ValidationIssue, "path" | "message">): ValidationIssue {
  return { path, code: "COMPONENT_VALIDATION_FAILED", message };
}
