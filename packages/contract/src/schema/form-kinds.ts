// One reader for each kind of value, compiled once from the schema into closures.
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
import {
  fail,
  lengthIssue,
  lengthOf,
  pathOf,
  quoted,
  type Place,
  type Read,
  type Shape,
} from "./form-shape.ts";
import { unknownKeys } from "./unknown-keys.ts";
import type { Rule, TSchema } from "./values.ts";

/** Builds the reader of a schema. */
export function compile(schema: TSchema): Read {
  const shape = schema as Shape;
  const kind = compileKind(shape);
  const read = shape.formStrict === true ? strictly(schema, kind) : kind;
  return shape.formRules === undefined ? read : withRules(read, shape.formRules);
}

/** Reports what the schema does not know, at any depth. */
function strictly(schema: TSchema, read: Read): Read {
  return (value, place, issues) => {
    issues.push(...unknownKeys(schema, value, pathOf(place)));
    return read(value, place, issues);
  };
}

const byType: Readonly<Record<string, (shape: Shape) => Read>> = {
  string: (shape) => (shape.enum === undefined ? readText(shape) : readWord(shape.enum)),
  integer: (shape) => (shape.enum === undefined ? readNumber(shape, true) : readChoice(shape.enum)),
  number: (shape) => readNumber(shape, false),
  boolean: () => readBool,
  array: readList,
  object: (shape) => (shape.properties === undefined ? readDictionary(shape) : readObject(shape)),
};

const readAnything: Read = (value) => value;

function compileKind(shape: Shape): Read {
  if (shape.formLazy !== undefined) return lazily(shape.formLazy);
  if (shape.anyOf !== undefined) return orNull(shape.anyOf);
  if (shape.formVariants !== undefined) return readTagged(shape.formVariants);
  if (shape.formFields !== undefined) return readTextOr(shape);
  if (shape.formReference !== undefined) return readReference(shape.formReference);
  if (shape.format === "snowflake") return readSnowflake;
  if (shape.format === "bits") return readBits(BigInt(shape.formMax ?? "0"));
  return byType[shape.type ?? ""]?.(shape) ?? readAnything;
}

function withRules(read: Read, rules: readonly Rule<unknown>[]): Read {
  return (value, place, issues) => {
    const before = issues.length;
    const parsed = read(value, place, issues);
    if (parsed === undefined) return undefined;
    const found = issues.length === before ? [] : issues.slice(before);
    const isInvalid = (field: string) =>
      found.some(({ path }) => path[pathOf(place).length] === field);
    for (const rule of rules) {
      rule(
        parsed,
        (path, code, message) => {
          issues.push({ path: [...pathOf(place), ...path], code, message });
        },
        isInvalid,
      );
    }
    return parsed;
  };
}

function lazily(build: () => TSchema): Read {
  let read: Read | undefined;
  return (value, place, issues) => (read ??= compile(build()))(value, place, issues);
}

function orNull(options: readonly TSchema[]): Read {
  const [first] = options;
  const read = first === undefined ? undefined : compile(first);
  return (value, place, issues) => (value === null ? null : read?.(value, place, issues));
}

