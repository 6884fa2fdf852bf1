// Walks through a schema, alone or together with a value, to find what the schema declares for each
// place.
import { isPlainObject } from "./plain-object.ts";
import { keywordsOf } from "./keywords.ts";
import { matchKind } from "./schema-kinds.ts";
import type { TSchema } from "./values.ts";

/** The keys and indexes that lead to a place. */
export type SchemaPath = readonly (string | number)[];

/**
 * Resolves a choice (null, the variants of a tagged union, text or object) to the schema that fits
 * the value. Undefined if none fits.
 */
export function schemaFor(schema: TSchema, value: unknown): TSchema | undefined {
  const itself = () => schema;
  return matchKind<TSchema | undefined>(schema, {
    lazy: (build) => schemaFor(build(), value),
    nullable: (inner) => schemaForValue(inner, value),
    textOr: (text, fields) => schemaForValue(isPlainObject(value) ? fields : text, value),
    tagged: (variants) => {
      const tag = isPlainObject(value) ? value["type"] : undefined;
      return schemaForValue(typeof tag === "number" ? variants[tag] : undefined, value);
    },
    list: itself,
    object: itself,
    dictionary: itself,
    plain: itself,
  });
}

function schemaForValue(schema: TSchema | undefined, value: unknown): TSchema | undefined {
  return schema === undefined || value === null ? undefined : schemaFor(schema, value);
}

/** The schema of the part of a value at a key or index. */
export function schemaOfPart(schema: TSchema, step: string | number): TSchema | undefined {
  const { items, properties = {}, additionalProperties } = keywordsOf(schema);
  if (typeof step === "number") return items;
  return Object.hasOwn(properties, step) ? properties[step] : additionalProperties;
}

/** True if an object's schema requires a field. */
export function isRequired(schema: TSchema, field: string): boolean {
  return keywordsOf(schema).required?.includes(field) === true;
}

/**
 * True for a schema with a meaning: it is visited itself instead of the alternative that fits the
 * value.
 */
function hasMeaning(schema: TSchema): boolean {
  return keywordsOf(schema).formMeaning !== undefined;
}

/** Called with each value and its schema; returning false skips the value's parts. */
type VisitValue = (schema: TSchema, value: unknown, path: SchemaPath) => boolean | void;

/** Visits every part of a value that its schema declares, outermost first. */
export function walkValue(
  schema: TSchema,
  value: unknown,
  visit: VisitValue,
  path: SchemaPath = [],
): void {
  const own = hasMeaning(schema) ? schema : schemaFor(schema, value);
  if (own === undefined || value === undefined || visit(own, value, path) === false) return;
  if (Array.isArray(value)) {
    for (const [i, each] of value.entries()) walkPart(own, [i, each], visit, path);
  } else if (isPlainObject(value)) {
    for (const entry of Object.entries(value)) walkPart(own, entry, visit, path);
  }
}

function walkPart(
  schema: TSchema,
  [step, value]: readonly [string | number, unknown],
  visit: VisitValue,
  path: SchemaPath,
): void {
  const part = schemaOfPart(schema, step);
  if (part !== undefined) walkValue(part, value, visit, [...path, step]);
}

/**
 * Called with each schema and its path, in which `[]` means every item and `{}` every value of a
 * dictionary.
 */
type VisitSchema = (schema: TSchema, path: readonly string[]) => boolean | void;

/** Visits every nested schema; a schema that contains itself is entered once. */
export function walkSchema(schema: TSchema, visit: VisitSchema): void {
  const entered = new Set<unknown>();

  function enter(at: TSchema, path: readonly string[]): void {
    const enterAll = (...schemas: readonly TSchema[]) => {
      for (const each of schemas) enter(each, path);
    };
    const isLazy = keywordsOf(at).formLazy !== undefined;
    if (!isLazy && visit(at, path) === false) return;
    matchKind(at, {
      lazy: (build) => {
        if (entered.has(build)) return;
        entered.add(build);
        enterAll(build());
      },
      nullable: (inner) => enterAll(inner),
      tagged: (variants) => enterAll(...Object.values(variants)),
      textOr: enterAll,
      list: (items) => enter(items, [...path, "[]"]),
      dictionary: (values) => enter(values, [...path, "{}"]),
      object: (fields) => {
        for (const [name, each] of Object.entries(fields)) enter(each, [...path, name]);
      },
      plain: () => undefined,
    });
  }

  enter(schema, []);
}
