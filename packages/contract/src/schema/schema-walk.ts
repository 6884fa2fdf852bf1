// Walks through a schema, and through a value together with its schema, to find out what
// a value means at each of its places, or what a schema declares at all.
import { isPlainObject } from "./plain-object.ts";
import { keywordsOf, matchKind } from "./schema-kinds.ts";
import type { TSchema } from "./values.ts";

/** Keys and positions that lead to a place. */
export type SchemaPath = readonly (string | number)[];

/**
 * The schema that says what a value is, where a schema leaves a choice: of null, of the kinds of a
 * tagged union, of text or an object. Undefined where the value is none of these.
 */
export function schemaFor(schema: TSchema, value: unknown): TSchema | undefined {
  const itself = () => schema;
  return matchKind<TSchema | undefined>(schema, {
    lazy: (build) => schemaFor(build(), value),
    nullable: (inner) => chosen(inner, value),
    textOr: (text, fields) => chosen(isPlainObject(value) ? fields : text, value),
    tagged: (variants) => {
      const tag = isPlainObject(value) ? value["type"] : undefined;
      return chosen(typeof tag === "number" ? variants[tag] : undefined, value);
    },
    list: itself,
    object: itself,
    dictionary: itself,
    plain: itself,
  });
}

function chosen(schema: TSchema | undefined, value: unknown): TSchema | undefined {
  return schema === undefined || value === null ? undefined : schemaFor(schema, value);
}

/** The schema of the part of a value under a key or at a position. */
export function schemaOfPart(schema: TSchema, step: string | number): TSchema | undefined {
  const { items, properties = {}, additionalProperties } = keywordsOf(schema);
  if (typeof step === "number") return items;
  return Object.hasOwn(properties, step) ? properties[step] : additionalProperties;
}

/** True where an object's schema wants a field. */
export function isRequired(schema: TSchema, field: string): boolean {
  return keywordsOf(schema).required?.includes(field) === true;
}

/** A schema with a meaning is visited itself, not the alternative that fits the value. */
function hasMeaning(schema: TSchema): boolean {
  return "formMeaning" in schema;
}

/** Receives a value with its schema; false skips the parts of the value. */
type VisitValue = (schema: TSchema, value: unknown, path: SchemaPath) => boolean | void;

/** Visits every part of a value that its schema knows of, from the outside in. */
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

/** A declared place, `[]` standing for each item and `{}` for each value of a dictionary. */
type VisitSchema = (schema: TSchema, path: readonly string[]) => boolean | void;

/** Visits every schema inside of one; those that contain themselves are entered once. */
export function walkSchema(schema: TSchema, visit: VisitSchema): void {
  const entered = new Set<unknown>();

  function enter(at: TSchema, path: readonly string[]): void {
    const here = (...schemas: readonly TSchema[]) => {
      for (const each of schemas) enter(each, path);
    };
    const isLazy = keywordsOf(at).formLazy !== undefined;
    if (!isLazy && visit(at, path) === false) return;
    matchKind(at, {
      lazy: (build) => {
        if (entered.has(build)) return;
        entered.add(build);
        here(build());
      },
      nullable: (inner) => here(inner),
      tagged: (variants) => here(...Object.values(variants)),
      textOr: here,
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
