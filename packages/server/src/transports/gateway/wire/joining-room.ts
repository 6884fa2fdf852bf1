// The buffer in which messages are joined before they are written. As a rule a socket takes the
// bytes at once, and the buffer is reused: allocating one for each write takes as long as the write
// itself.
import { Socket } from "node:net";
import type { Duplex } from "node:stream";
import { bytesOf, writeMessages, type Message } from "./codec.ts";

/** Size in bytes; a slow client keeps at most one such buffer, beside its queued messages. */
const ROOM_BYTES = 16 * 1024;

export class JoiningRoom {
  #room = Buffer.allocUnsafeSlow(ROOM_BYTES);

  /** Joins messages and writes them to a socket. */
  write(socket: Duplex, messages: readonly Message[]): void {
    const bytes = bytesOf(messages);
    // Other kinds of stream do not show when they are done with the bytes they were given.
    const isShared = socket instanceof Socket && socket.writableLength === 0 && bytes <= ROOM_BYTES;
    const into = isShared ? this.#room.subarray(0, bytes) : Buffer.allocUnsafe(bytes);
    writeMessages(messages, into);
    socket.write(into);
    // Bytes that the system has not taken yet must stay as they are, so the next write gets a new
    // buffer.
    if (isShared && socket.writableLength > 0) this.#room = Buffer.allocUnsafeSlow(ROOM_BYTES);
  }
}
