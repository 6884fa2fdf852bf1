/** Milliseconds since 1970 of a timestamp as the wire writes it; NaN for any other text. */
export function parseTimestamp(moment: string): number {
  return Date.parse(moment);
}
