// A reader for each kind of value, compiled once from the schema into closures.
import type { ValidationIssue } from "./validation-issue.ts";
import {
  readBits,
  readBool,
  readChoice,
  readNumber,
  readReference,
  readSnowflake,
  readText,
  readWord,
} from "./form-scalars.ts";
import { fail, lengthIssue, lengthOf, quoted, type Place, type Read } from "./form-issues.ts";
import { eachOf, isInOrder } from "./unchanged.ts";
import { isPlainObject } from "./plain-object.ts";
import { unknownKeys } from "./unknown-keys.ts";
import type { IsInvalid, Report, Rule, TSchema } from "./values.ts";
import { keywordsOf, type Keywords } from "./keywords.ts";
import { matchKind, type KindCases } from "./schema-kinds.ts";

/** Builds the reader of a schema; everything inside a strict schema is read strictly. */
export function compile(schema: TSchema, isWithinStrict = false): Read {
  const { formStrict = false, formRules } = keywordsOf(schema);
  const kind = matchKind(schema, isWithinStrict || formStrict ? strictReader : reader);
  const read = formStrict ? withUnknownKeys(schema, kind) : kind;
  return formRules === undefined ? read : withRules(read, formRules);
}

type Compile = (schema: TSchema) => Read;

/** @param compilePart builds the readers of nested schemas */
function readerWith(compilePart: Compile, isStrict: boolean): KindCases<Read> {
  return {
    lazy: (build) => lazily(build, compilePart),
    nullable: (schema) => orNull(compilePart(schema)),
    tagged: (variants) => readTagged(variants, compilePart),
    textOr: (text, fields) => readTextOr(compilePart(text), compilePart(fields)),
    list: (each, keywords) => {
      // A quirk of the reference: where it expects a list of objects and gets an object, it walks
      // that key by key.
      const takesObjects = !isStrict && holdsObjects(each);
      return readList(compilePart(each), keywords, { takesObjects, isOfModels: isModel(each) });
    },
    object: (properties, keywords) => readObject(properties, keywords, compilePart),
    dictionary: (values, keywords) => readDictionary(compilePart(values), keywords),
    plain: readPlain,
  };
}

const reader = readerWith((schema) => compile(schema), false);
const strictReader = readerWith((schema) => compile(schema, true), true);

/** Reports keys that the schema does not declare, at any depth. */
function withUnknownKeys(schema: TSchema, read: Read): Read {
  return (value, place, issues) => {
    // Pushed one by one: a spread of many issues could overflow the stack.
    for (const issue of unknownKeys(schema, value, place)) issues.push(issue);
    return read(value, place, issues);
  };
}

const byType: Readonly<Record<string, (keywords: Keywords) => Read>> = {
  string: (keywords) =>
    keywords.enum === undefined ? readText(keywords) : readWord(keywords.enum),
  integer: (keywords) =>
    keywords.enum === undefined ? readNumber("int", keywords) : readChoice(keywords.enum, keywords),
  number: (keywords) => readNumber("float", keywords),
  boolean: readBool,
};

const readAnything: Read = (value) => value;

function readPlain(keywords: Keywords): Read {
  const { formReference, format, formMax = "0", type = "" } = keywords;
  if (formReference !== undefined) return readReference(formReference);
  if (format === "snowflake") return readSnowflake;
  if (format === "bits") return readBits(BigInt(formMax));
  return byType[type]?.(keywords) ?? readAnything;
}

/** The same reader, which also applies rules to what it read. */
export function withRules(read: Read, rules: readonly Rule<never>[]): Read {
  return (value, place, issues) => {
    const before = issues.length;
    const parsed = read(value, place, issues);
    if (parsed === undefined) return undefined;
    const report: Report = (path, code, message) => {
      issues.push({ path: [...place, ...path], code, message });
    };
    const isInvalid =
      issues.length === before ? isNone : isAmong(issues.slice(before), place.length);
    for (const rule of rules) rule(parsed as never, report, isInvalid);
    return parsed;
  };
}

const isNone: IsInvalid = () => false;

function isAmong(found: readonly ValidationIssue[], depth: number): IsInvalid {
  return (field, inside) =>
    found.some(
      ({ path }) => path[depth] === field && (inside === undefined || path[depth + 1] === inside),
    );
}

function lazily(build: () => TSchema, compilePart: Compile): Read {
  let read: Read | undefined;
  return (value, place, issues) => (read ??= compilePart(build()))(value, place, issues);
}

function orNull(read: Read): Read {
  return (value, place, issues) => (value === null ? null : read(value, place, issues));
}

/** Reads anything that is not an object as text. */
function readTextOr(readWords: Read, readFields: Read): Read {
  return (value, place, issues) =>
    (isPlainObject(value) ? readFields : readWords)(value, place, issues);
}

