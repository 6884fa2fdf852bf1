// The memory in which messages are joined before they are written. A socket takes them at once as a
// rule, and then it is used again: to make and forget such a memory for each write takes as long as the
// write itself.
import { Socket } from "node:net";
import type { Duplex } from "node:stream";
import { bytesOf, writeMessages, type Message } from "./codec.ts";

/** A client that is slow holds as much at most beside what waits for it. */
const ROOM_BYTES = 16 * 1024;

export class JoiningRoom {
  #room = Buffer.allocUnsafeSlow(ROOM_BYTES);

  /** Writes messages to a socket. */
  write(socket: Duplex, messages: readonly Message[]): void {
    const bytes = bytesOf(messages);
    // Of other streams it is not known when they have done with what they were given.
    const isShared = socket instanceof Socket && socket.writableLength === 0 && bytes <= ROOM_BYTES;
    const into = isShared ? this.#room.subarray(0, bytes) : Buffer.allocUnsafe(bytes);
    writeMessages(messages, into);
    socket.write(into);
    // What the system did not take at once has to stay where it is until it does.
    if (isShared && socket.writableLength > 0) this.#room = Buffer.allocUnsafeSlow(ROOM_BYTES);
  }
}
