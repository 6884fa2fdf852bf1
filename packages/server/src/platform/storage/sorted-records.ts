// Records in the order of their keys, as searches give them.
import { compareText } from "../records/storage-keys.ts";
import type { AnyTable } from "../store.ts";

/** Where a record under a key stands among others, or would stand. */
export function placeAmong(table: AnyTable, records: readonly object[], key: string): number {
  let at = 0;
  for (let end = records.length; at < end;) {
    const middle = (at + end) >> 1;
    if (compareText(table.key(records[middle]), key) < 0) at = middle + 1;
    else end = middle;
  }
  return at;
}

/** Whether a record, if there is one, is that under a key. */
export function isUnder(table: AnyTable, key: string, record: unknown): record is object {
  return record !== undefined && table.key(record) === key;
}
