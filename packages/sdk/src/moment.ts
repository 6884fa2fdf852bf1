/** Milliseconds since 1970 of a moment as the wire writes it; NaN for anything else. */
export function parseTimestamp(moment: string): number {
  return Date.parse(moment);
}
