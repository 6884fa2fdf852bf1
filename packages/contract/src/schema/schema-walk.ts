// One walk through schemas, for whoever wants to know what a value means at each of its places, or what a
// schema declares at all.
import type { TSchema } from "./values.ts";

/** Keys and positions that lead to a place. */
export type SchemaPath = readonly (string | number)[];

/** The keywords by which a schema holds others. */
interface Shape {
  readonly properties?: Readonly<Record<string, TSchema>>;
  readonly required?: readonly string[];
  readonly additionalProperties?: TSchema;
  readonly items?: TSchema;
  readonly anyOf?: readonly TSchema[];
  readonly formVariants?: Readonly<Record<number, TSchema>>;
  readonly formText?: TSchema;
  readonly formFields?: TSchema;
  readonly formLazy?: () => TSchema;
}

type Fields = Readonly<Record<string, unknown>>;

function isFields(value: unknown): value is Fields {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

/**
 * The schema that says what a value is, where a schema leaves a choice: of null, of the kinds of a
 * tagged union, of text or an object. Undefined where the value is none of these.
 */
export function schemaFor(schema: TSchema, value: unknown): TSchema | undefined {
  const { formLazy, anyOf, formVariants, formText, formFields } = schema as Shape;
  if (formLazy !== undefined) return schemaFor(formLazy(), value);
  if (anyOf !== undefined) return chosen(anyOf[0], value);
  if (formFields !== undefined) return chosen(isFields(value) ? formFields : formText, value);
  if (formVariants === undefined) return schema;
  const tag = isFields(value) ? value["type"] : undefined;
  return chosen(typeof tag === "number" ? formVariants[tag] : undefined, value);
}

function chosen(schema: TSchema | undefined, value: unknown): TSchema | undefined {
  return schema === undefined || value === null ? undefined : schemaFor(schema, value);
}

/** What a schema says of the part of a value under a key or at a position. */
export function schemaOfPart(schema: TSchema, step: string | number): TSchema | undefined {
  const { items, properties = {}, additionalProperties } = schema as Shape;
  if (typeof step === "number") return items;
  return Object.hasOwn(properties, step) ? properties[step] : additionalProperties;
}

/** True where an object's schema wants a field. */
export function isRequired(schema: TSchema, field: string): boolean {
  return (schema as Shape).required?.includes(field) === true;
}

/** A value with the schema that says what it is; false keeps the walk out of what is inside. */
type VisitValue = (schema: TSchema, value: unknown, path: SchemaPath) => boolean | void;

/** Visits every part of a value that its schema knows of, from the outside in. */
export function walkValue(
  schema: TSchema,
  value: unknown,
  visit: VisitValue,
  path: SchemaPath = [],
): void {
  const own = schemaFor(schema, value);
  if (own === undefined || value === undefined || visit(own, value, path) === false) return;
  if (Array.isArray(value)) {
    for (const [i, each] of value.entries()) walkPart(own, [i, each], visit, path);
  } else if (isFields(value)) {
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
    const { formLazy, ...shape } = at as Shape;
    if (formLazy !== undefined) {
      if (entered.has(formLazy)) return;
      entered.add(formLazy);
      return enter(formLazy(), path);
    }
    if (visit(at, path) === false) return;
    const choices = [...(shape.anyOf ?? []), ...Object.values(shape.formVariants ?? {})];
    for (const each of [...choices, shape.formText, shape.formFields]) {
      if (each !== undefined) enter(each, path);
    }
    if (shape.items !== undefined) enter(shape.items, [...path, "[]"]);
    if (shape.additionalProperties !== undefined)
      enter(shape.additionalProperties, [...path, "{}"]);
    for (const [name, each] of Object.entries(shape.properties ?? {})) enter(each, [...path, name]);
  }

  enter(schema, []);
}
