// A modal of an application, filled in and submitted.
import { ComponentType, holdsList } from "@antechamber/contract/component-types";
import { RestError, type types } from "@antechamber/sdk/control";
import { useEffect, useId, useRef, useState, type ReactNode, type SubmitEvent } from "react";
import { MessageText } from "../markdown/text.tsx";
import { Fault, Json } from "../parts/parts.tsx";
import { useActor } from "./acting.ts";
import { Choices, countFault } from "./choices.tsx";
import { entityKinds, optionText, type ComponentData } from "./component-kinds.ts";
import { EntityPicker } from "./entity-picker.tsx";
import { encoded, filesIn } from "./files.ts";
import styles from "./stage.module.css";
import { submitLine } from "./test-lines.ts";

/** A field of a modal, with its label. */
interface Field extends ComponentData {
  readonly custom_id: string;
  readonly label: string;
}

const PARAGRAPH = 2;

/** The fields of a modal, and the texts between them. */
function partsOf(
  components: readonly ComponentData[],
  around: Partial<ComponentData> = {},
): readonly (Field | ComponentData)[] {
  return components.flatMap((each) => {
    const inner = [
      ...(each.components ?? []),
      ...(each.component === undefined ? [] : [each.component]),
    ];
    if (inner.length > 0) return partsOf(inner, each);
    if (each.custom_id === undefined) return [each];
    const label = each.label ?? around.label ?? each.custom_id;
    return [{ ...each, label, description: each.description ?? around.description ?? null }];
  });
}

function isField(part: Field | ComponentData): part is Field {
  return part.custom_id !== undefined;
}

interface ModalProps {
  readonly interaction: string;
  readonly modal: types.ShownModal;
  readonly error: unknown;
  readonly close: () => void;
}

export function Modal({ interaction, modal, error, close }: ModalProps) {
  const dialog = useRef<HTMLDialogElement>(null);
  const { act, isBusy, fail } = useActor();
  const [faults, setFaults] = useState<ReadonlyMap<string, string>>(new Map());
  useEffect(() => {
    const before = document.activeElement;
    dialog.current?.showModal();
    // When the modal closes, the focus returns to where it was.
    return () => {
      if (before instanceof HTMLElement) before.focus();
    };
  }, []);
  const parts = partsOf(modal.components as readonly ComponentData[]);
  const fields = parts.filter(isField);
  const ids = new Set(fields.map(({ custom_id: id }) => id));
  const send = async (data: FormData): Promise<void> => {
    const { values, attachments } = await valuesOf(fields, data);
    const body = { interaction, custom_id: modal.custom_id, fields: values, attachments };
    await act("control.submit", body, submitLine(values));
  };
  const submit = (event: SubmitEvent<HTMLFormElement>): void => {
    event.preventDefault();
    if (isBusy) return;
    const data = new FormData(event.currentTarget);
    const found = faultsOf(fields, data);
    setFaults(found);
    if (found.size === 0) send(data).catch(fail);
  };
  const refused = refusedFields(error);
  return (
    <dialog ref={dialog} className={styles.dialog} aria-label={modal.title} onClose={close}>
      <form className={styles.composer} onSubmit={submit}>
        <h2>{modal.title}</h2>
        {parts.map((part, i) =>
          isField(part) ? (
            <FieldView
              key={part.custom_id}
              field={part}
              fault={faults.get(part.custom_id) ?? refused.get(part.custom_id)}
            />
          ) : part.type === ComponentType.TEXT_DISPLAY ? (
            <MessageText key={i} text={part.content ?? ""} />
          ) : (
            <Json key={i} name="component" value={part} />
          ),
        )}
        <Fault error={error} isAtField={([of, id]) => of === "fields" && ids.has(id ?? "")} />
        <div className={styles.row}>
          <button type="submit" data-first aria-disabled={isBusy ? true : undefined}>
            Submit
          </button>
          <button type="button" onClick={close}>
            Cancel
          </button>
        </div>
      </form>
    </dialog>
  );
}

