// The keywords that schemas are made of, and how they are read and added.
import type { TSchema } from "typebox";
import type { IdMeaning } from "./id-meaning.ts";
import type { Rule } from "./rule.ts";

/** The keywords of a schema: those of JSON Schema, and ours, which begin with `form`. */
export interface Keywords {
  readonly type?: string;
  readonly description?: string;
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
  readonly contentMediaType?: string;
  readonly contentEncoding?: string;
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
  readonly formSecret?: boolean;
  readonly formMeaning?: IdMeaning;
  readonly formMediaTypes?: readonly string[];
  readonly formCommas?: boolean;
  /** Other values that a form may use for true and for false. */
  readonly formBools?: readonly (string | number)[];
  readonly formSparse?: boolean;
  readonly formTrimmed?: boolean;
  readonly formNumbers?: boolean;
  readonly formZero?: boolean;
  readonly formDigits?: boolean;
}

/** The keywords of a schema, typed. */
export function keywordsOf(schema: TSchema): Keywords {
  return schema;
}

/**
 * The same schema with one of our keywords, which is non-enumerable and so neither listed nor
 * serialized.
 */
export function withKeyword<S extends TSchema, K extends keyof Keywords>(
  schema: S,
  name: K,
  value: Keywords[K],
): S {
  // Optional fields are marked by non-enumerable properties, so the copy takes property
  // descriptors.
  const copy = Object.create(
    Object.getPrototypeOf(schema) as object,
    Object.getOwnPropertyDescriptors(schema),
  ) as S;
  // Configurable, so that a later call can replace it.
  Object.defineProperty(copy, name, { value, configurable: true });
  return copy;
}
