// The beginnings of compound keys: records whose keys begin alike are sought together, as the members
// of a lobby are.

/** Stands between the parts of a compound key. */
const PART_END = ":";

/** With what the keys between two bounds begin, when these say no more than that. */
export function beginningBetween({
  after,
  before,
}: {
  readonly after?: string | undefined;
  readonly before?: string | undefined;
}): string | undefined {
  if (after === undefined || before === undefined || !after.endsWith(PART_END)) return undefined;
  // A semicolon is the next character.
  return before === `${after.slice(0, -1)};` ? after : undefined;
}

/** Calls with every beginning of a key that is made of whole parts; the whole key is none. */
export function eachBeginning(key: string, use: (beginning: string) => void): void {
  for (let end = key.indexOf(PART_END) + 1; end > 0; end = key.indexOf(PART_END, end) + 1) {
    if (end < key.length) use(key.slice(0, end));
  }
}
