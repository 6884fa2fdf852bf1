// Suggests the names that a misspelt one probably means.

/** Line breaks, which labels of applications may contain, but a suggestion is one line. */
const lineEnds = /[\n\r\v\f\u0085\u2028\u2029]+/g;

/**
 * The three names closest to what was written, the closest first, each on one line. After a written
 * `#` or `@`, those with the same sign come first.
 */
export function nearest(written: string, names: readonly string[]): readonly string[] {
  const sign = /^[#@]/.exec(written)?.[0];
  const ranked = names.map((name) => ({
    name,
    isOther: sign !== undefined && !name.startsWith(sign),
    steps: distance(written.toLowerCase(), name.toLowerCase()),
  }));
  return ranked
    .toSorted((a, b) => Number(a.isOther) - Number(b.isOther) || a.steps - b.steps)
    .slice(0, 3)
    .map(({ name }) => name.replaceAll(lineEnds, " "));
}

/** `; did you mean a, b, c?`, or `; there is none`. */
export function suggestion(written: string, names: readonly string[]): string {
  return names.length === 0
    ? "; there is none"
    : `; did you mean ${nearest(written, names).join(", ")}?`;
}

/** How many characters must be changed, added or removed (Levenshtein). */
function distance(from: string, to: string): number {
  let row = Array.from({ length: to.length + 1 }, (_, i) => i);
  for (let i = 0; i < from.length; i += 1) {
    const next = [i + 1];
    for (let j = 0; j < to.length; j += 1) {
      const change = (row[j] ?? 0) + (from[i] === to[j] ? 0 : 1);
      next.push(Math.min((row[j + 1] ?? 0) + 1, (next[j] ?? 0) + 1, change));
    }
    row = next;
  }
  return row[to.length] ?? 0;
}
