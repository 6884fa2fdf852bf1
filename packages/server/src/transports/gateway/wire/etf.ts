// Writes the Erlang term format as far as the gateway uses it: what JSON can express, with maps
// that have binaries for keys. Source: protocol: gateway-oauth-limits 3.3; the format's own
// description.
import { NoTerm, Tag, VERSION } from "./etf-tags.ts";

/**
 * The deepest nesting that is written: far deeper than what clients send, with all that encloses
 * it.
 */
const DEPTH_MAX = 200;

/** Encodes a JSON value as a term with its version byte. */
export function encodeTerm(value: unknown): Buffer {
  return Buffer.concat([Buffer.from([VERSION]), encodePart(value)]);
}

/** Encodes a JSON value as part of a larger term. */
export function encodePart(value: unknown): Buffer {
  const parts: Buffer[] = [];
  write(value, parts, 0);
  return Buffer.concat(parts);
}

/** The header of a map with this many pairs of key and value. */
export function mapHead(pairs: number): Buffer {
  return tagged(Tag.MAP, pairs);
}

function tagged(tag: number, length: number): Buffer {
  const bytes = Buffer.allocUnsafe(5);
  bytes.writeUInt8(tag, 0);
  bytes.writeUInt32BE(length, 1);
  return bytes;
}

function write(value: unknown, into: Buffer[], depth: number): void {
  if (depth > DEPTH_MAX) throw new NoTerm("nested too deeply");
  if (typeof value === "string") return writeBinary(value, into);
  if (typeof value === "number") return writeNumber(value, into);
  if (typeof value === "bigint") return writeBig(value, into);
  if (typeof value === "boolean") return writeAtom(value ? "true" : "false", into);
  return writeNested(value, into, depth);
}

function writeNested(value: unknown, into: Buffer[], depth: number): void {
  if (Array.isArray(value)) return writeList(value, into, depth);
  if (typeof value !== "object" || value === null) return writeAtom("nil", into);
  const pairs = Object.entries(value).filter(([, each]) => each !== undefined);
  into.push(mapHead(pairs.length));
  for (const [key, each] of pairs) {
    writeBinary(key, into);
    write(each, into, depth + 1);
  }
}

function writeBinary(text: string, into: Buffer[]): void {
  const bytes = Buffer.from(text);
  into.push(tagged(Tag.BINARY, bytes.length), bytes);
}

function writeAtom(name: string, into: Buffer[]): void {
  into.push(Buffer.from([Tag.SMALL_ATOM, name.length]), Buffer.from(name, "latin1"));
}

function writeList(items: readonly unknown[], into: Buffer[], depth: number): void {
  if (items.length > 0) into.push(tagged(Tag.LIST, items.length));
  for (const item of items) write(item, into, depth + 1);
  into.push(Buffer.from([Tag.NIL]));
}

function writeNumber(value: number, into: Buffer[]): void {
  if (!Number.isInteger(value) || Object.is(value, -0) || !Number.isSafeInteger(value)) {
    const bytes = Buffer.allocUnsafe(9);
    bytes.writeUInt8(Tag.NEW_FLOAT, 0);
    bytes.writeDoubleBE(value, 1);
    into.push(bytes);
  } else if (value >= 0 && value <= 255) {
    into.push(Buffer.from([Tag.SMALL_INTEGER, value]));
  } else if (value >= -0x8000_0000 && value <= 0x7fff_ffff) {
    const bytes = Buffer.allocUnsafe(5);
    bytes.writeUInt8(Tag.INTEGER, 0);
    bytes.writeInt32BE(value, 1);
    into.push(bytes);
  } else {
    writeBig(BigInt(value), into);
  }
}

/** A sign byte, then the bytes of the value in little-endian order. */
function writeBig(value: bigint, into: Buffer[]): void {
  const digits: number[] = [];
  for (let rest = value < 0n ? -value : value; rest > 0n; rest >>= 8n) {
    digits.push(Number(rest & 0xffn));
  }
  if (digits.length > 255) throw new NoTerm("an integer too long");
  into.push(Buffer.from([Tag.SMALL_BIG, digits.length, value < 0n ? 1 : 0, ...digits]));
}
