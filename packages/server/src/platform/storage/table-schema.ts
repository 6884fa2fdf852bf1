// How declared tables are stored in a SQL database: one table of records for each, and one of
// entries for each of its indexes and unique declarations.
import { storedValue } from "../records/storage-keys.ts";
import { StoreOpenError, type AnyTable } from "../store.ts";
import {
  omittedDefaultsOf,
  storedForm,
  type OmittedDefaults,
  type StoredForm,
} from "../records/stored-form.ts";

/** The differences between the databases. */
export interface Dialect {
  /** A table's name as it is written in SQL. */
  readonly at: (name: string) => string;
  readonly keyType: string;
  readonly bodyType: string;
  /** Appended to the definition of a table whose rows are only a short key. */
  readonly withoutRowid: string;
  /** The placeholder of the n-th parameter, from 1. */
  readonly placeholder: (n: number) => string;
  /** The condition that a column is one of the texts in the n-th parameter. */
  readonly isOneOf: (n: number) => string;
}

/** One index or unique declaration. */
export interface EntryLayout {
  readonly kind: "index" | "unique";
  readonly name: string;
  /** The SQL name of its table of `(value, key)`. */
  readonly at: string;
  /** The values that a record is listed under, each once, in their stored form. */
  readonly values: (record: object) => readonly string[];
  /** Entries of another version are rebuilt. */
  readonly version: number;
  /** Whether all its values share one lock. */
  readonly hasManyValues: boolean;
}

export interface RecordLayout {
  readonly table: AnyTable;
  /** The SQL name of its table of `(key, body)`. */
  readonly at: string;
  readonly entries: readonly EntryLayout[];
  /** The version of its records. */
  readonly version: number;
  readonly leftOut: OmittedDefaults;
  readonly form: StoredForm;
}

export type Layouts = ReadonlyMap<string, RecordLayout>;

/** The longest name that PostgreSQL does not truncate. */
const NAME_LENGTH_MAX = 63;

export function recordsAt(dialect: Dialect, table: string): string {
  return dialect.at(`record.${table}`);
}

/** @param entry the kind and the name, with a dot between them */
export function entriesAt(dialect: Dialect, table: string, entry: string): string {
  const [kind = "", name = ""] = entry.split(".");
  return dialect.at(`${kind}.${table}.${name}`);
}

function storedValuesOf(values: string | readonly string[] | undefined): readonly string[] {
  if (values === undefined) return [];
  return typeof values === "string" ? [storedValue(values)] : [...new Set(values.map(storedValue))];
}

function checkName(name: string, full: string): void {
  if (!/^[A-Za-z][A-Za-z0-9_]*$/.test(name) || full.length > NAME_LENGTH_MAX) {
    throw new StoreOpenError(`a table or index cannot be called "${name}" (${full})`);
  }
}

function entryLayouts(table: AnyTable, dialect: Dialect): readonly EntryLayout[] {
  const kinds = [
    ["index", table.indexes],
    ["unique", table.unique],
  ] as const;
  return kinds.flatMap(([kind, declarations]) =>
    Object.entries(declarations).map(([name, valuesOf]) => {
      checkName(name, `${kind}.${table.name}.${name}`);
      const readValues = valuesOf as (record: object) => string | readonly string[] | undefined;
      return {
        kind,
        name,
        at: entriesAt(dialect, table.name, `${kind}.${name}`),
        values: (record: object) => storedValuesOf(readValues(record)),
        version: (valuesOf as { readonly version?: number }).version ?? 1,
        hasManyValues: "hasManyValues" in valuesOf,
      };
    }),
  );
}

/** Lays out tables; refuses two with the same name. */
export function layoutsOf(tables: readonly AnyTable[], dialect: Dialect): Layouts {
  const layouts = new Map<string, RecordLayout>();
  for (const table of tables) {
    checkName(table.name, `record.${table.name}`);
    if (layouts.has(table.name)) throw new StoreOpenError(`two tables are called "${table.name}"`);
    const entries = entryLayouts(table, dialect);
    const version = Math.max(1, ...Object.keys(table.migrations).map(Number));
    const leftOut = omittedDefaultsOf(table);
    const form = storedForm(leftOut, table.readLate);
    const at = recordsAt(dialect, table.name);
    layouts.set(table.name, { table, at, entries, version, leftOut, form });
  }
  return layouts;
}

/** The layout of a table that the store was opened with. */
export function layoutOf(layouts: Layouts, table: AnyTable): RecordLayout {
  const layout = layouts.get(table.name);
  if (layout === undefined) throw new Error(`the store was opened without a table "${table.name}"`);
  return layout;
}

/** The layout of the entries of one declaration. */
export function entryOf(
  layout: RecordLayout,
  kind: EntryLayout["kind"],
  name: string,
): EntryLayout {
  const entry = layout.entries.find((each) => each.kind === kind && each.name === name);
  if (entry === undefined) throw new Error(`table "${layout.table.name}" has no ${kind} "${name}"`);
  return entry;
}
