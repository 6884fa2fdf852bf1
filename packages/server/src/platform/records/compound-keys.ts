// Keys of several parts: records whose keys begin alike are sought together, as the members of a lobby
// are.
import { snowflakeKey } from "@antechamber/contract/schema";

/** Stands between the parts of a compound key. */
const PART_END = ":";
/** The character after it. */
const AFTER_PART_END = ";";

/** The key of a pair of ids, ordered by the first. */
export function compoundKey(first: string, second: string): string {
  return `${snowflakeKey(first)}${PART_END}${snowflakeKey(second)}`;
}

/** A search for every pair that begins with an id. */
export function withPrefix(first: string) {
  const key = snowflakeKey(first);
  return { after: key + PART_END, before: key + AFTER_PART_END };
}

/** With what the keys between two bounds begin, when these say no more than that. */
export function beginningBetween({
  after,
  before,
}: {
  readonly after?: string | undefined;
  readonly before?: string | undefined;
}): string | undefined {
  if (after === undefined || before === undefined || !after.endsWith(PART_END)) return undefined;
  return before === after.slice(0, -1) + AFTER_PART_END ? after : undefined;
}

/** Calls with every beginning of a key that is made of whole parts; the whole key is none. */
export function eachBeginning(key: string, use: (beginning: string) => void): void {
  for (let end = key.indexOf(PART_END) + 1; end > 0; end = key.indexOf(PART_END, end) + 1) {
    if (end < key.length) use(key.slice(0, end));
  }
}
