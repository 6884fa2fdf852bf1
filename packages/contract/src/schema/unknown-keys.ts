// Reports unknown keys in files that people write; in API bodies such keys are dropped.
import type { ValidationIssue } from "./validation-issue.ts";
import type { TSchema } from "./values.ts";
import { matchKind, type KindCases } from "./schema-kinds.ts";

type Path = readonly (string | number)[];
type Find = (value: object, path: Path) => ValidationIssue[];

/**
 * A fault for every key of a value that its schema does not declare. The value must not contain
 * cycles.
 */
export function unknownKeys(schema: TSchema, value: unknown, path: Path = []): ValidationIssue[] {
  return typeof value === "object" && value !== null ? matchKind(schema, finder)(value, path) : [];
}

const inside =
  (schema: TSchema): Find =>
  (value, path) =>
    unknownKeys(schema, value, path);

const finder: KindCases<Find> = {
  lazy: (build) => inside(build()),
  nullable: inside,
  textOr: (_text, fields) => inside(fields),
  // An object of an unknown type is a different fault, which the reader reports.
  tagged: (variants) => (value, path) => {
    const tag = (value as { type?: unknown }).type;
    const variant = typeof tag === "number" ? variants[tag] : undefined;
    return variant === undefined ? [] : unknownKeys(variant, value, path);
  },
  list: (items) => (value, path) =>
    Array.isArray(value) ? value.flatMap((each, i) => unknownKeys(items, each, [...path, i])) : [],
  object: (fields) => (value, path) =>
    eachKey(value, path, (key, each, at) => {
      const known = Object.hasOwn(fields, key) ? fields[key] : undefined;
      if (known !== undefined) return unknownKeys(known, each, at);
      return [{ path: at, code: "UNKNOWN_KEY", message: "unknown key" }];
    }),
  dictionary: (values) => (value, path) =>
    eachKey(value, path, (_key, each, at) => unknownKeys(values, each, at)),
  plain: () => () => [],
};

function eachKey(
  value: object,
  path: Path,
  issuesOf: (key: string, value: unknown, at: Path) => ValidationIssue[],
): ValidationIssue[] {
  if (Array.isArray(value)) return [];
  return Object.entries(value).flatMap(([key, each]) => issuesOf(key, each, [...path, key]));
}
