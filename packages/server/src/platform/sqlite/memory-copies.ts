// In-memory stores that start as a copy of another store's bytes: that takes a third of a
// millisecond each, where creating the tables and loading the records takes ten times as long.
import type { AnyTable, Dump, Store } from "../store.ts";
import { layoutsOf } from "../storage/table-schema.ts";
import { connect, sqliteDialect } from "./connection.ts";
import { IN_MEMORY, openCopy, prepare } from "./open.ts";
import { storeOn } from "./store.ts";

/** Small pages, since most of the many tables are empty, and each occupies at least one page. */
const PAGE_BYTES = 1024;

/** Opens in-memory stores for one list of tables, whose layout is computed once. */
export interface MemoryStores {
  /** An empty store. */
  empty(): Promise<Store>;
  /**
   * A store with the content that `copyBytes` returned for another one.
   *
   * @param bytes of this version of the service; they are copied, not modified
   */
  copyOf(bytes: Uint8Array): Store;
  /** The bytes of a store with these records. */
  bytesOf(dump: Dump, further?: (store: Store) => Promise<unknown>): Promise<Uint8Array>;
}

export function memoryStores(
  tables: readonly AnyTable[],
  options: { readonly workMsMax?: number } = {},
): MemoryStores {
  const layouts = layoutsOf(tables, sqliteDialect);

  async function createTables(): Promise<Uint8Array> {
    const connection = connect(IN_MEMORY, layouts, { readOnly: false, timeout: 0 });
    connection.exec(`PRAGMA page_size = ${PAGE_BYTES}`);
    await prepare(connection, () => undefined);
    return bytesAndClose(storeOn({ connection, ...options }));
  }

  const copyOf = (bytes: Uint8Array): Store =>
    storeOn({ connection: openCopy(bytes, layouts), ...options });

  // Creating more than a hundred tables takes longer than everything else: it is done once.
  let emptyBytes: Promise<Uint8Array> | undefined;
  const empty = async (): Promise<Store> => copyOf(await (emptyBytes ??= createTables()));

  return {
    empty,
    async bytesOf(dump, further) {
      const store = await empty();
      return bytesAndClose(store, async () => {
        await store.load(dump);
        await further?.(store);
      });
    },
    copyOf,
  };
}

/** Returns the bytes of a store, and closes it. */
async function bytesAndClose(
  store: Store,
  before: () => Promise<unknown> = async () => undefined,
): Promise<Uint8Array> {
  try {
    await before();
    const bytes = await store.copyBytes?.();
    if (bytes === undefined) throw new Error("a store in memory has no bytes");
    return bytes;
  } finally {
    await store.close();
  }
}
