// What the connection that writes has found lately: one transaction after the other looks for the same
// few things, such as a guild's roles, the command of a name, or who is called so.
import { frozen } from "./record-cache.ts";

/** Characters of all results together. */
const CHARACTERS_MAX = 8 * 1024 * 1024;
/** A longer result is not worth the room. */
const RESULT_CHARACTERS_MAX = 64 * 1024;
/** Searches of which it is known that they were made. */
const MADE_ONCE_MAX = 4096;

/** What a search found, which may be nothing. */
interface Found {
  readonly value: unknown;
}

interface FoundNow extends Found {
  readonly characters: number;
}

/** What was found in one table. */
interface FoundInTable {
  readonly bySearch: Map<string, Found>;
  characters: number;
}

/** Results of searches, until their table is written. */
export class SearchCache {
  readonly #tables = new Map<string, FoundInTable>();
  /** Most searches are made once: only what is sought again is kept. */
  readonly #madeOnce = new Set<string>();
  #characters = 0;

  /** @param search names what is sought in a table */
  get(table: string, search: string): Found | undefined {
    return this.#tables.get(table)?.bySearch.get(search);
  }

  /**
   * Keeps what was just found. It is frozen, since those who search later share it.
   *
   * @param found with the characters that it takes
   */
  keep(table: string, search: string, found: FoundNow): void {
    const { value } = found;
    const characters = search.length + found.characters;
    if (characters > RESULT_CHARACTERS_MAX || !this.#isRepeated(`${table} ${search}`)) return;
    // What is in use is soon back; to know what is not would cost every search.
    if (this.#characters > CHARACTERS_MAX) this.clear();
    this.#characters += characters;
    let inTable = this.#tables.get(table);
    if (inTable === undefined) {
      this.#tables.set(table, (inTable = { bySearch: new Map(), characters: 0 }));
    }
    inTable.characters += characters;
    inTable.bySearch.set(search, {
      value: typeof value === "object" && value !== null ? frozen(value) : value,
    });
  }

  /** To be called when records of a table are written or taken away. */
  forget(table: string): void {
    const found = this.#tables.get(table);
    if (found === undefined) return;
    this.#characters -= found.characters;
    found.characters = 0;
    found.bySearch.clear();
  }

  /** To be called when the database may hold anything else. */
  clear(): void {
    this.#tables.clear();
    this.#characters = 0;
  }

  #isRepeated(search: string): boolean {
    if (this.#madeOnce.has(search)) return true;
    if (this.#madeOnce.size >= MADE_ONCE_MAX) this.#madeOnce.clear();
    this.#madeOnce.add(search);
    return false;
  }
}
