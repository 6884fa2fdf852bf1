// Brings a database up to what the service declares: new tables, new indexes over old records,
// indexes that are gone or were declared differently.
import {
  entriesAt,
  type Dialect,
  type EntryLayout,
  type Layouts,
  type RecordLayout,
} from "./record-layout.ts";
import { ConflictError, StoreOpenError } from "./store.ts";
import type { EntryPair } from "./table-changes.ts";

/** Of the layout in general. A store with a higher number was written by a newer version. */
export const FORMAT = 1;

/** Records whose entries are made anew are read in pages of so many. */
const PAGE = 1000;

/** A database within the one transaction that brings it up to date. */
export interface UpdateTarget {
  readonly dialect: Dialect;
  meta(): Promise<ReadonlyMap<string, string>>;
  setMeta(name: string, value: string): Promise<void>;
  run(sql: string): Promise<void>;
  /** Records of a table in key order. */
  page(layout: RecordLayout, after: string | undefined, limit: number): Promise<readonly object[]>;
  /** @throws ConflictError when two records have one unique value */
  addEntries(entry: EntryLayout, pairs: readonly EntryPair[]): Promise<void>;
}

/** The signatures of a table's entries, by `index.name` or `unique.name`. */
type Signatures = Readonly<Record<string, string>>;

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

/** Every table that the store has ever had, with the ids of its entries. */
export function storedTables(
  meta: ReadonlyMap<string, string>,
): readonly { readonly name: string; readonly entries: readonly string[] }[] {
  return [...meta]
    .filter(([name]) => name.startsWith(TABLE_PREFIX))
    .map(([name, value]) => ({
      name: name.slice(TABLE_PREFIX.length),
      entries: Object.keys(JSON.parse(value) as Signatures),
    }));
}

/** Makes the tables and entries that are missing, and takes away the entries that are not declared. */
export async function update(target: UpdateTarget, layouts: Layouts): Promise<void> {
  const meta = await target.meta();
  checkFormat(meta);
  if (meta.get("format") === undefined) await target.setMeta("format", String(FORMAT));
  for (const layout of layouts.values()) {
    const stored = meta.get(TABLE_PREFIX + layout.table.name);
    await updateTable(target, layout, stored);
  }
}

async function updateTable(
  target: UpdateTarget,
  layout: RecordLayout,
  stored: string | undefined,
): Promise<void> {
  const { keyType, bodyType } = target.dialect;
  const declared = Object.fromEntries(
    layout.entries.map((entry) => [entryId(entry), entry.signature]),
  );
  if (stored === undefined) {
    await target.run(
      `CREATE TABLE ${layout.at} (key ${keyType} PRIMARY KEY, body ${bodyType} NOT NULL)`,
    );
  }
  const old = JSON.parse(stored ?? "{}") as Signatures;
  for (const [id, signature] of Object.entries(old)) {
    if (declared[id] === signature) continue;
    await target.run(`DROP TABLE ${entriesAt(target.dialect, layout.table.name, id)}`);
  }
  const missing = layout.entries.filter((entry) => old[entryId(entry)] !== entry.signature);
  for (const entry of missing) await createEntries(target, entry);
  if (stored !== undefined && missing.length > 0) await fillEntries(target, layout, missing);
  const signatures = JSON.stringify(declared);
  if (signatures !== stored) await target.setMeta(TABLE_PREFIX + layout.table.name, signatures);
}

async function createEntries(target: UpdateTarget, entry: EntryLayout): Promise<void> {
  const { keyType, withoutRowid } = target.dialect;
  const primary = entry.kind === "unique" ? "value" : "value, key";
  const columns = `value ${keyType} NOT NULL, key ${keyType} NOT NULL`;
  await target.run(
    `CREATE TABLE ${entry.at} (${columns}, PRIMARY KEY (${primary}))${withoutRowid}`,
  );
}

async function fillEntries(
  target: UpdateTarget,
  layout: RecordLayout,
  missing: readonly EntryLayout[],
): Promise<void> {
  let after: string | undefined;
  for (;;) {
    const records = await target.page(layout, after, PAGE);
    for (const entry of missing) {
      const pairs = records.flatMap((record) =>
        entry.values(record).map((value) => [value, keyOf(layout, record)] as const),
      );
      await addEntries(target, layout, { entry, pairs });
    }
    const last = records.at(-1);
    if (last === undefined || records.length < PAGE) return;
    after = keyOf(layout, last);
  }
}

function keyOf(layout: RecordLayout, record: object): string {
  return layout.table.key(record);
}

async function addEntries(
  target: UpdateTarget,
  layout: RecordLayout,
  { entry, pairs }: { readonly entry: EntryLayout; readonly pairs: readonly EntryPair[] },
): Promise<void> {
  try {
    await target.addEntries(entry, pairs);
  } catch (error) {
    if (!(error instanceof ConflictError)) throw error;
    throw new StoreOpenError(
      `two records of "${layout.table.name}" in the store have the same "${entry.name}", which must be unique now`,
      { cause: error },
    );
  }
}
