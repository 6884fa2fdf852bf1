// Fills in a modal's fields by custom id, as a client would submit them.
import { ComponentType, holdsList } from "@antechamber/contract/messages";
import type { Fillable } from "../../domains/interactions/components/component-values.ts";
import { withTextIds } from "../../domains/interactions/modals/modal-values.ts";

/**
 * The components that a client submits for values by custom id; a field without a value keeps what
 * the modal preset.
 */
export function submittedFields(
  fields: readonly Fillable[],
  values: Readonly<Record<string, unknown>>,
): object[] {
  return fields.map((field) => {
    const { type, custom_id } = field;
    const value = Object.hasOwn(values, custom_id) ? values[custom_id] : defaultValue(field);
    const valueField = holdsList(type)
      ? { values: listValue(field, value) }
      : { value: type === ComponentType.CHECKBOX ? checkboxValue(value) : value };
    return { type: ComponentType.LABEL, component: { type, custom_id, ...valueField } };
  });
}

/** Wraps a single value in a list for a field that holds a list; ids may be integers. */
export function listValue(field: Fillable, value: unknown): unknown {
  if (!holdsList(field.type)) return value;
  const isAlone =
    typeof value === "string" || typeof value === "number" || typeof value === "bigint";
  const listed: unknown = isAlone ? [value] : value;
  return Array.isArray(listed) ? withTextIds(field, listed) : listed;
}

/** Converts "true" and "false" for a checkbox, since a command line passes all values as text. */
function checkboxValue(value: unknown): unknown {
  return value === "true" || value === "false" ? value === "true" : value;
}

/** The value of the field before the user changes it. */
function defaultValue(field: Fillable): unknown {
  const { options = [], default_values: entities = [] } = field;
  const chosen = options.filter((option) => option.default === true).map(({ value }) => value);
  switch (field.type) {
    case ComponentType.TEXT_INPUT:
      return field.value ?? "";
    case ComponentType.RADIO_GROUP:
      return chosen[0] ?? null;
    case ComponentType.CHECKBOX:
      return field.default ?? false;
    default:
      return options.length > 0 ? chosen : entities.map((each) => each.id);
  }
}
