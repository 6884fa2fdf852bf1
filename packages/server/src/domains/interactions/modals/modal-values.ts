// Validates a submission against its modal. Source: protocol: commands-and-interactions 5.5.
import { OptionType } from "@antechamber/contract/commands";
import { ComponentType, isSelect, type ModalFieldNumber } from "@antechamber/contract/messages";
import { isPlainObject, quoted, type ValidationIssue } from "@antechamber/contract/schema";
import { definedFields } from "../../../platform/defined-fields.ts";
import { repeatedIds } from "../../messages/components/component-tree.ts";
import type { ModalWithIds } from "../../messages/components/modal-components.ts";
import { fillables, type TreeNode } from "../components/component-tree.ts";
import {
  countIssue,
  entityOption,
  invalid,
  optionIssues,
  repeatIssues,
  type Choice,
  type Fillable,
} from "../components/component-values.ts";
import { valueIssue, wholeValue } from "../option-values.ts";
import type { FileName, StoredUploads } from "../uploads.ts";

/**
 * A filled-in field: its part of the payload, its issues, and its menu choices still to be
 * resolved.
 */
interface Filled {
  readonly view: { readonly value: unknown } | { readonly values: readonly string[] };
  readonly issues: readonly ValidationIssue[];
  readonly choice?: Choice;
  /** Uploaded files that the field names. */
  readonly files?: readonly FileName[];
}

/** The values that were sent for one field, and their path in the request. */
interface Sent {
  readonly type?: unknown;
  readonly custom_id: string;
  readonly value?: unknown;
  readonly values?: unknown;
  readonly path: ValidationIssue["path"];
}

export interface FilledModal {
  /** The components of the payload. */
  readonly components: object[];
  readonly issues: readonly ValidationIssue[];
  readonly choices: readonly Choice[];
  readonly files: readonly FileName[];
}

/**
 * Validates a submission against the modal that was shown.
 *
 * @param rows the components as the client sent them, with labels and action rows around the
 *   fields
 * @param path the path of the components in the request
 */
export function filledModal(
  modal: ModalWithIds,
  rows: readonly unknown[],
  path: ValidationIssue["path"],
): FilledModal {
  const all = sentFields(rows, path);
  const sent = new Map(all.map((each) => [each.custom_id, each]));
  const fields = fillables(modal.components);
  const filled = new Map(
    fields.map((field) => {
      const componentPath = sent.get(field.custom_id) ?? { custom_id: field.custom_id, path };
      return [field.custom_id, fill(field, componentPath)];
    }),
  );
  const unknown = [...sent.values()].filter((each) => !filled.has(each.custom_id));
  const fills = [...filled.values()];
  return {
    components: (modal.components as readonly TreeNode[]).map((node) => viewOf(node, filled)),
    issues: [
      ...unknown.map((each) => invalid({ path: each.path, message: "Unknown component" })),
      ...repeatedIds(
        all.map(({ path: componentPath, custom_id }) => ({
          componentPath,
          component: { custom_id },
        })),
      ),
      ...fills.flatMap((each) => each.issues),
    ],
    choices: fills.flatMap((each) => each.choice ?? []),
    files: fills.flatMap((each) => each.files ?? []),
  };
}

/** The fields within labels, or within action rows as older applications use them. */
function sentFields(rows: readonly unknown[], path: ValidationIssue["path"]): readonly Sent[] {
  return rows.flatMap((outer, i) => {
    if (!isPlainObject(outer)) return [];
    const { component, components } = outer;
    const inRow: readonly unknown[] = Array.isArray(components) ? components : [];
    return [
      ...sentField(component, [...path, i, "component"]),
      ...inRow.flatMap((each, k) => sentField(each, [...path, i, "components", k])),
    ];
  });
}

function sentField(field: unknown, path: ValidationIssue["path"]): readonly Sent[] {
  if (!isPlainObject(field)) return [];
  const { custom_id, type, value, values } = field;
  return typeof custom_id === "string" ? [{ custom_id, type, value, values, path }] : [];
}

const required = { code: "BASE_TYPE_REQUIRED", message: "This field is required" };

function fill(field: Fillable, sent: Sent): Filled {
  if (sent.type !== undefined && sent.type !== field.type) {
    const message = `Value must be one of {${field.type}}.`;
    const path = [...sent.path, "type"];
    return { view: { value: "" }, issues: [{ path, code: "BASE_TYPE_CHOICES", message }] };
  }
  const read = (readers as Readonly<Record<number, Reader>>)[field.type] ?? filledList;
  return read(field, sent);
}

type Reader = (field: Fillable, sent: Sent) => Filled;

/** How each field that only modals have is read; the others are select menus. */
const readers: Readonly<Record<ModalFieldNumber, Reader>> = {
  [ComponentType.TEXT_INPUT]: filledText,
  [ComponentType.RADIO_GROUP]: filledRadio,
  [ComponentType.CHECKBOX]: (_field, sent) => filledCheckbox(sent),
  [ComponentType.CHECKBOX_GROUP]: filledList,
  [ComponentType.FILE_UPLOAD]: filledList,
};

