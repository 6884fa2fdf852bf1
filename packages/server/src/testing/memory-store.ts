// Empty stores with every table of the service, for tests: a copy of one whose tables were made once,
// since making them takes longer than most tests do.
import { memoryStores } from "../platform/sqlite/memory-copies.ts";
import type { Store } from "../platform/store.ts";
import { tables } from "../tables.ts";

const stores = memoryStores(tables);

export function aMemoryStore(): Promise<Store> {
  return stores.empty();
}
