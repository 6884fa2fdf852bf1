// A form for a record, generated from the service's declarations. Only changes are sent, and faults
// are shown at their fields.
import { RestError } from "@antechamber/sdk/control";
import { useState, type SubmitEvent } from "react";
import { ActButton } from "../parts/act-button.tsx";
import { useOneAtATime } from "../parts/one-at-a-time.ts";
import { Fault, styles } from "../parts/parts.tsx";
import { changesIn, fieldsOf, useOpenApi, writtenAs, type Field } from "./declared-forms.ts";
import type { Listed } from "./kinds.ts";

interface RecordFormProps {
  /** The operation with the form as its body: `control.roles.edit`. */
  readonly operation: string;
  /** The current record. */
  readonly record?: Listed;
  readonly action: string;
  readonly send: (body: Readonly<Record<string, unknown>>) => Promise<void>;
}

/** Up to this number, all fields are shown at once. */
const SHOWN_MAX = 8;
const first = ["name", "username", "guild", "user", "application"];

export function RecordForm({ operation, record = {}, action, send }: RecordFormProps) {
  const { data, error } = useOpenApi();
  const once = useOneAtATime();
  const [written, setWritten] = useState<Readonly<Record<string, string>>>({});
  const [faults, setFaults] = useState<Readonly<Record<string, string>>>({});
  const [refusal, setRefusal] = useState<unknown>();
  if (data === undefined) return <Fault error={error} />;
  const fields = fieldsOf(data, operation);
  const isFirst = ({ name, isRequired }: Field) =>
    isRequired || first.includes(name) || record[name] !== undefined;
  const shown = fields.length <= SHOWN_MAX ? fields : fields.filter(isFirst);
  const more = fields.filter((field) => !shown.includes(field));

  async function submit(): Promise<void> {
    const { body, wrong } = changesIn(fields, written, record);
    setFaults(wrong);
    setRefusal(undefined);
    if (Object.keys(wrong).length > 0) return;
    try {
      await send(body);
      setWritten({});
    } catch (refused) {
      setFaults(refusedFields(refused));
      setRefusal(refused);
    }
  }

  const inputOf = (field: Field) => (
    <FieldInput
      key={field.name}
      field={field}
      value={written[field.name] ?? writtenAs(field.kind, record[field.name])}
      fault={faults[field.name]}
      write={(value) => setWritten({ ...written, [field.name]: value })}
    />
  );
  return (
    <form
      className={styles.form}
      onSubmit={(event: SubmitEvent) => {
        event.preventDefault();
        void once(submit);
      }}
      noValidate
    >
      {shown.map(inputOf)}
      {more.length === 0 ? null : (
        <details open={more.some(({ name }) => name in faults)}>
          <summary>{more.length} more fields</summary>
          <div className={styles.form}>{more.map(inputOf)}</div>
        </details>
      )}
      <Fault error={refusal} isAtField={([top]) => fields.some(({ name }) => name === top)} />
      <ActButton type="submit" data-first>
        {action}
      </ActButton>
    </form>
  );
}

/** The messages of a refusal, by the fields that they are about. */
function refusedFields(error: unknown): Readonly<Record<string, string>> {
  const tree = error instanceof RestError ? error.errors : undefined;
  if (typeof tree !== "object" || tree === null) return {};
  const entries = Object.entries(tree).map(
    ([name, branch]) => [name, sentencesIn(branch)] as const,
  );
  return Object.fromEntries(entries);
}

function sentencesIn(branch: unknown): string {
  if (typeof branch !== "object" || branch === null) return "";
  return Object.entries(branch)
    .map(([key, value]) =>
      key === "_errors"
        ? (value as readonly { readonly message: string }[]).map((each) => each.message).join(" ")
        : `${key}: ${sentencesIn(value)}`,
    )
    .join(" ");
}

interface FieldInputProps {
  readonly field: Field;
  readonly value: string;
  readonly fault: string | undefined;
  readonly write: (value: string) => void;
}

function FieldInput({ field, value, fault, write }: FieldInputProps) {
  const { name, kind, isRequired, isNullable, schema } = field;
  const notes = [isRequired ? "required" : "", isNullable ? "can be empty" : ""].filter(Boolean);
  return (
    <label>
      <span>
        {name} {notes.length === 0 ? "" : `(${notes.join(", ")})`}
      </span>
      {kind === "yes or no" || kind === "one of" ? (
        <Choices field={field} value={value} fault={fault} write={write} />
      ) : kind === "JSON" ? (
        <textarea
          rows={2}
          placeholder="JSON"
          aria-invalid={fault !== undefined}
          value={value}
          onChange={({ target }) => write(target.value)}
        />
      ) : (
        <input
          inputMode={kind === "text" ? "text" : "numeric"}
          title={schema.description}
          aria-invalid={fault !== undefined}
          value={value}
          onChange={({ target }) => write(target.value)}
        />
      )}
      {fault === undefined ? null : <span className={styles.bad}>{fault}</span>}
    </label>
  );
}

function Choices({ field, value, fault, write }: FieldInputProps) {
  const choices = field.kind === "yes or no" ? ["true", "false"] : field.choices.map(String);
  return (
    <select
      aria-invalid={fault !== undefined}
      value={value}
      onChange={({ target }) => write(target.value)}
    >
      <option value="">–</option>
      {choices.map((each) => (
        <option key={each}>{each}</option>
      ))}
    </select>
  );
}
