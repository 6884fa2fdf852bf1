// A large field that is seldom read: it is stored at the end of its record's JSON, and parsed when
// it is accessed. Declared as `readLate` of a table.

/** A shorter text is parsed with the rest. */
const LONG_TEXT = 2048;

const LATE = Symbol("a field that is read late");

/** The JSON of a field, and its value once it was accessed. */
interface Late {
  readonly text: string;
  read: { readonly value: unknown } | undefined;
}

interface WithLateField {
  readonly [LATE]?: Late;
}

function parseLateField(this: WithLateField): unknown {
  const late = this[LATE];
  if (late === undefined) return undefined;
  late.read ??= { value: JSON.parse(late.text) as unknown };
  return late.read.value;
}

/**
 * The JSON of a record's late field if it is long. It is serialized once, for the store and for all
 * answers.
 */
export function longText(record: object, field: string): string | undefined {
  const written = (record as WithLateField)[LATE];
  if (written !== undefined) return written.text;
  const value = (record as Readonly<Record<string, unknown>>)[field];
  const text = JSON.stringify(value) as string | undefined;
  if (text === undefined || text.length < LONG_TEXT) return undefined;
  if (Object.isExtensible(record)) {
    const late: Late = { text, read: { value } };
    Object.defineProperty(record, LATE, { value: late });
  }
  return text;
}

/** A record's fields except one. */
export function withoutField(record: object, field: string): Record<string, unknown> {
  const others: Record<string, unknown> = {};
  for (const name in record) {
    if (name !== field) others[name] = record[name as keyof typeof record];
  }
  return others;
}

/** Precedes the field: our JSON has no other space outside texts. */
function markOf(field: string): string {
  return `, ${JSON.stringify(field)}:`;
}

/**
 * The JSON of a record with a field at its end, marked if it is long.
 *
 * @param write returns the JSON of a record
 */
export function writeWithFieldLast(
  record: object,
  field: string,
  write: (record: object) => string,
): string {
  const text = longText(record, field);
  if (text === undefined) return write(record);
  const json = write(withoutField(record, field));
  return json === "{}" ? write(record) : `${json.slice(0, -1)}${markOf(field)}${text}}`;
}

/**
 * Parses the JSON of a record.
 *
 * @param read makes a record of the value of a JSON text
 */
export function readWithFieldLate(
  json: string,
  field: string,
  read: (body: object) => object,
): object {
  const mark = markOf(field);
  const at = json.indexOf(mark);
  if (at === -1) return read(JSON.parse(json) as object);
  const late: Late = { text: json.slice(at + mark.length, -1), read: undefined };
  return Object.defineProperties(read(JSON.parse(`${json.slice(0, at)}}`) as object), {
    [field]: { get: parseLateField, enumerable: true, configurable: true },
    [LATE]: { value: late },
  });
}

/**
 * Whether the late field of a record was not parsed yet, and has the same JSON as a value. If so,
 * the field has that value from then on, and need not be parsed.
 */
export function equalsUnparsed(record: object, value: unknown): boolean {
  const late = (record as WithLateField)[LATE];
  if (late === undefined || late.read !== undefined) return false;
  if (JSON.stringify(value) !== late.text) return false;
  late.read = { value };
  return true;
}
