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

/**
 * The filters of one kind of credential: the current one and the one before. A filter is dropped
 * after two generations, so that no bit stays set for ever.
 */
interface Generations {
  readonly current: Int32Array;
  readonly before: Int32Array;
}

function setBit(bits: Int32Array, bit: number): void {
  bits[bit >>> 5] = (bits[bit >>> 5] ?? 0) | (1 << (bit & 31));
}

/** The filter for credentials of all kinds, each of which has generations of its own. */
export class SecretFilter {
  readonly #byKind = new Map<object, Generations>();
  /** The union of all generations, so that one lookup suffices. */
  #bits = new Int32Array(FILTER_WORDS);

  /** Begins the next generation of a kind, and drops the last but one. */
  renew(kind: object): Generations {
    const before = this.#byKind.get(kind)?.current ?? new Int32Array(0);
    const begun = { current: new Int32Array(FILTER_WORDS), before };
    this.#byKind.set(kind, begun);
    const bits = new Int32Array(FILTER_WORDS);
    const all = [...this.#byKind.values()].flatMap((each) => [each.current, each.before]);
    for (const part of all) {
      for (let at = 0; at < part.length; at += 1) bits[at] = (bits[at] ?? 0) | (part[at] ?? 0);
    }
    this.#bits = bits;
    return begun;
  }

  add(kind: object, secret: string): void {
    const { current } = this.#byKind.get(kind) ?? this.renew(kind);
    const bytes = Buffer.from(secret.slice(0, BEGINNING_BYTES));
    for (let at = 0; at < WORD_BYTES; at += 1) {
      const [word = 0] = new Int32Array(
        Uint8Array.from(bytes.subarray(at, at + WORD_BYTES)).buffer,
      );
      const bit = bitOf(word);
      setBit(current, bit);
      setBit(this.#bits, bit);
    }
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
