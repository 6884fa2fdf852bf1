// The locks of a transaction: shared locks on the records and searches that it reads, taken before
// the read and held to the end; and exclusive locks on everything that its writes change, taken at
// the commit. So transactions are serializable in the order of their commits, and only those wait
// for one another or retry that touch the same records. PostgreSQL's own serializable isolation
// locks index pages, which unrelated neighbours share.
// Source: docs/decisions, "PostgreSQL locks what is meant".
import {
  entryOf,
  type Dialect,
  type EntryLayout,
  type RecordLayout,
} from "../storage/table-schema.ts";
import type { TableChange } from "../storage/table-changes.ts";
import { AFTER_PART_END, PART_END } from "../records/compound-keys.ts";
import { storedValue } from "../records/storage-keys.ts";
import type { Search } from "../store.ts";
import { ContendedError, type Session } from "./session.ts";
import type { Statement } from "./writer.ts";

/**
 * Names of locks. The lock of a record or a unique value is held by one writer or by several
 * readers. The lock of a search is held by several readers or by several writers: transactions that
 * put records under the same index value do not block one another.
 */
export interface LockNames {
  readonly records: readonly string[];
  readonly searches: readonly string[];
}

/**
 * The locks that an attempt took: `shared` for its reads, and `own` for those records and searches
 * that it was going to write as well.
 */
export interface PreviousLocks {
  readonly own: LockNames;
  readonly shared: LockNames;
}

/** The locks that a transaction takes at its commit. */
export interface WriteLocks extends LockNames {
  /** Tables that are locked as a whole. */
  readonly tables: readonly string[];
}

/** The session that reads are sent to, behind their locks. */
export type ReadSession = Pick<Session, "rows" | "run" | "failWith">;

/** The maximum number of locks per table and transaction; beyond it the whole table is locked. */
export const LOCKS_PER_TABLE_MAX = 512;

/** How often a reader retries a lock that a committing writer holds. */
const RETRIES_MAX = 5;

/**
 * The functions that take the locks. A transaction that may hold locks which others need never
 * waits long: a reader retries a few times until a writer has ended, a writer does not wait for
 * readers at all. Both test for the other kind by taking that lock for an instant. A transaction
 * that only collides with such a test waits for it to end, so writers test one after the other: one
 * that lost its processor during the test would be mistaken for a reader. Only a retried
 * transaction waits for longer, and takes its locks in a fixed order before it holds any others.
 */
export function createLocksSql(dialect: Dialect, schema: string): string {
  const seed = `CONSTANT bigint := hashtextextended('${schema.replaceAll("'", "''")}', 0)`;
  const header = (name: string, parameters: string) =>
    `CREATE OR REPLACE FUNCTION ${dialect.at(name)}(${parameters}) RETURNS void LANGUAGE plpgsql AS $body$
     DECLARE seed ${seed}; name text; readers bigint; writers bigint; lookers bigint; looks int;
       is_shared bool; is_free bool; BEGIN`;
  const nameParameters = "records text[], searches text[]";
  const call = (lock: string) => `IF ${lock} IS NULL THEN NULL; END IF;`;
  /** Retries until the lock is taken, or fails the transaction. */
  const retry = (lock: string) => `
    looks := 0;
    WHILE NOT ${lock} LOOP
      looks := looks + 1;
      IF looks > ${RETRIES_MAX} THEN
        RAISE EXCEPTION 'contended' USING ERRCODE = '40001', DETAIL = name;
      END IF;
      PERFORM pg_sleep(0.001 * looks);
    END LOOP;`;
  return `
    ${header("lock_reads", nameParameters)}
      ${call("pg_advisory_xact_lock_shared(seed)")}
      FOREACH name IN ARRAY records LOOP
        readers := hashtextextended(name, seed # 1);
        ${retry("pg_try_advisory_xact_lock_shared(readers)")}
      END LOOP;
      FOREACH name IN ARRAY searches LOOP
        readers := hashtextextended(name, seed # 2);
        writers := hashtextextended(name, seed # 3);
        ${retry("pg_try_advisory_xact_lock_shared(readers)")}
        ${retry("pg_try_advisory_lock(writers)")}
        ${call("pg_advisory_unlock(writers)")}
      END LOOP;
    END $body$;
    ${header("lock_writes", nameParameters)}
      ${call("pg_advisory_xact_lock_shared(seed)")}
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
        ${call("pg_advisory_xact_lock_shared(writers)")}
        ${call("pg_advisory_lock(lookers)")}
        is_free := pg_try_advisory_lock(readers);
        IF is_free THEN ${call("pg_advisory_unlock(readers)")} END IF;
        ${call("pg_advisory_unlock(lookers)")}
        IF NOT is_free THEN
          RAISE EXCEPTION 'contended' USING ERRCODE = '40001', DETAIL = name;
        END IF;
      END LOOP;
    END $body$;
    ${header("lock_first", `${nameParameters}, shared_records text[], shared_searches text[]`)}
      ${call("pg_advisory_xact_lock_shared(seed)")}
      FOR readers, is_shared IN
        SELECT hash, bool_and(shares) FROM (
          SELECT hashtextextended(n, seed # 1), false FROM unnest(records) AS n
          UNION ALL SELECT hashtextextended(n, seed # 2), false FROM unnest(searches) AS n
          UNION ALL SELECT hashtextextended(n, seed # 1), true FROM unnest(shared_records) AS n
          UNION ALL SELECT hashtextextended(n, seed # 2), true FROM unnest(shared_searches) AS n
        ) AS all_names (hash, shares) GROUP BY hash ORDER BY hash
      LOOP
        IF is_shared THEN ${call("pg_advisory_xact_lock_shared(readers)")}
        ELSE ${call("pg_advisory_xact_lock(readers)")} END IF;
      END LOOP;
    END $body$;
    CREATE OR REPLACE FUNCTION ${dialect.at("lock_all")}() RETURNS void
      LANGUAGE plpgsql AS $body$ DECLARE seed ${seed}; BEGIN
      ${call("pg_advisory_xact_lock(seed)")}
    END $body$`;
}

