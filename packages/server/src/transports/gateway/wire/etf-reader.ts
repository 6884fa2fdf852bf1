// Reads the Erlang term format as clients write it. Source: protocol: gateway-oauth-limits 3.3; the
// format's own description.
import { limits } from "@antechamber/contract";
import { NoTerm, Tag, VERSION } from "./etf-tags.ts";

/** Length in bytes of the longest integer that is read; ids have eight. */
const BIG_BYTES_MAX = 64;

/**
 * Reads a term. Integers above 2^53 become text, since they are ids.
 *
 * @returns undefined when it is not a term, is compressed, or has a map with atoms for keys
 */
export function decodeTerm(bytes: Buffer): unknown {
  try {
    const reader = new TermReader(bytes);
    if (reader.byte() !== VERSION) return undefined;
    const value = unwrapped(reader.term(0));
    return reader.isAtEnd ? value : undefined;
  } catch (error) {
    // Reading past the end of the bytes is a RangeError.
    if (error instanceof NoTerm || error instanceof RangeError) return undefined;
    throw error;
  }
}

const utf8 = new TextDecoder("utf-8", { fatal: true });

class TermReader {
  readonly #bytes: Buffer;
  #at = 0;

  constructor(bytes: Buffer) {
    this.#bytes = bytes;
  }

  get isAtEnd(): boolean {
    return this.#at === this.#bytes.length;
  }

  byte(): number {
    return this.#bytes.readUInt8(this.#skip(1));
  }

  term(depth: number): unknown {
    if (depth > limits.jsonDepth.value) throw new NoTerm("nested too deeply");
    const tag = this.byte();
    return this.#number(tag) ?? this.#text(tag) ?? this.#nested(tag, depth);
  }

  #number(tag: number): number | string | undefined {
    switch (tag) {
      case Tag.SMALL_INTEGER:
        return this.byte();
      case Tag.INTEGER:
        return this.#bytes.readInt32BE(this.#skip(4));
      case Tag.NEW_FLOAT:
        return finite(this.#bytes.readDoubleBE(this.#skip(8)));
      case Tag.FLOAT:
        return finite(Number.parseFloat(this.#raw(31).toString("latin1")));
      case Tag.SMALL_BIG:
        return this.#big(this.byte());
      case Tag.LARGE_BIG:
        return this.#big(this.#length());
      default:
        return undefined;
    }
  }

  #text(tag: number): unknown {
    switch (tag) {
      case Tag.BINARY:
        return decoded(this.#raw(this.#length()));
      case Tag.SMALL_ATOM:
      case Tag.SMALL_ATOM_UTF8:
        return atom(decoded(this.#raw(this.byte())));
      case Tag.ATOM:
      case Tag.ATOM_UTF8:
        return atom(decoded(this.#raw(this.#short())));
      default:
        return undefined;
    }
  }

  #nested(tag: number, depth: number): unknown {
    switch (tag) {
      case Tag.NIL:
        return [];
      case Tag.STRING:
        return [...this.#raw(this.#short())];
      case Tag.SMALL_TUPLE:
        return this.#items(this.byte(), depth);
      case Tag.LARGE_TUPLE:
        return this.#items(this.#length(), depth);
      case Tag.LIST:
        return this.#list(depth);
      case Tag.MAP:
        return this.#map(depth);
      default:
        throw new NoTerm(`a term of the kind ${tag}`);
    }
  }

  #list(depth: number): unknown[] {
    const items = this.#items(this.#length(), depth);
    if (this.byte() !== Tag.NIL) throw new NoTerm("an improper list");
    return items;
  }

  #items(count: number, depth: number): unknown[] {
    this.#mustHold(count);
    return Array.from({ length: count }, () => unwrapped(this.term(depth + 1)));
  }

  #map(depth: number): object {
    const count = this.#length();
    this.#mustHold(count * 2);
    const entries = Array.from({ length: count }, () => {
      if (this.byte() !== Tag.BINARY) throw new NoTerm("a key that is no binary");
      const key = decoded(this.#raw(this.#length()));
      return [key, unwrapped(this.term(depth + 1))] as const;
    });
    return Object.fromEntries(entries);
  }

  #big(length: number): number | string {
    if (length > BIG_BYTES_MAX) throw new NoTerm("an integer too long");
    const isNegative = this.byte() === 1;
    const bytes = this.#raw(length);
    const size = bytes.reduceRight((value, byte) => (value << 8n) | BigInt(byte), 0n);
    const value = isNegative ? -size : size;
    const isSafe = size <= BigInt(Number.MAX_SAFE_INTEGER);
    return isSafe ? Number(value) : value.toString();
  }

  /** Each part of a term takes at least one byte: a count above the rest cannot be right. */
  #mustHold(count: number): void {
    if (count > this.#bytes.length - this.#at) throw new NoTerm("more parts than bytes");
  }

  #length(): number {
    return this.#bytes.readUInt32BE(this.#skip(4));
  }

  #short(): number {
    return this.#bytes.readUInt16BE(this.#skip(2));
  }

  #raw(length: number): Buffer {
    const from = this.#skip(length);
    return this.#bytes.subarray(from, from + length);
  }

  #skip(length: number): number {
    const from = this.#at;
    if (length > this.#bytes.length - from) throw new NoTerm("ends too early");
    this.#at += length;
    return from;
  }
}

/** The null atom as a value of its own, because undefined means that a tag is of another kind. */
const NULL = Symbol("null");

function atom(name: string): unknown {
  switch (name) {
    case "nil":
    case "null":
    case "undefined":
      return NULL;
    case "true":
      return true;
    case "false":
      return false;
    default:
      return name;
  }
}

function unwrapped(value: unknown): unknown {
  return value === NULL ? null : value;
}

function decoded(bytes: Buffer): string {
  try {
    return utf8.decode(bytes);
  } catch {
    throw new NoTerm("text that is no UTF-8");
  }
}

function finite(value: number): number {
  if (!Number.isFinite(value)) throw new NoTerm("no number");
  return value;
}
