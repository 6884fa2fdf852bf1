// The form in which the records of a table are stored: as JSON, without the ids that their key says
// already, and without fields that hold what they hold in most records.
import { snowflakeKey } from "@antechamber/contract/schema";
import { withFieldLast, withFieldLate } from "./late-field.ts";
import { isSameJson } from "./same-json.ts";

/** What a field may hold by default. */
export type Default = string | number | boolean | null | readonly [];

/** What the records of a table are stored without. A store remembers it of each of its tables. */
export interface LeftOut {
  /** The fields whose ids make up the key, in its order. */
  readonly ids: readonly string[];
  readonly defaults: Readonly<Record<string, Default>>;
}

/** Writes the records of a table, and reads them, whether or not they were written whole. */
export interface StoredForm {
  readonly write: (record: object, key: string) => string;
  readonly read: (body: object, key: string) => object;
  /** The same from the text that was written. */
  readonly readText: (text: string, key: string) => object;
  /** How many letters more, about, a record takes that is read than one that is stored. */
  readonly added: number;
}

/** An id takes this much of a key, and a colon stands between two. */
const ID_LENGTH = 20;

/** A key made of the ids in these fields, by age; its table's records are stored without them. */
export interface IdKey<N extends string> {
  (record: Readonly<Record<N, string>>): string;
  readonly ids: readonly N[];
}

/** Declares that the ids in one field, or in two, are the key of a table's records. */
export function keyOfIds<N extends string>(first: N, second?: N): IdKey<N> {
  if (second === undefined) {
    const key = (record: Readonly<Record<N, string>>) => snowflakeKey(record[first]);
    return Object.assign(key, { ids: [first] });
  }
  const key = (record: Readonly<Record<N, string>>) =>
    `${snowflakeKey(record[first])}:${snowflakeKey(record[second])}`;
  return Object.assign(key, { ids: [first, second] });
}

const ZERO = "0".charCodeAt(0);

/** The id that stands at a place of a key, without the zeros before it. */
function idAt(key: string, place: number): string {
  const end = place * (ID_LENGTH + 1) + ID_LENGTH;
  let start = end - ID_LENGTH;
  while (start < end - 1 && key.charCodeAt(start) === ZERO) start += 1;
  return key.slice(start, end);
}

function isDefault(held: Default | undefined, value: unknown): boolean {
  if (held === value) return true;
  return Array.isArray(held) && Array.isArray(value) && value.length === 0;
}

/** What a declared table's records are stored without. */
export function leftOutOf(table: {
  readonly key: unknown;
  readonly defaults: LeftOut["defaults"];
}): LeftOut {
  const { ids = [] } = table.key as Partial<IdKey<string>>;
  const defaults = Object.fromEntries(
    Object.entries(table.defaults).toSorted(([one], [other]) => (one < other ? -1 : 1)),
  );
  return { ids, defaults };
}

/** Whether records that were stored without something can be read as those of a table. */
export function canRead(declared: LeftOut, stored: LeftOut): boolean {
  return (
    stored.ids.every((name, place) => declared.ids[place] === name) &&
    Object.entries(stored.defaults).every(([name, value]) =>
      isDefault(declared.defaults[name], value),
    )
  );
}

export function isSameLeftOut(one: LeftOut, other: LeftOut): boolean {
  return isSameJson(one, other);
}

/** A form that is yet to be read from text. */
type ValueForm = Omit<StoredForm, "readText">;

const whole: ValueForm = {
  write: (record) => JSON.stringify(record),
  read: (body) => body,
  added: 0,
};

/**
 * How records are written and read that are stored without this.
 *
 * @param late a field that stands last, and is read when it is asked for
 */
export function storedForm(leftOut: LeftOut, late?: string): StoredForm {
  const form = valueForm(leftOut);
  const { write, read } = form;
  if (late === undefined) {
    return { ...form, readText: (text, key) => read(JSON.parse(text) as object, key) };
  }
  return {
    ...form,
    write: (record, key) => withFieldLast(record, late, (each) => write(each, key)),
    readText: (text, key) => withFieldLate(text, late, (body) => read(body, key)),
  };
}

function valueForm({ ids, defaults }: LeftOut): ValueForm {
  // Records that are read share what they hold by default.
  for (const value of Object.values(defaults)) Object.freeze(value);
  const blank: Record<string, Default> = {};
  for (const name of ids) blank[name] = "";
  Object.assign(blank, defaults);
  if (Object.keys(blank).length === 0) return whole;
  return {
    added: JSON.stringify(blank).length + ids.length * ID_LENGTH,
    write(record, key) {
      const kept: Record<string, unknown> = {};
      for (const name in record) {
        const value = record[name as keyof typeof record];
        const place = ids.indexOf(name);
        const isSaid = place === -1 ? isDefault(blank[name], value) : idAt(key, place) === value;
        if (!isSaid) kept[name] = value;
      }
      return JSON.stringify(kept);
    },
    read(body, key) {
      const record: Record<string, unknown> = { ...blank };
      for (let place = 0; place < ids.length; place += 1) {
        record[ids[place] as string] = idAt(key, place);
      }
      return Object.assign(record, body);
    },
  };
}
