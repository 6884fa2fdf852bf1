// What a transaction has seen of a table. Of the records that a search found it asks for few again: the
// key of each is not made before.
import { isUnder, placeAmong } from "./sorted-records.ts";
import type { AnyTable } from "../store.ts";

/** To make the keys of fewer records costs less than to look among them. */
const LONG_LIST = 8;
/** Looking through more lists would cost more than the keys of their records. */
const LISTS_MAX = 4;

export class SeenRecords {
  readonly #table: AnyTable;
  #byKey: Map<string, object | undefined> | undefined;
  #lists: (readonly object[])[] | undefined;

  constructor(table: AnyTable) {
    this.#table = table;
  }

  /** @param record undefined: there is none */
  add(key: string, record: object | undefined): void {
    (this.#byKey ??= new Map()).set(key, record);
  }

  /** @param records in the order of their keys */
  addSorted(records: readonly object[]): void {
    if (records.length < LONG_LIST || (this.#lists?.length ?? 0) >= LISTS_MAX) {
      for (const record of records) this.add(this.#table.key(record), record);
    } else (this.#lists ??= []).push(records);
  }

  /** Whether it is known what stands under a key. */
  has(key: string): boolean {
    return this.#byKey?.has(key) === true || this.get(key) !== undefined;
  }

  /** The record under a key, as far as that is known. */
  get(key: string): object | undefined {
    const known = this.#byKey?.get(key);
    if (known !== undefined || this.#lists === undefined) return known;
    for (const list of this.#lists) {
      const record = list[placeAmong(this.#table, list, key)];
      if (!isUnder(this.#table, key, record)) continue;
      this.add(key, record);
      return record;
    }
    return undefined;
  }
}
