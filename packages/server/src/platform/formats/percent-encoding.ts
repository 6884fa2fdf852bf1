/** The text behind percent signs; one that is encoded wrongly, or not at all, stays as it is. */
export function percentDecoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}
