// The kinds of value that forms and answers consist of: TypeBox schemas, so that types, checks and
// the OpenAPI document follow from one declaration. What JSON Schema cannot express (an unsigned
// 64-bit id, a tagged union, the reference's own rules) is in keywords that begin with `form`.
import type { Static, TObject, TOptional, TProperties, TSchema, TUnsafe } from "typebox";
import { keywordsOf, withKeyword } from "./keywords.ts";
import type { Rule } from "./rule.ts";
import { objectNode, optionalNode, unsafe } from "./schema-nodes.ts";

export type { Static, TObject, TSchema } from "typebox";
export type { IsInvalid, Report, Rule } from "./rule.ts";

/** Those of the given fields that a form contains, even with an invalid value. */
export function namedFields(
  form: object,
  fields: readonly string[],
  isInvalid: (field: string) => boolean,
): readonly string[] {
  const given: Readonly<Record<string, unknown>> = { ...form };
  return fields.filter((field) => given[field] !== undefined || isInvalid(field));
}

/** The largest id that the wire format allows. Source: commands-and-interactions 1. */
export const SNOWFLAKE_MAX = 9_223_372_036_854_775_807n;

/** A snowflake: accepted as a string or an integer, always sent as a string. */
export const Snowflake = unsafe<string>({
  type: "string",
  format: "snowflake",
  pattern: "^(0|[1-9][0-9]*)$",
  maxLength: 19,
});

/** A set of permission bits: accepted as an integer or a decimal string, sent as a decimal string. */
export function bits(max = 18_014_398_509_481_983n) {
  return unsafe<string>({
    type: "string",
    format: "bits",
    pattern: "^[0-9]+$",
    formMax: max.toString(),
  });
}

/** A timestamp as the wire writes it: `2021-01-23T02:33:17.017000+00:00`. */
export const Timestamp = unsafe<string>({ type: "string", format: "date-time" });

interface TextBounds {
  readonly min?: number;
  readonly max?: number;
  readonly pattern?: string;
  /** What a matching text consists of, in words: `letters and digits`. */
  readonly madeOf?: string;
}

/** Text with bounds in Unicode code points. */
export function text(bounds: TextBounds = {}) {
  return unsafe<string>({
    type: "string",
    ...(bounds.min === undefined ? {} : { minLength: bounds.min }),
    ...(bounds.max === undefined ? {} : { maxLength: bounds.max }),
    ...(bounds.pattern === undefined ? {} : { pattern: bounds.pattern }),
    ...(bounds.madeOf === undefined ? {} : { formMadeOf: bounds.madeOf }),
  });
}

/** Text that is trimmed when a form is read; its bounds apply after that. */
export function trimmed(bounds: { min?: number; max?: number } = {}) {
  return withKeyword(text(bounds), "formTrimmed", true);
}

/** The same text, which a form may also give as a number. */
export function orNumber<S extends TSchema>(schema: S): S {
  return withKeyword(schema, "formNumbers", true);
}

/** The same text, which a form may also give as a number; 0 means none. */
export function orZero<S extends TSchema>(schema: S): S {
  return withKeyword(orNumber(schema), "formZero", true);
}

/** A whole number; `width` is the name that the reference's messages give to its type. */
export function integer(bounds: { min?: number; max?: number; width?: "int32" | "int53" } = {}) {
  const width = bounds.width ?? "int32";
  const edge = width === "int32" ? 2_147_483_647 : Number.MAX_SAFE_INTEGER;
  return unsafe<number>({
    type: "integer",
    minimum: bounds.min ?? -edge,
    maximum: bounds.max ?? edge,
    formWidth: width,
  });
}

/** The same number, which a form may also give as a text of digits. */
export function orDigits<S extends TSchema>(schema: S): S {
  return withKeyword(schema, "formDigits", true);
}

/** A finite double. */
export function double(bounds: { min?: number; max?: number } = {}) {
  return unsafe<number>({
    type: "number",
    ...(bounds.min === undefined ? {} : { minimum: bounds.min }),
    ...(bounds.max === undefined ? {} : { maximum: bounds.max }),
    formWidth: "float",
  });
}

/** A boolean. */
export const Bool = unsafe<boolean>({ type: "boolean" });

/** A boolean, which a form may also give as the text `true` or `false`. */
export const BoolOrText = boolOr("true", "false");

/** A boolean, which a form may also give as 1 or 0. */
export const BoolOrNumber = boolOr(1, 0);

function boolOr(yes: string | number, no: string | number) {
  return withKeyword(unsafe<boolean>({ type: "boolean" }), "formBools", [yes, no]);
}

/** One number of a closed set. */
export function choice<const N extends readonly number[]>(values: N) {
  return unsafe<N[number]>({ type: "integer", enum: values });
}

/** One word of a closed set. */
export function word<const W extends readonly string[]>(values: W) {
  return unsafe<W[number]>({ type: "string", enum: values });
}

/** A list with bounds on its length. In a `sparse` one, null items are dropped. */
export function list<S extends TSchema>(
  items: S,
  bounds: { min?: number; max?: number; unique?: boolean; sparse?: boolean } = {},
) {
  return unsafe<Static<S>[]>({
    type: "array",
    items,
    ...(bounds.min === undefined ? {} : { minItems: bounds.min }),
    ...(bounds.max === undefined ? {} : { maxItems: bounds.max }),
    ...(bounds.unique === true ? { uniqueItems: true } : {}),
    ...(bounds.sparse === true ? { formSparse: true } : {}),
  });
}

