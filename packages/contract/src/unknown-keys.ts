// Forms of the API drop what they do not know; a file that people write is better told of it.
import type { Fault } from "./fault.ts";
import type { TSchema } from "./values.ts";

type Path = readonly (string | number)[];

interface Shape {
  readonly properties?: Readonly<Record<string, TSchema>>;
  readonly items?: TSchema;
  readonly additionalProperties?: TSchema;
  readonly anyOf?: readonly TSchema[];
  readonly formVariants?: Readonly<Record<number, TSchema>>;
  readonly formLazy?: () => TSchema;
}

/** Every key of a value that its schema does not declare. Cycles in the value are not looked for. */
export function unknownKeys(schema: TSchema, value: unknown, path: Path = []): Fault[] {
  const shape = schema as Shape;
  if (typeof value !== "object" || value === null) return [];
  if (shape.formLazy !== undefined) return unknownKeys(shape.formLazy(), value, path);
  if (shape.anyOf?.[0] !== undefined) return unknownKeys(shape.anyOf[0], value, path);
  if (shape.formVariants !== undefined) return inVariant(shape.formVariants, value, path);
  if (shape.items !== undefined) return inList(shape.items, value, path);
  if (shape.properties !== undefined) return inObject(shape.properties, value, path);
  return shape.additionalProperties === undefined
    ? []
    : inDictionary(shape.additionalProperties, value, path);
}

/** An object of no known type is a fault of another kind, which the reader reports. */
function inVariant(variants: Readonly<Record<number, TSchema>>, value: object, path: Path): Fault[] {
  const tag = (value as { type?: unknown }).type;
  const variant = typeof tag === "number" ? variants[tag] : undefined;
  return variant === undefined ? [] : unknownKeys(variant, value, path);
}

function inList(items: TSchema, value: object, path: Path): Fault[] {
  if (!Array.isArray(value)) return [];
  return value.flatMap((each: unknown, i) => unknownKeys(items, each, [...path, i]));
}

function inObject(
  properties: Readonly<Record<string, TSchema>>,
  value: object,
  path: Path,
): Fault[] {
  if (Array.isArray(value)) return [];
  return Object.entries(value).flatMap(([key, each]) => {
    const at = [...path, key];
    const known = Object.hasOwn(properties, key) ? properties[key] : undefined;
    if (known === undefined) return [{ path: at, code: "UNKNOWN_KEY", message: "unknown key" }];
    return unknownKeys(known, each, at);
  });
}

function inDictionary(values: TSchema, value: object, path: Path): Fault[] {
  if (Array.isArray(value)) return [];
  return Object.entries(value).flatMap(([key, each]) => unknownKeys(values, each, [...path, key]));
}
