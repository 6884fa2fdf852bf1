// What the connection that writes has read lately: the same few records (an application, a user, a
// lobby) are looked at by one transaction after the other.

/** Characters of the stored forms of all records that are kept. */
const CHARACTERS_MAX = 8 * 1024 * 1024;
/** A longer record is not worth the room. */
const RECORD_CHARACTERS_MAX = 16 * 1024;

/** That there is no record takes as much room as a short one. */
const ABSENT_CHARACTERS = 100;

/** What stands under a key. */
export type Kept = object | "absent";

/** Records as they stand in the database, until they are written. */
export class RecordCache {
  readonly #tables = new Map<string, Map<string, Kept>>();
  #characters = 0;

  get(table: string, key: string): Kept | undefined {
    return this.#tables.get(table)?.get(key);
  }

  /** Keeps a record that was just read. It is frozen, since later readers share it. */
  keep(table: string, key: string, { record, body }: { record: object; body: string }): void {
    if (body.length <= RECORD_CHARACTERS_MAX) this.#keep(table, key, frozen(record), body.length);
  }

  /** Keeps that no record was found. */
  keepAbsent(table: string, key: string): void {
    this.#keep(table, key, "absent", ABSENT_CHARACTERS);
  }

  #keep(table: string, key: string, kept: Kept, characters: number): void {
    // What is in use is soon back; to know what is not would cost every look.
    if (this.#characters > CHARACTERS_MAX) this.clear();
    this.#characters += key.length + characters;
    let records = this.#tables.get(table);
    if (records === undefined) this.#tables.set(table, (records = new Map<string, Kept>()));
    records.set(key, kept);
  }

  /** To be called when a record is written or taken away. */
  forget(table: string, key: string): void {
    this.#tables.get(table)?.delete(key);
  }

  /** To be called when the database may hold anything else: after a rollback, or a foreign commit. */
  clear(): void {
    this.#tables.clear();
    this.#characters = 0;
  }
}

/** The same value, which nobody can change from now on. */
export function frozen<T extends object>(value: T): T {
  for (const each of Object.values(value) as readonly unknown[]) {
    if (typeof each === "object" && each !== null) frozen(each);
  }
  return Object.freeze(value);
}
