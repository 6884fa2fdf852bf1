// Texts that are kept for long, as bytes outside of the heap: within it, the garbage collection copies
// each of them twice before it leaves them where they are.
import { Buffer } from "node:buffer";

/** Room is made in pieces of growing size, since many worlds have little to keep. */
const SMALLEST_BYTES = 4 * 1024;
const LARGEST_BYTES = 1024 * 1024;
/** A letter takes at most so many bytes. */
const BYTES_OF_LETTER = 3;
/** Each text begins with a word of the memory. */
const WORD_BYTES = 4;

/** A piece of room, which is used anew when nothing that stands in it is kept any more. */
export class Room {
  readonly bytes: Buffer;
  readonly words: Int32Array;
  /** Where the last text begins, where what is shown of it ends, and where it ends. */
  last = 0;
  shownTo = 0;
  used = 0;
  texts = 0;

  constructor(size: number) {
    // Of a pool of Node's, other buffers would be a part.
    this.bytes = Buffer.allocUnsafeSlow(wholeWords(size));
    this.words = new Int32Array(this.bytes.buffer);
  }
}

function wholeWords(size: number): number {
  return Math.ceil(size / WORD_BYTES) * WORD_BYTES;
}

export class KeptTexts {
  #room = new Room(0);
  #next = SMALLEST_BYTES;
  /** The last one that was given back, which saves making another. */
  #spare: Room | undefined;

  /** Keeps a text, and what is kept with it and never shown, at the end of the room that it gives. */
  keep(shown: string, hidden: string): Room {
    const most = WORD_BYTES + (shown.length + hidden.length) * BYTES_OF_LETTER;
    const isFull = this.#room.used + most > this.#room.bytes.length;
    const room = isFull ? this.#roomFor(most) : this.#room;
    room.last = wholeWords(room.used);
    room.shownTo = room.last + room.bytes.write(shown, room.last);
    room.used = room.shownTo;
    if (hidden !== "") room.used += room.bytes.write(hidden, room.used);
    room.texts += 1;
    return room;
  }

  #roomFor(most: number): Room {
    // What is larger than any piece has one of its own.
    if (most > LARGEST_BYTES) return new Room(most);
    const full = this.#room;
    const room = this.#spare ?? new Room(Math.max(this.#next, most));
    this.#spare = undefined;
    this.#next = Math.min(this.#next * 2, LARGEST_BYTES);
    this.#room = room;
    this.#reuse(full);
    return room;
  }

  /** The last text of a room is to be written in another way. */
  takeBack(room: Room): void {
    room.bytes.fill(0, room.last, room.used);
    room.used = room.last;
    this.forget(room);
  }

  /** One of the texts in it is kept no longer. */
  forget(room: Room): void {
    room.texts -= 1;
    if (room !== this.#room) this.#reuse(room);
  }

  #reuse(room: Room): void {
    if (room.texts > 0 || room.bytes.length !== LARGEST_BYTES) return;
    room.used = 0;
    this.#spare = room;
  }
}
