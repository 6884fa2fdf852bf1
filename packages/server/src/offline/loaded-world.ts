// Reads a loaded world without a service, for commands that only handle world files.
import type { Millis } from "../platform/clock.ts";
import type { ReadContext } from "../platform/context.ts";
import { openSqliteStore } from "../platform/sqlite/store.ts";
import type { Dump } from "../platform/store.ts";
import { tables } from "../tables.ts";

/** Reads the records of a world at an instant, from a store in memory. */
export async function readLoaded<T>(
  dump: Dump,
  now: Millis,
  read: (ctx: ReadContext) => Promise<T>,
): Promise<T> {
  const store = await openSqliteStore({ file: ":memory:", tables });
  try {
    await store.load(dump);
    const settings = { production: false, publicUrl: "", fileKey: new Uint8Array(32) };
    return await store.read((tx) => read({ now, tx, settings }));
  } finally {
    await store.close();
  }
}
