// Brings a database up to date with the declared tables: new tables, records of an older version,
// and indexes that are new, removed, or of another version.
import {
  entriesAt,
  type Dialect,
  type EntryLayout,
  type Layouts,
  type RecordLayout,
} from "./table-schema.ts";
import { ConflictError, StoreOpenError } from "../store.ts";
import {
  canRead,
  areSameDefaults,
  storedForm,
  type OmittedDefaults,
} from "../records/stored-form.ts";
import type { EntryPair } from "./table-changes.ts";

/**
 * The version of the layout in general. A store with a higher one was written by a newer version of
 * the service. 1: entries were identified by a digest of their code. 2: by declared versions. 3:
 * records are stored without their key fields and defaults.
 */
export const FORMAT = 3;

/** The number of records that are read, and migrated, at once. */
const PAGE = 1000;
/** A migration reports its progress each time this many records are done. */
const PROGRESS_EVERY = 50 * PAGE;

/** A record as it is stored. */
export interface StoredRecord {
  readonly key: string;
  readonly body: object;
}

/** A database within a transaction. */
export interface UpdateTransaction {
  meta(): Promise<ReadonlyMap<string, string>>;
  setMeta(name: string, value: string): Promise<void>;
  run(sql: string): Promise<void>;
  /** A page of a table's records in key order. */
  page(
    layout: RecordLayout,
    after: string | undefined,
    limit: number,
  ): Promise<readonly StoredRecord[]>;
  /** Replaces the record under its key by this whole one; its entries are left as they are. */
  replace(layout: RecordLayout, record: object): Promise<void>;
  /** Deletes a record; its entries are left as they are. */
  remove(layout: RecordLayout, key: string): Promise<void>;
  /** @throws ConflictError when two records have one unique value */
  addEntries(entry: EntryLayout, pairs: readonly EntryPair[]): Promise<void>;
}

/** A database that is locked against other processes until it is up to date. */
export interface UpdateTarget {
  readonly dialect: Dialect;
  transaction<T>(work: (tx: UpdateTransaction) => Promise<T>): Promise<T>;
}

/** Reports the progress of a long migration to the operator, in a line. */
export type Progress = (line: string) => void;

/** The stored state of a table. */
interface TableState {
  /** The version of its records, or the one that they are being migrated to. */
  readonly version: number;
  /** The last migrated key, while the records behind it still have the version before. */
  readonly migratedTo?: string;
  /** Versions of its entries by `index.name` or `unique.name`. */
  readonly entries: Readonly<Record<string, number>>;
  /** The fields that stored records may omit; while `migratedTo` is there, only those behind it. */
  readonly leftOut?: OmittedDefaults;
}

const NO_DEFAULTS: OmittedDefaults = { ids: [], defaults: {} };

const TABLE_PREFIX = "table.";

function entryId({ kind, name }: EntryLayout): string {
  return `${kind}.${name}`;
}

/** @throws StoreOpenError when the store was written by a newer version */
export function checkFormat(meta: ReadonlyMap<string, string>): void {
  const format = Number(meta.get("format") ?? FORMAT);
  if (format <= FORMAT) return;
  throw new StoreOpenError(
    `the store was written by a newer version of the service (format ${meta.get("format")}, this one knows ${FORMAT})`,
  );
}

function stateOf(meta: ReadonlyMap<string, string>, table: string): TableState | undefined {
  const stored = meta.get(TABLE_PREFIX + table);
  if (stored === undefined) return undefined;
  const state = JSON.parse(stored) as TableState | Readonly<Record<string, string>>;
  if (typeof state["version"] === "number") return state as TableState;
  // Format 1 had digests alone. Version 0 is never declared, so that all entries are rebuilt.
  const entries = Object.fromEntries(Object.keys(state).map((id) => [id, 0]));
  return { version: 1, entries };
}

function storeState(tx: UpdateTransaction, table: string, state: TableState): Promise<void> {
  return tx.setMeta(TABLE_PREFIX + table, JSON.stringify(state));
}

/** Every table that the store has ever had, with the ids of its entries. */
export function storedTables(
  meta: ReadonlyMap<string, string>,
): readonly { readonly name: string; readonly entries: readonly string[] }[] {
  return [...meta.keys()]
    .filter((name) => name.startsWith(TABLE_PREFIX))
    .map((name) => name.slice(TABLE_PREFIX.length))
    .map((name) => ({ name, entries: Object.keys(stateOf(meta, name)?.entries ?? {}) }));
}

