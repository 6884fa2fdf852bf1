// Applies the writes of one transaction to a SQLite database, within a batch.
import type { EntryLayout, RecordLayout } from "../storage/table-schema.ts";
import {
  entryChange,
  type EntryChange,
  type EntryPair,
  type TableChange,
  type UnreadRecord,
} from "../storage/table-changes.ts";
import { ConflictError } from "../store.ts";
import type { Connection, Query } from "./connection.ts";
import type { RecordCache } from "./record-cache.ts";

/** The statements that change one table of records. */
interface RecordStatements {
  readonly put: Query;
  readonly remove: Query;
  /** Inserts a record if its key is free. */
  readonly insert: Query;
}

/** The statements that change one table of entries. */
interface EntryStatements {
  readonly remove: Query;
  /** Changes the value of a key's entry. */
  readonly move: Query;
  /** Finds the key that has a value. */
  readonly find: Query;
  /** Inserts, by how many entries they put. */
  readonly put: (Query | undefined)[];
}

/** The maximum number of entries per insert. */
const JOINED_MAX = 8;

/** Writes through one connection, and caches the statements of each table. */
export class SqliteWriter {
  readonly #connection: Connection;
  readonly #cache: RecordCache | undefined;
  readonly #recordStatements = new Map<RecordLayout, RecordStatements>();
  readonly #entryStatements = new Map<EntryLayout, EntryStatements>();

  /** @param cache is updated with what is written */
  constructor(connection: Connection, cache?: RecordCache) {
    this.#connection = connection;
    this.#cache = cache;
  }

  /**
   * Returns a description of a unique value that these changes would give to a second record, or
   * undefined. To be called before anything is applied, so that a clash does not fail the rest of
   * the batch.
   */
  clashOf(changes: readonly TableChange[]): string | undefined {
    for (const { layout, entries, unread } of changes) {
      for (const entry of layout.entries) {
        if (entry.kind !== "unique") continue;
        const change = entries.find((each) => each.entry === entry);
        const newValues = unread.flatMap(({ record }) => entry.values(record));
        if (this.#hasClash(entry, change, newValues)) {
          return `another record of "${layout.table.name}" has this "${entry.name}"`;
        }
      }
    }
    return undefined;
  }

  /** @throws ConflictError when the changes would give a unique value to a second record */
  refuseClash(changes: readonly TableChange[]): void {
    const clash = this.clashOf(changes);
    if (clash !== undefined) throw new ConflictError(clash);
  }

  /**
   * Applies changes: all removals, then all additions, so that values can move between records.
   *
   * @returns the tables in which records were replaced without having been read
   */
  apply(changes: readonly TableChange[]): readonly string[] {
    for (const change of changes) this.#remove(change);
    return changes.filter((change) => this.#add(change)).map(({ layout }) => layout.table.name);
  }

  /** @param newValues the values of new records, which replace no others */
  #hasClash(
    entry: EntryLayout,
    change: EntryChange | undefined,
    newValues: readonly string[],
  ): boolean {
    const added = [...(change?.added ?? []).map(([value]) => value), ...newValues];
    if (added.length === 0) return false;
    const freed = new Set(change?.removed.map(([value]) => value));
    const claimed = new Set<string>();
    const { find } = this.#statementsOfEntries(entry);
    for (const value of added) {
      if (claimed.has(value)) return true;
      claimed.add(value);
      if (!freed.has(value) && find.one(value) !== undefined) return true;
    }
    return false;
  }

