/** The fields that have a value. */
export function present<T extends object>(
  fields: T,
): { [K in keyof T]?: Exclude<T[K], undefined> } {
  const known = Object.entries(fields).filter(([, value]) => value !== undefined);
  return Object.fromEntries(known) as { [K in keyof T]?: Exclude<T[K], undefined> };
}
