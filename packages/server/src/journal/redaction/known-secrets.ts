// Credentials that were seen or given out, so that they are found again in free text. They are kept as
// digests; how each begins is kept as a number, and how long it is, so that nearly all text is passed
// over without a digest being made.
import { digestHex } from "../../platform/crypto.ts";

/** Stands for what is not shown. */
export const REDACTED = "[redacted]";

/** What is shorter is no credential, and would stand in many texts by chance. */
export const KNOWN_MIN = 8;
/** What is longer is cut, and its beginning known. */
const KNOWN_MAX = 1024;

/** Beginnings are told apart by numbers of 16 bits first. */
const SIEVE_SIZE = 1 << 16;
const FACTOR = 0x01000193;
/** The factor to the power of the beginning's length, by which the oldest sign leaves the sum. */
const LEAVING = Array.from({ length: KNOWN_MIN }).reduce<number>(
  (power) => Math.imul(power, FACTOR),
  1,
);

interface Known {
  readonly beginning: number;
  readonly length: number;
}

function sieveIndex(sum: number): number {
  return (sum ^ (sum >>> 16)) & (SIEVE_SIZE - 1);
}

function beginningOf(secret: string): number {
  let sum = 0;
  for (let i = 0; i < KNOWN_MIN; i += 1) sum = (Math.imul(sum, FACTOR) + secret.charCodeAt(i)) | 0;
  return sum;
}

export class KnownSecrets {
  readonly #max: number;
  readonly #byDigest = new Map<string, Known>();
  /** How long those with a beginning are, and how many there are of each length. */
  readonly #lengths = new Map<number, Map<number, number>>();
  /** Made for the first of them. */
  #sieve = new Uint8Array(0);

  /** @param max beyond which the one that was met longest ago is forgotten */
  constructor(max: number) {
    this.#max = max;
  }

  get size(): number {
    return this.#byDigest.size;
  }

  /** @returns whether it was not known before */
  add(given: string): boolean {
    if (given.length < KNOWN_MIN) return false;
    const secret = given.slice(0, KNOWN_MAX);
    const digest = digestHex(secret);
    const before = this.#byDigest.get(digest);
    if (before !== undefined) {
      // The last to be met is the last to be forgotten.
      this.#byDigest.delete(digest);
      this.#byDigest.set(digest, before);
      return false;
    }
    const known = { beginning: beginningOf(secret), length: secret.length };
    this.#byDigest.set(digest, known);
    this.#count(known, 1);
    if (this.#sieve.length === 0) this.#sieve = new Uint8Array(SIEVE_SIZE);
    this.#sieve[sieveIndex(known.beginning)] = 1;
    const [oldest] = this.#byDigest;
    if (this.#byDigest.size > this.#max && oldest !== undefined) {
      this.#byDigest.delete(oldest[0]);
      this.#count(oldest[1], -1);
    }
    return true;
  }

  #count({ beginning, length }: Known, change: number): void {
    const lengths = this.#lengths.get(beginning) ?? new Map<number, number>();
    const count = (lengths.get(length) ?? 0) + change;
    if (count > 0) lengths.set(length, count);
    else lengths.delete(length);
    if (lengths.size > 0) this.#lengths.set(beginning, lengths);
    else this.#lengths.delete(beginning);
  }

  /** The text without the credentials that are known. */
  redact(text: string): string {
    if (text.length < KNOWN_MIN || this.#byDigest.size === 0) return text;
    let sum = 0;
    let kept = "";
    let keptTo = 0;
    for (let end = 0; end < text.length; end += 1) {
      sum = (Math.imul(sum, FACTOR) + text.charCodeAt(end)) | 0;
      const start = end + 1 - KNOWN_MIN;
      if (start > 0) sum = (sum - Math.imul(text.charCodeAt(start - 1), LEAVING)) | 0;
      if (start < keptTo || this.#sieve[sieveIndex(sum)] === 0) continue;
      const length = this.#lengthAt(text, start, sum);
      if (length === undefined) continue;
      kept += text.slice(keptTo, start) + REDACTED;
      keptTo = start + length;
    }
    return keptTo === 0 ? text : kept + text.slice(keptTo);
  }

  /** How long the longest known one is that begins at a place. */
  #lengthAt(text: string, start: number, beginning: number): number | undefined {
    const lengths = this.#lengths.get(beginning);
    if (lengths === undefined) return undefined;
    for (const length of [...lengths.keys()].toSorted((a, b) => b - a)) {
      const piece = text.slice(start, start + length);
      if (piece.length === length && this.#byDigest.has(digestHex(piece))) return length;
    }
    return undefined;
  }
}
