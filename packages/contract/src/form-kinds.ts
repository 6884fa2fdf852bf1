// One reader for each kind of value, compiled once from the schema into closures.
import type { Fault } from "./form.ts";
import { SNOWFLAKE_MAX, type Rule, type TSchema } from "./values.ts";

/** Where in the form a reader stands: a linked list, so that a valid form allocates no paths. */
interface Place {
  readonly above: Place | undefined;
  readonly step: string | number;
}

/** Gives the parsed value; on a fault it adds to the list and gives undefined. */
type Read = (value: unknown, place: Place | undefined, faults: Fault[]) => unknown;

interface Schema {
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
  readonly maxProperties?: number;
  readonly items?: TSchema;
  readonly properties?: Readonly<Record<string, TSchema>>;
  readonly required?: readonly string[];
  readonly additionalProperties?: TSchema;
  readonly propertyNames?: { readonly enum: readonly string[] };
  readonly anyOf?: readonly TSchema[];
  readonly formWidth?: string;
  readonly formMax?: string;
  readonly formMaxKeyLength?: number;
  readonly formMaxTotal?: number;
  readonly formVariants?: Readonly<Record<number, TSchema>>;
  readonly formLazy?: () => TSchema;
  readonly formRules?: readonly Rule<unknown>[];
}

/** Builds the reader of a schema. */
export function compile(schema: TSchema): Read {
  const shape = schema as Schema;
  const read = compileKind(shape);
  return shape.formRules === undefined ? read : withRules(read, shape.formRules);
}

function compileKind(shape: Schema): Read {
  if (shape.formLazy !== undefined) return lazily(shape.formLazy);
  if (shape.anyOf !== undefined) return orNull(shape.anyOf);
  if (shape.formVariants !== undefined) return readTagged(shape.formVariants);
  if (shape.format === "snowflake") return readSnowflake;
  if (shape.format === "bits") return readBits(BigInt(shape.formMax ?? "0"));
  switch (shape.type) {
    case "string":
      return shape.enum === undefined ? readText(shape) : readWord(shape.enum);
    case "integer":
      return shape.enum === undefined ? readNumber(shape, true) : readChoice(shape.enum);
    case "number":
      return readNumber(shape, false);
    case "boolean":
      return readBool;
    case "array":
      return readList(shape);
    case "object":
      return shape.properties === undefined ? readDictionary(shape) : readObject(shape);
    default:
      return (value) => value;
  }
}

function withRules(read: Read, rules: readonly Rule<unknown>[]): Read {
  return (value, place, faults) => {
    const parsed = read(value, place, faults);
    if (parsed === undefined) return undefined;
    for (const rule of rules) {
      rule(parsed, (path, code, message) => {
        faults.push({ path: [...pathOf(place), ...path], code, message });
      });
    }
    return parsed;
  };
}

function lazily(build: () => TSchema): Read {
  let read: Read | undefined;
  return (value, place, faults) => (read ??= compile(build()))(value, place, faults);
}

function orNull(options: readonly TSchema[]): Read {
  const [first] = options;
  const read = first === undefined ? undefined : compile(first);
  return (value, place, faults) => (value === null ? null : read?.(value, place, faults));
}

function pathOf(place: Place | undefined): (string | number)[] {
  const path: (string | number)[] = [];
  for (let at = place; at !== undefined; at = at.above) path.unshift(at.step);
  return path;
}

function fail(faults: Fault[], place: Place | undefined, code: string, message: string): undefined {
  faults.push({ path: pathOf(place), code, message });
  return undefined;
}

/** A value as the reference quotes it in its messages. */
function quoted(value: unknown): string {
  if (typeof value === "string") return value;
  if (typeof value === "bigint") return value.toString();
  return JSON.stringify(value) ?? "";
}

const readSnowflake: Read = (value, place, faults) => {
  const digits = typeof value === "number" || typeof value === "bigint" ? value.toString() : value;
  if (typeof digits !== "string" || !/^(0|[1-9][0-9]*)$/.test(digits)) {
    return fail(faults, place, "NUMBER_TYPE_COERCE", `Value "${quoted(value)}" is not snowflake.`);
  }
  if (digits.length > 18 && BigInt(digits) > SNOWFLAKE_MAX) {
    const message = `snowflake value should be less than or equal to ${SNOWFLAKE_MAX}.`;
    return fail(faults, place, "NUMBER_TYPE_MAX", message);
  }
  return digits;
};

