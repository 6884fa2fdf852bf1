// What a transaction locks: the records and searches that it reads, shared, from before it reads them
// to its end; and all that its writes change, as it commits. So transactions have the effect of running
// one after the other, in the order of their commits, and only those wait for one another or run again
// that mean the same records. What PostgreSQL itself locks for serializable transactions are pages of
// indexes, which neighbours share that have nothing to do with one another.
// Source: docs/decisions, "PostgreSQL locks what is meant".
import {
  entryOf,
  type Dialect,
  type EntryLayout,
  type RecordLayout,
} from "../storage/table-schema.ts";
import type { TableChange } from "../storage/table-changes.ts";
import { storedValue } from "../records/storage-keys.ts";
import type { Search } from "../store.ts";
import { ContendedError, type Session } from "./session.ts";
import type { Statement } from "./writer.ts";

/**
 * Names of locks. One of a record or a unique value is held by one writer, or by readers. One of a
 * search is held by readers, or by writers: those who put records under one value of an index are
 * not in one another's way.
 */
export interface LockNames {
  readonly records: readonly string[];
  readonly searches: readonly string[];
}

/** What an attempt came to read, and of that, what it came to write. */
export interface KnownLocks {
  readonly own: LockNames;
  readonly shared: LockNames;
}

/** What a transaction locks as it commits. */
export interface WriteLocks extends LockNames {
  /** Tables that are locked whole. */
  readonly tables: readonly string[];
}

/** What reads are sent to, with the locks in front of them. */
export type ReadSession = Pick<Session, "rows" | "run" | "lose">;

/** Locks of one table in one transaction; a transaction that needs more locks the whole table. */
const NAMES_MAX = 512;

/** Times that a reader looks again for a writer, who commits. */
const LOOKS_MAX = 5;

/**
 * The functions that take the locks. Nobody waits long who may hold what others wait for: a reader
 * looks a few times whether a writer has ended, a writer does not even wait for readers. Both look
 * by holding the lock of the others for an instant. Who only meets another's look waits for its
 * end, so writers look one after the other: one that lost its processor just then would be taken
 * for a reader. Only who begins again waits for more, in one order, before it holds any others.
 */
export function createLocksSql(dialect: Dialect, schema: string): string {
  const seed = `CONSTANT bigint := hashtextextended('${schema.replaceAll("'", "''")}', 0)`;
  const header = (name: string, parameters: string) =>
    `CREATE OR REPLACE FUNCTION ${dialect.at(name)}(${parameters}) RETURNS void LANGUAGE plpgsql AS $body$
     DECLARE seed ${seed}; name text; readers bigint; writers bigint; lookers bigint; looks int;
       is_shared bool; is_free bool; BEGIN`;
  const named = "records text[], searches text[]";
  const taken = (lock: string) => `IF ${lock} IS NULL THEN NULL; END IF;`;
  /** Tries until it works, or fails the transaction. */
  const trying = (lock: string) => `
    looks := 0;
    WHILE NOT ${lock} LOOP
      looks := looks + 1;
      IF looks > ${LOOKS_MAX} THEN
        RAISE EXCEPTION 'contended' USING ERRCODE = '40001', DETAIL = name;
      END IF;
      PERFORM pg_sleep(0.001 * looks);
    END LOOP;`;
  return `
    ${header("lock_reads", named)}
      ${taken("pg_advisory_xact_lock_shared(seed)")}
      FOREACH name IN ARRAY records LOOP
        readers := hashtextextended(name, seed # 1);
        ${trying("pg_try_advisory_xact_lock_shared(readers)")}
      END LOOP;
      FOREACH name IN ARRAY searches LOOP
        readers := hashtextextended(name, seed # 2);
        writers := hashtextextended(name, seed # 3);
        ${trying("pg_try_advisory_xact_lock_shared(readers)")}
        ${trying("pg_try_advisory_lock(writers)")}
        ${taken("pg_advisory_unlock(writers)")}
      END LOOP;
    END $body$;
    ${header("lock_writes", named)}
      ${taken("pg_advisory_xact_lock_shared(seed)")}
      FOREACH name IN ARRAY records LOOP
        readers := hashtextextended(name, seed # 1);
        IF NOT pg_try_advisory_xact_lock(readers) THEN
          RAISE EXCEPTION 'contended' USING ERRCODE = '40001', DETAIL = name;
        END IF;
      END LOOP;
      FOREACH name IN ARRAY searches LOOP
        readers := hashtextextended(name, seed # 2);
        writers := hashtextextended(name, seed # 3);
        lookers := hashtextextended(name, seed # 4);
        ${taken("pg_advisory_xact_lock_shared(writers)")}
        ${taken("pg_advisory_lock(lookers)")}
        is_free := pg_try_advisory_lock(readers);
        IF is_free THEN ${taken("pg_advisory_unlock(readers)")} END IF;
        ${taken("pg_advisory_unlock(lookers)")}
        IF NOT is_free THEN
          RAISE EXCEPTION 'contended' USING ERRCODE = '40001', DETAIL = name;
        END IF;
      END LOOP;
    END $body$;
    ${header("lock_first", `${named}, shared_records text[], shared_searches text[]`)}
      ${taken("pg_advisory_xact_lock_shared(seed)")}
      FOR readers, is_shared IN
        SELECT hash, bool_and(shares) FROM (
          SELECT hashtextextended(n, seed # 1), false FROM unnest(records) AS n
          UNION ALL SELECT hashtextextended(n, seed # 2), false FROM unnest(searches) AS n
          UNION ALL SELECT hashtextextended(n, seed # 1), true FROM unnest(shared_records) AS n
          UNION ALL SELECT hashtextextended(n, seed # 2), true FROM unnest(shared_searches) AS n
        ) AS all_names (hash, shares) GROUP BY hash ORDER BY hash
      LOOP
        IF is_shared THEN ${taken("pg_advisory_xact_lock_shared(readers)")}
        ELSE ${taken("pg_advisory_xact_lock(readers)")} END IF;
      END LOOP;
    END $body$;
    CREATE OR REPLACE FUNCTION ${dialect.at("lock_all")}() RETURNS void
      LANGUAGE plpgsql AS $body$ DECLARE seed ${seed}; BEGIN
      ${taken("pg_advisory_xact_lock(seed)")}
    END $body$`;
}