function isPlainObject(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

/** Whatever is no object is read as text. */
function readTextOr({ formText, formFields }: Shape): Read {
  const [readWords, readFields] = [compile(formText ?? {}), compile(formFields ?? {})];
  return (value, place, issues) =>
    (isPlainObject(value) ? readFields : readWords)(value, place, issues);
}

function readList(shape: Shape): Read {
  const readItem = compile(shape.items as TSchema);
  const { properties, formVariants } = shape.items as Shape;
  const holdsObjects = properties !== undefined || formVariants !== undefined;
  return (value, place, issues) => {
    // A quirk of the reference: an object where a list of objects is wanted is walked key by key.
    const given = shape.formCommas === true && typeof value === "string" ? parts(value) : value;
    const items = holdsObjects && isPlainObject(given) ? Object.keys(given) : given;
    if (!Array.isArray(items)) {
      const message = "Only iterables may be used in a ListType";
      return fail({ issues, place }, "LIST_TYPE_CONVERT", message);
    }
    const issue = lengthIssue(items.length, shape.minItems, shape.maxItems);
    if (issue !== undefined) return fail({ issues, place }, issue.code, issue.message);
    const read = items.flatMap((item, step) =>
      item === null && shape.formSparse === true
        ? []
        : [readItem(item, { above: place, step }, issues)],
    );
    if (shape.uniqueItems === true) reportRepeats(read, place, issues);
    return read;
  };
}

/** What stands between the commas of a text. */
function parts(value: string): string[] {
  return value
    .split(",")
    .map((each) => each.trim())
    .filter((each) => each !== "");
}

function reportRepeats(
  items: readonly unknown[],
  place: Place | undefined,
  issues: ValidationIssue[],
): void {
  const seen = new Set<unknown>();
  items.forEach((item, step) => {
    if (item !== undefined && seen.has(item)) {
      const message = `Value "${quoted(item)}" is repeated.`;
      fail({ issues, place: { above: place, step } }, "BASE_TYPE_CHOICES", message);
    }
    seen.add(item);
  });
}

const notAModel = "Only dictionaries may be used in a ModelType";

function readObject(shape: Shape): Read {
  const required = new Set(shape.required);
  const fields = Object.entries(shape.properties ?? {}).map(([name, schema]) => ({
    name,
    read: compile(schema),
    isRequired: required.has(name),
    isInherited: name in Object.prototype,
    keepsNull: (schema as Shape).anyOf !== undefined,
  }));
  return (value, place, issues) => {
    if (!isPlainObject(value)) return fail({ issues, place }, "MODEL_TYPE_CONVERT", notAModel);
    const parsed: Record<string, unknown> = {};
    for (const field of fields) {
      const isGiven = !field.isInherited || Object.hasOwn(value, field.name);
      const given = isGiven ? value[field.name] : undefined;
      if (given === undefined || (given === null && !field.keepsNull)) {
        if (field.isRequired) {
          const at = { above: place, step: field.name };
          fail({ issues, place: at }, "BASE_TYPE_REQUIRED", "This field is required");
        }
        continue;
      }
      const read = field.read(given, { above: place, step: field.name }, issues);
      if (read !== undefined) parsed[field.name] = read;
    }
    return parsed;
  };
}

function readDictionary(shape: Shape): Read {
  const readEntry = entryReader(shape);
  return (value, place, issues) => {
    if (!isPlainObject(value)) {
      const message = "Only dictionaries may be used in a DictType";
      return fail({ issues, place }, "DICT_TYPE_CONVERT", message);
    }
    const entries = Object.entries(value);
    const tooMany = lengthIssue(entries.length, undefined, shape.maxProperties);
    if (tooMany !== undefined) return fail({ issues, place }, tooMany.code, tooMany.message);
    const parsed: Record<string, unknown> = {};
    for (const entry of entries) {
      const read = readEntry(entry, place, issues);
      if (read !== undefined) defineEntry(parsed, entry[0], read);
    }
    const tooLong = lengthIssue(totalLength(parsed), undefined, shape.formMaxTotal);
    if (tooLong !== undefined) return fail({ issues, place }, tooLong.code, tooLong.message);
    return parsed;
  };
}

/** Any key may be an entry's, `__proto__` too. */
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

function entryReader(shape: Shape) {
  const readValue = compile(shape.additionalProperties ?? {});
  const keys = shape.propertyNames === undefined ? undefined : new Set(shape.propertyNames.enum);
  return (
    [key, value]: [string, unknown],
    place: Place | undefined,
    issues: ValidationIssue[],
  ): unknown => {
    if (keys !== undefined && !keys.has(key)) {
      return fail(
        { issues, place },
        "ENUM_TYPE_COERCE",
        `Value "${key}" is not a valid enum value.`,
      );
    }
    const at = { above: place, step: key };
    const tooLong = lengthIssue(lengthOf(key), undefined, shape.formMaxKeyLength);
    if (tooLong !== undefined) fail({ issues, place: at }, tooLong.code, tooLong.message);
    return readValue(value, at, issues);
  };
}

/** The lengths of all keys and texts. */
function totalLength(entries: Readonly<Record<string, unknown>>): number {
  let total = 0;
  for (const [key, value] of Object.entries(entries)) {
    total += lengthOf(key) + (typeof value === "string" ? lengthOf(value) : 0);
  }
  return total;
}

function readTagged(variants: Readonly<Record<number, TSchema>>): Read {
  const readers = new Map(
    Object.entries(variants).map(([tag, schema]) => [Number(tag), compile(schema)]),
  );
  const known = [...readers.keys()].toSorted((a, b) => a - b);
  // The reference writes its sets of tags as its language does: one alone keeps a comma.
  const tags = known.length === 1 ? `${known.join()},` : known.join(", ");
  return (value, place, issues) => {
    if (!isPlainObject(value)) return fail({ issues, place }, "MODEL_TYPE_CONVERT", notAModel);
    const tag = value["type"];
    if (tag === undefined || tag === null) {
      const message = 'Field "type" is required to determine the model type.';
      return fail({ issues, place }, "TAG_FIELD_MISSING", message);
    }
    if (typeof tag !== "number" || !Number.isInteger(tag)) {
      const at = { above: place, step: "type" };
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
