// A modal that an application shows, filled in and sent.
import { useEffect, useRef } from "react";
import type { types } from "@antechamber/sdk/control";
import { Fault } from "../parts/parts.tsx";
import { useActor } from "./acting.ts";
import styles from "./stage.module.css";

interface Field {
  readonly type: number;
  readonly custom_id?: string;
  readonly label?: string;
  readonly style?: number;
  readonly required?: boolean;
  readonly value?: string;
  readonly placeholder?: string;
  readonly min_length?: number;
  readonly max_length?: number;
  readonly options?: readonly { readonly label: string; readonly value: string }[];
  readonly components?: readonly Field[];
  readonly component?: Field;
  readonly content?: string;
}

const TEXT_INPUT = 4;
const STRING_SELECT = 3;
const PARAGRAPH = 2;

/** The fields of a modal, each with what stands before it. */
function fieldsOf(
  components: readonly Field[],
  label = "",
): readonly (Field & { readonly label: string })[] {
  return components.flatMap((each) => {
    const inner = [
      ...(each.components ?? []),
      ...(each.component === undefined ? [] : [each.component]),
    ];
    if (inner.length > 0) return fieldsOf(inner, each.label ?? label);
    return each.custom_id === undefined ? [] : [{ ...each, label: each.label ?? label }];
  });
}

interface ModalProps {
  readonly interaction: string;
  readonly modal: types.ShownModal;
  readonly error: unknown;
  readonly close: () => void;
}

export function Modal({ interaction, modal, error, close }: ModalProps) {
  const dialog = useRef<HTMLDialogElement>(null);
  const { act, isBusy } = useActor();
  useEffect(() => dialog.current?.showModal(), []);
  const fields = fieldsOf(modal.components as readonly Field[]);
  return (
    <dialog ref={dialog} className={styles.dialog} aria-label={modal.title} onClose={close}>
      <form
        className={styles.composer}
        onSubmit={(event) => {
          event.preventDefault();
          const data = new FormData(event.currentTarget);
          const values = fields.map(({ custom_id: id = "", type }) => {
            const all = data.getAll(id).map(String);
            return [id, type === TEXT_INPUT ? (all[0] ?? "") : all] as const;
          });
          act("control.submit", {
            interaction,
            custom_id: modal.custom_id,
            fields: Object.fromEntries(values),
          });
        }}
      >
        <h2>{modal.title}</h2>
        {fields.map((field) => (
          <label key={field.custom_id}>
            {field.label === "" ? field.custom_id : field.label}
            <FieldInput field={field} />
          </label>
        ))}
        <Fault error={error} />
        <div className={styles.row}>
          <button type="submit" data-first disabled={isBusy}>
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

function FieldInput({ field }: { readonly field: Field }) {
  const { type, custom_id: name = "", required = true, placeholder = "" } = field;
  if (type === STRING_SELECT) {
    return (
      <select name={name} required={required}>
        {(field.options ?? []).map(({ label, value }) => (
          <option key={value} value={value}>
            {label}
          </option>
        ))}
      </select>
    );
  }
  const common = {
    name,
    required,
    placeholder,
    defaultValue: field.value ?? "",
    ...(field.min_length === undefined ? {} : { minLength: field.min_length }),
    ...(field.max_length === undefined ? {} : { maxLength: field.max_length }),
  };
  return field.style === PARAGRAPH ? <textarea rows={4} {...common} /> : <input {...common} />;
}
