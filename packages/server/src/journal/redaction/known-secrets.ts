// Credentials that were seen or given out, so that they are found again in free text. They are kept as
// digests; how each begins is kept as a number, and how long it is, so that nearly all text is passed
// over without a digest being made.
import { digestHex } from "../../platform/crypto.ts";
import { dropOldest } from "../../platform/collections/drop-oldest.ts";
import { AllMetWords, MetWords } from "./met-words.ts";

/** Stands for what is not shown. */
export const REDACTED = "[redacted]";

/** What is shorter is no credential, and would stand in many texts by chance. */
export const KNOWN_MIN = 8;
/** What is longer is cut, and its beginning known. */
export const KNOWN_MAX = 1024;

/**
 * A text is looked at in places this far apart, four signs at each: every beginning covers one of
 * them whole, wherever it stands.
 */
const STRIDE = 5;
const SIGNS = KNOWN_MIN + 1 - STRIDE;
/** Four signs are told apart by numbers of 18 bits, a bit for each. */
const FILTER_BITS = 18;
const FILTER_WORDS = 2 ** (FILTER_BITS - 5);
const FACTOR = 0x01000193;

interface Known {
  readonly beginning: number;
  readonly length: number;
}

/** A number of the signs at a place. */
function signsAt(text: string, at: number): number {
  const first = text.charCodeAt(at) ^ (text.charCodeAt(at + 1) << 7);
  const second = (text.charCodeAt(at + 2) << 14) ^ (text.charCodeAt(at + 3) << 21);
  return Math.imul(first ^ second, FACTOR) >>> (32 - FILTER_BITS);
}

function beginningAt(text: string, start: number): number {
  let sum = 0;
  for (let at = start; at < start + KNOWN_MIN; at += 1) {
    sum = (Math.imul(sum, FACTOR) + text.charCodeAt(at)) | 0;
  }
  return sum;
}

export class KnownSecrets {
  readonly #max: number;
  readonly #byDigest = new Map<string, Known>();
  /** How long those with a beginning are, and how many there are of each length. */
  readonly #lengths = new Map<number, Map<number, number>>();
  /** Which signs stand in the beginnings of those that were met of late. */
  #filter = new Int32Array(0);
  /** The same of those before. Both go at last, so that what is forgotten leaves no bit for ever. */
  #filterBefore = new Int32Array(0);
  #filtered = 0;
  /** The same for bytes. */
  readonly #words: MetWords;

  /**
   * @param max beyond which those that were met longest ago are forgotten
   * @param all the words of several kinds together
   */
  constructor(max: number, all = new AllMetWords()) {
    this.#max = max;
    this.#words = new MetWords(all);
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
      this.#filterIn(secret);
      return false;
    }
    const known = { beginning: beginningAt(secret, 0), length: secret.length };
    this.#byDigest.set(digest, known);
    this.#count(known, 1);
    if (this.#filtered % this.#max === 0) this.#renewFilter();
    this.#filtered += 1;
    this.#filterIn(secret);
    dropOldest(this.#byDigest, this.#max, (oldest) => this.#count(oldest, -1));
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

  /** Nobody stays known for longer than as many as there may be have come after the last meeting. */
  #renewFilter(): void {
    this.#filterBefore = this.#filter;
    this.#filter = new Int32Array(FILTER_WORDS);
    this.#words.renew();
  }

  #filterIn(secret: string): void {
    for (let at = 0; at < STRIDE; at += 1) {
      const signs = signsAt(secret, at);
      this.#filter[signs >>> 5] = (this.#filter[signs >>> 5] ?? 0) | (1 << (signs & 31));
    }
    this.#words.add(secret);
  }

  #mayBeginAround(signs: number): boolean {
    const word = signs >>> 5;
    const met = (this.#filter[word] ?? 0) | (this.#filterBefore[word] ?? 0);
    return (met & (1 << (signs & 31))) !== 0;
  }

  /** The text without the credentials that are known. */
  redact(text: string): string {
    if (text.length < KNOWN_MIN || this.#byDigest.size === 0) return text;
    let kept = "";
    let keptTo = 0;
    for (let at = 0; at <= text.length - SIGNS; at += STRIDE) {
      if (!this.#mayBeginAround(signsAt(text, at))) continue;
      const last = Math.min(at, text.length - KNOWN_MIN);
      let start = Math.max(keptTo, at + 1 - STRIDE);
      while (start <= last) {
        const length = this.#lengthAt(text, start);
        if (length !== undefined) {
          kept += text.slice(keptTo, start) + REDACTED;
          keptTo = start + length;
        }
        start += length ?? 1;
      }
    }
    return keptTo === 0 ? text : kept + text.slice(keptTo);
  }

  /** How long the longest known one is that begins at a place. */
  #lengthAt(text: string, start: number): number | undefined {
    const lengths = this.#lengths.get(beginningAt(text, start));
    if (lengths === undefined) return undefined;
    for (const length of [...lengths.keys()].toSorted((a, b) => b - a)) {
      const piece = text.slice(start, start + length);
      if (piece.length === length && this.#byDigest.has(digestHex(piece))) return length;
    }
    return undefined;
  }
}