/** Waits until no transaction writes, and blocks all others until this transaction ends. */
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

/** The names of the prefixes of a key: whole parts, without the sign behind them. */
function prefixNamesOf(table: string, key: string): readonly string[] {
  const names: string[] = [];
  for (let at = key.indexOf(PART_END); at >= 0; at = key.indexOf(PART_END, at + 1)) {
    names.push(`${table}: ${key.slice(0, at)}`);
  }
  return names;
}

/** The longest prefix that all keys of a search share; undefined: there is none. */
function sharedPrefixName(table: string, { after = "", before }: Search): string | undefined {
  for (
    let at = after.lastIndexOf(PART_END);
    at >= 0;
    at = at === 0 ? -1 : after.lastIndexOf(PART_END, at - 1)
  ) {
    const beginning = after.slice(0, at);
    const end = beginning + AFTER_PART_END;
    if (before !== undefined && before.startsWith(beginning) && before <= end) {
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
  /** The number of locks by table. */
  readonly #counts = new Map<string, number>();
  readonly #wholeTables = new Set<string>();
  #pending: { records: string[]; searches: string[]; tables: string[] } | undefined;
  #sending: Promise<void> | undefined;
  #written: LockNames = { records: [], searches: [] };
  readonly #isQueuedFor: IsQueuedFor | undefined;

  /**
   * @param isQueuedFor given for an attempt that is not queued itself: it fails before it takes
   *   such a lock
   */
  constructor(session: ReadSession, dialect: Dialect, isQueuedFor?: IsQueuedFor) {
    this.#session = session;
    this.#dialect = dialect;
    this.#isQueuedFor = isQueuedFor;
  }

  /** Takes the locks that the previous attempt needed, before anything is read. */
  lockFirst({ own, shared }: PreviousLocks): void {
    const sql = `SELECT ${this.#dialect.at("lock_first")}($1, $2, $3, $4)`;
    const names = [own.records, own.searches, shared.records, shared.searches];
    void this.#session.rows(sql, names).catch(() => undefined);
  }

  /** Resolves when the lock request was sent: a read that is sent after it waits for the lock. */
  async lockRecord({ table, at }: RecordLayout, key: string): Promise<void> {
    this.#requestRecord(recordName(table.name, key), table.name, at);
    await this.#sending;
  }

  async lockUnique(layout: RecordLayout, unique: string, value: string): Promise<void> {
    const { table, at } = layout;
    const name = entryName(table.name, entryOf(layout, "unique", unique), storedValue(value));
    this.#requestRecord(name, table.name, at);
    await this.#sending;
  }

  async lockSearch(layout: RecordLayout, search: Search): Promise<void> {
    const { table, at } = layout;
    const { index, value } = search;
    const name =
      index !== undefined && value !== undefined
        ? entryName(table.name, entryOf(layout, "index", index), storedValue(value))
        : sharedPrefixName(table.name, search);
    if (name === undefined) this.#requestTable(table.name, at);
    else if (!this.#searches.has(name) && this.#mayLockSingly(table.name, at)) {
      this.#searches.add(name);
      this.#nextRequest().searches.push(name);
    }
    await this.#sending;
  }

  async lockTable({ table, at }: RecordLayout): Promise<void> {
    this.#requestTable(table.name, at);
    await this.#sending;
  }

  /** Resolves when all requested locks were sent. */
  async whenSent(): Promise<void> {
    await this.#sending;
  }

  /** Checks the queues again; to be called when locks were requested well before they are sent. */
  checkQueuesAgain(): void {
    for (const name of this.#records) if (this.#failIfQueued(name)) return;
  }

  /** The locks that these changes need. */
  locksOfWrites(changes: readonly TableChange[]): WriteLocks {
    const records: string[] = [];
    const searches: string[] = [];
    const tables: string[] = [];
    for (const change of changes) {
      const names = namesOf(change);
      if (names.records.length + names.searches.length <= LOCKS_PER_TABLE_MAX) {
        records.push(...names.records);
        searches.push(...names.searches);
      } else tables.push(change.layout.at, ...change.layout.entries.map(({ at }) => at));
    }
    this.#written = { records, searches };
    return { records, searches, tables };
  }

  /**
   * The locks that the next attempt should take first: shared ones for all that was read, and
   * exclusive ones for what was to be written too. A lock that is only needed for a write would
   * block other writers, so it is left out, except for the contended one.
   */
  locksForRetry(contended: string): PreviousLocks {
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

  #requestRecord(name: string, table: string, at: string): void {
    if (this.#records.has(name) || !this.#mayLockSingly(table, at)) return;
    this.#records.add(name);
    if (!this.#failIfQueued(name)) this.#nextRequest().records.push(name);
  }

  /** Fails the attempt if others are queued for the lock by now. */
  #failIfQueued(name: string): boolean {
    if (this.#isQueuedFor?.(name) !== true) return false;
    // All transactions in the queue write it, and so will this one.
    this.#written = { records: [name], searches: [] };
    this.#session.failWith(new ContendedError(name));
    return true;
  }

  /** Whether locks of a table are still taken one by one. */
  #mayLockSingly(table: string, at: string): boolean {
    if (this.#wholeTables.has(table)) return false;
    const count = (this.#counts.get(table) ?? 0) + 1;
    this.#counts.set(table, count);
    if (count <= LOCKS_PER_TABLE_MAX) return true;
    this.#requestTable(table, at);
    return false;
  }

  #requestTable(table: string, at: string): void {
    if (this.#wholeTables.has(table)) return;
    this.#wholeTables.add(table);
    this.#nextRequest().tables.push(at);
  }

  #nextRequest() {
    this.#sending ??= Promise.resolve().then(() => this.#send());
    return (this.#pending ??= { records: [], searches: [], tables: [] });
  }

  /** Sends the locks of one turn in one statement. The session keeps its error. */
  #send(): void {
    const request = this.#pending;
    this.#pending = undefined;
    this.#sending = undefined;
    if (request === undefined) return;
    const { records, searches, tables } = request;
    const sql = `SELECT ${this.#dialect.at("lock_reads")}($1, $2)`;
    this.#session.rows(sql, [records, searches]).catch(() => undefined);
    for (const at of tables) {
      // Blocks writers of the table only.
      this.#session.run(`LOCK TABLE ${at} IN SHARE MODE`).catch(() => undefined);
    }
  }
}

/** The statements that take the locks of the writes. */
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

/** All locks by which readers could notice a table's changes. */
function namesOf({ layout, deleted, put, created, written, readRecords }: TableChange): LockNames {
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
    for (const beginning of prefixNamesOf(name, key)) searches.add(beginning);
    for (const entry of layout.entries) {
      addEntries(entry, readRecords.get(key));
      addEntries(entry, written.get(key));
    }
  };
  for (const key of deleted) add(key);
  for (const { key } of put) add(key);
  for (const { key } of created) add(key);
  return { records: [...records], searches: [...searches] };
}
