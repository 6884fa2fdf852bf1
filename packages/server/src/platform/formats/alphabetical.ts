// Values with their keys in alphabetical order, as the reference writes some of them.

/** The same JSON value, with the keys of every object in it in alphabetical order. */
export function alphabetical(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(alphabetical);
  if (typeof value !== "object" || value === null) return value;
  const from = value as Readonly<Record<string, unknown>>;
  const ordered: Record<string, unknown> = {};
  for (const key of Object.keys(from).toSorted()) ordered[key] = alphabetical(from[key]);
  return ordered;
}
