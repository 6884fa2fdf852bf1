import { formReader, type Reading, type Static, type TSchema } from "@antechamber/contract";

interface Shape {
  readonly type?: string;
  readonly properties?: Readonly<Record<string, TSchema & Shape>>;
  readonly items?: TSchema & Shape;
  readonly formCommas?: boolean;
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

/** Text as the declared kind; what does not fit stays text, and the form reader reports it. */
function coercion(schema: Shape): Coerce {
  if (schema.type === "boolean") return (text) => booleans[text] ?? text;
  if (schema.type === "integer")
    return (text) => (/^-?[0-9]{1,15}$/.test(text) ? Number(text) : text);
  if (schema.type === "number") {
    return (text) => (text.trim() !== "" && Number.isFinite(Number(text)) ? Number(text) : text);
  }
  return (text) => text;
}

/**
 * Compiles a reader of query strings and urlencoded forms: `True`, `true`, `1` are booleans,
 * repeated keys are lists, unknown keys are ignored. Source: protocol: gateway-oauth-limits 1.2.
 */
export function queryReader<S extends TSchema>(schema: S) {
  const read = formReader(schema);
  const fields = Object.entries((schema as Shape).properties ?? {}).map(([name, field]) => ({
    name,
    isList: field.type === "array",
    hasCommas: field.formCommas === true,
    coerce: coercion(field.type === "array" ? (field.items ?? {}) : field),
  }));
  return (query: Readonly<Record<string, unknown>>): Reading<Static<S>> => {
    const form: Record<string, unknown> = {};
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
