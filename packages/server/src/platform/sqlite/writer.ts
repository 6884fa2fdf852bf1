// Puts the writes of one transaction into a SQLite database, within a batch.
import type { EntryLayout, RecordLayout } from "../table-schema.ts";
import {
  entryChange,
  type EntryChange,
  type TableChange,
  type UnreadRecord,
} from "../table-changes.ts";
import { ConflictError } from "../store.ts";
import type { Connection, Query } from "./connection.ts";
import type { RecordCache } from "./record-cache.ts";

/** The statements that change one table of records, or of entries. */
interface Changing {
  readonly put: Query;
  readonly remove: Query;
  /** Of records: puts one if its key is free. Of entries: gives the key that has a value. */
  readonly look: Query;
}

/** Writes through one connection, with the statements of each table at hand. */
export class SqliteWriter {
  readonly #connection: Connection;
  readonly #cache: RecordCache | undefined;
  readonly #statements = new Map<RecordLayout | EntryLayout, Changing>();

  /** @param cache receives what is written */
  constructor(connection: Connection, cache?: RecordCache) {
    this.#connection = connection;
    this.#cache = cache;
  }

  /**
   * Says which unique value these changes would give to a second record, or undefined. To be asked
   * before anything is applied, so that a clash costs nobody else of the batch.
   */
  clashOf(changes: readonly TableChange[]): string | undefined {
    for (const { layout, entries, unread } of changes) {
      for (const entry of layout.entries) {
        if (entry.kind !== "unique") continue;
        const change = entries.find((each) => each.entry === entry);
        const given = unread.flatMap(({ record }) => entry.values(record));
        if (this.#clashes(entry, change, given)) {
          return `another record of "${layout.table.name}" has this "${entry.name}"`;
        }
      }
    }
    return undefined;
  }

  /** @throws ConflictError when they would give a unique value to a second record */
  refuseClash(changes: readonly TableChange[]): void {
    const clash = this.clashOf(changes);
    if (clash !== undefined) throw new ConflictError(clash);
  }

  /**
   * Applies changes: all that goes, then all that comes, so that values can change hands.
   *
   * @returns the tables of which records were replaced that the changes do not know
   */
  apply(changes: readonly TableChange[]): readonly string[] {
    for (const change of changes) this.#remove(change);
    return changes.filter((change) => this.#add(change)).map(({ layout }) => layout.table.name);
  }

  /** @param given to records that take nobody's place */
  #clashes(entry: EntryLayout, change: EntryChange | undefined, given: readonly string[]): boolean {
    const added = [...(change?.added ?? []).map(([value]) => value), ...given];
    if (added.length === 0) return false;
    const freed = new Set(change?.removed.map(([value]) => value));
    const taken = new Set<string>();
    const { look } = this.#entries(entry);
    for (const value of added) {
      if (taken.has(value)) return true;
      taken.add(value);
      if (!freed.has(value) && look.one(value) !== undefined) return true;
    }
    return false;
  }

  #remove({ layout, deleted, entries }: TableChange): void {
    for (const change of entries) this.#removeEntries(change);
    for (const key of deleted) {
      this.#cache?.forget(layout.table.name, key);
      this.#records(layout).remove.run(key);
    }
  }

  /** @returns whether a record that was put unread took the place of another */
  #add({ layout, put, unread, entries }: TableChange): boolean {
    const records = this.#records(layout);
    for (const { key, body } of put) {
      this.#cache?.keepWritten(layout, key, body);
      records.put.run(key, body);
    }
    for (const change of entries) this.#addEntries(change);
    let hasReplaced = false;
    for (const each of unread) if (this.#putUnread(layout, each)) hasReplaced = true;
    return hasReplaced;
  }

  /**
   * One statement finds that a key was free, which it nearly always is.
   *
   * @returns whether it was not
   */
  #putUnread(layout: RecordLayout, { key, body, record }: UnreadRecord): boolean {
    const records = this.#records(layout);
    this.#cache?.keepWritten(layout, key, body);
    if (records.look.run(key, body).changes === 0) {
      this.#replaceUnread(layout, { key, body, record });
      return true;
    }
    for (const entry of layout.entries) {
      for (const value of entry.values(record)) this.#entries(entry).put.run(value, key);
    }
    return false;
  }

  #replaceUnread(layout: RecordLayout, { key, body, record }: UnreadRecord): void {
    const [oldBody] = this.#connection.of(layout.table).get().one(key) ?? [];
    const old = layout.form.readText(oldBody as string, key);
    this.#records(layout).put.run(key, body);
    for (const entry of layout.entries) {
      const change = entryChange(entry, key, { old, record });
      this.#removeEntries(change);
      this.#addEntries(change);
    }
  }

  #removeEntries({ entry, removed }: EntryChange): void {
    for (const [value, key] of removed) this.#entries(entry).remove.run(value, key);
  }

  #addEntries({ entry, added }: EntryChange): void {
    for (const [value, key] of added) this.#entries(entry).put.run(value, key);
  }

  #records(layout: RecordLayout): Changing {
    return this.#statements.get(layout) ?? this.#prepared(layout, recordsSql(layout));
  }

  #entries(entry: EntryLayout): Changing {
    return this.#statements.get(entry) ?? this.#prepared(entry, entriesSql(entry));
  }

  #prepared(of: RecordLayout | EntryLayout, sql: Record<keyof Changing, string>): Changing {
    const query = (text: string) => this.#connection.query(text);
    const changing = { put: query(sql.put), remove: query(sql.remove), look: query(sql.look) };
    this.#statements.set(of, changing);
    return changing;
  }
}

function recordsSql({ at }: RecordLayout) {
  const insertion = `INSERT INTO ${at} (key, body) VALUES (?, ?) ON CONFLICT (key) DO`;
  return {
    put: `${insertion} UPDATE SET body = excluded.body`,
    remove: `DELETE FROM ${at} WHERE key = ?`,
    look: `${insertion} NOTHING`,
  };
}

function entriesSql({ at }: EntryLayout) {
  return {
    put: `INSERT INTO ${at} (value, key) VALUES (?, ?)`,
    remove: `DELETE FROM ${at} WHERE value = ? AND key = ?`,
    look: `SELECT key FROM ${at} WHERE value = ?`,
  };
}