/** The faults that the service found, by field. */
function refusedFields(error: unknown): ReadonlyMap<string, string> {
  const faults = new Map<string, string>();
  const { fields = {} } = (error instanceof RestError ? error.errors : {}) as {
    readonly fields?: Readonly<Record<string, unknown>>;
  };
  for (const [name, held] of Object.entries(fields ?? {})) {
    const messages = JSON.stringify(held).matchAll(/"message":"((?:[^"\\]|\\.)*)"/g);
    faults.set(name, [...messages].map(([, message = ""]) => message).join(" "));
  }
  return faults;
}

/** The minimum and maximum number of a field's values. */
function countsOf({ type, min_values, max_values, options = [], required = true }: Field) {
  const most = type === ComponentType.CHECKBOX_GROUP ? options.length : 1;
  const least = type === ComponentType.CHECKBOX_GROUP || type === ComponentType.RADIO_GROUP ? 0 : 1;
  const min = required ? Math.max(min_values ?? least, 1) : 0;
  return { min, max: max_values ?? most };
}

/** Fields with too few or too many values; the browser validates texts. */
function faultsOf(fields: readonly Field[], data: FormData): ReadonlyMap<string, string> {
  const faults = new Map<string, string>();
  for (const field of fields.filter(({ type }) => holdsList(type))) {
    const { custom_id: id, type } = field;
    const count =
      type === ComponentType.FILE_UPLOAD
        ? filesIn(data, id).length
        : data.getAll(id).filter((each) => each !== "").length;
    const counts = countsOf(field);
    const isLeft = count === 0 && field.required === false;
    const fault = isLeft ? undefined : countFault(count, counts);
    if (fault !== undefined) faults.set(id, fault);
  }
  return faults;
}

/** The values of a submitted modal in the control plane's format; files by their indexes. */
async function valuesOf(fields: readonly Field[], data: FormData) {
  const files: File[] = [];
  const values = fields.map(({ custom_id: id, type }): readonly [string, unknown] => {
    if (type === ComponentType.FILE_UPLOAD) {
      const own = filesIn(data, id);
      const numbers = own.map((_, i) => String(files.length + i));
      files.push(...own);
      return [id, numbers];
    }
    const all = data.getAll(id).map(String);
    const given = all.filter((each) => each !== "");
    if (holdsList(type)) return [id, given];
    if (type === ComponentType.CHECKBOX) return [id, given.length > 0];
    if (type === ComponentType.RADIO_GROUP) return [id, given[0] ?? null];
    return [id, all[0] ?? ""];
  });
  return {
    values: Object.fromEntries(values),
    attachments: await Promise.all(files.map(encoded)),
  };
}

/** True if a field is required; a checkbox never is. */
function isRequiredField({ type, required = true }: Field): boolean {
  return required && type !== ComponentType.CHECKBOX;
}

/** The label of a field, with a mark if it is required. */
function FieldLabel({ field }: { readonly field: Field }) {
  return (
    <span>
      {field.label}
      {isRequiredField(field) ? <span className={styles.required}> *</span> : null}
    </span>
  );
}

function FieldView({
  field,
  fault,
}: {
  readonly field: Field;
  readonly fault: string | undefined;
}) {
  const id = useId();
  const { description, type } = field;
  const label = <FieldLabel field={field} />;
  const isGroup = type === ComponentType.RADIO_GROUP || type === ComponentType.CHECKBOX_GROUP;
  const isMarked = type === ComponentType.STRING_SELECT && (field.max_values ?? 1) > 1;
  const hasOwnLabel = isGroup || isMarked || entityKinds[type] !== undefined;
  const describedBy = `${id}-told`;
  return (
    <div className={styles.option}>
      {hasOwnLabel ? null : <label htmlFor={id}>{label}</label>}
      {entityKinds[type] === undefined ? null : <span aria-hidden>{label}</span>}
      <FieldInput field={field} id={id} describedBy={describedBy} />
      <span id={describedBy}>
        {description === undefined || description === null ? null : (
          <span className={styles.note}>{description}</span>
        )}
        {fault === undefined ? null : (
          <span role="alert" className={styles.failed}>
            {fault}
          </span>
        )}
      </span>
    </div>
  );
}

