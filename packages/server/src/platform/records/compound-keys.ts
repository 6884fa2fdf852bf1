// Keys of several parts: records with the same key prefix are searched together, such as the
// members of a lobby.
import { snowflakeKey } from "@antechamber/contract/schema";

/** Separates the parts of a compound key. */
export const PART_END = ":";
/** The next character in text order, behind which no key has the same parts. */
export const AFTER_PART_END = ";";

/** The key of a pair of ids, ordered by the first. */
export function compoundKey(first: string, second: string): string {
  return `${snowflakeKey(first)}${PART_END}${snowflakeKey(second)}`;
}

/** A search for every key that begins with an id. */
export function withPrefix(first: string) {
  return withParts(snowflakeKey(first));
}

/** A search for every key that begins with these parts and has more. */
export function withParts(parts: string) {
  return { after: parts + PART_END, before: parts + AFTER_PART_END };
}

/** The prefix of the keys between two bounds, if these are exactly the bounds of a prefix. */
export function prefixBetween({
  after,
  before,
}: {
  readonly after?: string | undefined;
  readonly before?: string | undefined;
}): string | undefined {
  if (after === undefined || before === undefined || !after.endsWith(PART_END)) return undefined;
  return before === after.slice(0, -1) + AFTER_PART_END ? after : undefined;
}

/** Calls back with every proper prefix of a key that consists of whole parts. */
export function forEachPrefix(key: string, use: (beginning: string) => void): void {
  for (let end = key.indexOf(PART_END) + 1; end > 0; end = key.indexOf(PART_END, end) + 1) {
    if (end < key.length) use(key.slice(0, end));
  }
}
