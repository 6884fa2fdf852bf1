/** The fields that differ from their defaults; a field without a default always does. */
export function omitDefaults(fields: object, defaults: object): object {
  const kept = Object.entries(fields as Record<string, unknown>).filter(
    ([name, value]) => !isEqual(value, (defaults as Record<string, unknown>)[name]),
  );
  return Object.fromEntries(kept);
}

/** Equality of JSON values; the order of keys does not count. */
export function isEqual(one: unknown, other: unknown): boolean {
  if (typeof one !== "object" || typeof other !== "object" || one === null || other === null) {
    return one === other;
  }
  const names = Object.keys(one);
  if (Array.isArray(one) !== Array.isArray(other)) return false;
  return (
    names.length === Object.keys(other).length &&
    names.every((name) =>
      isEqual((one as Record<string, unknown>)[name], (other as Record<string, unknown>)[name]),
    )
  );
}

/** The fields that have a value. */
export function present<T extends object>(
  fields: T,
): { [K in keyof T]?: Exclude<T[K], undefined> } {
  const known = Object.entries(fields).filter(([, value]) => value !== undefined);
  return Object.fromEntries(known) as { [K in keyof T]?: Exclude<T[K], undefined> };
}
