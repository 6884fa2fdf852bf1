/**
 * The fields that have a value, for objects whose optional fields are left out: `undefined` is
 * dropped, `null` stays.
 */
export function definedFields<T extends object>(
  fields: T,
): { [K in keyof T]?: Exclude<T[K], undefined> } {
  const defined: Partial<T> = {};
  for (const name in fields) if (fields[name] !== undefined) defined[name] = fields[name];
  return defined as { [K in keyof T]?: Exclude<T[K], undefined> };
}
