// Records in the order of their keys, as searches return them.
import { compareText } from "../records/storage-keys.ts";
import type { AnyTable } from "../store.ts";

/** The index of the record under a key in a sorted list, or where it would be. */
export function placeAmong(table: AnyTable, records: readonly object[], key: string): number {
  let at = 0;
  for (let end = records.length; at < end;) {
    const middle = (at + end) >> 1;
    if (compareText(table.key(records[middle]), key) < 0) at = middle + 1;
    else end = middle;
  }
  return at;
}

/** Whether a record exists and has this key. */
export function isUnder(table: AnyTable, key: string, record: unknown): record is object {
  return record !== undefined && table.key(record) === key;
}