/** The maximum length of a text input. */
const TEXT_MAX = 4000;

function noText(value: unknown, path: ValidationIssue["path"]): Filled {
  const message = `Could not interpret "${quoted(value)}" as string.`;
  return { view: { value: "" }, issues: [{ path, code: "STRING_TYPE_CONVERT", message }] };
}

function filledText(field: Fillable, { value = "", path: componentPath }: Sent): Filled {
  const path = [...componentPath, "value"];
  if (value === "") {
    return { view: { value }, issues: field.required === false ? [] : [{ path, ...required }] };
  }
  const { custom_id: name, min_length, max_length = TEXT_MAX } = field;
  const text = { type: OptionType.STRING, name, max_length, ...definedFields({ min_length }) };
  const issue = valueIssue(text, value);
  return { view: { value }, issues: issue === undefined ? [] : [{ path, ...issue }] };
}

function filledRadio(field: Fillable, { value = null, path: componentPath }: Sent): Filled {
  const path = [...componentPath, "value"];
  if (value === null) {
    return { view: { value }, issues: field.required === false ? [] : [{ path, ...required }] };
  }
  if (typeof value !== "string") return noText(value, path);
  const issues = optionIssues(field, [value], path).map((issue) => ({ ...issue, path }));
  return { view: { value }, issues };
}

function filledCheckbox({ value = false, path }: Sent): Filled {
  const isBoolean = typeof value === "boolean";
  const issue = { code: "BOOLEAN_TYPE_CONVERT", message: "Must be either true or false." };
  return {
    view: { value },
    issues: isBoolean ? [] : [{ path: [...path, "value"], ...issue }],
  };
}

export function isTextList(values: unknown): values is readonly string[] {
  return Array.isArray(values) && values.every((value) => typeof value === "string");
}

/** A list's values as strings: ids and file numbers may be sent as integers. */
export function withTextIds(field: Fillable, values: readonly unknown[]): readonly unknown[] {
  const file = { type: OptionType.ATTACHMENT, name: field.custom_id };
  const option = field.type === ComponentType.FILE_UPLOAD ? file : entityOption(field);
  return option === undefined ? values : values.map((value) => wholeValue(option, value));
}

/** Validates a field with a list of values: a select menu, checkbox group or file upload. */
function filledList(field: Fillable, { values: sent = [], path: componentPath }: Sent): Filled {
  const path = [...componentPath, "values"];
  if (!Array.isArray(sent)) {
    const message = "Only iterables may be used in a ListType";
    return { view: { values: [] }, issues: [{ path, code: "LIST_TYPE_CONVERT", message }] };
  }
  const values = withTextIds(field, sent);
  if (!isTextList(values)) {
    const issues = values.flatMap((value, i) =>
      typeof value === "string" ? [] : noText(value, [...path, i]).issues,
    );
    return { view: { values: [] }, issues };
  }
  const view = { values };
  const counted = listFaults(field, values, path);
  if (isSelect(field.type)) return { view, issues: counted, choice: { menu: field, values, path } };
  if (field.type === ComponentType.FILE_UPLOAD) {
    const files = values.map((id, i) => ({ id, path: [...path, i], types: field.file_types }));
    return { view, issues: [...counted, ...repeatIssues(values, path)], files };
  }
  return { view, issues: [...counted, ...optionIssues(field, values, path)] };
}

function listFaults(
  field: Fillable,
  values: readonly string[],
  path: ValidationIssue["path"],
): ValidationIssue[] {
  const ofGroup = field.type === ComponentType.CHECKBOX_GROUP ? (field.options?.length ?? 1) : 1;
  const { min_values: min = 1, max_values: max = ofGroup } = field;
  if (values.length > 0) return countIssue(values.length, { min, max }, path);
  return field.required === false || min === 0 ? [] : [{ path, ...required }];
}

/** A component of the modal as in the payload, with keys in alphabetical order. */
function viewOf(node: TreeNode, filled: ReadonlyMap<string, Filled>): object {
  const { type, id, component, components } = node;
  const customId = (node as Partial<Fillable>).custom_id;
  if (customId !== undefined) {
    return { custom_id: customId, id, type, ...filled.get(customId)?.view };
  }
  return {
    ...(component === undefined ? {} : { component: viewOf(component, filled) }),
    ...(components === undefined
      ? {}
      : { components: components.map((each) => viewOf(each, filled)) }),
    id,
    type,
  };
}

/** The payload's components, with file numbers replaced by attachment ids. */
export function withFiles(components: readonly object[], stored: StoredUploads): object[] {
  if (stored.size === 0) return [...components];
  return components.map((each) => {
    const label = each as { component?: { type: number; values?: readonly string[] } };
    const { component } = label;
    if (component?.type !== ComponentType.FILE_UPLOAD) return each;
    const values = component.values?.map((id) => stored.get(id)?.id ?? id);
    return { ...label, component: { ...component, values } };
  });
}
