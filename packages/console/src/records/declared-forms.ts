// The forms of records, derived from the service's OpenAPI document: its fields, their types, and
// which are required.
import { useQuery } from "@tanstack/react-query";

/** A schema of the document; other keywords are not needed. */
export interface Schema {
  readonly type?: string | readonly string[];
  readonly description?: string;
  readonly enum?: readonly (string | number)[];
  readonly anyOf?: readonly Schema[];
  readonly oneOf?: readonly Schema[];
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly required?: readonly string[];
  readonly minimum?: number;
  readonly maximum?: number;
  readonly minLength?: number;
  readonly maxLength?: number;
  readonly pattern?: string;
  readonly $ref?: string;
}

export interface OpenApi {
  readonly paths: Readonly<Record<string, Readonly<Record<string, Operation>>>>;
  readonly components: { readonly schemas: Readonly<Record<string, Schema>> };
}

interface Operation {
  readonly operationId?: string;
  readonly requestBody?: {
    readonly content: { readonly "application/json"?: { readonly schema: Schema } };
  };
}

/** The type of a field's value. */
export type FieldKind = "text" | "whole number" | "number" | "yes or no" | "one of" | "JSON";

export interface Field {
  readonly name: string;
  readonly kind: FieldKind;
  readonly isRequired: boolean;
  readonly isNullable: boolean;
  /** The choices, for a field of that type. */
  readonly choices: readonly (string | number)[];
  readonly schema: Schema;
}

/** The fields of an operation's body. */
export function fieldsOf(document: OpenApi, operationId: string): readonly Field[] {
  const operation = Object.values(document.paths)
    .flatMap((each) => Object.values(each))
    .find((each) => each.operationId === operationId);
  const body = operation?.requestBody?.content["application/json"]?.schema;
  if (body === undefined) return [];
  const { properties = {}, required = [] } = resolved(document, body);
  return Object.entries(properties).map(([name, schema]) =>
    fieldOf(name, { document, schema, isRequired: required.includes(name) }),
  );
}

interface Declared {
  readonly document: OpenApi;
  readonly schema: Schema;
  readonly isRequired: boolean;
}

function fieldOf(name: string, { document, schema, isRequired }: Declared): Field {
  const whole = resolved(document, schema);
  const variants = (whole.anyOf ?? whole.oneOf ?? [whole]).map((each) => resolved(document, each));
  const values = variants.filter(({ type }) => type !== "null");
  const isNullable = values.length < variants.length;
  const [only] = values;
  if (only === undefined || values.length > 1) {
    return { name, kind: "JSON", isRequired, isNullable, choices: [], schema: whole };
  }
  const choices = only.enum ?? [];
  return { name, kind: kindOf(only), isRequired, isNullable, choices, schema: only };
}

function kindOf({ type, enum: choices }: Schema): FieldKind {
  if (choices !== undefined) return "one of";
  // Ids, names and bit sets are edited as text.
  if (Array.isArray(type)) return type.includes("string") ? "text" : "JSON";
  switch (type) {
    case "string":
      return "text";
    case "integer":
      return "whole number";
    case "number":
      return "number";
    case "boolean":
      return "yes or no";
    case undefined:
    default:
      return "JSON";
  }
}

const REFERENCE = "#/components/schemas/";
/** The most references that are followed in a row. */
const DEPTH_MAX = 8;

function resolved(document: OpenApi, schema: Schema, depth = 0): Schema {
  if (schema.$ref === undefined || depth > DEPTH_MAX) return schema;
  const found = document.components.schemas[schema.$ref.slice(REFERENCE.length)];
  return found === undefined ? schema : resolved(document, found, depth + 1);
}

/** The value of a field's text, or what is wrong with it. */
export function valueIn(
  { kind, isNullable, choices }: Field,
  written: string,
): { readonly value: unknown } | { readonly fault: string } {
  if (written === "" && isNullable) return { value: null };
  switch (kind) {
    case "text":
      return { value: written };
    case "whole number":
    case "number": {
      const value = Number(written);
      return written.trim() === "" || Number.isNaN(value)
        ? { fault: "This is not a number." }
        : { value };
    }
    case "yes or no":
      return { value: written === "true" };
    case "one of":
      return { value: choices.find((each) => String(each) === written) ?? written };
    case "JSON":
      return jsonIn(written);
  }
}

function jsonIn(written: string): { readonly value: unknown } | { readonly fault: string } {
  try {
    return { value: JSON.parse(written) as unknown };
  } catch {
    return { fault: "This is not JSON." };
  }
}

/** A value as the text of a field. */
export function writtenAs(kind: FieldKind, value: unknown): string {
  if (value === undefined || value === null) return "";
  if (kind === "JSON") return JSON.stringify(value);
  return typeof value === "string" ? value : JSON.stringify(value);
}

/**
 * The changed values and the faults, by field. A field whose text is the same as before is not
 * changed: an empty one might not be a valid value.
 *
 * @param written the texts of the fields that were edited
 */
export function changesIn(
  fields: readonly Field[],
  written: Readonly<Record<string, string>>,
  record: Readonly<Record<string, unknown>>,
) {
  const body: Record<string, unknown> = {};
  const wrong: Record<string, string> = {};
  for (const field of fields) {
    const { name, kind } = field;
    const text = written[name];
    if (text === undefined || text === writtenAs(kind, record[name])) continue;
    const read = valueIn(field, text);
    if ("fault" in read) wrong[name] = read.fault;
    else body[name] = read.value;
  }
  return { body, wrong };
}

/** The OpenAPI document of the control plane, which cannot change while the service runs. */
export function useOpenApi() {
  return useQuery({
    queryKey: ["openapi"],
    staleTime: Infinity,
    queryFn: async ({ signal }): Promise<OpenApi> => {
      const response = await fetch("/control/v1/openapi.json", { signal });
      return (await response.json()) as OpenApi;
    },
  });
}
