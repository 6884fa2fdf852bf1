// One zstd stream for the life of a connection. It remembers what went before, so that unlike zlib
// each connection compresses for itself: its memory is small and the number of streams bounded.
// Source: protocol: gateway-oauth-limits 3.3.
import { constants, createZstdCompress, type ZstdCompress } from "node:zlib";

/** How far back a stream may look, as a power of two: 128 KiB. */
const WINDOW_LOG = 17;
/** The cheapest ordinary level: events are short. */
const LEVEL = 1;

export class ZstdStream {
  readonly #stream: ZstdCompress;
  #chunks: Buffer[] = [];
  #waitingBytes = 0;

  constructor() {
    const { ZSTD_c_compressionLevel: level, ZSTD_c_windowLog: windowLog } = constants;
    this.#stream = createZstdCompress({ params: { [level]: LEVEL, [windowLog]: WINDOW_LOG } });
    this.#stream.on("data", (chunk: Buffer) => this.#chunks.push(chunk));
  }

  /** Bytes that were written and have not come out yet. */
  get waitingBytes(): number {
    return this.#waitingBytes;
  }

  /** Compresses a message up to a flush; messages come out in the order in which they go in. */
  write(message: Buffer, done: (compressed: Buffer) => void): void {
    this.#waitingBytes += message.length;
    this.#stream.write(message);
    this.#stream.flush(constants.ZSTD_e_flush, () => {
      this.#waitingBytes -= message.length;
      const compressed = Buffer.concat(this.#chunks);
      this.#chunks = [];
      done(compressed);
    });
  }

  /** Gives its memory back; what has not come out never will. */
  close(): void {
    this.#stream.destroy();
  }
}
