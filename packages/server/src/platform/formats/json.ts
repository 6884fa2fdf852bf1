// JSON as clients of this API send it: ids may come as bare 64-bit integers, which a plain parser
// would round. Source: protocol: gateway-oauth-limits 1.2.
import { isAscii, isUtf8 } from "node:buffer";
import { limits } from "@antechamber/contract";

/** The limits of parsing. */
export interface JsonBounds {
  /** The maximum number of lists, objects, texts, numbers, booleans and nulls. */
  readonly values: number;
  /** The same for a text with integers that a plain parser would round. */
  readonly valuesWithLongIntegers: number;
}

/** The limits for callers of the API. */
const callerBounds: JsonBounds = {
  values: limits.jsonValues.value,
  valuesWithLongIntegers: limits.jsonValuesWithLongIntegers.value,
};

/** The text holds more values than its limits allow. */
export class TooManyValuesError extends Error {
  override readonly name = "TooManyValuesError";
}

const CHAR = {
  quote: 0x22,
  backslash: 0x5c,
  open: 0x5b,
  close: 0x5d,
  openBrace: 0x7b,
  closeBrace: 0x7d,
  comma: 0x2c,
  zero: 0x30,
  nine: 0x39,
};

/** Numbers with fewer digits are parsed exactly. */
const LONG_DIGITS = 16;

/** Digits in the place of a value: only then can a number be too large for a double. */
const LONG_INTEGER = /[:[,]\s*-?[0-9]{16}/;

/** What a scan of a JSON text outside its strings finds before it is parsed. */
interface Outline {
  /** An upper bound of its values: one for each opening bracket, and one after each comma. */
  readonly values: number;
  readonly hasLongNumbers: boolean;
}

/** How a character outside strings changes the depth. */
function depthChange(char: number): number {
  if (char === CHAR.open || char === CHAR.openBrace) return 1;
  return char === CHAR.close || char === CHAR.closeBrace ? -1 : 0;
}

/** The index at which the string ends whose content begins at `from`. */
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

/**
 * Scans the bytes of a text, so that one with too many values costs no more than the scan.
 *
 * @param text the bytes as Latin-1, in which the end of a string is found quickly
 * @throws SyntaxError when brackets outside strings nest too deeply
 * @throws TooManyValuesError
 */
function outlineOf(bytes: Buffer, text: string, max: number): Outline {
  let depth = 0;
  let values = 1;
  let digits = 0;
  let hasLongNumbers = false;
  for (let i = 0; i < bytes.length; i++) {
    const char = bytes[i] ?? 0;
    if (char >= CHAR.zero && char <= CHAR.nine) {
      digits += 1;
      if (digits === LONG_DIGITS) hasLongNumbers = true;
      continue;
    }
    digits = 0;
    if (char === CHAR.quote) {
      i = endOfString(text, i + 1);
      continue;
    }
    const change = depthChange(char);
    depth += change;
    if (change > 0 || char === CHAR.comma) values += 1;
    if (depth > limits.jsonDepth.value) throw new SyntaxError("nested too deeply");
    if (values > max) throw new TooManyValuesError();
  }
  return { values, hasLongNumbers };
}

/**
 * The maximum number of digits of an integer that are parsed. The time for them grows with their
 * square, and no field allows as many: a longer integer is refused by its first digits.
 */
const READ_DIGITS = 4000;

/**
 * Recognizes JSON numbers that are no integers. Matching all digits of a long integer instead might
 * overflow the stack.
 */
const FRACTION = /[.eE]/;

/** Integers that a double would round become bigints, so that the parser gets every digit. */
function exactInteger(_key: string, value: unknown, context: { source?: string }): unknown {
  if (typeof value !== "number" || Number.isSafeInteger(value)) return value;
  const { source = "" } = context;
  return FRACTION.test(source) ? value : BigInt(source.slice(0, READ_DIGITS));
}

/**
 * Parses a JSON text.
 *
 * @throws SyntaxError when it is not JSON in UTF-8, or nested deeper than any form
 * @throws TooManyValuesError
 */
export function parseJson(bytes: Buffer, bounds: JsonBounds = callerBounds): unknown {
  // Otherwise a text would be stored with other characters than were sent.
  if (!isUtf8(bytes)) throw new SyntaxError("not UTF-8");
  const letters = bytes.toString("latin1");
  const { values, hasLongNumbers } = outlineOf(bytes, letters, bounds.values);
  const text = isAscii(bytes) ? letters : bytes.toString("utf8");
  if (!hasLongNumbers || !LONG_INTEGER.test(text)) return JSON.parse(text);
  if (values > bounds.valuesWithLongIntegers) throw new TooManyValuesError();
  return JSON.parse(text, exactInteger as (key: string, value: unknown) => unknown);
}
