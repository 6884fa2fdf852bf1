// JSON as clients of this API send it: ids may come as bare 64-bit integers, which a plain parser
// would round. Source: protocol: gateway-oauth-limits 1.2.

/** Deeper nesting than any declared form; a deeper body could exhaust the stack of whoever walks it. */
export const JSON_DEPTH_MAX = 64;

const CHAR = {
  quote: 0x22,
  backslash: 0x5c,
  open: 0x5b,
  close: 0x5d,
  openBrace: 0x7b,
  closeBrace: 0x7d,
};

/** Digits that stand where a value stands: only then can a number be too large for a double. */
const LONG_INTEGER = /[:[,]\s*-?[0-9]{16,}/;

/** What a character outside of strings adds to the depth. */
function step(char: number): number {
  if (char === CHAR.open || char === CHAR.openBrace) return 1;
  return char === CHAR.close || char === CHAR.closeBrace ? -1 : 0;
}

/** Where the string that begins after a quote ends. */
function endOfString(text: string, from: number): number {
  for (let end = text.indexOf('"', from); end >= 0; end = text.indexOf('"', end + 1)) {
    let backslashes = 0;
    while (end - backslashes > from && text.charCodeAt(end - backslashes - 1) === CHAR.backslash) {
      backslashes += 1;
    }
    if (backslashes % 2 === 0) return end;
  }
  return text.length;
}

/** True when brackets outside strings nest too deeply. */
function isTooDeep(text: string): boolean {
  let depth = 0;
  for (let i = 0; i < text.length; i++) {
    const char = text.charCodeAt(i);
    if (char === CHAR.quote) i = endOfString(text, i + 1);
    else depth += step(char);
    if (depth > JSON_DEPTH_MAX) return true;
  }
  return false;
}

/** Integers that a double would round become bigints, so that the form reader sees every digit. */
function exactInteger(_key: string, value: unknown, context: { source?: string }): unknown {
  if (typeof value !== "number" || Number.isSafeInteger(value)) return value;
  return /^-?[0-9]+$/.test(context.source ?? "") ? BigInt(context.source ?? "") : value;
}

/**
 * The value of a JSON text.
 *
 * @throws SyntaxError when it is not JSON, or nested deeper than JSON_DEPTH_MAX
 */
export function parseJson(bytes: Buffer): unknown {
  const text = bytes.toString("utf8");
  if (isTooDeep(text)) throw new SyntaxError("nested too deeply");
  if (!LONG_INTEGER.test(text)) return JSON.parse(text);
  return JSON.parse(text, exactInteger as (key: string, value: unknown) => unknown);
}
