// How known credentials begin, so that bytes in which none can stand are passed over four at a time.
// Of eight bytes in a row, four are a whole word of the memory that they stand in: from their first,
// second, third or fourth one on.
import { Buffer } from "node:buffer";

const WORD_BYTES = 4;
/** Of so many bytes the filter looks at the beginning of a credential. */
const BEGINNING_BYTES = 8;
/** Words are told apart by numbers of 18 bits, a bit for each. */
const FILTER_BITS = 18;
const FILTER_WORDS = 2 ** (FILTER_BITS - 5);
const FACTOR = 0x01000193;

function bitOf(word: number): number {
  return Math.imul(word, FACTOR) >>> (32 - FILTER_BITS);
}

/** Words of credentials that were met of late, of one kind of them. */
export class MetWords {
  /** Those that are met now, and those before. Both go at last, so that no bit stays for ever. */
  #now = new Int32Array(0);
  #before = new Int32Array(0);
  readonly #all: AllMetWords;

  constructor(all: AllMetWords) {
    this.#all = all;
    all.parts.push(() => [this.#now, this.#before]);
  }

  renew(): void {
    this.#before = this.#now;
    this.#now = new Int32Array(FILTER_WORDS);
    this.#all.gather();
  }

  add(secret: string): void {
    const bytes = Buffer.from(secret.slice(0, BEGINNING_BYTES));
    for (let at = 0; at < WORD_BYTES; at += 1) {
      const [word = 0] = new Int32Array(
        Uint8Array.from(bytes.subarray(at, at + WORD_BYTES)).buffer,
      );
      const bit = bitOf(word);
      this.#now[bit >>> 5] = (this.#now[bit >>> 5] ?? 0) | (1 << (bit & 31));
      this.#all.add(bit);
    }
  }
}

/** The same of all kinds together, so that one look is enough. */
export class AllMetWords {
  readonly parts: (() => readonly Int32Array[])[] = [];
  #met = new Int32Array(FILTER_WORDS);

  /** For one kind of them alone. */
  add(bit: number): void {
    this.#met[bit >>> 5] = (this.#met[bit >>> 5] ?? 0) | (1 << (bit & 31));
  }

  /** For one kind of them alone: some of its words are met no more. */
  gather(): void {
    const met = new Int32Array(FILTER_WORDS);
    for (const part of this.parts.flatMap((parts) => parts())) {
      for (let at = 0; at < part.length; at += 1) met[at] = (met[at] ?? 0) | (part[at] ?? 0);
    }
    this.#met = met;
  }

  /** Whether a credential may stand between two places, which are counted in bytes. */
  mayStandIn(words: Int32Array, from: number, to: number): boolean {
    const met = this.#met;
    const end = to >>> 2;
    for (let at = (from + WORD_BYTES - 1) >>> 2; at < end; at += 1) {
      const bit = bitOf(words[at] ?? 0);
      if (((met[bit >>> 5] ?? 0) & (1 << (bit & 31))) !== 0) return true;
    }
    return false;
  }
}
