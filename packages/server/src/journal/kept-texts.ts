// Texts that are kept for long, as bytes outside of the heap: within it, the garbage collection copies
// each of them twice before it leaves them where they are. Many together, which are alike, are
// compressed beside the event loop.
import { Buffer } from "node:buffer";
import { promisify } from "node:util";
import { constants, zstdCompress, zstdDecompressSync } from "node:zlib";

/** Room is made in pieces of growing size, since many worlds have little to keep. */
const SMALLEST_BYTES = 4 * 1024;
const LARGEST_BYTES = 1024 * 1024;
/** A letter takes at most so many bytes. */
const BYTES_OF_LETTER = 3;
/** Each text begins with a word of the memory. */
const WORD_BYTES = 4;
/** So many texts are not written once more, while they are the newest. */
const RECENT_MAX = 8;

/** Makes bytes fewer, while their memory stays as it is. */
export type Compress = (bytes: Uint8Array) => Promise<Uint8Array>;

/** A level that takes as little time as those that find less, and so many bytes looked back at. */
const compression = {
  params: { [constants.ZSTD_c_compressionLevel]: 1, [constants.ZSTD_c_windowLog]: 17 },
};
const compressInPool = promisify(zstdCompress);
// A copy, since what comes out may be a part of something larger.
export const besideTheLoop: Compress = async (bytes) =>
  new Uint8Array(await compressInPool(bytes, compression));

function wholeWords(size: number): number {
  return Math.ceil(size / WORD_BYTES) * WORD_BYTES;
}

/** Memory that texts are written to. */
interface Memory {
  readonly bytes: Buffer;
  readonly words: Int32Array;
}

function memoryOf(size: number): Memory {
  // Of a pool of Node's, other buffers would be a part.
  const bytes = Buffer.allocUnsafeSlow(wholeWords(size));
  return { bytes, words: new Int32Array(bytes.buffer) };
}

const noMemory = memoryOf(0);

/** A piece of room, with the texts that stand in it. */
export class Room {
  /** With the texts as they were written; none once they are compressed. */
  memory: Memory;
  compressed: Uint8Array | undefined;
  used = 0;

  constructor(memory: Memory) {
    this.memory = memory;
  }
}

/** A text, and what is kept with it and never shown, with their places in the newest room. */
export interface Kept {
  readonly shown: string;
  readonly hidden: string;
  readonly from: number;
  /** Where what is shown ends. */
  readonly shownTo: number;
  readonly to: number;
}

export class KeptTexts {
  readonly #compress: Compress;
  #room = new Room(noMemory);
  #next = SMALLEST_BYTES;
  /** The texts that were written last to the newest room. */
  readonly #recent: Kept[] = [];
  #last: Kept = { shown: "", hidden: "", from: 0, shownTo: 0, to: 0 };
  /** It was written before, as another entry said the same. */
  #isRepeated = false;
  /** The memory of a room that was compressed, which saves making another. */
  #spare: Memory | undefined;
  /** Who reads one text reads its neighbours too. */
  #opened: { readonly room: Room; readonly bytes: Buffer } | undefined;

  constructor(compress: Compress = besideTheLoop) {
    this.#compress = compress;
  }

  /**
   * Keeps a text, and what is kept with it and never shown, in the room that it gives, at the place
   * of the last; undefined where there is none.
   */
  keep(shown: string, hidden: string): Room | undefined {
    if (shown === "" && hidden === "") return undefined;
    const same = this.#sameAs(shown, hidden);
    this.#isRepeated = same !== undefined;
    if (same === undefined) this.#write(shown, hidden);
    else this.#last = same;
    return this.#room;
  }

  /** Remembered answers come again and again. */
  #sameAs(shown: string, hidden: string): Kept | undefined {
    for (const kept of this.#recent) {
      if (kept.shown === shown && kept.hidden === hidden) return kept;
    }
    return undefined;
  }

  #write(shown: string, hidden: string): void {
    const letters = shown.length + hidden.length;
    const most = WORD_BYTES + letters * BYTES_OF_LETTER;
    if (this.#room.used + most > this.#room.memory.bytes.length) this.#beginRoom(most);
    const room = this.#room;
    const { bytes } = room.memory;
    const from = wholeWords(room.used);
    const shownTo = from + bytes.write(shown, from);
    const to = hidden === "" ? shownTo : shownTo + bytes.write(hidden, shownTo);
    room.used = to;
    this.#last = { shown, hidden, from, shownTo, to };
    if (this.#recent.length === RECENT_MAX) this.#recent.shift();
    this.#recent.push(this.#last);
  }

  /** Where the text stands that was kept last. */
  get last(): Kept {
    return this.#last;
  }

  #beginRoom(most: number): void {
    const full = this.#room;
    this.#room = new Room(this.#memoryFor(most));
    this.#recent.length = 0;
    this.#next = Math.min(this.#next * 2, LARGEST_BYTES);
    if (full.used > 0) void this.#shrink(full);
  }

  #memoryFor(most: number): Memory {
    const spare = this.#spare;
    if (spare !== undefined && spare.bytes.length >= most) {
      this.#spare = undefined;
      return spare;
    }
    // What is longer than any room is given a larger one.
    return memoryOf(Math.max(this.#next, most));
  }

  /** Compresses a room that is full, and has its memory for another one. */
  async #shrink(room: Room): Promise<void> {
    const { memory } = room;
    try {
      room.compressed = await this.#compress(memory.bytes.subarray(0, room.used));
    } catch {
      // It stays as it was written: that it is kept does not depend on this.
      return;
    }
    room.memory = noMemory;
    if (memory.bytes.length === LARGEST_BYTES) this.#spare = memory;
  }

  /** The last text is to be written in another way. */
  takeBack(): void {
    // What was kept before stays with those that have it.
    if (this.#isRepeated) return;
    const { from, to } = this.#last;
    this.#room.memory.bytes.fill(0, from, to);
    this.#room.used = from;
    this.#recent.length = 0;
  }

  /** What stands in a room between two places. */
  read(room: Room | undefined, from: number, to: number): string {
    return room === undefined ? "" : this.#bytesOf(room).toString("utf8", from, to);
  }

  #bytesOf(room: Room): Buffer {
    const { compressed } = room;
    if (compressed === undefined) return room.memory.bytes;
    if (this.#opened?.room !== room) {
      // In one step, as it is known how many they were.
      const chunkSize = Math.max(constants.Z_MIN_CHUNK, room.used);
      this.#opened = { room, bytes: zstdDecompressSync(compressed, { chunkSize }) };
    }
    return this.#opened.bytes;
  }
}
