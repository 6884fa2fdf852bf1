// Many sessions that only count what they are sent. They look at the heads of frames and at nothing
// else: clients that read every message take longer than the program that writes it, and two rates
// that such clients hold back say little of the programs.
import { once } from "node:events";
import { Agent, request } from "node:http";
import type { Socket } from "node:net";

/** Connections that are opened at once. */
const AT_ONCE = 100;
/** A session that gets nothing for so long has got all that its start brings. */
const QUIET_MS = 500;
/** The close code of a client that has ended its session. */
const DONE = 1000;

const TEXT = 1;
const CLOSE = 8;

/** Where a session connects, and what it says first. */
export interface Door {
  readonly url: string;
  readonly greeting?: string;
}

/** Sessions that count the messages that they receive. */
export class Crowd {
  heard = 0;
  readonly #sockets: Socket[] = [];
  #waiting: { readonly until: number; readonly done: () => void } | undefined;

  async open(door: Door, count: number): Promise<void> {
    while (this.#sockets.length < count) {
      const few = Math.min(AT_ONCE, count - this.#sockets.length);
      const opened = await Promise.all(Array.from({ length: few }, () => upgraded(door.url)));
      for (const each of opened) this.#listen(each, door);
    }
    await this.#quiet();
  }

  /** Resolves when so many more messages have come. */
  hear(count: number): Promise<void> {
    return new Promise((done) => {
      this.#waiting = { until: this.heard + count, done };
    });
  }

  get size(): number {
    return this.#sockets.length;
  }

  /** Says that nobody comes back: sessions that wait to be resumed would go on receiving events. */
  async close(): Promise<void> {
    await Promise.all(
      this.#sockets.map((socket) => {
        socket.removeAllListeners();
        socket.resume();
        const closed = once(socket, "close");
        socket.write(clientFrame(CLOSE, Buffer.from([DONE >> 8, DONE & 0xff])));
        return closed;
      }),
    );
  }

  #listen({ socket, head }: Upgraded, { greeting }: Door): void {
    this.#sockets.push(socket);
    const frames = new FrameCounter();
    const count = (bytes: Buffer): void => this.#count(frames.messagesIn(bytes));
    socket.on("data", count);
    socket.once("close", () => {
      throw new Error("a session was closed");
    });
    if (head.length > 0) count(head);
    if (greeting !== undefined) socket.write(clientFrame(TEXT, Buffer.from(greeting)));
  }

  #count(messages: number): void {
    this.heard += messages;
    if (this.#waiting === undefined || this.heard < this.#waiting.until) return;
    this.#waiting.done();
    this.#waiting = undefined;
  }

  async #quiet(): Promise<void> {
    for (let before = -1; before !== this.heard;) {
      before = this.heard;
      await new Promise((resolve) => setTimeout(resolve, QUIET_MS));
    }
  }
}

interface Upgraded {
  readonly socket: Socket;
  /** What came with the answer. */
  readonly head: Buffer;
}

function upgraded(url: string): Promise<Upgraded> {
  const headers = {
    connection: "Upgrade",
    upgrade: "websocket",
    "sec-websocket-version": "13",
    "sec-websocket-key": Buffer.alloc(16).toString("base64"),
  };
  return new Promise((resolve, reject) => {
    // An agent for each, or the socket would count as one of a pool.
    const call = request(url, { headers, agent: new Agent() });
    call.once("upgrade", (_response, socket: Socket, head) => resolve({ socket, head }));
    call.once("response", ({ statusCode }) => reject(new Error(`no session: ${statusCode}`)));
    call.once("error", reject);
    call.end();
  });
}

/** A frame of a client, shorter than 64 KiB. Its mask leaves everything as it is. */
function clientFrame(opcode: number, payload: Buffer): Buffer {
  const { length } = payload;
  const size = length < 126 ? [0x80 | length] : [0x80 | 126, length >> 8, length & 0xff];
  return Buffer.concat([Buffer.from([0x80 | opcode, ...size, 0, 0, 0, 0]), payload]);
}

/** Finds where the frames of a server end, in whatever pieces they come. Source: RFC 6455 5.2. */
class FrameCounter {
  /** Bytes of a payload that are yet to come. */
  #missing = 0;
  /** The beginning of a head that was cut off. */
  #begun: Buffer = Buffer.alloc(0);

  /** @throws Error when the server closes the session */
  messagesIn(piece: Buffer): number {
    let messages = 0;
    let at = Math.min(this.#missing, piece.length);
    this.#missing -= at;
    let bytes = piece;
    if (this.#begun.length > 0) {
      bytes = Buffer.concat([this.#begun, piece]);
      this.#begun = Buffer.alloc(0);
      at = 0;
    }
    while (at < bytes.length) {
      const payload = payloadAt(bytes, at);
      if (payload === undefined) {
        this.#begun = Buffer.from(bytes.subarray(at));
        break;
      }
      const opcode = (bytes[at] ?? 0) & 0x0f;
      if (opcode === CLOSE) throw new Error("a session was closed");
      messages += 1;
      const end = payload.from + payload.length;
      this.#missing = Math.max(0, end - bytes.length);
      at = Math.min(end, bytes.length);
    }
    return messages;
  }
}

/** Where the payload of a frame begins, and how long it is; undefined while its head is not whole. */
function payloadAt(bytes: Buffer, at: number): { from: number; length: number } | undefined {
  const short = (bytes[at + 1] ?? 0) & 0x7f;
  if (at + 2 > bytes.length) return undefined;
  if (short < 126) return { from: at + 2, length: short };
  if (short === 126) {
    return at + 4 > bytes.length ? undefined : { from: at + 4, length: bytes.readUInt16BE(at + 2) };
  }
  if (at + 10 > bytes.length) return undefined;
  return { from: at + 10, length: Number(bytes.readBigUInt64BE(at + 2)) };
}
