// One zstd stream for the life of a connection. It begins with raw blocks, which cost nothing; once
// it is given a window it refers back to earlier data, so that unlike with zlib each connection
// compresses for itself: its window is small, and the number of windows is limited.
// Source: protocol: gateway-oauth-limits 3.3; RFC 8878 3.1.1.
import { constants, createZstdCompress, type ZstdCompress } from "node:zlib";

/** How far back a stream may refer, as a power of two: 128 KiB. */
const WINDOW_LOG = 17;
/** The cheapest ordinary level: events are short. */
const LEVEL = 1;

/** The magic number; no checksum, no dictionary, no content size; the window's size. */
const FRAME_HEADER = Buffer.from([0x28, 0xb5, 0x2f, 0xfd, 0, (WINDOW_LOG - 10) << 3]);
const BLOCK_MAX_BYTES = 2 ** WINDOW_LOG;

export class ZstdStream {
  #compressor: ZstdCompress | undefined;
  /** The frame's header was written. */
  #hasBegun = false;
  #isFirstCompressed = true;
  #chunks: Buffer[] = [];
  #waitingBytes = 0;

  /** True once messages are compressed: from then on `plain` must not be called. */
  get hasWindow(): boolean {
    return this.#compressor !== undefined;
  }

  /** Bytes that were passed to `compress` and have not come out yet. */
  get waitingBytes(): number {
    return this.#waitingBytes;
  }

  /** Starts to compress. */
  openWindow(): void {
    const { ZSTD_c_compressionLevel: level, ZSTD_c_windowLog: windowLog } = constants;
    const params = { [level]: LEVEL, [windowLog]: WINDOW_LOG };
    this.#compressor ??= createZstdCompress({ params });
    this.#compressor.on("data", (chunk: Buffer) => this.#chunks.push(chunk));
  }

  /** The next part of the stream: a message in raw blocks. */
  plain(message: Buffer): Buffer {
    const parts: Buffer[] = this.#hasBegun ? [] : [FRAME_HEADER];
    this.#hasBegun = true;
    for (let at = 0; at < message.length; at += BLOCK_MAX_BYTES) {
      const block = message.subarray(at, at + BLOCK_MAX_BYTES);
      parts.push(rawBlockHeader(block.length), block);
    }
    return Buffer.concat(parts);
  }

  /** Compresses a message and flushes; messages come out in the order in which they go in. */
  compress(message: Buffer, done: (compressed: Buffer) => void): void {
    const compressor = this.#compressor;
    if (compressor === undefined) throw new Error("the stream has no window");
    this.#waitingBytes += message.length;
    compressor.write(message);
    compressor.flush(constants.ZSTD_e_flush, () => {
      this.#waitingBytes -= message.length;
      const compressed = Buffer.concat(this.#chunks);
      this.#chunks = [];
      done(this.#continued(compressed));
    });
  }

  /**
   * The compressor begins a frame of its own; without its header, its blocks continue the frame
   * that has begun, since they refer back only to one another.
   */
  #continued(compressed: Buffer): Buffer {
    const goesOn = this.#isFirstCompressed && this.#hasBegun;
    this.#isFirstCompressed = false;
    this.#hasBegun = true;
    return goesOn ? compressed.subarray(FRAME_HEADER.length) : compressed;
  }

  /** Frees the compressor; output that is still pending is lost. */
  close(): void {
    this.#compressor?.destroy();
  }
}

/** The header of a raw block that is not the last. Source: RFC 8878 3.1.1.2. */
function rawBlockHeader(length: number): Buffer {
  const header = Buffer.allocUnsafe(3);
  header.writeUIntLE(length << 3, 0, 3);
  return header;
}
