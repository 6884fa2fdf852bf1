// Room in maps and sets whose oldest entries are forgotten.

/** The part of them that goes at once. */
const PART = 8;

/** What a map and a set have in common, in the order in which entries came. */
interface Entries<K, V> {
  readonly size: number;
  delete(key: K): boolean;
  entries(): Iterable<[K, V]>;
}

/**
 * Takes the oldest entries out of a map or set that has more than it may have. An eighth goes at
 * once: a look at the front of a map passes over all that was taken away there, so that taking one
 * for each that comes costs more the larger the map is.
 */
export function dropOldest<K, V>(
  map: Entries<K, V>,
  max: number,
  dropped: (value: V) => void = () => undefined,
): void {
  if (map.size <= max) return;
  const left = max - Math.floor(max / PART);
  for (const [key, value] of map.entries()) {
    if (map.size <= left) return;
    map.delete(key);
    dropped(value);
  }
}
