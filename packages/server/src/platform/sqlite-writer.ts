// Puts the writes of one transaction into a SQLite database, within a batch.
import type { Connection } from "./sqlite-connection.ts";
import type { EntryChange, TableChange } from "./write-set.ts";

/**
 * Says which unique value these changes would give to a second record, or undefined. To be asked
 * before anything is applied, so that a clash costs nobody else of the batch.
 */
export function clashOf(
  connection: Connection,
  changes: readonly TableChange[],
): string | undefined {
  for (const { layout, entries } of changes) {
    for (const change of entries) {
      if (change.entry.kind === "unique" && clashes(connection, change)) {
        return `another record of "${layout.table.name}" has this "${change.entry.name}"`;
      }
    }
  }
  return undefined;
}

function clashes(connection: Connection, { entry, removed, added }: EntryChange): boolean {
  const freed = new Set(removed.map(([value]) => value));
  const taken = new Set<string>();
  const owner = connection.query(`SELECT key FROM ${entry.at} WHERE value = ?`);
  for (const [value] of added) {
    if (taken.has(value)) return true;
    taken.add(value);
    if (!freed.has(value) && owner.one(value) !== undefined) return true;
  }
  return false;
}

/** Applies changes: all that goes, then all that comes, so that values can change hands. */
export function applyChanges(connection: Connection, changes: readonly TableChange[]): void {
  for (const change of changes) remove(connection, change);
  for (const change of changes) add(connection, change);
}

function remove(connection: Connection, { layout, deleted, entries }: TableChange): void {
  for (const { entry, removed } of entries) {
    const removal = connection.query(`DELETE FROM ${entry.at} WHERE value = ? AND key = ?`);
    for (const [value, key] of removed) removal.run(value, key);
  }
  const removal = connection.query(`DELETE FROM ${layout.at} WHERE key = ?`);
  for (const key of deleted) removal.run(key);
}

function add(connection: Connection, { layout, put, entries }: TableChange): void {
  const upsert = connection.query(
    `INSERT INTO ${layout.at} (key, body) VALUES (?, ?)
     ON CONFLICT (key) DO UPDATE SET body = excluded.body`,
  );
  for (const { key, body } of put) upsert.run(key, body);
  for (const { entry, added } of entries) addEntries(connection, entry.at, added);
}

export function addEntries(
  connection: Connection,
  at: string,
  pairs: readonly (readonly [value: string, key: string])[],
): void {
  const insertion = connection.query(`INSERT INTO ${at} (value, key) VALUES (?, ?)`);
  for (const [value, key] of pairs) insertion.run(value, key);
}
