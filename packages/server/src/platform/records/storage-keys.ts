// Text in the order and the form in which both databases store it.
import { createHash } from "node:crypto";
import { snowflakeKey } from "@antechamber/contract/schema";

/**
 * The maximum length of a key, in UTF-16 units. With a value of that length beside it, it still
 * fits into the longest row of a PostgreSQL index (2704 bytes).
 */
export const KEY_LENGTH_MAX = 400;

/** Marks an escaped value. A noncharacter, with which no name begins. */
const ESCAPE_MARK = "\uFFFE";

/** PostgreSQL cannot store NUL, and neither database can store lone surrogates. */
export function isPlain(text: string): boolean {
  return text.isWellFormed() && !text.includes("\0");
}

/** Whether a record can be stored under this key at all. */
export function isStorableKey(key: string): boolean {
  return key.length <= KEY_LENGTH_MAX && isPlain(key);
}

/** Digits of a Unix instant in milliseconds, padded so that text order is time order. */
export function instantKey(at: number): string {
  return Math.max(0, at).toString().padStart(15, "0");
}

/** Compares two snowflakes by age, the older one first. */
export function compareSnowflakes(one: string, other: string): number {
  return compareText(snowflakeKey(one), snowflakeKey(other));
}

/** A bound of a search: any text except those that no key can contain. */
export function checkedBound(bound: string): string {
  if (!isPlain(bound)) throw new RangeError("a bound holds NUL or half of a surrogate pair");
  return bound;
}

/**
 * The form in which an index stores a value: itself, or a digest if the databases cannot store it.
 * Distinct values stay distinct, and are only compared for equality.
 */
export function storedValue(value: string): string {
  if (value.length <= KEY_LENGTH_MAX && isPlain(value) && !value.startsWith(ESCAPE_MARK))
    return value;
  return ESCAPE_MARK + createHash("sha256").update(JSON.stringify(value)).digest("hex");
}

/** A surrogate encodes a code point above those of all other UTF-16 units. */
function rank(unit: number): number {
  return unit >= 0xd800 && unit <= 0xdfff ? unit + 0x10000 : unit;
}

/** Compares by code points, which is the order of UTF-8 bytes; `<` compares UTF-16 units. */
export function compareText(a: string, b: string): number {
  const shared = Math.min(a.length, b.length);
  for (let at = 0; at < shared; at += 1) {
    const left = a.charCodeAt(at);
    const right = b.charCodeAt(at);
    if (left !== right) return rank(left) - rank(right);
  }
  return a.length - b.length;
}
