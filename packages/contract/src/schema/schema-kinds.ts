// The one place that knows how schemas are built. Whatever is derived from them (readers,
// projections, documents, drawn forms) provides a case for each kind, and this file determines the
// kind of a schema.
import { keywordsOf, type Keywords } from "./keywords.ts";
import type { TSchema } from "./values.ts";

/** What to derive from a schema of each kind. To descend, match the nested schemas. */
export interface KindCases<T> {
  /** A schema that is built when it is first used, because it may contain itself. */
  readonly lazy: (build: () => TSchema) => T;
  readonly nullable: (schema: TSchema) => T;
  /** One of several objects, distinguished by their `type`. */
  readonly tagged: (variants: Readonly<Record<number, TSchema>>) => T;
  /** A text or an object. */
  readonly textOr: (text: TSchema, fields: TSchema) => T;
  readonly list: (items: TSchema, keywords: Keywords) => T;
  readonly object: (fields: Readonly<Record<string, TSchema>>, keywords: Keywords) => T;
  /** Values of one kind under arbitrary keys. */
  readonly dictionary: (values: TSchema, keywords: Keywords) => T;
  /** A text, a number, a boolean, or any value. */
  readonly plain: (keywords: Keywords) => T;
}

/** Calls the case of the schema's kind and returns its result. */
export function matchKind<T>(schema: TSchema, cases: KindCases<T>): T {
  const keywords = keywordsOf(schema);
  const { formLazy, anyOf, formVariants, formText, formFields, properties } = keywords;
  if (formLazy !== undefined) return cases.lazy(formLazy);
  if (anyOf !== undefined) return cases.nullable(anyOf[0] ?? {});
  if (formVariants !== undefined) return cases.tagged(formVariants);
  if (formFields !== undefined) return cases.textOr(formText ?? {}, formFields);
  if (keywords.type === "array") return cases.list(keywords.items ?? {}, keywords);
  if (keywords.type !== "object") return cases.plain(keywords);
  if (properties !== undefined) return cases.object(properties, keywords);
  return cases.dictionary(keywords.additionalProperties ?? {}, keywords);
}

/** True for a list, even if null may stand in its place. */
export function isList(schema: TSchema): boolean {
  const { type, anyOf } = keywordsOf(schema);
  return anyOf === undefined ? type === "array" : isList(anyOf[0] ?? {});
}