function holdsObjects(each: TSchema): boolean {
  return isModel(each) || fullKeywords(each).formVariants !== undefined;
}

/** True for what the reference calls a model: an object with declared fields. */
function isModel(each: TSchema): boolean {
  return fullKeywords(each).properties !== undefined;
}

function fullKeywords(each: TSchema): Keywords {
  const keywords = keywordsOf(each);
  return keywords.formDetail === undefined ? keywords : fullKeywords(keywords.formDetail());
}

const noItem = "List item values of ModelType are required";

interface Listed {
  readonly takesObjects: boolean;
  readonly isOfModels: boolean;
}

function readList(readItem: Read, keywords: Keywords, { takesObjects, isOfModels }: Listed): Read {
  return (value, place, issues) => {
    const given = keywords.formCommas === true && typeof value === "string" ? parts(value) : value;
    const items = takesObjects && isPlainObject(given) ? Object.keys(given) : given;
    if (!Array.isArray(items)) {
      const message = "Only iterables may be used in a ListType";
      return fail({ issues, place }, "LIST_TYPE_CONVERT", message);
    }
    const issue = lengthIssue(items.length, keywords.minItems, keywords.maxItems);
    if (issue !== undefined) return fail({ issues, place }, issue.code, issue.message);
    const readAt = (item: unknown, step: number): unknown => {
      place.push(step);
      const found =
        item === null && isOfModels
          ? fail({ issues, place }, "LIST_ITEM_VALUE_REQUIRED", noItem)
          : readItem(item, place, issues);
      place.pop();
      return found;
    };
    const read =
      keywords.formSparse === true
        ? items.flatMap((item, step) => (item === null ? [] : [readAt(item, step)]))
        : eachOf(items, readAt);
    if (keywords.uniqueItems === true) reportRepeats(read, place, issues);
    return read;
  };
}

/** The parts of a text between its commas. */
function parts(value: string): string[] {
  return value
    .split(",")
    .map((each) => each.trim())
    .filter((each) => each !== "");
}

function reportRepeats(items: readonly unknown[], place: Place, issues: ValidationIssue[]): void {
  const seen = new Set<unknown>();
  items.forEach((item, step) => {
    if (item !== undefined && seen.has(item)) {
      const message = `Value "${quoted(item)}" is repeated.`;
      fail({ issues, place: [...place, step] }, "BASE_TYPE_CHOICES", message);
    }
    seen.add(item);
  });
}

const notAModel = "Only dictionaries may be used in a ModelType";

function fieldReaders(
  properties: Readonly<Record<string, TSchema>>,
  keywords: Keywords,
  compilePart: Compile,
) {
  const required = new Set(keywords.required);
  return Object.entries(properties).map(([name, schema]) => ({
    name,
    read: compilePart(schema),
    isRequired: required.has(name),
    isInherited: name in Object.prototype,
    keepsNull: keywordsOf(schema).anyOf !== undefined,
  }));
}

/**
 * Reads an object. The readers of its fields are compiled for the first object, because most kinds
 * never occur in most forms. An object whose fields are in declared order and stay unchanged is not
 * copied.
 */
function readObject(
  properties: Readonly<Record<string, TSchema>>,
  keywords: Keywords,
  compilePart: Compile,
): Read {
  let fields: FieldReaders | undefined;
  return (value, place, issues) => {
    if (!isPlainObject(value)) return fail({ issues, place }, "MODEL_TYPE_CONVERT", notAModel);
    fields ??= fieldReaders(properties, keywords, compilePart);
    return isInOrder(value, fields)
      ? readInOrder(value, { fields, place, issues })
      : readAnyOrder(value, { fields, place, issues });
  };
}

interface Reading {
  readonly fields: FieldReaders;
  readonly place: Place;
  readonly issues: ValidationIssue[];
}

/**
 * Reads only the fields that are given, and copies the object only once a field is changed by its
 * reader.
 */
function readInOrder(value: FormValue, { fields, place, issues }: Reading): unknown {
  let parsed: Record<string, unknown> | undefined;
  let at = 0;
  for (const name in value) {
    while (fields[at]?.name !== name) at += 1;
    const given = value[name];
    place.push(name);
    const read = fields[at]?.read(given, place, issues);
    place.pop();
    if (parsed === undefined && read === given) continue;
    parsed ??= fieldsBefore(value, name);
    if (read !== undefined) parsed[name] = read;
  }
  return parsed ?? value;
}

function readAnyOrder(value: FormValue, { fields, place, issues }: Reading): unknown {
  const parsed: Record<string, unknown> = {};
  for (const field of fields) {
    const given = fieldValue(value, field);
    if (given === undefined) {
      if (field.isRequired) failRequired(field.name, place, issues);
      continue;
    }
    place.push(field.name);
    const read = field.read(given, place, issues);
    place.pop();
    if (read !== undefined) parsed[field.name] = read;
  }
  return parsed;
}

