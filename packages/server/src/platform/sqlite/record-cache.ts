// A cache of the records that the writing connection has recently read or written: transactions,
// and the reads between them, use the same few records (an application, a user, a lobby).
import type { StoredForm } from "../records/stored-form.ts";
import type { RecordLayout } from "../storage/table-schema.ts";

/** The maximum size of all cached records in characters, including what their stored form omits. */
const CHARACTERS_MAX = 8 * 1024 * 1024;
/** Longer records are not cached. */
const RECORD_CHARACTERS_MAX = 16 * 1024;

/** The size of a cached absence: as much as a short record. */
const ABSENT_CHARACTERS = 100;

/** The cached value of a key. */
export type CachedValue = object | "absent";

/** Returns the cached value of a key, if there is one that the caller's view may show. */
export type CacheLookup = (table: string, key: string) => CachedValue | undefined;

interface WrittenBody {
  readonly body: string;
  readonly form: StoredForm;
}

/** A cache entry. */
interface CacheEntry {
  /** The record, "absent", or a stored form that is parsed on first use. */
  value: CachedValue | WrittenBody;
  isParsed: boolean;
  /** The size of the key and the stored form, and of what reading adds to it. */
  readonly characters: number;
  /** The first commit that is known to show the value. */
  readonly since: number;
}

/** A record that was read, with its size in characters. */
interface Stored {
  readonly record: object;
  readonly characters: number;
}

/** The table and form of a written record. */
type Written = Pick<RecordLayout, "table" | "form">;

/** Records as they are in the database, whose file no other process writes. */
export class RecordCache {
  readonly #tables = new Map<string, Map<string, CacheEntry>>();
  #characters = 0;
  #commits = 0;

  get(table: string, key: string): CachedValue | undefined {
    return this.#getAsOf(Infinity, table, key);
  }

  /**
   * As `get`, for a view of the current commit: entries that are cached later belong to a later
   * one.
   */
  viewOfCommit(): CacheLookup {
    const commits = this.#commits;
    return (table, key) => this.#getAsOf(commits, table, key);
  }

  /** Caches a record that was just read. It is frozen, since later readers share it. */
  set(table: string, key: string, { record, characters }: Stored): void {
    if (characters > RECORD_CHARACTERS_MAX) return;
    this.#put(table, key, { value: deepFreeze(record), isParsed: true, characters });
  }

  /** Caches that there is no record. */
  setAbsent(table: string, key: string): void {
    this.#put(table, key, { value: "absent", isParsed: true, characters: ABSENT_CHARACTERS });
  }

  /** Caches a record that was just written, if its key is cached or will soon be read back. */
  setWritten({ table, form }: Written, key: string, body: string): void {
    const { name, isReadBack } = table;
    const isInUse = isReadBack === true || this.#tables.get(name)?.has(key) === true;
    const characters = body.length + form.added;
    if (!isInUse || characters > RECORD_CHARACTERS_MAX) return this.delete(name, key);
    this.#put(name, key, { value: { body, form }, isParsed: false, characters });
  }

  /** To be called when a record is deleted. */
  delete(table: string, key: string): void {
    const records = this.#tables.get(table);
    const entry = records?.get(key);
    if (entry === undefined) return;
    this.#characters -= entry.characters;
    records?.delete(key);
  }

  /** To be called with a commit, before a view of it can begin. */
  noteCommit(): void {
    this.#commits += 1;
  }

  /** To be called when the database may have changed in any way, as after a rollback. */
  clear(): void {
    this.#tables.clear();
    this.#characters = 0;
  }

  #getAsOf(commits: number, table: string, key: string): CachedValue | undefined {
    const entry = this.#tables.get(table)?.get(key);
    if (entry === undefined || entry.since > commits) return undefined;
    if (!entry.isParsed) {
      const { body, form } = entry.value as WrittenBody;
      entry.value = deepFreeze(form.readText(body, key));
      entry.isParsed = true;
    }
    return entry.value;
  }

  #put(
    table: string,
    key: string,
    { value, isParsed, characters: stored }: Omit<CacheEntry, "since">,
  ): void {
    // Everything is evicted: what is in use is soon cached again, and tracking use would slow every
    // read.
    if (this.#characters > CHARACTERS_MAX) this.clear();
    let records = this.#tables.get(table);
    if (records === undefined) this.#tables.set(table, (records = new Map<string, CacheEntry>()));
    const characters = key.length + stored;
    this.#characters += characters - (records.get(key)?.characters ?? 0);
    records.set(key, { value, isParsed, characters, since: this.#commits + 1 });
  }
}

/** Freezes a value and everything in it, and returns it. */
export function deepFreeze<T extends object>(value: T): T {
  for (const each of Object.values(value) as readonly unknown[]) {
    if (typeof each === "object" && each !== null) deepFreeze(each);
  }
  return Object.freeze(value);
}