/**
 * Migrates the records of an older version, creates missing tables and entries, and drops entries
 * that are not declared. Each page of a migration is committed, so that an interrupted migration
 * continues where it was.
 *
 * @throws StoreOpenError when the store, or one of its tables, was written by a newer version
 */
export async function update(
  target: UpdateTarget,
  layouts: Layouts,
  progress: Progress,
): Promise<void> {
  const outdated = await target.transaction(async (tx) => {
    const meta = await tx.meta();
    checkFormat(meta);
    return [...layouts.values()].filter((layout) =>
      isOutdated(layout, stateOf(meta, layout.table.name)),
    );
  });
  for (const layout of outdated) await migrate(target, layout, progress);
  await target.transaction(async (tx) => {
    const meta = await tx.meta();
    if (meta.get("format") !== String(FORMAT)) await tx.setMeta("format", String(FORMAT));
    for (const layout of layouts.values()) {
      const state = stateOf(meta, layout.table.name);
      await updateTable({ tx, dialect: target.dialect }, layout, state);
    }
  });
}

/**
 * @throws StoreOpenError when the records are of an unknown version, or omit fields that are not
 *   declared
 */
function isOutdated(
  { table, version, leftOut }: RecordLayout,
  state: TableState | undefined,
): boolean {
  if (state === undefined) return false;
  if (state.version > version) {
    throw new StoreOpenError(
      `the store was written by a newer version of the service (records of "${table.name}" are of version ${state.version}, this one knows ${version})`,
    );
  }
  if (state.version < version || state.migratedTo !== undefined) return true;
  if (canRead(leftOut, state.leftOut ?? NO_DEFAULTS)) return false;
  throw new StoreOpenError(
    `records of "${table.name}" are stored without fields of which no default, or another, is known here`,
  );
}

/**
 * @throws StoreOpenError when the store, or one of its tables, was written by a newer version, or
 *   omits fields that are not declared
 */
export function refuseUnreadable(layouts: Layouts, meta: ReadonlyMap<string, string>): void {
  checkFormat(meta);
  for (const layout of layouts.values()) isOutdated(layout, stateOf(meta, layout.table.name));
}

function hasSameDefaults({ leftOut }: Pick<RecordLayout, "leftOut">, state: TableState): boolean {
  return areSameDefaults(leftOut, state.leftOut ?? NO_DEFAULTS);
}

/** Whether the stored state of a table differs from this layout. */
export function hasOtherState(
  { table, version, entries, leftOut }: RecordLayout,
  meta: ReadonlyMap<string, string>,
): boolean {
  const state = stateOf(meta, table.name);
  if (state === undefined) return false;
  if (state.version !== version || state.migratedTo !== undefined) return true;
  if (!hasSameDefaults({ leftOut }, state)) return true;
  const stored = Object.keys(state.entries).length;
  return (
    stored !== entries.length ||
    entries.some((entry) => state.entries[entryId(entry)] !== entry.version)
  );
}

/** Migrates all records of a table, one version after the other. */
async function migrate(
  target: UpdateTarget,
  layout: RecordLayout,
  progress: Progress,
): Promise<void> {
  let done = 0;
  for (let isDone = false; !isDone;) {
    const page = await target.transaction((tx) => migratePage(tx, target.dialect, layout));
    const before = done;
    done += page.records;
    isDone = page.isLast;
    if (isDone || Math.floor(before / PROGRESS_EVERY) < Math.floor(done / PROGRESS_EVERY)) {
      progress(`migrated ${done} records of "${layout.table.name}" to version ${page.version}`);
    }
  }
}

async function migratePage(tx: UpdateTransaction, dialect: Dialect, layout: RecordLayout) {
  const { table } = layout;
  const stored = stateOf(await tx.meta(), table.name) ?? { version: 1, entries: {} };
  // Entries are rebuilt at the end: none are kept up to date meanwhile.
  for (const id of Object.keys(stored.entries)) {
    await tx.run(`DROP TABLE ${entriesAt(dialect, table.name, id)}`);
  }
  const isBegun = stored.migratedTo !== undefined;
  const version = isBegun ? stored.version : stored.version + 1;
  const records = await tx.page(layout, stored.migratedTo, PAGE);
  // Read in the form in which they were stored: the current one may omit other fields.
  const { leftOut = NO_DEFAULTS } = stored;
  const form = storedForm(leftOut);
  for (const { key, body } of records) {
    const newer = migrateRecord(layout, form.read(body, key), version);
    if (newer === undefined) await tx.remove(layout, key);
    else await tx.replace(layout, newer);
  }
  const last = records.at(-1);
  const isComplete = last === undefined || records.length < PAGE;
  // They are written whole: the next step must not apply the newest defaults to them.
  const rest = isComplete ? {} : { leftOut, migratedTo: last.key };
  await storeState(tx, table.name, { version, entries: {}, ...rest });
  return { version, records: records.length, isLast: isComplete && version === layout.version };
}

