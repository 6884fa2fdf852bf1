/** Converts ids without quotes (bigints) back to text, since records are JSON. */
export function plain<T>(value: T): T {
  return plainValue(value) as T;
}

function plainValue(value: unknown): unknown {
  if (typeof value === "bigint") return value.toString();
  if (Array.isArray(value)) return value.map(plainValue);
  if (typeof value !== "object" || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([key, each]) => [key, plainValue(each)]));
}
