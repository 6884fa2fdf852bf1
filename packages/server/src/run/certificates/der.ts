// The DER encodings that a certificate consists of. Source: ITU-T X.690.
import { timestamp } from "@antechamber/contract/schema";

/** A tag-length-value encoding. */
export function encode(tag: number, ...parts: readonly Uint8Array[]): Buffer {
  const content = Buffer.concat(parts);
  return Buffer.concat([Buffer.from([tag]), lengthOf(content.length), content]);
}

function lengthOf(count: number): Buffer {
  if (count < 0x80) return Buffer.from([count]);
  const digits = count.toString(16);
  const bytes = Buffer.from(digits.padStart(digits.length + (digits.length % 2), "0"), "hex");
  return Buffer.concat([Buffer.from([0x80 | bytes.length]), bytes]);
}

export const sequence = (...parts: readonly Uint8Array[]): Buffer => encode(0x30, ...parts);
export const setOf = (...parts: readonly Uint8Array[]): Buffer => encode(0x31, ...parts);
export const octets = (content: Uint8Array): Buffer => encode(0x04, content);
export const text = (content: string): Buffer => encode(0x0c, Buffer.from(content));
export const TRUE: Buffer = Buffer.from([0x01, 0x01, 0xff]);

/** An INTEGER that is not negative, from its bytes. */
export function integer(bytes: Uint8Array): Buffer {
  const isNegative = ((bytes[0] ?? 0) & 0x80) !== 0;
  return encode(0x02, Buffer.from(isNegative ? [0] : []), bytes);
}

/** A BIT STRING of whole bytes, or of the leading bits of one. */
export function bits(content: Uint8Array, unused = 0): Buffer {
  return encode(0x03, Buffer.from([unused]), content);
}

/** A UTCTime of an instant from 2000 to 2049, to the second: `YYMMDDHHMMSSZ`. */
export function time(atMs: number): Buffer {
  const digits = timestamp(atMs).slice(2, 19).replaceAll(/\D/g, "");
  return encode(0x17, Buffer.from(`${digits}Z`));
}

/** An OBJECT IDENTIFIER: `2.5.29.17`. */
export function identifier(dotted: string): Buffer {
  const [first = 0, second = 0, ...rest] = dotted.split(".").map(Number);
  return encode(0x06, Buffer.from([first * 40 + second, ...rest.flatMap(base128)]));
}

function base128(arc: number): number[] {
  const digits = [arc & 0x7f];
  for (let rest = arc >>> 7; rest > 0; rest >>>= 7) digits.unshift(0x80 | (rest & 0x7f));
  return digits;
}
