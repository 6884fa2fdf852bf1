// What the connection that writes has read or written lately: the same few records (an application, a
// user, a lobby) are looked at by one transaction after the other, and by the reads between them.
import type { StoredForm } from "../records/stored-form.ts";
import type { RecordLayout } from "../storage/table-schema.ts";

/** Characters of all records that are kept, with what they are stored without. */
const CHARACTERS_MAX = 8 * 1024 * 1024;
/** A longer record is not worth the room. */
const RECORD_CHARACTERS_MAX = 16 * 1024;

/** That there is no record takes as much room as a short one. */
const ABSENT_CHARACTERS = 100;

/** What stands under a key. */
export type Kept = object | "absent";

/** Gives what is remembered under a key, to those who may see it. */
export type Remembered = (table: string, key: string) => Kept | undefined;

interface WrittenBody {
  readonly body: string;
  readonly form: StoredForm;
}

/** What is known of a key. */
interface Known {
  /** The record; that there is none; or its stored form, until it is asked for. */
  kept: Kept | WrittenBody;
  isParsed: boolean;
  /** Of its key and its stored form, and of what reading adds to that. */
  readonly characters: number;
  /** The commit from which on it is seen, as far as is known. */
  readonly since: number;
}

/** A record that was read, with the characters that it takes. */
interface Stored {
  readonly record: object;
  readonly characters: number;
}

/** Where a record was written. */
type Written = Pick<RecordLayout, "table" | "form">;

/** Records as they stand in the database, whose file nobody else writes. */
export class RecordCache {
  readonly #tables = new Map<string, Map<string, Known>>();
  #characters = 0;
  #commits = 0;

  get(table: string, key: string): Kept | undefined {
    return this.#seenAfter(Infinity, table, key);
  }

  /** The same for a view of what is committed now: what is kept later is of a later commit. */
  asCommitted(): Remembered {
    const commits = this.#commits;
    return (table, key) => this.#seenAfter(commits, table, key);
  }

  /** Keeps a record that was just read. It is frozen, since later readers share it. */
  keep(table: string, key: string, { record, characters }: Stored): void {
    if (characters > RECORD_CHARACTERS_MAX) return;
    this.#keep(table, key, { kept: frozen(record), isParsed: true, characters });
  }

  /** Keeps that no record was found. */
  keepAbsent(table: string, key: string): void {
    this.#keep(table, key, { kept: "absent", isParsed: true, characters: ABSENT_CHARACTERS });
  }

  /** Keeps a record that was just written, where one is in use or will soon be. */
  keepWritten({ table, form }: Written, key: string, body: string): void {
    const { name, isReadBack } = table;
    const isInUse = isReadBack === true || this.#tables.get(name)?.has(key) === true;
    const characters = body.length + form.added;
    if (!isInUse || characters > RECORD_CHARACTERS_MAX) return this.forget(name, key);
    this.#keep(name, key, { kept: { body, form }, isParsed: false, characters });
  }

  /** To be called when a record is taken away. */
  forget(table: string, key: string): void {
    const records = this.#tables.get(table);
    const known = records?.get(key);
    if (known === undefined) return;
    this.#characters -= known.characters;
    records?.delete(key);
  }

  /** To be called with a commit, before any view can begin that shows it. */
  committed(): void {
    this.#commits += 1;
  }

  /** To be called when the database may hold anything else, as after a rollback. */
  clear(): void {
    this.#tables.clear();
    this.#characters = 0;
  }

  #seenAfter(commits: number, table: string, key: string): Kept | undefined {
    const known = this.#tables.get(table)?.get(key);
    if (known === undefined || known.since > commits) return undefined;
    if (!known.isParsed) {
      const { body, form } = known.kept as WrittenBody;
      known.kept = frozen(form.readText(body, key));
      known.isParsed = true;
    }
    return known.kept;
  }

  #keep(
    table: string,
    key: string,
    { kept, isParsed, characters: stored }: Omit<Known, "since">,
  ): void {
    // What is in use is soon back; to know what is not would cost every look.
    if (this.#characters > CHARACTERS_MAX) this.clear();
    let records = this.#tables.get(table);
    if (records === undefined) this.#tables.set(table, (records = new Map<string, Known>()));
    const characters = key.length + stored;
    this.#characters += characters - (records.get(key)?.characters ?? 0);
    records.set(key, { kept, isParsed, characters, since: this.#commits + 1 });
  }
}

/** The same value, which nobody can change from now on. */
export function frozen<T extends object>(value: T): T {
  for (const each of Object.values(value) as readonly unknown[]) {
    if (typeof each === "object" && each !== null) frozen(each);
  }
  return Object.freeze(value);
}
