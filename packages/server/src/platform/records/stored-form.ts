// The stored form of a table's records: JSON, without the ids that the key contains already, and
// without fields that have their default value.
import { snowflakeKey } from "@antechamber/contract/schema";
import { compoundKey } from "./compound-keys.ts";
import { writeWithFieldLast, readWithFieldLate } from "./late-field.ts";
import { isSameJson } from "./same-json.ts";

/** A default value of a field. */
export type Default = string | number | boolean | null | readonly [];

/** What the stored records of a table omit. A store remembers it for each of its tables. */
export interface OmittedDefaults {
  /** The fields whose ids make up the key, in its order. */
  readonly ids: readonly string[];
  readonly defaults: Readonly<Record<string, Default>>;
}

/** Serializes and parses the records of a table, whether or not they were stored whole. */
export interface StoredForm {
  readonly write: (record: object, key: string) => string;
  readonly read: (body: object, key: string) => object;
  /** As `read`, from the text that was written. */
  readonly readText: (text: string, key: string) => object;
  /** About how many more characters a record takes when it is read than when it is stored. */
  readonly added: number;
}

/** The length of an id in a key, in which a colon separates two. */
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
  const key = (record: Readonly<Record<N, string>>) => compoundKey(record[first], record[second]);
  return Object.assign(key, { ids: [first, second] });
}

const ZERO = "0".charCodeAt(0);

/** The id at a position of a key, without leading zeros. */
function idAt(key: string, place: number): string {
  const end = place * (ID_LENGTH + 1) + ID_LENGTH;
  let start = end - ID_LENGTH;
  while (start < end - 1 && key.charCodeAt(start) === ZERO) start += 1;
  return key.slice(start, end);
}

function isDefault(defaultValue: Default | undefined, value: unknown): boolean {
  if (defaultValue === value) return true;
  return Array.isArray(defaultValue) && Array.isArray(value) && value.length === 0;
}

/** What the stored records of a declared table omit. */
export function omittedDefaultsOf(table: {
  readonly key: unknown;
  readonly defaults: OmittedDefaults["defaults"];
}): OmittedDefaults {
  const { ids = [] } = table.key as Partial<IdKey<string>>;
  const defaults = Object.fromEntries(
    Object.entries(table.defaults).toSorted(([one], [other]) => (one < other ? -1 : 1)),
  );
  return { ids, defaults };
}

/** Whether a table as declared can read records that were stored without these fields. */
export function canRead(declared: OmittedDefaults, stored: OmittedDefaults): boolean {
  return (
    stored.ids.every((name, place) => declared.ids[place] === name) &&
    Object.entries(stored.defaults).every(([name, value]) =>
      isDefault(declared.defaults[name], value),
    )
  );
}

export function areSameDefaults(one: OmittedDefaults, other: OmittedDefaults): boolean {
  return isSameJson(one, other);
}

/** A stored form that cannot parse text yet. */
type ValueForm = Omit<StoredForm, "readText">;

const wholeForm: ValueForm = {
  write: (record) => JSON.stringify(record),
  read: (body) => body,
  added: 0,
};

/**
 * The stored form of records that omit these fields.
 *
 * @param late a field that is stored last, and parsed when it is accessed
 */
export function storedForm(leftOut: OmittedDefaults, late?: string): StoredForm {
  const form = valueForm(leftOut);
  const { write, read } = form;
  if (late === undefined) {
    return { ...form, readText: (text, key) => read(JSON.parse(text) as object, key) };
  }
  return {
    ...form,
    write: (record, key) => writeWithFieldLast(record, late, (each) => write(each, key)),
    readText: (text, key) => readWithFieldLate(text, late, (body) => read(body, key)),
  };
}

function valueForm({ ids, defaults }: OmittedDefaults): ValueForm {
  // Frozen, since the records that are read share them.
  for (const value of Object.values(defaults)) Object.freeze(value);
  const omitted: Record<string, Default> = {};
  for (const name of ids) omitted[name] = "";
  Object.assign(omitted, defaults);
  if (Object.keys(omitted).length === 0) return wholeForm;
  return {
    added: JSON.stringify(omitted).length + ids.length * ID_LENGTH,
    write(record, key) {
      const stored: Record<string, unknown> = {};
      for (const name in record) {
        const value = record[name as keyof typeof record];
        const place = ids.indexOf(name);
        const isOmitted =
          place === -1 ? isDefault(omitted[name], value) : idAt(key, place) === value;
        if (!isOmitted) stored[name] = value;
      }
      return JSON.stringify(stored);
    },
    read(body, key) {
      const record: Record<string, unknown> = { ...omitted };
      for (let place = 0; place < ids.length; place += 1) {
        record[ids[place] as string] = idAt(key, place);
      }
      return Object.assign(record, body);
    },
  };
}
