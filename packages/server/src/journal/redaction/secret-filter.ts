// A Bloom filter of how known credentials begin, by which bytes that cannot contain one are skipped
// four at a time: of any eight consecutive bytes, four are an aligned word of the memory, starting
// at the first, second, third or fourth of them.
import { Buffer } from "node:buffer";

const WORD_BYTES = 4;
/** How many bytes of a credential's beginning the filter covers. */
const BEGINNING_BYTES = 8;
/** A word is hashed to 18 bits, each value of which is one bit of the filter. */
const FILTER_BITS = 18;
const FILTER_WORDS = 2 ** (FILTER_BITS - 5);
const FACTOR = 0x01000193;

function bitOf(word: number): number {
  return Math.imul(word, FACTOR) >>> (32 - FILTER_BITS);
}

/** The filter for one kind of credential. */
export class SecretFilter {
  /**
   * The current generation and the one before. A filter is dropped after two, so that no bit stays
   * set for ever.
   */
  #current = new Int32Array(0);
  #before = new Int32Array(0);
  readonly #all: SecretFilterUnion;

  constructor(all: SecretFilterUnion) {
    this.#all = all;
    all.parts.push(() => [this.#current, this.#before]);
  }

  renew(): void {
    this.#before = this.#current;
    this.#current = new Int32Array(FILTER_WORDS);
    this.#all.rebuild();
  }

  add(secret: string): void {
    const bytes = Buffer.from(secret.slice(0, BEGINNING_BYTES));
    for (let at = 0; at < WORD_BYTES; at += 1) {
      const [word = 0] = new Int32Array(
        Uint8Array.from(bytes.subarray(at, at + WORD_BYTES)).buffer,
      );
      const bit = bitOf(word);
      this.#current[bit >>> 5] = (this.#current[bit >>> 5] ?? 0) | (1 << (bit & 31));
      this.#all.add(bit);
    }
  }
}

/** The union of the filters of all kinds, so that one lookup suffices. */
export class SecretFilterUnion {
  readonly parts: (() => readonly Int32Array[])[] = [];
  #bits = new Int32Array(FILTER_WORDS);

  /** Used by SecretFilter only. */
  add(bit: number): void {
    this.#bits[bit >>> 5] = (this.#bits[bit >>> 5] ?? 0) | (1 << (bit & 31));
  }

  /** Used by SecretFilter only: rebuilds the union after a generation has been dropped. */
  rebuild(): void {
    const bits = new Int32Array(FILTER_WORDS);
    for (const part of this.parts.flatMap((parts) => parts())) {
      for (let at = 0; at < part.length; at += 1) bits[at] = (bits[at] ?? 0) | (part[at] ?? 0);
    }
    this.#bits = bits;
  }

  /** Whether a credential may be between two byte offsets. */
  mayContain(words: Int32Array, from: number, to: number): boolean {
    const bits = this.#bits;
    const end = to >>> 2;
    for (let at = (from + WORD_BYTES - 1) >>> 2; at < end; at += 1) {
      const bit = bitOf(words[at] ?? 0);
      if (((bits[bit >>> 5] ?? 0) & (1 << (bit & 31))) !== 0) return true;
    }
    return false;
  }
}
