// What waits to be written to one socket. Everything that is said to a client in one turn leaves in
// one write, which costs a fraction of a write for each frame. Source: performance.md, Gateway.
import type { Duplex } from "node:stream";
import { WebSocket } from "ws";
import { binaryMessage, FrameWriter, type Encoded, type Framing } from "./codec.ts";
import { ZstdStream } from "./zstd.ts";

/** Bytes that may wait for a slow receiver; beyond that its connection is cut. It may resume. */
const WAITING_MAX_BYTES = 32 * 1024 * 1024;

export class Outbox {
  readonly #ws: WebSocket;
  readonly #socket: Duplex;
  readonly #writer: FrameWriter;
  readonly #zstd: ZstdStream | undefined;
  /** Messages that are being compressed, after which what follows them may leave. */
  #compressing = 0;
  #whenEmpty: (() => void) | undefined;
  #parts: Buffer[] = [];

  /** @param socket what the WebSocket was opened on */
  constructor(ws: WebSocket, socket: Duplex, framing: Framing) {
    this.#ws = ws;
    this.#socket = socket;
    this.#writer = new FrameWriter(framing);
    this.#zstd = framing.compress === "zstd-stream" ? new ZstdStream() : undefined;
    ws.once("close", () => this.#zstd?.close());
  }

  /** Long messages are compressed, each by itself, from now on; streams go on as they are. */
  compressPayloads(isWanted: boolean): void {
    this.#writer.compressesPayloads = isWanted && this.#zstd === undefined;
  }

  /** Adds a frame; it leaves at the end of this turn, or with `flush`. */
  push(frame: Encoded, sequence: number | undefined): void {
    if (this.#zstd === undefined) this.#add(this.#writer.message(frame, sequence));
    else this.#compress(this.#zstd, this.#writer.payload(frame, sequence));
  }

  #compress(zstd: ZstdStream, payload: Buffer): void {
    if (this.#ws.readyState !== WebSocket.OPEN) return;
    if (zstd.waitingBytes > WAITING_MAX_BYTES) return this.#ws.terminate();
    this.#compressing += 1;
    zstd.write(payload, (compressed) => {
      this.#compressing -= 1;
      this.#add(binaryMessage(compressed));
      if (this.#compressing === 0) this.#whenEmpty?.();
    });
  }

  #add(parts: readonly Buffer[]): void {
    if (this.#parts.length === 0) process.nextTick(() => this.#write());
    this.#parts.push(...parts);
  }

  /** Calls back once what was added is written, so that something may follow it on the socket. */
  flush(then: () => void): void {
    const finish = () => {
      this.#write();
      then();
    };
    if (this.#compressing === 0) finish();
    else this.#whenEmpty = finish;
  }

  #write(): void {
    if (this.#parts.length === 0) return;
    const bytes = Buffer.concat(this.#parts);
    this.#parts = [];
    // Nothing may follow a close frame.
    if (this.#ws.readyState !== WebSocket.OPEN) return;
    if (this.#socket.writableLength > WAITING_MAX_BYTES) this.#ws.terminate();
    else this.#socket.write(bytes);
  }
}
