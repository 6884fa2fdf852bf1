/**
 * Whether two values are written as the same JSON, so that to store one in place of the other would
 * change nothing. Fields are in the same order, as those of a record and of its change are; what is
 * undefined counts as left out.
 */
export function isSameJson(one: unknown, other: unknown): boolean {
  return JSON.stringify(one) === JSON.stringify(other);
}