type FieldReaders = ReturnType<typeof fieldReaders>;
type FormValue = Readonly<Record<string, unknown>>;

/** The value of a field: undefined when it is not given, or null and not nullable. */
function fieldValue(
  value: FormValue,
  { name, isInherited, keepsNull }: FieldReaders[number],
): unknown {
  const given = !isInherited || Object.hasOwn(value, name) ? value[name] : undefined;
  return given === null && !keepsNull ? undefined : given;
}

function failRequired(field: string, place: Place, issues: ValidationIssue[]): void {
  const at = [...place, field];
  fail({ issues, place: at }, "BASE_TYPE_REQUIRED", "This field is required");
}

/** The fields of an object that come before the named one. */
function fieldsBefore(value: FormValue, end: string): Record<string, unknown> {
  const before: Record<string, unknown> = {};
  for (const name in value) {
    if (name === end) break;
    before[name] = value[name];
  }
  return before;
}

function readDictionary(readValue: Read, keywords: Keywords): Read {
  const readEntry = entryReader(readValue, keywords);
  return (value, place, issues) => {
    if (!isPlainObject(value)) {
      const message = "Only dictionaries may be used in a DictType";
      return fail({ issues, place }, "DICT_TYPE_CONVERT", message);
    }
    // The keys are counted first: for a hundred thousand of them that is much faster than
    // `entries`.
    const { length } = Object.keys(value);
    const count = lengthIssue(length, keywords.minProperties, keywords.maxProperties);
    if (count !== undefined) return fail({ issues, place }, count.code, count.message);
    const entries = Object.entries(value);
    const parsed: Record<string, unknown> = {};
    for (const entry of entries) {
      const read = readEntry(entry, place, issues);
      if (read !== undefined) defineEntry(parsed, entry[0], read);
    }
    const tooLong = lengthIssue(totalLength(entries), undefined, keywords.formMaxTotal);
    if (tooLong !== undefined) return fail({ issues, place }, tooLong.code, tooLong.message);
    return parsed;
  };
}

/** Sets an entry under any key, including `__proto__`. */
function defineEntry(entries: Record<string, unknown>, key: string, value: unknown): void {
  if (key !== "__proto__") entries[key] = value;
  else
    Object.defineProperty(entries, key, {
      value,
      enumerable: true,
      writable: true,
      configurable: true,
    });
}

function entryReader(readValue: Read, keywords: Keywords) {
  const keys =
    keywords.propertyNames === undefined ? undefined : new Set(keywords.propertyNames.enum);
  return ([key, value]: [string, unknown], place: Place, issues: ValidationIssue[]): unknown => {
    if (keys !== undefined && !keys.has(key)) {
      return fail(
        { issues, place },
        "ENUM_TYPE_COERCE",
        `Value "${quoted(key)}" is not a valid enum value.`,
      );
    }
    place.push(key);
    const tooLong = lengthIssue(lengthOf(key), undefined, keywords.formMaxKeyLength);
    if (tooLong !== undefined) fail({ issues, place }, tooLong.code, tooLong.message);
    const read = readValue(value, place, issues);
    place.pop();
    return read;
  };
}

/** The total length of all keys and values, including those that are too long by themselves. */
function totalLength(entries: readonly (readonly [string, unknown])[]): number {
  let total = 0;
  for (const [key, value] of entries) {
    total += lengthOf(key) + (typeof value === "string" ? lengthOf(value) : 0);
  }
  return total;
}

function readTagged(variants: Readonly<Record<number, TSchema>>, compilePart: Compile): Read {
  const readers = new Map(
    Object.entries(variants).map(([tag, schema]) => [Number(tag), compilePart(schema)]),
  );
  const known = [...readers.keys()].toSorted((a, b) => a - b);
  // The reference prints its set of tags as a Python tuple: a single one keeps its comma.
  const tags = known.length === 1 ? `${known.join()},` : known.join(", ");
  return (value, place, issues) => {
    if (!isPlainObject(value)) return fail({ issues, place }, "MODEL_TYPE_CONVERT", notAModel);
    const tag = value["type"];
    if (tag === undefined || tag === null) {
      const message = 'Field "type" is required to determine the model type.';
      return fail({ issues, place }, "TAG_FIELD_MISSING", message);
    }
    if (typeof tag !== "number" || !Number.isInteger(tag)) {
      const at = [...place, "type"];
      return fail(
        { issues, place: at },
        "NUMBER_TYPE_COERCE",
        `Value "${quoted(tag)}" is not int.`,
      );
    }
    const read = readers.get(tag);
    if (read === undefined) {
      const message = `Value of field "type" must be one of (${tags}).`;
      return fail({ issues, place }, "UNION_TYPE_CHOICES", message);
    }
    return read(value, place, issues);
  };
}
