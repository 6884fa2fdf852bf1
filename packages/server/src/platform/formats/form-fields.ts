// Reads queries and urlencoded forms, whose values are all text, as the fields that a schema
// declares.
import {
  keywordsOf,
  parserOf,
  matchKind,
  type Parser,
  type ParseResult,
  type KindCases,
  type Rule,
  type Static,
  type TSchema,
} from "@antechamber/contract/schema";

type Coerce = (text: string) => unknown;

const booleans: Readonly<Record<string, boolean>> = {
  True: true,
  true: true,
  "1": true,
  False: false,
  false: false,
  "0": false,
};

/** How a field is written in a query. */
interface Field {
  readonly isList: boolean;
  readonly hasCommas: boolean;
  readonly coerce: Coerce;
}

const asText: Coerce = (text) => text;
const one = (coerce: Coerce): Field => ({ isList: false, hasCommas: false, coerce });
const onlyText = () => one(asText);

const fieldOf: KindCases<Field> = {
  // No text means null.
  nullable: (schema) => matchKind(schema, fieldOf),
  list: (items, { formCommas }) => ({
    isList: true,
    hasCommas: formCommas === true,
    coerce: matchKind(items, fieldOf).coerce,
  }),
  textOr: () => one(parseObject),
  plain: ({ type = "" }) => one(coercion(type)),
  lazy: onlyText,
  tagged: onlyText,
  object: onlyText,
  dictionary: onlyText,
};

/** Converts text to the declared type; what does not fit stays text, and the parser reports it. */
function coercion(type: string): Coerce {
  switch (type) {
    case "boolean":
      return (text) => booleans[text] ?? text;
    case "integer":
      return (text) => (/^-?[0-9]{1,15}$/.test(text) ? Number(text) : text);
    case "number":
      return (text) => (text.trim() !== "" && Number.isFinite(Number(text)) ? Number(text) : text);
    default:
      return asText;
  }
}

/** Parses an object that is written as JSON; anything else stays text. */
function parseObject(text: string): unknown {
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
  const { properties = {}, additionalProperties, formStrict } = keywordsOf(schema);
  const isStrict = formStrict === true;
  if (additionalProperties !== undefined) return dictionaryReader(read);
  const fields = Object.entries(properties).map(([name, field]) => ({
    name,
    ...matchKind(field, fieldOf),
  }));
  return (
    query: Readonly<Record<string, unknown>>,
    rule?: Rule<Static<S>>,
  ): ParseResult<Static<S>> => {
    // If unknown keys are faults, the parser must get them.
    const form: Record<string, unknown> = isStrict ? { ...query } : {};
    for (const { name, isList, hasCommas, coerce } of fields) {
      const value = query[name];
      if (value === undefined) continue;
      const texts = (Array.isArray(value) ? value : [value]).map(String);
      if (hasCommas) form[name] = texts.join(",");
      else form[name] = isList ? texts.map(coerce) : coerce(texts.at(-1) ?? "");
    }
    return read(form, rule);
  };
}

/**
 * A reader of dictionaries, which take every field of a form; the last of several with one name
 * counts.
 */
function dictionaryReader<T>(read: Parser<T>) {
  return (query: Readonly<Record<string, unknown>>, rule?: Rule<T>): ParseResult<T> => {
    const entries = Object.entries(query).map(([name, value]) => [name, [value].flat().at(-1)]);
    return read(Object.fromEntries(entries), rule);
  };
}
