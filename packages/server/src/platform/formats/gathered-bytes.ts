// Collects bytes that arrive in pieces of any size. Tiny pieces are copied together: kept as they
// arrive, each would take a hundred times its size.

/** Pieces below this size are copied together. */
const SMALL_BYTES = 2048;
/** The size of the buffers for small pieces. */
const BUFFER_BYTES = 16_384;
const EMPTY = Buffer.alloc(0);

/** Collects pieces, and returns them as one. */
export class GatheredBytes {
  /** Most bodies arrive in one piece, which needs no copy and no list. */
  #first: Buffer | undefined;
  /** All pieces, from the second one on. */
  #pieces: Buffer[] | undefined;
  /** The buffer that small pieces are copied to: the last of the pieces while it is open. */
  #buffer: Buffer | undefined;
  #used = 0;
  #length = 0;

  get length(): number {
    return this.#length;
  }

  add(piece: Buffer): void {
    this.#length += piece.length;
    if (this.#first === undefined) {
      this.#first = piece;
      return;
    }
    const pieces = (this.#pieces ??= [this.#first]);
    if (piece.length < SMALL_BYTES) this.#addSmall(piece, pieces);
    else {
      this.#closeBuffer(pieces);
      pieces.push(piece);
    }
  }

  #addSmall(piece: Buffer, pieces: Buffer[]): void {
    if (this.#buffer !== undefined && this.#used + piece.length > this.#buffer.length) {
      this.#closeBuffer(pieces);
    }
    if (this.#buffer === undefined) {
      this.#buffer = Buffer.allocUnsafe(BUFFER_BYTES);
      pieces.push(this.#buffer);
    }
    this.#used += piece.copy(this.#buffer, this.#used);
  }

  #closeBuffer(pieces: Buffer[]): void {
    if (this.#buffer === undefined) return;
    pieces[pieces.length - 1] = this.#buffer.subarray(0, this.#used);
    this.#buffer = undefined;
    this.#used = 0;
  }

  /** Everything that has arrived so far. */
  toBuffer(): Buffer {
    const pieces = this.#pieces;
    if (pieces === undefined) return this.#first ?? EMPTY;
    this.#closeBuffer(pieces);
    return Buffer.concat(pieces, this.#length);
  }
}
