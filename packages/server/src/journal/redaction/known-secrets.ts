// Credentials that were received or issued, so that they can be found in free text. They are stored
// as digests, together with a hash of the first characters and the length of each, so that a digest
// is computed only where a text may contain one.
import { digestHex } from "../../platform/crypto.ts";
import { dropOldest } from "../../platform/collections/drop-oldest.ts";
import { SecretFilter } from "./secret-filter.ts";

/** Replaces text that is not shown. */
export const REDACTED = "[redacted]";

/** The shortest length of a credential; anything shorter would occur in many texts by chance. */
export const KNOWN_MIN = 8;
/** Of longer credentials, only the beginning of this length is stored. */
export const KNOWN_MAX = 1024;

/**
 * A text is examined at positions this far apart, four characters at each: every occurrence of the
 * first eight characters of a secret contains one of these groups, wherever it is.
 */
const STRIDE = 5;
const GROUP_LENGTH = KNOWN_MIN + 1 - STRIDE;
/** A group of four characters is hashed to 18 bits; each value is one bit of the filter. */
const FILTER_BITS = 18;
const FILTER_WORDS = 2 ** (FILTER_BITS - 5);
const FACTOR = 0x01000193;
/** The filter before anything is known. */
const NO_BITS = new Int32Array(FILTER_WORDS);

interface KnownSecret {
  readonly beginningHash: number;
  readonly length: number;
}

/** A hash of the four characters at a position. */
function groupHash(text: string, at: number): number {
  const first = text.charCodeAt(at) ^ (text.charCodeAt(at + 1) << 7);
  const second = (text.charCodeAt(at + 2) << 14) ^ (text.charCodeAt(at + 3) << 21);
  return Math.imul(first ^ second, FACTOR) >>> (32 - FILTER_BITS);
}

function beginningHashAt(text: string, start: number): number {
  let sum = 0;
  for (let at = start; at < start + KNOWN_MIN; at += 1) {
    sum = (Math.imul(sum, FACTOR) + text.charCodeAt(at)) | 0;
  }
  return sum;
}

export class KnownSecrets {
  readonly #max: number;
  readonly #byDigest = new Map<string, KnownSecret>();
  /**
   * The lengths of the secrets with a beginning, and how many there are of each, by the beginning's
   * hash.
   */
  readonly #lengths = new Map<number, Map<number, number>>();
  /** A Bloom filter of the four-character groups that the recently seen secrets begin with. */
  #filter = NO_BITS;
  /**
   * The filter of the generation before. Each filter is dropped after two generations, so that the
   * bits of forgotten secrets do not stay set for ever.
   */
  #filterBefore = NO_BITS;
  #addedCount = 0;
  /** The same filter for bytes, which other lists may share. */
  readonly #bytes: SecretFilter;

  /**
   * @param max how many secrets are kept; beyond that, the least recently seen are evicted
   * @param bytes the filter for bytes that several instances share
   */
  constructor(max: number, bytes = new SecretFilter()) {
    this.#max = max;
    this.#bytes = bytes;
  }

  get size(): number {
    return this.#byDigest.size;
  }

  /** @returns whether the secret is new */
  add(credential: string): boolean {
    if (credential.length < KNOWN_MIN) return false;
    const secret = credential.slice(0, KNOWN_MAX);
    const digest = digestHex(secret);
    const existing = this.#byDigest.get(digest);
    if (existing !== undefined) {
      // Moved to the end of the eviction order (LRU).
      this.#byDigest.delete(digest);
      this.#byDigest.set(digest, existing);
      this.#addToFilter(secret);
      return false;
    }
    const entry = { beginningHash: beginningHashAt(secret, 0), length: secret.length };
    this.#byDigest.set(digest, entry);
    this.#count(entry, 1);
    if (this.#addedCount % this.#max === 0) this.#renewFilter();
    this.#addedCount += 1;
    this.#addToFilter(secret);
    dropOldest(this.#byDigest, this.#max, (oldest) => this.#count(oldest, -1));
    return true;
  }

  #count({ beginningHash, length }: KnownSecret, change: number): void {
    const lengths = this.#lengths.get(beginningHash) ?? new Map<number, number>();
    const count = (lengths.get(length) ?? 0) + change;
    if (count > 0) lengths.set(length, count);
    else lengths.delete(length);
    if (lengths.size > 0) this.#lengths.set(beginningHash, lengths);
    else this.#lengths.delete(beginningHash);
  }

  /**
   * Starts a new filter every `max` secrets: by then, all secrets of the generation before have
   * either been added again or evicted.
   */
  #renewFilter(): void {
    this.#filterBefore = this.#filter;
    this.#filter = new Int32Array(FILTER_WORDS);
    this.#bytes.renew(this);
  }

  #addToFilter(secret: string): void {
    for (let at = 0; at < STRIDE; at += 1) {
      const hash = groupHash(secret, at);
      this.#filter[hash >>> 5] = (this.#filter[hash >>> 5] ?? 0) | (1 << (hash & 31));
    }
    this.#bytes.add(this, secret);
  }

  /** Whether a secret may begin at or shortly before a group with this hash. */
  mayBeginNear(hash: number): boolean {
    const word = hash >>> 5;
    const bits = (this.#filter[word] ?? 0) | (this.#filterBefore[word] ?? 0);
    return (bits & (1 << (hash & 31))) !== 0;
  }

  /**
   * The length of the longest known secret that starts at a position; 0 if there is none.
   *
   * @param beginningHash of the eight characters from there on
   */
  lengthAt(text: string, start: number, beginningHash: number): number {
    const lengths = this.#lengths.get(beginningHash);
    if (lengths === undefined) return 0;
    for (const length of [...lengths.keys()].toSorted((a, b) => b - a)) {
      const piece = text.slice(start, start + length);
      if (piece.length === length && this.#byDigest.has(digestHex(piece))) return length;
    }
    return 0;
  }
}

/** The text with the credentials of all lists redacted, in one scan. */
export function redactSecrets(text: string, lists: readonly KnownSecrets[]): string {
  if (text.length < KNOWN_MIN) return text;
  let redacted = "";
  let copiedTo = 0;
  for (let at = 0; at <= text.length - GROUP_LENGTH; at += STRIDE) {
    if (!mayBeginNear(groupHash(text, at), lists)) continue;
    const last = Math.min(at, text.length - KNOWN_MIN);
    let start = Math.max(copiedTo, at + 1 - STRIDE);
    while (start <= last) {
      const length = longestAt(text, start, lists);
      if (length > 0) {
        redacted += text.slice(copiedTo, start) + REDACTED;
        copiedTo = start + length;
      }
      start += Math.max(1, length);
    }
  }
  return copiedTo === 0 ? text : redacted + text.slice(copiedTo);
}

// Loops, because a callback for each group of each text would take longer than the check itself.

function mayBeginNear(hash: number, lists: readonly KnownSecrets[]): boolean {
  for (const each of lists) if (each.mayBeginNear(hash)) return true;
  return false;
}

function longestAt(text: string, start: number, lists: readonly KnownSecrets[]): number {
  const beginningHash = beginningHashAt(text, start);
  let longest = 0;
  for (const each of lists) longest = Math.max(longest, each.lengthAt(text, start, beginningHash));
  return longest;
}
