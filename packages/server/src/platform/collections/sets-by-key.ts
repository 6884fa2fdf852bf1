// Maps with several values for each key; a key without any is removed.

export function addTo<V>(index: Map<string, Set<V>>, key: string, value: V): void {
  const found = index.get(key);
  if (found === undefined) index.set(key, new Set([value]));
  else found.add(value);
}

export function removeFrom<V>(index: Map<string, Set<V>>, key: string, value: V): void {
  const found = index.get(key);
  found?.delete(value);
  if (found?.size === 0) index.delete(key);
}
