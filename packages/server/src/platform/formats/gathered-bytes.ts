// Collects bytes that arrive in pieces of any size. Tiny pieces are copied together: kept as they
// arrive, each would take a hundred times its size.

/** Pieces below this size are copied together. */
const SMALL_BYTES = 2048;
/** The size of the buffers for small pieces. */
const ROOM_BYTES = 16_384;
const nothing = Buffer.alloc(0);

/** Collects pieces, and returns them as one. */
export class GatheredBytes {
  /** Most bodies arrive in one piece, which needs no copy and no list. */
  #first: Buffer | undefined;
  /** All pieces, from the second one on. */
  #pieces: Buffer[] | undefined;
  /** The buffer that small pieces are copied to: the last of the pieces while it is open. */
  #room: Buffer | undefined;
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
      this.#closeRoom(pieces);
      pieces.push(piece);
    }
  }

  #addSmall(piece: Buffer, pieces: Buffer[]): void {
    if (this.#room !== undefined && this.#used + piece.length > this.#room.length) {
      this.#closeRoom(pieces);
    }
    if (this.#room === undefined) {
      this.#room = Buffer.allocUnsafe(ROOM_BYTES);
      pieces.push(this.#room);
    }
    this.#used += piece.copy(this.#room, this.#used);
  }

  #closeRoom(pieces: Buffer[]): void {
    if (this.#room === undefined) return;
    pieces[pieces.length - 1] = this.#room.subarray(0, this.#used);
    this.#room = undefined;
    this.#used = 0;
  }

  /** Everything that has arrived so far. */
  whole(): Buffer {
    const pieces = this.#pieces;
    if (pieces === undefined) return this.#first ?? nothing;
    this.#closeRoom(pieces);
    return Buffer.concat(pieces, this.#length);
  }
}
