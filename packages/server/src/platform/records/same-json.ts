/**
 * Whether two values have the same JSON, so that storing one in place of the other would change
 * nothing. Fields must be in the same order, as those of a record and of its change are; undefined
 * ones are ignored.
 */
export function isSameJson(one: unknown, other: unknown): boolean {
  return JSON.stringify(one) === JSON.stringify(other);
}