function readBits(max: bigint): Read {
  return (value, place, faults) => {
    const digits = typeof value === "number" || typeof value === "bigint" ? value.toString() : value;
    if (typeof digits !== "string" || !/^-?[0-9]{1,100}$/.test(digits)) {
      return fail(faults, place, "NUMBER_TYPE_COERCE", `Value "${quoted(value)}" is not int.`);
    }
    const bits = BigInt(digits);
    if (bits < 0n) {
      return fail(faults, place, "NUMBER_TYPE_MIN", "int value should be greater than or equal to 0.");
    }
    if (bits > max) {
      return fail(faults, place, "NUMBER_TYPE_MAX", `int value should be less than or equal to ${max}.`);
    }
    return bits.toString();
  };
}

/** Length in code points, without walking text that is surely short enough. */
function lengthOf(value: string): number {
  let pairs = 0;
  for (let i = 0; i < value.length; i++) {
    if ((value.charCodeAt(i) & 0xfc00) === 0xd800) pairs++;
  }
  return value.length - pairs;
}

function lengthFault(
  length: number,
  min: number | undefined,
  max: number | undefined,
): { code: string; message: string } | undefined {
  if (length >= (min ?? 0) && length <= (max ?? Infinity)) return undefined;
  if (min !== undefined && max !== undefined) {
    return { code: "BASE_TYPE_BAD_LENGTH", message: `Must be between ${min} and ${max} in length.` };
  }
  return max === undefined
    ? { code: "BASE_TYPE_MIN_LENGTH", message: `Must be ${min} or more in length.` }
    : { code: "BASE_TYPE_MAX_LENGTH", message: `Must be ${max} or fewer in length.` };
}

function readText(shape: Schema): Read {
  const pattern = shape.pattern === undefined ? undefined : new RegExp(shape.pattern, "u");
  return (value, place, faults) => {
    if (typeof value !== "string") {
      const message = `Could not interpret "${quoted(value)}" as string.`;
      return fail(faults, place, "STRING_TYPE_CONVERT", message);
    }
    const fault = lengthFault(lengthOf(value), shape.minLength, shape.maxLength);
    if (fault !== undefined) return fail(faults, place, fault.code, fault.message);
    if (pattern !== undefined && !pattern.test(value)) {
      const message = "String value did not match validation regex.";
      return fail(faults, place, "STRING_TYPE_REGEX", message);
    }
    return value;
  };
}

function readWord(words: readonly (string | number)[]): Read {
  const known = new Set(words);
  const message = `Value must be one of {${words.map((each) => `'${each}'`).join(", ")}}.`;
  return (value, place, faults) =>
    known.has(value as string) ? value : fail(faults, place, "BASE_TYPE_CHOICES", message);
}

function readChoice(numbers: readonly (string | number)[]): Read {
  const known = new Set(numbers);
  const message = `Value must be one of {${numbers.join(", ")}}.`;
  return (value, place, faults) => {
    if (typeof value !== "number" || !Number.isInteger(value)) {
      return fail(faults, place, "NUMBER_TYPE_COERCE", `Value "${quoted(value)}" is not int.`);
    }
    return known.has(value) ? value : fail(faults, place, "BASE_TYPE_CHOICES", message);
  };
}

function readNumber(shape: Schema, whole: boolean): Read {
  const width = shape.formWidth ?? "float";
  return (value, place, faults) => {
    const isNumber = typeof value === "bigint" || (typeof value === "number" && Number.isFinite(value));
    if (!isNumber || (whole && typeof value === "number" && !Number.isInteger(value))) {
      const kind = whole ? "int" : "float";
      return fail(faults, place, "NUMBER_TYPE_COERCE", `Value "${quoted(value)}" is not ${kind}.`);
    }
    if (shape.minimum !== undefined && value < shape.minimum) {
      const message = `${width} value should be greater than or equal to ${shape.minimum}.`;
      return fail(faults, place, "NUMBER_TYPE_MIN", message);
    }
    if (shape.maximum !== undefined && value > shape.maximum) {
      const message = `${width} value should be less than or equal to ${shape.maximum}.`;
      return fail(faults, place, "NUMBER_TYPE_MAX", message);
    }
    return Number(value);
  };
}

const readBool: Read = (value, place, faults) =>
  typeof value === "boolean"
    ? value
    : fail(faults, place, "BOOLEAN_TYPE_CONVERT", "Must be either true or false.");

