import { isDeepStrictEqual } from "node:util";

/** The fields that differ from their defaults; a field without a default always does. */
export function omitDefaults(fields: object, defaults: object): object {
  const remaining = Object.entries(fields as Record<string, unknown>).filter(
    ([name, value]) => !isDeepStrictEqual(value, (defaults as Record<string, unknown>)[name]),
  );
  return Object.fromEntries(remaining);
}
