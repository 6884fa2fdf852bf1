// The one place that knows how schemas are built. Whatever is derived from them (readers,
// projections, documents, drawn forms) provides a case for each kind, and this file determines the
// kind of a schema.
import type { Rule, TSchema } from "./values.ts";

/** The keywords of a schema: those of JSON Schema, and ours, which begin with `form`. */
export interface Keywords {
  readonly type?: string;
  readonly format?: string;
  readonly enum?: readonly (string | number)[];
  readonly pattern?: string;
  readonly minLength?: number;
  readonly maxLength?: number;
  readonly minimum?: number;
  readonly maximum?: number;
  readonly minItems?: number;
  readonly maxItems?: number;
  readonly uniqueItems?: boolean;
  readonly minProperties?: number;
  readonly maxProperties?: number;
  readonly items?: TSchema;
  readonly properties?: Readonly<Record<string, TSchema>>;
  readonly required?: readonly string[];
  readonly additionalProperties?: TSchema;
  readonly propertyNames?: { readonly enum: readonly string[] };
  readonly anyOf?: readonly TSchema[];
  readonly formWidth?: string;
  readonly formMax?: string;
  readonly formMadeOf?: string;
  readonly formMaxKeyLength?: number;
  readonly formMaxTotal?: number;
  readonly formVariants?: Readonly<Record<number, TSchema>>;
  readonly formReference?: number;
  readonly formText?: TSchema;
  readonly formFields?: TSchema;
  readonly formLazy?: () => TSchema;
  readonly formDetail?: () => TSchema;
  readonly formRules?: readonly Rule<unknown>[];
  readonly formStrict?: boolean;
  readonly formCommas?: boolean;
  /** Other values that a form may use for true and for false. */
  readonly formBools?: readonly (string | number)[];
  readonly formSparse?: boolean;
  readonly formTrimmed?: boolean;
  readonly formNumbers?: boolean;
  readonly formZero?: boolean;
  readonly formDigits?: boolean;
}

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

/** The keywords of a schema, typed. */
export function keywordsOf(schema: TSchema): Keywords {
  return schema;
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
