// Bytes that come in pieces of any size, kept until they are whole. Tiny pieces are not kept as they
// come: each would weigh a hundred times what is in it.

/** Pieces below this are copied together. */
const SMALL_BYTES = 2048;
/** Room for small pieces is made in this size. */
const ROOM_BYTES = 16_384;

/** Takes pieces, and gives them as one. */
export class GatheredBytes {
  readonly #pieces: Buffer[] = [];
  /** Where small pieces are copied to, the last of the pieces while it stands there. */
  #room: Buffer | undefined;
  #used = 0;
  #length = 0;

  get length(): number {
    return this.#length;
  }

  add(piece: Buffer): void {
    this.#length += piece.length;
    // Most bodies come in one piece, which needs no copy.
    if (piece.length >= SMALL_BYTES || this.#pieces.length === 0) {
      this.#closeRoom();
      this.#pieces.push(piece);
    } else this.#addSmall(piece);
  }

  #addSmall(piece: Buffer): void {
    if (this.#room !== undefined && this.#used + piece.length > this.#room.length) {
      this.#closeRoom();
    }
    if (this.#room === undefined) {
      this.#room = Buffer.allocUnsafe(ROOM_BYTES);
      this.#pieces.push(this.#room);
    }
    this.#used += piece.copy(this.#room, this.#used);
  }

  #closeRoom(): void {
    if (this.#room === undefined) return;
    this.#pieces[this.#pieces.length - 1] = this.#room.subarray(0, this.#used);
    this.#room = undefined;
    this.#used = 0;
  }

  /** What has come so far. */
  whole(): Buffer {
    this.#closeRoom();
    const [first] = this.#pieces;
    if (this.#pieces.length === 1 && first !== undefined) return first;
    return Buffer.concat(this.#pieces, this.#length);
  }
}