interface FieldInputProps {
  readonly field: Field;
  readonly id: string;
  /** The id of the element that describes the field. */
  readonly describedBy: string;
}

/** Types of field with an input of their own; the others are texts. */
const inputs: Readonly<Record<number, (props: FieldInputProps) => ReactNode>> = {
  [ComponentType.STRING_SELECT]: (props) =>
    (props.field.max_values ?? 1) > 1 ? <Marks {...props} /> : <OneOf {...props} />,
  [ComponentType.USER_SELECT]: Entities,
  [ComponentType.ROLE_SELECT]: Entities,
  [ComponentType.MENTIONABLE_SELECT]: Entities,
  [ComponentType.CHANNEL_SELECT]: Entities,
  [ComponentType.RADIO_GROUP]: Marks,
  [ComponentType.CHECKBOX_GROUP]: Marks,
  [ComponentType.CHECKBOX]: ({
    field: { custom_id: name, default: isMarked = false },
    id,
    describedBy,
  }) => (
    <input
      {...{ id, name }}
      aria-describedby={describedBy}
      type="checkbox"
      value="true"
      defaultChecked={isMarked}
    />
  ),
  [ComponentType.FILE_UPLOAD]: Files,
};

function FieldInput(props: FieldInputProps) {
  const Input = inputs[props.field.type] ?? TextField;
  return <Input {...props} />;
}

function Marks({ field, describedBy }: FieldInputProps) {
  const { type, custom_id: name, options = [], required: isRequired = true } = field;
  const label = <FieldLabel field={field} />;
  const kind = type === ComponentType.RADIO_GROUP ? "radio" : "checkbox";
  return <Choices {...{ name, label, options, isRequired, describedBy }} type={kind} />;
}

function Entities({ field, describedBy }: FieldInputProps) {
  const { type, custom_id: name, label, placeholder } = field;
  const { required: isRequired = true, max_values: max = 1 } = field;
  return (
    <EntityPicker
      {...{ name, label, placeholder, isRequired, max, describedBy }}
      kinds={entityKinds[type] ?? []}
      channelTypes={field.channel_types ?? []}
      initial={(field.default_values ?? []).map((each) => each.id)}
    />
  );
}

function Files({ field, id, describedBy }: FieldInputProps) {
  const { custom_id: name, required = true, max_values: max = 1, file_types: types = [] } = field;
  return (
    <input
      {...{ id, name, required }}
      aria-describedby={describedBy}
      type="file"
      multiple={max > 1}
      accept={types.join(",")}
    />
  );
}

function OneOf({ field, id, describedBy }: FieldInputProps) {
  const { custom_id: name, options = [], required = true, placeholder } = field;
  return (
    <select
      {...{ id, name, required }}
      aria-describedby={describedBy}
      defaultValue={options.find((each) => each.default === true)?.value ?? ""}
    >
      <option value="">{placeholder ?? ""}</option>
      {options.map((option) => (
        <option key={option.value} value={option.value}>
          {optionText(option)}
        </option>
      ))}
    </select>
  );
}

function TextField({ field, id, describedBy }: FieldInputProps) {
  const { custom_id: name, required = true, placeholder = "", min_length, max_length } = field;
  const common = {
    id,
    name,
    required,
    placeholder,
    "aria-describedby": describedBy,
    defaultValue: field.value ?? "",
    ...(min_length === undefined ? {} : { minLength: min_length }),
    ...(max_length === undefined ? {} : { maxLength: max_length }),
  };
  return field.style === PARAGRAPH ? <textarea rows={4} {...common} /> : <input {...common} />;
}
