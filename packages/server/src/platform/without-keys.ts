/** An object without some of its keys. */
export function withoutKeys<T extends object, K extends string>(
  fields: T,
  keys: readonly K[],
): Omit<T, K> {
  const remaining: Partial<T> = { ...fields };
  for (const key of keys) delete remaining[key as string as keyof T];
  return remaining as Omit<T, K>;
}