  #remove({ layout, deleted, entries }: TableChange): void {
    for (const change of entries) this.#removeEntries(change);
    for (const key of deleted) {
      this.#cache?.delete(layout.table.name, key);
      this.#statementsOfRecords(layout).remove.run(key);
    }
  }

  /** @returns whether a record that was put unread replaced another */
  #add({ layout, put, unread, entries }: TableChange): boolean {
    const records = this.#statementsOfRecords(layout);
    for (const { key, body } of put) {
      this.#cache?.setWritten(layout, key, body);
      records.put.run(key, body);
    }
    for (const change of entries) this.#addEntries(change);
    let hasReplaced = false;
    for (const each of unread) if (this.#putUnread(layout, each)) hasReplaced = true;
    return hasReplaced;
  }

  /**
   * Puts a record without reading first: the insert itself finds out whether the key is free, as it
   * nearly always is.
   *
   * @returns whether it was not
   */
  #putUnread(layout: RecordLayout, { key, body, record }: UnreadRecord): boolean {
    const records = this.#statementsOfRecords(layout);
    this.#cache?.setWritten(layout, key, body);
    if (records.insert.run(key, body).changes === 0) {
      this.#replaceUnread(layout, { key, body, record });
      return true;
    }
    for (const entry of layout.entries) {
      this.#putEntries(
        entry,
        entry.values(record).map((value) => [value, key]),
      );
    }
    return false;
  }

  #replaceUnread(layout: RecordLayout, { key, body, record }: UnreadRecord): void {
    const [oldBody] = this.#connection.queriesOf(layout.table).get().one(key) ?? [];
    const old = layout.form.readText(oldBody as string, key);
    this.#statementsOfRecords(layout).put.run(key, body);
    for (const entry of layout.entries) {
      const change = entryChange(entry, key, { old, record });
      this.#removeEntries(change);
      this.#addEntries(change);
    }
  }

  #removeEntries(change: EntryChange): void {
    if (moveOf(change) !== undefined) return;
    const { entry, removed } = change;
    for (const [value, key] of removed) this.#statementsOfEntries(entry).remove.run(value, key);
  }

  #addEntries(change: EntryChange): void {
    const move = moveOf(change);
    if (move === undefined) this.#putEntries(change.entry, change.added);
    else this.#statementsOfEntries(change.entry).move.run(move.to, move.from, move.key);
  }

  #putEntries(entry: EntryLayout, pairs: readonly EntryPair[]): void {
    for (let from = 0; from < pairs.length; from += JOINED_MAX) {
      const part = pairs.slice(from, from + JOINED_MAX);
      this.#insertionOf(entry, part.length).run(...part.flat());
    }
  }

  #insertionOf(entry: EntryLayout, count: number): Query {
    const { put } = this.#statementsOfEntries(entry);
    return (put[count] ??= this.#connection.query(putSql(entry, count)));
  }

  #statementsOfRecords(layout: RecordLayout): RecordStatements {
    let found = this.#recordStatements.get(layout);
    if (found === undefined) {
      this.#recordStatements.set(layout, (found = recordStatements(this.#connection, layout)));
    }
    return found;
  }

  #statementsOfEntries(entry: EntryLayout): EntryStatements {
    let found = this.#entryStatements.get(entry);
    if (found === undefined) {
      this.#entryStatements.set(entry, (found = entryStatements(this.#connection, entry)));
    }
    return found;
  }
}

/**
 * Recognizes the change of one record's only value to another one; undefined for anything else.
 * Unique values may move between records, so they are removed first instead.
 */
function moveOf({ entry, removed, added }: EntryChange) {
  const [[from, key] = [], [to, other] = []] = [removed[0], added[0]];
  const isOne = removed.length === 1 && added.length === 1 && key === other;
  if (!isOne || from === undefined || to === undefined || key === undefined) return undefined;
  return entry.kind === "unique" ? undefined : { from, to, key };
}

function recordStatements(connection: Connection, { at }: RecordLayout): RecordStatements {
  const insertion = `INSERT INTO ${at} (key, body) VALUES (?, ?) ON CONFLICT (key) DO`;
  return {
    put: connection.query(`${insertion} UPDATE SET body = excluded.body`),
    remove: connection.query(`DELETE FROM ${at} WHERE key = ?`),
    insert: connection.query(`${insertion} NOTHING`),
  };
}

function entryStatements(connection: Connection, { at }: EntryLayout): EntryStatements {
  return {
    remove: connection.query(`DELETE FROM ${at} WHERE value = ? AND key = ?`),
    move: connection.query(`UPDATE ${at} SET value = ? WHERE value = ? AND key = ?`),
    find: connection.query(`SELECT key FROM ${at} WHERE value = ?`),
    put: [],
  };
}

function putSql({ at }: EntryLayout, count: number): string {
  const rows = Array.from({ length: count }, () => "(?, ?)");
  return `INSERT INTO ${at} (value, key) VALUES ${rows.join(", ")}`;
}
