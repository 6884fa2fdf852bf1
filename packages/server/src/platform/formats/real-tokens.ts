// Recognizes bot tokens that the platform itself gave out, which must not be tried out by mistake.
// Source: protocol: gateway-oauth-limits 5.11.

const REAL_TOKEN = /^(Bot )?([A-Za-z0-9_-]{18,30})\.[A-Za-z0-9_-]{6,7}\.[A-Za-z0-9_-]{25,50}$/;

export interface TokenParts {
  /** The scheme with its space, if it precedes the token; else empty. */
  readonly prefix: string;
  /** The first part, which holds the id of the bot. */
  readonly head: string;
}

/** The parts of a token in the platform's format; undefined for any other text. */
export function realTokenParts(text: string): TokenParts | undefined {
  const [, prefix = "", head] = REAL_TOKEN.exec(text) ?? [];
  return head !== undefined && holdsId(head) ? { prefix, head } : undefined;
}

function holdsId(head: string): boolean {
  return /^[0-9]{15,20}$/.test(Buffer.from(head, "base64url").toString());
}
