// Keeps what was made from records for as long as the records stay as they are.
import type { CacheDependencies } from "../cache-dependencies.ts";

export interface MemoDeps<V> {
  readonly holds: (dependencies: CacheDependencies) => boolean;
  readonly entriesMax: number;
  /** Of all values together, as `sizeOf` counts them. */
  readonly sizeMax: number;
  readonly sizeOf: (value: V) => number;
}

interface Entry<V> {
  readonly value: V;
  readonly dependencies: CacheDependencies;
  readonly size: number;
  /** Since it came, or since room was last made. */
  wasUsed: boolean;
}

/**
 * Values by key. Room is made by giving up the oldest that were not used since room was last made:
 * noting that one was used changes no order, and so costs nothing.
 */
export class Cache<V> {
  readonly #deps: MemoDeps<V>;
  readonly #entries = new Map<string, Entry<V>>();
  #size = 0;

  constructor(deps: MemoDeps<V>) {
    this.#deps = deps;
  }

  /** The value under a key, unless something that it was made from has changed. */
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

  /** Whether there is a value under a key, be it out of date. */
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
      // What was used gets another turn, behind all others.
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
