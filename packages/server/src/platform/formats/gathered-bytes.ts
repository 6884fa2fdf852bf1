// Bytes that come in pieces of any size, kept until they are whole. Tiny pieces are not kept as they
// come: each would weigh a hundred times what is in it.

/** Pieces below this are copied together. */
const SMALL_BYTES = 2048;
/** Room for small pieces is made in this size. */
const ROOM_BYTES = 16_384;
const nothing = Buffer.alloc(0);

/** Takes pieces, and gives them as one. */
export class GatheredBytes {
  /** Most bodies come in one piece, which needs no copy and no list. */
  #first: Buffer | undefined;
  /** All pieces, from the second one on. */
  #pieces: Buffer[] | undefined;
  /** Where small pieces are copied to, the last of the pieces while it stands there. */
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

  /** What has come so far. */
  whole(): Buffer {
    const pieces = this.#pieces;
    if (pieces === undefined) return this.#first ?? nothing;
    this.#closeRoom(pieces);
    return Buffer.concat(pieces, this.#length);
  }
}
