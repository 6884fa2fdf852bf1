import type { Reader } from "../store.ts";

/** A view that caches all its reads: for views that do not change any more. */
export function cachingReader(tx: Reader): Reader {
  const cache = new Map<string, unknown>();

  function readCached<T>(key: string, read: () => Promise<T>): Promise<T> {
    const cached = cache.get(key) as Promise<T> | undefined;
    if (cached !== undefined) return cached;
    const reading = read();
    cache.set(key, reading);
    return reading;
  }

  return {
    get: (table, key) => readCached(`get ${table.name} ${key}`, () => tx.get(table, key)),
    lookup: (table, unique, value) =>
      readCached(`lookup ${table.name} ${unique} ${value}`, () => tx.lookup(table, unique, value)),
    find: (table, search) =>
      readCached(`find ${table.name} ${JSON.stringify(search)}`, () => tx.find(table, search)),
    count: (table, search) =>
      readCached(`count ${table.name} ${JSON.stringify(search)}`, () => tx.count(table, search)),
    findByPrefix: (table, search) =>
      readCached(`prefix ${table.name} ${JSON.stringify(search)}`, () =>
        tx.findByPrefix(table, search),
      ),
  };
}
