// What a transaction has read of a table. Search results are kept as lists: few of their records
// are needed again, so their keys are not computed in advance.
import { isUnder, placeAmong } from "./sorted-records.ts";
import type { AnyTable } from "../store.ts";

/** For shorter lists, computing the keys costs less than searching them. */
const LONG_LIST = 8;
/** Searching more lists would cost more than computing the keys of their records. */
const LISTS_MAX = 4;

export class ReadRecords {
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

  /** Whether it is known which record is under a key, if any. */
  has(key: string): boolean {
    return this.#byKey?.has(key) === true || this.get(key) !== undefined;
  }

  /** The record under a key, as far as it is known. */
  get(key: string): object | undefined {
    const found = this.#byKey?.get(key);
    if (found !== undefined || this.#lists === undefined) return found;
    for (const list of this.#lists) {
      const record = list[placeAmong(this.#table, list, key)];
      if (!isUnder(this.#table, key, record)) continue;
      this.add(key, record);
      return record;
    }
    return undefined;
  }
}
