// What waits to be written to one socket. Everything that is said to a client in one turn leaves in
// one write, which costs a fraction of a write for each frame. Source: performance.md, Gateway.
import type { Duplex } from "node:stream";
import { WebSocket } from "ws";
import { FrameWriter, type Encoded, type Framing } from "./codec.ts";

/** Bytes that may wait for a slow receiver; beyond that its connection is cut. It may resume. */
const WAITING_MAX_BYTES = 32 * 1024 * 1024;

export class Outbox {
  readonly #ws: WebSocket;
  readonly #socket: Duplex;
  readonly #writer: FrameWriter;
  #parts: Buffer[] = [];

  /** @param socket what the WebSocket was opened on */
  constructor(ws: WebSocket, socket: Duplex, framing: Framing) {
    this.#ws = ws;
    this.#socket = socket;
    this.#writer = new FrameWriter(framing);
  }

  /** Adds a frame; it leaves at the end of this turn, or with `flush`. */
  push(frame: Encoded, sequence: number | undefined): void {
    if (this.#parts.length === 0) process.nextTick(() => this.flush());
    this.#parts.push(...this.#writer.message(frame, sequence));
  }

  /** Writes what was added, so that something may follow it on the socket. */
  flush(): void {
    if (this.#parts.length === 0) return;
    const bytes = Buffer.concat(this.#parts);
    this.#parts = [];
    // Nothing may follow a close frame.
    if (this.#ws.readyState !== WebSocket.OPEN) return;
    if (this.#socket.writableLength > WAITING_MAX_BYTES) this.#ws.terminate();
    else this.#socket.write(bytes);
  }
}
