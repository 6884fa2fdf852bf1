// The part of loading a dump that both adapters share.
import type { Layouts } from "./table-schema.ts";
import type { AnyTable, Dump } from "../store.ts";
import type { TableChange } from "./table-changes.ts";
import { WriteSet, type Source } from "./write-set.ts";

/** An empty database, which a dump is loaded into. */
const emptySource: Source = {
  get: async () => undefined,
  getMany: async () => [],
  lookup: async () => undefined,
  find: async () => [],
  count: async () => 0,
  findByPrefix: async () => [],
};

/**
 * The changes that put a dump's records into an empty database, one table after the other.
 *
 * @throws Error when the dump has a table that the store was opened without
 */
export async function changesOfDump(dump: Dump, layouts: Layouts): Promise<readonly TableChange[]> {
  const writes = new WriteSet(emptySource);
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
