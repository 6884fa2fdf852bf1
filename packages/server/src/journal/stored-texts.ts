// Stores long-lived texts as bytes outside the JavaScript heap, where the garbage collector would
// copy each of them twice before promoting it. Full buffers, whose texts are alike, are compressed
// off the event loop.
import { Buffer } from "node:buffer";
import { promisify } from "node:util";
import { constants, zstdCompress, zstdDecompressSync } from "node:zlib";

/** Buffers grow from the smallest to the largest size, since many worlds store little. */
const SMALLEST_BYTES = 4 * 1024;
const LARGEST_BYTES = 1024 * 1024;
/** The most bytes of UTF-8 that one UTF-16 code unit takes. */
const BYTES_OF_LETTER = 3;
/** Each text starts at a word boundary, so that it can be searched word by word. */
const WORD_BYTES = 4;
/** How many of the newest texts are checked for duplicates, which are stored once. */
const RECENT_MAX = 8;

/** Compresses bytes, leaving the input unchanged. */
export type Compress = (bytes: Uint8Array) => Promise<Uint8Array>;

/** A level that is as fast as lower ones, and a match window of 2^17 bytes. */
const compression = {
  params: { [constants.ZSTD_c_compressionLevel]: 1, [constants.ZSTD_c_windowLog]: 17 },
};
const compressInPool = promisify(zstdCompress);
// A copy, since the result may be a slice of a larger buffer.
export const compressInBackground: Compress = async (bytes) =>
  new Uint8Array(await compressInPool(bytes, compression));

function wholeWords(size: number): number {
  return Math.ceil(size / WORD_BYTES) * WORD_BYTES;
}

/** A buffer that texts are written to. */
interface Memory {
  readonly bytes: Buffer;
  readonly words: Int32Array;
}

function memoryOf(size: number): Memory {
  // A buffer from Node's pool would share its memory with other buffers.
  const bytes = Buffer.allocUnsafeSlow(wholeWords(size));
  return { bytes, words: new Int32Array(bytes.buffer) };
}

const noMemory = memoryOf(0);

/** A buffer with the texts in it. */
export class TextBuffer {
  /** The texts as they were written; empty once they have been compressed. */
  memory: Memory;
  compressed: Uint8Array | undefined;
  used = 0;

  constructor(memory: Memory) {
    this.memory = memory;
  }
}

/** A text with the hidden text stored behind it, and where they are. */
export interface StoredText {
  readonly redacted: string;
  readonly original: string;
  readonly buffer: TextBuffer;
  readonly from: number;
  /** Where the redacted text ends. */
  readonly redactedTo: number;
  readonly to: number;
}

export class StoredTexts {
  readonly #compress: Compress;
  #buffer = new TextBuffer(noMemory);
  #nextSize = SMALLEST_BYTES;
  /** The texts that were written last to the newest buffer. */
  readonly #recent: StoredText[] = [];
  /** The text stored last; undefined where it was a duplicate, which other entries use too. */
  #removable: StoredText | undefined;
  /** The memory of a buffer that has been compressed, kept for reuse. */
  #spare: Memory | undefined;
  /** The buffer that was decompressed last: readers of one text usually read its neighbours too. */
  #decompressed: { readonly buffer: TextBuffer; readonly bytes: Buffer } | undefined;

  constructor(compress: Compress = compressInBackground) {
    this.#compress = compress;
  }

  /** Stores a text with a hidden text behind it; undefined where both are empty. */
  store(redacted: string, original: string): StoredText | undefined {
    if (redacted === "" && original === "") return undefined;
    const same = this.#findRecent(redacted, original);
    this.#removable = same === undefined ? this.#write(redacted, original) : undefined;
    return same ?? this.#removable;
  }

  /** Responses from the cache are recorded many times in a row. */
  #findRecent(redacted: string, original: string): StoredText | undefined {
    for (const recent of this.#recent) {
      if (recent.redacted === redacted && recent.original === original) return recent;
    }
    return undefined;
  }

  #write(redacted: string, original: string): StoredText {
    const letters = redacted.length + original.length;
    const bytesMax = WORD_BYTES + letters * BYTES_OF_LETTER;
    if (this.#buffer.used + bytesMax > this.#buffer.memory.bytes.length)
      this.#beginBuffer(bytesMax);
    const buffer = this.#buffer;
    const { bytes } = buffer.memory;
    const from = wholeWords(buffer.used);
    const redactedTo = from + bytes.write(redacted, from);
    const to = original === "" ? redactedTo : redactedTo + bytes.write(original, redactedTo);
    buffer.used = to;
    const stored = { redacted, original, buffer, from, redactedTo, to };
    if (this.#recent.length === RECENT_MAX) this.#recent.shift();
    this.#recent.push(stored);
    return stored;
  }

  #beginBuffer(bytesMax: number): void {
    const full = this.#buffer;
    this.#buffer = new TextBuffer(this.#memoryFor(bytesMax));
    this.#recent.length = 0;
    this.#nextSize = Math.min(this.#nextSize * 2, LARGEST_BYTES);
    if (full.used > 0) void this.#compressBuffer(full);
  }

  #memoryFor(bytesMax: number): Memory {
    const spare = this.#spare;
    if (spare !== undefined && spare.bytes.length >= bytesMax) {
      this.#spare = undefined;
      return spare;
    }
    // A text longer than a buffer gets a larger one of its own.
    return memoryOf(Math.max(this.#nextSize, bytesMax));
  }

  /** Compresses a full buffer, and keeps its memory for reuse. */
  async #compressBuffer(buffer: TextBuffer): Promise<void> {
    const { memory } = buffer;
    try {
      buffer.compressed = await this.#compress(memory.bytes.subarray(0, buffer.used));
    } catch {
      // The buffer stays uncompressed: compression only saves memory.
      return;
    }
    buffer.memory = noMemory;
    if (memory.bytes.length === LARGEST_BYTES) this.#spare = memory;
  }

  /** Removes the text stored last, unless other entries use it: its redacted form follows. */
  removeLast(): void {
    if (this.#removable === undefined) return;
    const { from, to } = this.#removable;
    this.#buffer.memory.bytes.fill(0, from, to);
    this.#buffer.used = from;
    this.#recent.length = 0;
  }

  /** The text between two offsets of a buffer. */
  read(buffer: TextBuffer | undefined, from: number, to: number): string {
    return buffer === undefined ? "" : this.#bytesOf(buffer).toString("utf8", from, to);
  }

  #bytesOf(buffer: TextBuffer): Buffer {
    const { compressed } = buffer;
    if (compressed === undefined) return buffer.memory.bytes;
    if (this.#decompressed?.buffer !== buffer) {
      // The decompressed size is known, so one chunk suffices.
      const chunkSize = Math.max(constants.Z_MIN_CHUNK, buffer.used);
      this.#decompressed = { buffer, bytes: zstdDecompressSync(compressed, { chunkSize }) };
    }
    return this.#decompressed.bytes;
  }
}
