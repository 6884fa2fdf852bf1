/** The text behind percent signs; one that is encoded wrongly, or not at all, stays as it is. */
export function percentDecoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

/** Percent signs with the digits of a byte, or without. */
const SIGNS = /(?:%[0-9a-f]{2})+|%/gi;

/**
 * An address in which every percent sign encodes something: one that encodes no text is meant as
 * itself, as in passwords that nobody encoded.
 */
export function withEncodedPercents(url: string): string {
  return url.replaceAll(SIGNS, (signs) =>
    percentDecoded(signs) === signs ? signs.replaceAll("%", "%25") : signs,
  );
}
