// Empty stores with every table of the service, for tests. Each is a copy of one template, because
// creating the tables takes longer than most tests.
import { memoryStores } from "../platform/sqlite/memory-copies.ts";
import type { Store } from "../platform/store.ts";
import { tables } from "../tables.ts";

const stores = memoryStores(tables);

export function aMemoryStore(): Promise<Store> {
  return stores.empty();
}
