// Forms of the API drop what they do not know; a file that people write is better told of it.
import type { ValidationIssue } from "./validation-issue.ts";
import type { TSchema } from "./values.ts";

type Path = readonly (string | number)[];

interface Shape {
  readonly properties?: Readonly<Record<string, TSchema>>;
  readonly items?: TSchema;
  readonly additionalProperties?: TSchema;
  readonly anyOf?: readonly TSchema[];
  readonly formFields?: TSchema;
  readonly formVariants?: Readonly<Record<number, TSchema>>;
  readonly formLazy?: () => TSchema;
}

/** Every key of a value that its schema does not declare. Cycles in the value are not looked for. */
export function unknownKeys(schema: TSchema, value: unknown, path: Path = []): ValidationIssue[] {
  if (typeof value !== "object" || value === null) return [];
  const { formLazy, anyOf, formVariants, formFields, ...plain } = schema as Shape;
  const chosen = formLazy?.() ?? anyOf?.[0] ?? formFields;
  if (chosen !== undefined) return unknownKeys(chosen, value, path);
  if (formVariants !== undefined) return inVariant(formVariants, value, path);
  return Array.isArray(value) ? inList(plain, value, path) : inObject(plain, value, path);
}

/** An object of no known type is a fault of another kind, which the reader reports. */
function inVariant(
  variants: Readonly<Record<number, TSchema>>,
  value: object,
  path: Path,
): ValidationIssue[] {
  const tag = (value as { type?: unknown }).type;
  const variant = typeof tag === "number" ? variants[tag] : undefined;
  return variant === undefined ? [] : unknownKeys(variant, value, path);
}

function inList({ items }: Shape, value: readonly unknown[], path: Path): ValidationIssue[] {
  if (items === undefined) return [];
  return value.flatMap((each, i) => unknownKeys(items, each, [...path, i]));
}

function inObject(shape: Shape, value: object, path: Path): ValidationIssue[] {
  return Object.entries(value).flatMap(([key, each]) => {
    const at = [...path, key];
    const known = schemaOf(shape, key);
    if (known !== undefined) return unknownKeys(known, each, at);
    const isFree = shape.properties === undefined;
    return isFree ? [] : [{ path: at, code: "UNKNOWN_KEY", message: "unknown key" }];
  });
}

function schemaOf({ properties = {}, additionalProperties }: Shape, key: string) {
  return Object.hasOwn(properties, key) ? properties[key] : additionalProperties;
}
