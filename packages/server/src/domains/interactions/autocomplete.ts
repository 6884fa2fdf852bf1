// Autocomplete: asks the application for suggestions while an option is being typed.
// Source: protocol: commands-and-interactions 5.3.
import { limits } from "@antechamber/contract";
import { CommandType, isSubcommand, OptionType } from "@antechamber/contract/commands";
import { InteractionType, type InvokedOption } from "@antechamber/contract/interactions";
import type { ValidationIssue } from "@antechamber/contract/schema";
import { invalidForm } from "../../platform/api-error.ts";
import type { Context } from "../../platform/context.ts";
import { dispatch } from "./dispatch.ts";
import { valueIssue, wholeValue, type DeclaredOption } from "./option-values.ts";
import type { CheckedValue, OptionIssue, SentOption } from "./options.ts";
import { resolveValues } from "./resolved.ts";
import { integrationOwners, type InteractionContext } from "./interaction-context.ts";
import { dataOf, sendIfAllowed, type CommandCall, type Sending } from "./operations.ts";

/**
 * Sends an autocomplete interaction for a partly typed command.
 *
 * @throws InvalidForm unless exactly one option is focused and supports autocomplete
 */
export function sendAutocomplete(ctx: Context, call: CommandCall): Promise<Sending> {
  return sendIfAllowed(ctx, call, async (context) => {
    const { command, nonce } = call;
    const read = typedOptions(command.options ?? [], call.options, ["options"]);
    if (!read.ok) throw invalidForm({ ...read.issue, path: call.pathOf(read.issue) });
    const { typed, focused } = read;
    const used = await withEntities(ctx, context, typed);
    const path = [command.name, ...typed.chain].join(" ");
    return dispatch(ctx, context, {
      draft: {
        type: InteractionType.APPLICATION_COMMAND_AUTOCOMPLETE,
        owners: integrationOwners(command, context),
        nonce,
        about: {
          command: { id: command.id, type: CommandType.CHAT_INPUT, path },
          focusedType: focused.type,
        },
      },
      contents: { data: dataOf(command, used) },
    });
  });
}

/** An option with the value typed so far. */
interface TypedValue {
  readonly declared: DeclaredOption;
  readonly value: string | number | boolean;
  readonly isFocused: boolean;
}

/** The typed values, and the subcommands that they belong to, outermost first. */
interface Typed {
  readonly chain: readonly string[];
  readonly nests: readonly DeclaredOption[];
  readonly values: readonly TypedValue[];
}

type ParseResult =
  | { readonly ok: true; readonly typed: Typed; readonly focused: DeclaredOption }
  | { readonly ok: false; readonly issue: OptionIssue };

function issue(path: ValidationIssue["path"], message: string, option?: string): ParseResult {
  const code = "INTERACTION_APPLICATION_COMMAND_OPTION_INVALID";
  return { ok: false, issue: { path, option, code, message } };
}

function typedOptions(
  declared: readonly DeclaredOption[],
  sent: readonly SentOption[],
  path: ValidationIssue["path"],
): ParseResult {
  if (!declared.some(({ type }) => isSubcommand(type))) return typedValues(declared, sent, path);
  const [nested] = sent;
  const nest = declared.find((each) => each.name === nested?.name);
  if (nested === undefined || nest === undefined) return issue(path, "Unknown option");
  const inner = typedOptions(nest.options ?? [], nested.options ?? [], [...path, 0, "options"]);
  if (!inner.ok) return inner;
  const { chain, nests, values } = inner.typed;
  const typed = { chain: [nest.name, ...chain], nests: [nest, ...nests], values };
  return { ...inner, typed };
}

/**
 * Checks the focused option. Values of the other options are included if they are valid, otherwise
 * dropped.
 */
function typedValues(
  declared: readonly DeclaredOption[],
  sent: readonly SentOption[],
  path: ValidationIssue["path"],
): ParseResult {
  const options = sent.slice(0, limits.optionsPerLevel.value);
  const focusedAt = options.findIndex((each) => each.focused === true);
  const focused = options[focusedAt];
  const isOne = options.filter((each) => each.focused === true).length === 1;
  if (focused === undefined || !isOne) return issue(path, "Exactly one option must be focused");
  const option = declared.find((each) => each.name === focused.name);
  const place = [...path, focusedAt];
  if (option?.autocomplete !== true)
    return issue(place, "Option has no autocomplete", focused.name);
  const fault = valueIssue({ type: OptionType.STRING, name: option.name }, textOf(focused));
  if (fault !== undefined) {
    return { ok: false, issue: { path: [...place, "value"], option: option.name, ...fault } };
  }
  const values = options.flatMap((each, i) => typedValue(declared, each, i === focusedAt) ?? []);
  return { ok: true, typed: { chain: [], nests: [], values }, focused: option };
}

/** The focused option's text so far. Clients may send a number that was typed as a number. */
function textOf(sent: SentOption): unknown {
  const value = sent.value ?? "";
  return typeof value === "number" || typeof value === "bigint" ? value.toString() : value;
}

/** Undefined for a value that is dropped. The focused option's value is always a string. */
function typedValue(
  declared: readonly DeclaredOption[],
  sent: SentOption,
  isFocused: boolean,
): TypedValue | undefined {
  const option = declared.find((each) => each.name === sent.name);
  if (option === undefined || option.type === OptionType.ATTACHMENT) return undefined;
  if (isFocused) return { declared: option, value: String(textOf(sent)), isFocused };
  const value = wholeValue(option, sent.value);
  if (valueIssue(option, value) !== undefined) return undefined;
  return { declared: option, value: value as TypedValue["value"], isFocused };
}

/** The options as nested when typed, and the records that their ids resolve to. */
async function withEntities(ctx: Context, context: InteractionContext, typed: Typed) {
  const values: readonly CheckedValue[] = typed.values
    .filter((each) => !each.isFocused)
    .map(({ declared, value }) => ({ declared, value, path: [] }));
  const resolutions = await Promise.all(
    values.map((value) => resolveValues(ctx, context, [value])),
  );
  const unresolved = new Set(
    values.filter((_, i) => resolutions[i]?.ok === false).map(({ declared }) => declared.name),
  );
  const whole = await resolveValues(
    ctx,
    context,
    values.filter(({ declared }) => !unresolved.has(declared.name)),
  );
  const resolved = whole.ok ? whole.resolved : {};
  const leaves = typed.values
    .filter(({ declared }) => !unresolved.has(declared.name))
    .map(optionView);
  return {
    options: nestedIn(typed.nests, leaves),
    ...(Object.keys(resolved).length === 0 ? {} : { resolved }),
  };
}

function optionView({ declared: { name, type }, value, isFocused }: TypedValue): InvokedOption {
  return { ...(isFocused ? { focused: true } : {}), name, type, value };
}

function nestedIn(
  [outer, ...inner]: readonly DeclaredOption[],
  leaves: readonly InvokedOption[],
): InvokedOption[] {
  if (outer === undefined) return [...leaves];
  const { name, type } = outer;
  return [{ name, type, options: nestedIn(inner, leaves) }];
}
