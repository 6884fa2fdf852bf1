import {
  parserOf,
  type ParseResult,
  type Static,
  type TSchema,
} from "@antechamber/contract/schema";

interface Shape {
  readonly type?: string;
  readonly properties?: Readonly<Record<string, TSchema & Shape>>;
  readonly items?: TSchema & Shape;
  readonly formCommas?: boolean;
  readonly formStrict?: boolean;
  readonly formFields?: TSchema;
  readonly anyOf?: readonly (TSchema & Shape)[];
  /** A dictionary has values of one kind under any key. */
  readonly additionalProperties?: TSchema | boolean;
}

type Coerce = (text: string) => unknown;

const booleans: Readonly<Record<string, boolean>> = {
  True: true,
  true: true,
  "1": true,
  False: false,
  false: false,
  "0": false,
};

/** What a kind is when it is not null, which no text is. */
function kindOf(schema: TSchema & Shape): TSchema & Shape {
  return schema.anyOf?.[0] ?? schema;
}

/** Text as the declared kind; what does not fit stays text, and the form reader reports it. */
function coercion(schema: Shape): Coerce {
  if (schema.formFields !== undefined) return objectIn;
  if (schema.type === "boolean") return (text) => booleans[text] ?? text;
  if (schema.type === "integer")
    return (text) => (/^-?[0-9]{1,15}$/.test(text) ? Number(text) : text);
  if (schema.type === "number") {
    return (text) => (text.trim() !== "" && Number.isFinite(Number(text)) ? Number(text) : text);
  }
  return (text) => text;
}

/** An object is written as JSON; what is none stays text. */
function objectIn(text: string): unknown {
  if (!text.startsWith("{")) return text;
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
}

/**
 * Compiles a reader of query strings and urlencoded forms: `True`, `true`, `1` are booleans,
 * repeated keys are lists; unknown keys are ignored, unless the schema is strict. Source: protocol:
 * gateway-oauth-limits 1.2.
 */
export function queryReader<S extends TSchema>(schema: S) {
  const read = parserOf(schema);
  const { properties = {}, additionalProperties: values, formStrict } = schema as Shape;
  const isStrict = formStrict === true;
  if (typeof values === "object") return dictionaryReader(read);
  const fields = Object.entries(properties)
    .map(([name, given]) => ({ name, field: kindOf(given) }))
    .map(({ name, field }) => ({
      name,
      isList: field.type === "array",
      hasCommas: field.formCommas === true,
      coerce: coercion(field.type === "array" ? (field.items ?? {}) : field),
    }));
  return (query: Readonly<Record<string, unknown>>): ParseResult<Static<S>> => {
    // Where unknown keys are faults, the form reader must see them.
    const form: Record<string, unknown> = isStrict ? { ...query } : {};
    for (const { name, isList, hasCommas, coerce } of fields) {
      const given = query[name];
      if (given === undefined) continue;
      const texts = (Array.isArray(given) ? given : [given]).map(String);
      if (hasCommas) form[name] = texts.join(",");
      else form[name] = isList ? texts.map(coerce) : coerce(texts.at(-1) ?? "");
    }
    return read(form);
  };
}

/** A dictionary of texts takes every field of a form; of several with one name the last counts. */
function dictionaryReader<T>(read: (form: unknown) => ParseResult<T>) {
  return (query: Readonly<Record<string, unknown>>): ParseResult<T> => {
    const entries = Object.entries(query).map(([name, given]) => [name, [given].flat().at(-1)]);
    return read(Object.fromEntries(entries));
  };
}
