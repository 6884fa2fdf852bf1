// Texts that are kept for long, as bytes outside of the heap: within it, the garbage collection copies
// each of them twice before it leaves them where they are. All are written to one memory. When it is
// full, what stands in it is compressed, which takes a fraction of the time that compressing each text
// would take and shrinks much that is alike between them, and the memory is written to anew.
import { Buffer } from "node:buffer";
import { constants, zstdCompressSync, zstdDecompressSync } from "node:zlib";
import { dropOldest } from "../platform/drop-oldest.ts";

/**
 * The memory grows up to a size that takes a fraction of a millisecond to compress or to read
 * again.
 */
const SMALLEST_BYTES = 4 * 1024;
const LARGEST_BYTES = 256 * 1024;
/** A letter takes at most so many bytes. */
const BYTES_OF_LETTER = 3;
/** Each text begins with a word of the memory. */
const WORD_BYTES = 4;
/** Pieces that were read last stay as they were: who reads one text reads its neighbours too. */
const OPENED_MAX = 4;

/** A level that costs as little as those that find less. */
const compression = { params: { [constants.ZSTD_c_compressionLevel]: 1 } };

/** Texts that were written one behind the other, and are compressed together. */
export interface Piece {
  /** Undefined while it is written. */
  compressed: Uint8Array | undefined;
}

function wholeWords(size: number): number {
  return Math.ceil(size / WORD_BYTES) * WORD_BYTES;
}

export class KeptTexts {
  #bytes = Buffer.alloc(0);
  #words = new Int32Array(0);
  #piece: Piece = { compressed: undefined };
  #size = SMALLEST_BYTES;
  #last = 0;
  #shownTo = 0;
  #used = 0;
  readonly #opened = new Map<Piece, Buffer>();

  /** The memory in which the last text stands. */
  get words(): Int32Array {
    return this.#words;
  }

  /** Where the last text begins in its piece. */
  get last(): number {
    return this.#last;
  }

  /** Where what is shown of it ends. */
  get shownTo(): number {
    return this.#shownTo;
  }

  /** Where it ends. */
  get used(): number {
    return this.#used;
  }

  /** Keeps a text, and what is kept with it and never shown, as the last of the piece that it gives. */
  keep(shown: string, hidden: string): Piece {
    const most = WORD_BYTES + (shown.length + hidden.length) * BYTES_OF_LETTER;
    if (this.#used + most > this.#bytes.length) this.#beginPiece(most);
    this.#last = wholeWords(this.#used);
    this.#shownTo = this.#last + this.#bytes.write(shown, this.#last);
    this.#used = this.#shownTo;
    if (hidden !== "") this.#used += this.#bytes.write(hidden, this.#used);
    return this.#piece;
  }

  #beginPiece(most: number): void {
    if (this.#used > 0) {
      const written = this.#bytes.subarray(0, this.#used);
      // A copy, since what comes out is a part of something larger.
      this.#piece.compressed = new Uint8Array(zstdCompressSync(written, compression));
      this.#piece = { compressed: undefined };
      this.#used = 0;
    }
    // A text that is longer than any memory is given a larger one, until that is full.
    const size = wholeWords(Math.max(this.#size, most));
    this.#size = Math.min(this.#size * 2, LARGEST_BYTES);
    if (size === this.#bytes.length) return;
    // Of a pool of Node's, other buffers would be a part.
    this.#bytes = Buffer.allocUnsafeSlow(size);
    this.#words = new Int32Array(this.#bytes.buffer);
  }

  /** The last text is to be written in another way. */
  takeBack(): void {
    this.#bytes.fill(0, this.#last, this.#used);
    this.#used = this.#last;
  }

  /** What stands in a piece between two places. */
  read(piece: Piece, from: number, to: number): string {
    const bytes =
      piece.compressed === undefined ? this.#bytes : this.#open(piece, piece.compressed);
    return bytes.toString("utf8", from, to);
  }

  #open(piece: Piece, compressed: Uint8Array): Buffer {
    const bytes = this.#opened.get(piece) ?? zstdDecompressSync(compressed);
    this.#opened.delete(piece);
    this.#opened.set(piece, bytes);
    dropOldest(this.#opened, OPENED_MAX);
    return bytes;
  }
}
