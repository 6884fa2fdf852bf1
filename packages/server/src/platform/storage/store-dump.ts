// What both adapters do alike when a dump is loaded.
import type { Layouts } from "./table-schema.ts";
import type { AnyTable, Dump } from "../store.ts";
import type { TableChange } from "./table-changes.ts";
import { WriteSet, type Source } from "./write-set.ts";

/** An empty database, as it is while a dump is loaded into it. */
const nothing: Source = {
  get: async () => undefined,
  getMany: async () => [],
  lookup: async () => undefined,
  find: async () => [],
  count: async () => 0,
  findByPrefix: async () => [],
};

/**
 * The records of a dump as they go into an empty database, one table after the other.
 *
 * @throws Error when the dump has a table that the store was opened without
 */
export async function dumpedChanges(dump: Dump, layouts: Layouts): Promise<readonly TableChange[]> {
  const writes = new WriteSet(nothing);
  for (const [name, records] of Object.entries(dump.tables)) {
    const table = layouts.get(name)?.table;
    if (table === undefined)
      throw new Error(`the dump has a table that is not known here: "${name}"`);
    putAll(writes, table, records);
  }
  return writes.changes(layouts);
}

function putAll(writes: WriteSet, table: AnyTable, records: readonly object[]): void {
  for (const record of records) writes.put(table, record);
}