/** @throws StoreOpenError when the migration is missing, or changes the record's key */
function migrateRecord(
  { table }: RecordLayout,
  record: object,
  version: number,
): object | undefined {
  const migration = table.migrations[version];
  if (migration === undefined) {
    throw new StoreOpenError(`"${table.name}" has no migration to version ${version}`);
  }
  const newer = migration(record as never);
  if (newer === undefined || table.key(newer) === table.key(record)) return newer;
  throw new StoreOpenError(`the migration of "${table.name}" to version ${version} changes keys`);
}

interface Updating {
  readonly tx: UpdateTransaction;
  readonly dialect: Dialect;
}

async function updateTable(
  { tx, dialect }: Updating,
  layout: RecordLayout,
  stored: TableState | undefined,
): Promise<void> {
  const { name } = layout.table;
  if (stored === undefined) await createRecords({ tx, dialect }, layout);
  const old = stored?.entries ?? {};
  const declared = Object.fromEntries(
    layout.entries.map((entry) => [entryId(entry), entry.version]),
  );
  const stale = Object.keys(old).filter((id) => declared[id] !== old[id]);
  for (const id of stale) await tx.run(`DROP TABLE ${entriesAt(dialect, name, id)}`);
  const missing = layout.entries.filter((entry) => old[entryId(entry)] !== entry.version);
  for (const entry of missing) await createEntries({ tx, dialect }, entry);
  if (stored !== undefined && missing.length > 0) await fillEntries(tx, layout, missing);
  const { version, leftOut } = layout;
  const hasSameEntries = stored !== undefined && stale.length === 0 && missing.length === 0;
  if (hasSameEntries && hasSameDefaults(layout, stored)) return;
  await storeState(tx, name, { version, entries: declared, leftOut });
}

async function createRecords({ tx, dialect }: Updating, { table, at }: RecordLayout) {
  const { keyType, bodyType, withoutRowid } = dialect;
  const columns = `key ${keyType} PRIMARY KEY, body ${bodyType} NOT NULL`;
  await tx.run(`CREATE TABLE ${at} (${columns})${table.isSmall === true ? withoutRowid : ""}`);
}

async function createEntries({ tx, dialect }: Updating, entry: EntryLayout): Promise<void> {
  const { keyType, withoutRowid } = dialect;
  const primary = entry.kind === "unique" ? "value" : "value, key";
  const columns = `value ${keyType} NOT NULL, key ${keyType} NOT NULL`;
  await tx.run(`CREATE TABLE ${entry.at} (${columns}, PRIMARY KEY (${primary}))${withoutRowid}`);
}

async function fillEntries(
  tx: UpdateTransaction,
  layout: RecordLayout,
  missing: readonly EntryLayout[],
): Promise<void> {
  let after: string | undefined;
  for (;;) {
    const records = await tx.page(layout, after, PAGE);
    for (const entry of missing) {
      const pairs = records.flatMap(({ key, body }) =>
        entry.values(layout.form.read(body, key)).map((value) => [value, key] as const),
      );
      await addEntries(tx, layout, { entry, pairs });
    }
    const last = records.at(-1);
    if (last === undefined || records.length < PAGE) return;
    after = last.key;
  }
}

async function addEntries(
  tx: UpdateTransaction,
  layout: RecordLayout,
  { entry, pairs }: { readonly entry: EntryLayout; readonly pairs: readonly EntryPair[] },
): Promise<void> {
  try {
    await tx.addEntries(entry, pairs);
  } catch (error) {
    if (!(error instanceof ConflictError)) throw error;
    throw new StoreOpenError(
      `two records of "${layout.table.name}" in the store have the same "${entry.name}", which must be unique now`,
      { cause: error },
    );
  }
}
