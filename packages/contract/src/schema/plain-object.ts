/** True for an object that is neither null nor a list: what a form or a payload reads fields of. */
export function isPlainObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