/** Waits until no transaction writes, and keeps the others waiting until its own ends. */
export function lockAllSql(dialect: Dialect): string {
  return `SELECT ${dialect.at("lock_all")}()`;
}

function recordName(table: string, key: string): string {
  return `${table} ${key}`;
}

function entryName(
  table: string,
  { kind, name, hasManyValues }: EntryLayout,
  value: string,
): string {
  const entry = `${table}.${kind}.${name}`;
  return hasManyValues ? entry : `${entry} ${value}`;
}

/** What keys begin with: all that stands before one of their colons. */
function beginningsOf(table: string, key: string): readonly string[] {
  const names: string[] = [];
  for (let at = key.indexOf(":"); at >= 0; at = key.indexOf(":", at + 1)) {
    names.push(`${table}: ${key.slice(0, at)}`);
  }
  return names;
}

/** The longest beginning that all keys of a search share; undefined: they may be any. */
function sharedBeginning(table: string, { after = "", before }: Search): string | undefined {
  for (
    let at = after.lastIndexOf(":");
    at >= 0;
    at = at === 0 ? -1 : after.lastIndexOf(":", at - 1)
  ) {
    const beginning = after.slice(0, at);
    // ";" follows ":" in text order.
    if (before !== undefined && before.startsWith(beginning) && before <= `${beginning};`) {
      return `${table}: ${beginning}`;
    }
  }
  return undefined;
}

/** Whether transactions of this process are queued for a lock. */
export type IsQueuedFor = (name: string) => boolean;

/** The locks of one attempt of one transaction. */
export class Locks {
  readonly #session: ReadSession;
  readonly #dialect: Dialect;
  readonly #records = new Set<string>();
  readonly #searches = new Set<string>();
  /** Locks by table; undefined: the whole table is locked. */
  readonly #counts = new Map<string, number>();
  readonly #wholeTables = new Set<string>();
  #wanted: { records: string[]; searches: string[]; tables: string[] } | undefined;
  #sending: Promise<void> | undefined;
  #written: LockNames = { records: [], searches: [] };
  readonly #isQueuedFor: IsQueuedFor | undefined;

  /** @param isQueuedFor of an attempt that is not queued itself: it fails before such a lock */
  constructor(session: ReadSession, dialect: Dialect, isQueuedFor?: IsQueuedFor) {
    this.#session = session;
    this.#dialect = dialect;
    this.#isQueuedFor = isQueuedFor;
  }

  /** Takes locks before anything is read: those that the attempt before came to. */
  first({ own, shared }: KnownLocks): void {
    const sql = `SELECT ${this.#dialect.at("lock_first")}($1, $2, $3, $4)`;
    const names = [own.records, own.searches, shared.records, shared.searches];
    void this.#session.rows(sql, names).catch(() => undefined);
  }

  /** Resolves when the lock is on its way: a read that is sent then waits for it. */
  async record({ table, at }: RecordLayout, key: string): Promise<void> {
    this.#wantRecord(recordName(table.name, key), table.name, at);
    await this.#sending;
  }

  async unique(layout: RecordLayout, unique: string, value: string): Promise<void> {
    const { table, at } = layout;
    const name = entryName(table.name, entryOf(layout, "unique", unique), storedValue(value));
    this.#wantRecord(name, table.name, at);
    await this.#sending;
  }

  async search(layout: RecordLayout, search: Search): Promise<void> {
    const { table, at } = layout;
    const { index, value } = search;
    const name =
      index !== undefined && value !== undefined
        ? entryName(table.name, entryOf(layout, "index", index), storedValue(value))
        : sharedBeginning(table.name, search);
    if (name === undefined) this.#whole(table.name, at);
    else if (!this.#searches.has(name) && this.#isFine(table.name, at)) {
      this.#searches.add(name);
      this.#want().searches.push(name);
    }
    await this.#sending;
  }