/** A list of ids, which a form may also give as one text with commas. */
export function idList(bounds: { max: number; unique?: boolean }) {
  return withCommas(list(Snowflake, bounds));
}

/** The same list, which a form may also give as one text with commas. */
export function withCommas<S extends TSchema>(schema: S): S {
  return withKeyword(schema, "formCommas", true);
}

/** A reply that is text of some media type instead of JSON: `textOf("text/csv")`. */
export function textOf(mediaType: string) {
  return unsafe<string>({ type: "string", contentMediaType: mediaType });
}

/** A reply of bytes: `bytesOf("image/png")`. */
export function bytesOf(mediaType: string) {
  return unsafe<Uint8Array>({
    type: "string",
    contentMediaType: mediaType,
    contentEncoding: "binary",
  });
}

/** True for a reply of bytes. */
export function isBytes(schema: TSchema): boolean {
  return keywordsOf(schema).contentEncoding === "binary";
}

/** A document as people wrote it, with its media type. */
export interface DocumentText {
  readonly mediaType: string;
  readonly text: string;
}

/** A large document in a reply, encoded as UTF-8. */
export interface DocumentBytes {
  readonly mediaType: string;
  readonly bytes: Uint8Array;
}

/**
 * An object that is received and sent as a whole document, of one of these media types. A handler
 * gets the text of a body, so that it can locate faults in it, and may answer with text or bytes.
 */
export function documentOf<S extends TSchema, T = Static<S> | DocumentText | DocumentBytes>(
  schema: S,
  mediaTypes: readonly string[],
) {
  return withKeyword(schema, "formMediaTypes", mediaTypes) as unknown as TUnsafe<T>;
}

/** The media types that a schema names, if any. */
export function mediaTypesOf(schema: TSchema): readonly string[] | undefined {
  return keywordsOf(schema).formMediaTypes;
}

/** An object with declared fields; unknown ones are ignored in requests and never sent. */
export function object<P extends TProperties>(properties: P): TObject<P> {
  return objectNode(properties);
}

/** A field that may be left out. Null counts as left out unless the field is `nullable` too. */
export function optional<S extends TSchema>(schema: S) {
  return optionalNode(schema);
}

/** The same fields, each of which may be left out. */
export function optionalFields<P extends TProperties>(properties: P) {
  const fields = Object.entries(properties).map(([name, field]) => [name, optional(field)]);
  return Object.fromEntries(fields) as { [N in keyof P]: TOptional<P[N]> };
}

/** A value that may be null. */
export function nullable<S extends TSchema>(schema: S) {
  return unsafe<Static<S> | null>({ anyOf: [schema, { type: "null" }] });
}

/**
 * A dictionary with text keys, bounded in the number of keys and in the total length of keys and
 * values.
 */
export function dictionary<S extends TSchema>(
  values: S,
  bounds: {
    minKeys?: number;
    maxKeys?: number;
    maxKeyLength?: number;
    maxTotal?: number;
    keys?: readonly string[];
  } = {},
) {
  return unsafe<Record<string, Static<S>>>({
    type: "object",
    additionalProperties: values,
    ...(bounds.minKeys === undefined ? {} : { minProperties: bounds.minKeys }),
    ...(bounds.maxKeys === undefined ? {} : { maxProperties: bounds.maxKeys }),
    ...(bounds.maxKeyLength === undefined ? {} : { formMaxKeyLength: bounds.maxKeyLength }),
    ...(bounds.maxTotal === undefined ? {} : { formMaxTotal: bounds.maxTotal }),
    ...(bounds.keys === undefined ? {} : { propertyNames: word(bounds.keys) }),
  });
}

/** One of several objects, distinguished by a numeric `type`. */
export function tagged<M extends Readonly<Record<number, TSchema>>>(variants: M) {
  return unsafe<Static<M[keyof M & number]>>({
    oneOf: Object.values(variants),
    formVariants: variants,
  });
}

/** A text or an object. */
export function textOr<S extends TSchema>(words: TSchema, fields: S) {
  return unsafe<string | Static<S>>({
    oneOf: [words, fields],
    formText: words,
    formFields: fields,
  });
}

/** A schema built when it is first used, for shapes that contain themselves. */
export function lazy<T>(build: () => TSchema) {
  return unsafe<T>({ formLazy: build });
}

/** Any value, kept unchanged. */
export function anything<T = unknown>() {
  return unsafe<T>({});
}

/** The same schema with a rule of the reference attached. */
export function refine<S extends TSchema>(schema: S, rule: Rule<Static<S>>): S {
  const rules = keywordsOf(schema).formRules ?? [];
  return withKeyword(schema, "formRules", [...rules, rule as Rule<unknown>]);
}

/**
 * The same schema, with the more detailed one that its values are checked against later, once more
 * of the form is known. It is used to describe or compare forms; the reader ignores it.
 */
export function inDetail<S extends TSchema>(schema: S, build: () => TSchema): S {
  return withKeyword(schema, "formDetail", build);
}

/** The same schema for input that people write: unknown keys are faults, at any depth. */
export function strict<S extends TSchema>(schema: S): S {
  return withKeyword(schema, "formStrict", true);
}

/**
 * The same schema, marked as a token, secret or code, which is left out of everything written for
 * people.
 */
export function secret<S extends TSchema>(schema: S): S {
  return withKeyword(schema, "formSecret", true);
}

/** The same schema with a sentence that describes it in generated documents. */
export function described<S extends TSchema>(description: string, schema: S): S {
  const copy = withKeyword(schema, "description", description);
  Object.defineProperty(copy, "description", { enumerable: true });
  return copy;
}
