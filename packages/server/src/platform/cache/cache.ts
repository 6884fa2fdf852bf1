// Caches values that were made from records, for as long as the records do not change.
import type { CacheDependencies } from "../cache-dependencies.ts";

export interface CacheDeps<V> {
  readonly holds: (dependencies: CacheDependencies) => boolean;
  readonly entriesMax: number;
  /** The maximum size of all values together, as `sizeOf` counts it. */
  readonly sizeMax: number;
  readonly sizeOf: (value: V) => number;
}

interface Entry<V> {
  readonly value: V;
  readonly dependencies: CacheDependencies;
  readonly size: number;
  /** Whether it was read since it was added, or since eviction last reached it. */
  wasUsed: boolean;
}

/**
 * A cache with second-chance eviction: the oldest entries go first, but one that was used since
 * eviction last reached it gets another round. Unlike in an LRU cache, a read reorders nothing, and
 * so costs nothing.
 */
export class Cache<V> {
  readonly #deps: CacheDeps<V>;
  readonly #entries = new Map<string, Entry<V>>();
  #size = 0;

  constructor(deps: CacheDeps<V>) {
    this.#deps = deps;
  }

  /** The cached value, unless one of its dependencies has changed. */
  get(key: string): V | undefined {
    const entry = this.#entries.get(key);
    if (entry === undefined) return undefined;
    if (!this.#deps.holds(entry.dependencies)) {
      this.#remove(key, entry);
      return undefined;
    }
    entry.wasUsed = true;
    return entry.value;
  }

  /** Whether there is a value under a key, even one that is out of date. */
  has(key: string): boolean {
    return this.#entries.has(key);
  }

  put(key: string, value: V, dependencies: CacheDependencies): void {
    const old = this.#entries.get(key);
    if (old !== undefined) this.#remove(key, old);
    this.#add(key, { value, dependencies, size: this.#deps.sizeOf(value), wasUsed: false });
    for (const [oldest, entry] of this.#entries) {
      if (this.#entries.size <= this.#deps.entriesMax && this.#size <= this.#deps.sizeMax) return;
      this.#remove(oldest, entry);
      // A used entry gets another round, behind all others.
      if (entry.wasUsed) this.#add(oldest, { ...entry, wasUsed: false });
    }
  }

  #add(key: string, entry: Entry<V>): void {
    this.#entries.set(key, entry);
    this.#size += entry.size;
  }

  #remove(key: string, entry: Entry<V>): void {
    this.#entries.delete(key);
    this.#size -= entry.size;
  }
}