function isPlainObject(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

function readList(shape: Schema): Read {
  const readItem = compile(shape.items as TSchema);
  const holdsObjects = (shape.items as Schema).properties !== undefined;
  return (value, place, faults) => {
    // A quirk of the reference: an object where a list of objects is wanted is walked key by key.
    const items = holdsObjects && isPlainObject(value) ? Object.keys(value) : value;
    if (!Array.isArray(items)) {
      const message = "Only iterables may be used in a ListType";
      return fail(faults, place, "LIST_TYPE_CONVERT", message);
    }
    const fault = lengthFault(items.length, shape.minItems, shape.maxItems);
    if (fault !== undefined) return fail(faults, place, fault.code, fault.message);
    const read = items.map((item, step) => readItem(item, { above: place, step }, faults));
    if (shape.uniqueItems === true) reportRepeats(read, place, faults);
    return read;
  };
}

function reportRepeats(items: readonly unknown[], place: Place | undefined, faults: Fault[]): void {
  const seen = new Set<unknown>();
  items.forEach((item, step) => {
    if (item !== undefined && seen.has(item)) {
      const message = `Value "${quoted(item)}" is repeated.`;
      fail(faults, { above: place, step }, "BASE_TYPE_CHOICES", message);
    }
    seen.add(item);
  });
}

const notAModel = "Only dictionaries may be used in a ModelType";

function readObject(shape: Schema): Read {
  const required = new Set(shape.required);
  const fields = Object.entries(shape.properties ?? {}).map(([name, schema]) => ({
    name,
    read: compile(schema),
    isRequired: required.has(name),
    keepsNull: (schema as Schema).anyOf !== undefined,
  }));
  return (value, place, faults) => {
    if (!isPlainObject(value)) return fail(faults, place, "MODEL_TYPE_CONVERT", notAModel);
    const parsed: Record<string, unknown> = {};
    for (const field of fields) {
      const given = Object.hasOwn(value, field.name) ? value[field.name] : undefined;
      if (given === undefined || (given === null && !field.keepsNull)) {
        if (field.isRequired) {
          const at = { above: place, step: field.name };
          fail(faults, at, "BASE_TYPE_REQUIRED", "This field is required");
        }
        continue;
      }
      const read = field.read(given, { above: place, step: field.name }, faults);
      if (read !== undefined) parsed[field.name] = read;
    }
    return parsed;
  };
}

function readDictionary(shape: Schema): Read {
  const readValue = compile(shape.additionalProperties ?? ({} as TSchema));
  const keys = shape.propertyNames === undefined ? undefined : new Set(shape.propertyNames.enum);
  return (value, place, faults) => {
    if (!isPlainObject(value)) {
      const message = "Only dictionaries may be used in a DictType";
      return fail(faults, place, "DICT_TYPE_CONVERT", message);
    }
    const entries = Object.entries(value);
    const tooMany = lengthFault(entries.length, undefined, shape.maxProperties);
    if (tooMany !== undefined) return fail(faults, place, tooMany.code, tooMany.message);
    const parsed: Record<string, unknown> = {};
    for (const [key, each] of entries) {
      readEntry(key, each, parsed);
    }
    reportTotal(parsed, shape.formMaxTotal, place, faults);
    return parsed;

    function readEntry(key: string, each: unknown, into: Record<string, unknown>): void {
      if (keys !== undefined && !keys.has(key)) {
        fail(faults, place, "ENUM_TYPE_COERCE", `Value "${key}" is not a valid enum value.`);
        return;
      }
      const at = { above: place, step: key };
      const tooLong = lengthFault(lengthOf(key), undefined, shape.formMaxKeyLength);
      if (tooLong !== undefined) fail(faults, at, tooLong.code, tooLong.message);
      const read = readValue(each, at, faults);
      if (read !== undefined) {
        Object.defineProperty(into, key, { value: read, enumerable: true, writable: true, configurable: true });
      }
    }
  };
}

function reportTotal(
  entries: Readonly<Record<string, unknown>>,
  max: number | undefined,
  place: Place | undefined,
  faults: Fault[],
): void {
  if (max === undefined) return;
  let total = 0;
  for (const [key, value] of Object.entries(entries)) {
    total += lengthOf(key) + (typeof value === "string" ? lengthOf(value) : 0);
  }
  const fault = lengthFault(total, undefined, max);
  if (fault !== undefined) fail(faults, place, fault.code, fault.message);
}

function readTagged(variants: Readonly<Record<number, TSchema>>): Read {
  const readers = new Map(Object.entries(variants).map(([tag, schema]) => [Number(tag), compile(schema)]));
  const tags = [...readers.keys()].sort((a, b) => a - b).join(", ");
  return (value, place, faults) => {
    if (!isPlainObject(value)) return fail(faults, place, "MODEL_TYPE_CONVERT", notAModel);
    const tag = value["type"];
    if (tag === undefined || tag === null) {
      const message = 'Field "type" is required to determine the model type.';
      return fail(faults, place, "TAG_FIELD_MISSING", message);
    }
    if (typeof tag !== "number" || !Number.isInteger(tag)) {
      const at = { above: place, step: "type" };
      return fail(faults, at, "NUMBER_TYPE_COERCE", `Value "${quoted(tag)}" is not int.`);
    }
    const read = readers.get(tag);
    if (read === undefined) {
      const message = `Value of field "type" must be one of (${tags}).`;
      return fail(faults, place, "UNION_TYPE_CHOICES", message);
    }
    return read(value, place, faults);
  };
}

