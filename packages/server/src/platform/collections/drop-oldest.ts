// Limits the size of maps and sets by evicting their oldest entries.

/** The denominator of the fraction that is evicted at once. */
const PART = 8;

/** What a map and a set have in common; entries are in insertion order. */
interface Entries<K, V> {
  readonly size: number;
  delete(key: K): boolean;
  entries(): Iterable<[K, V]>;
}

/**
 * Evicts the oldest entries of a map or set that exceeds its maximum size. An eighth is evicted at
 * once: iterating from the front passes over all entries that were deleted there, so that evicting
 * one for each insertion would cost more the larger the map is.
 */
export function dropOldest<K, V>(
  map: Entries<K, V>,
  max: number,
  onDropped: (value: V) => void = () => undefined,
): void {
  if (map.size <= max) return;
  const sizeAfter = max - Math.floor(max / PART);
  for (const [key, value] of map.entries()) {
    if (map.size <= sizeAfter) return;
    map.delete(key);
    onDropped(value);
  }
}
