// A field that takes most of the room of its records and is seldom looked at: it is stored at the end
// of their JSON, and is read when somebody asks for it. Declared as `readLate` of a table.

/** A shorter text is read with the rest. */
const LONG_TEXT = 2048;

const LATE = Symbol("a field that is read late");

/** What stands in a record for a field that nobody has asked for yet. */
interface Late {
  readonly text: string;
  read: { readonly value: unknown } | undefined;
}

interface Lately {
  readonly [LATE]?: Late;
}

function readNow(this: Lately): unknown {
  const late = this[LATE];
  if (late === undefined) return undefined;
  late.read ??= { value: JSON.parse(late.text) as unknown };
  return late.read.value;
}

/** Stands before the field: our JSON has no space elsewhere, but within texts. */
function markOf(field: string): string {
  return `, ${JSON.stringify(field)}:`;
}

/**
 * The JSON of a record with a field at its end, marked where it is long.
 *
 * @param write gives the JSON of a record
 */
export function withFieldLast(
  record: object,
  field: string,
  write: (record: object) => string,
): string {
  const fields = record as Readonly<Record<string, unknown>>;
  const text = (record as Lately)[LATE]?.text ?? JSON.stringify(fields[field]);
  if (text === undefined || text.length < LONG_TEXT) return write(record);
  const others: Record<string, unknown> = {};
  for (const name in fields) if (name !== field) others[name] = fields[name];
  const json = write(others);
  return json === "{}" ? write(record) : `${json.slice(0, -1)}${markOf(field)}${text}}`;
}

/**
 * A record from its JSON.
 *
 * @param read makes a record of the value of a JSON text
 */
export function withFieldLate(json: string, field: string, read: (body: object) => object): object {
  const mark = markOf(field);
  const at = json.indexOf(mark);
  if (at === -1) return read(JSON.parse(json) as object);
  const late: Late = { text: json.slice(at + mark.length, -1), read: undefined };
  return Object.defineProperties(read(JSON.parse(`${json.slice(0, at)}}`) as object), {
    [field]: { get: readNow, enumerable: true, configurable: true },
    [LATE]: { value: late },
  });
}

/**
 * Whether the late field of a record is still unread, and says exactly what a value does. It is
 * given as that value from then on, and need not be read any more.
 */
export function saysUnread(record: object, value: unknown): boolean {
  const late = (record as Lately)[LATE];
  if (late === undefined || late.read !== undefined) return false;
  if (JSON.stringify(value) !== late.text) return false;
  late.read = { value };
  return true;
}
