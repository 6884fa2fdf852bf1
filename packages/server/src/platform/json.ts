// JSON as clients of this API send it: ids may come as bare 64-bit integers, which a plain parser
// would round. Source: protocol: gateway-oauth-limits 1.2.

/** Deeper nesting than any declared form; a deeper body could exhaust the stack of whoever walks it. */
export const JSON_DEPTH_MAX = 64;

const BYTE = {
  quote: 0x22,
  backslash: 0x5c,
  open: 0x5b,
  close: 0x5d,
  openBrace: 0x7b,
  closeBrace: 0x7d,
};

/** Digits that stand where a value stands: only then can a number be too large for a double. */
const LONG_INTEGER = /[:[,]\s*-?[0-9]{16,}/;

/** What a byte outside of strings adds to the depth. */
function step(byte: number | undefined): number {
  if (byte === BYTE.open || byte === BYTE.openBrace) return 1;
  return byte === BYTE.close || byte === BYTE.closeBrace ? -1 : 0;
}

/** Where the string that begins after a quote ends. */
function endOfString(bytes: Buffer, from: number): number {
  let i = from;
  while (i < bytes.length && bytes[i] !== BYTE.quote) i += bytes[i] === BYTE.backslash ? 2 : 1;
  return i;
}

/** True when brackets outside strings nest too deeply. */
function isTooDeep(bytes: Buffer): boolean {
  let depth = 0;
  for (let i = 0; i < bytes.length; i++) {
    if (bytes[i] === BYTE.quote) i = endOfString(bytes, i + 1);
    else depth += step(bytes[i]);
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
  if (isTooDeep(bytes)) throw new SyntaxError("nested too deeply");
  const text = bytes.toString("utf8");
  if (!LONG_INTEGER.test(text)) return JSON.parse(text);
  return JSON.parse(text, exactInteger as (key: string, value: unknown) => unknown);
}