  async table({ table, at }: RecordLayout): Promise<void> {
    this.#whole(table.name, at);
    await this.#sending;
  }

  /** Resolves when all that was asked for is on its way. */
  async sent(): Promise<void> {
    await this.#sending;
  }

  /** To be called when time has passed between what was asked for and its way to the server. */
  lookAgain(): void {
    for (const name of this.#records) if (this.#losesTo(name)) return;
  }

  /** What is locked for these changes. */
  ofWrites(changes: readonly TableChange[]): WriteLocks {
    const records: string[] = [];
    const searches: string[] = [];
    const tables: string[] = [];
    for (const change of changes) {
      const names = namesOf(change);
      if (names.records.length + names.searches.length <= NAMES_MAX) {
        records.push(...names.records);
        searches.push(...names.searches);
      } else tables.push(change.layout.at, ...change.layout.entries.map(({ at }) => at));
    }
    this.#written = { records, searches };
    return { records, searches, tables };
  }

  /**
   * What the next attempt does well to lock first: all that was read, and for itself what was to be
   * written too. What is only written would keep other writers waiting; but for the lock that
   * another held.
   */
  known(contended: string): KnownLocks {
    const own = {
      records: this.#written.records.filter(
        (name) => name === contended || this.#records.has(name),
      ),
      searches: this.#written.searches.filter(
        (name) => name === contended || this.#searches.has(name),
      ),
    };
    return { own, shared: { records: [...this.#records], searches: [...this.#searches] } };
  }

  #wantRecord(name: string, table: string, at: string): void {
    if (this.#records.has(name) || !this.#isFine(table, at)) return;
    this.#records.add(name);
    if (!this.#losesTo(name)) this.#want().records.push(name);
  }

  /** Whether others are queued for a lock by now, so that the attempt is lost. */
  #losesTo(name: string): boolean {
    if (this.#isQueuedFor?.(name) !== true) return false;
    // All that are queued for it write it, and so will this one.
    this.#written = { records: [name], searches: [] };
    this.#session.lose(new ContendedError(name));
    return true;
  }

  /** Whether locks of a table are taken one by one. */
  #isFine(table: string, at: string): boolean {
    if (this.#wholeTables.has(table)) return false;
    const count = (this.#counts.get(table) ?? 0) + 1;
    this.#counts.set(table, count);
    if (count <= NAMES_MAX) return true;
    this.#whole(table, at);
    return false;
  }

  #whole(table: string, at: string): void {
    if (this.#wholeTables.has(table)) return;
    this.#wholeTables.add(table);
    this.#want().tables.push(at);
  }

  #want() {
    this.#sending ??= Promise.resolve().then(() => this.#send());
    return (this.#wanted ??= { records: [], searches: [], tables: [] });
  }

  /** What was asked for at once goes out in one statement. Its error is the session's to keep. */
  #send(): void {
    const wanted = this.#wanted;
    this.#wanted = undefined;
    this.#sending = undefined;
    if (wanted === undefined) return;
    const { records, searches, tables } = wanted;
    const sql = `SELECT ${this.#dialect.at("lock_reads")}($1, $2)`;
    this.#session.rows(sql, [records, searches]).catch(() => undefined);
    for (const at of tables) {
      // Who writes to it waits, and nobody else.
      this.#session.run(`LOCK TABLE ${at} IN SHARE MODE`).catch(() => undefined);
    }
  }
}

/** The statements that lock what is written. */
export function writeLockStatements(
  dialect: Dialect,
  { records, searches, tables }: WriteLocks,
): readonly Statement[] {
  const statements: Statement[] = tables.map((at) => [
    `LOCK TABLE ${at} IN ACCESS EXCLUSIVE MODE`,
    [],
  ]);
  if (records.length + searches.length > 0) {
    statements.push([`SELECT ${dialect.at("lock_writes")}($1, $2)`, [records, searches]]);
  }
  return statements;
}

/** All by which a table's changes can be seen. */
function namesOf({ layout, deleted, put, created, written, seen }: TableChange): LockNames {
  const { name } = layout.table;
  const records = new Set<string>();
  const searches = new Set<string>();
  const addEntries = (entry: EntryLayout, record: object | undefined) => {
    if (record === undefined) return;
    const names = entry.kind === "unique" ? records : searches;
    for (const value of entry.values(record)) {
      names.add(entryName(name, entry, value));
    }
  };
  const add = (key: string) => {
    records.add(recordName(name, key));
    for (const beginning of beginningsOf(name, key)) searches.add(beginning);
    for (const entry of layout.entries) {
      addEntries(entry, seen.get(key));
      addEntries(entry, written.get(key));
    }
  };
  for (const key of deleted) add(key);
  for (const { key } of put) add(key);
  for (const { key } of created) add(key);
  return { records: [...records], searches: [...searches] };
}
