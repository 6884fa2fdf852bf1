/** Decodes percent-encoded text; returns text that is encoded wrongly, or not at all, as it is. */
export function percentDecoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

/** Percent-encoded bytes, or a lone percent sign. */
const SIGNS = /(?:%[0-9a-f]{2})+|%/gi;

/**
 * A URL in which every percent sign is part of an encoding: one that encodes no text is taken
 * literally, as in passwords that were not encoded.
 */
export function withEncodedPercents(url: string): string {
  return url.replaceAll(SIGNS, (signs) =>
    percentDecoded(signs) === signs ? signs.replaceAll("%", "%25") : signs,
  );
}
