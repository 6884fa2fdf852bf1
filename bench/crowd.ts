// Many sessions that only count the messages that they receive. They only parse the headers of
// frames: clients that parsed every message would be slower than the server, and would limit both
// rates.
import { once } from "node:events";
import { Agent, request } from "node:http";
import type { Socket } from "node:net";

/** How many connections are opened at once. */
const AT_ONCE = 100;
/** A session that receives nothing for this long has received everything that follows its start. */
const QUIET_MS = 500;
/** The close code with which a client ends its session. */
const DONE = 1000;

const TEXT = 1;
const CLOSE = 8;

/** The URL that a session connects to, and its first message. */
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

  /** Resolves when this many more messages have arrived. */
  hear(count: number): Promise<void> {
    return new Promise((done) => {
      this.#waiting = { until: this.heard + count, done };
    });
  }

  get size(): number {
    return this.#sockets.length;
  }

  /** Closes all sessions for good: sessions that can be resumed would continue to receive events. */
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
  /** Data that arrived with the response. */
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
    // A separate agent for each, or the socket would count towards a pool.
    const call = request(url, { headers, agent: new Agent() });
    call.once("upgrade", (_response, socket: Socket, head) => resolve({ socket, head }));
    call.once("response", ({ statusCode }) => reject(new Error(`no session: ${statusCode}`)));
    call.once("error", reject);
    call.end();
  });
}

/** A client's frame, shorter than 64 KiB. Its mask is zero, so the payload is unchanged. */
function clientFrame(opcode: number, payload: Buffer): Buffer {
  const { length } = payload;
  const size = length < 126 ? [0x80 | length] : [0x80 | 126, length >> 8, length & 0xff];
  return Buffer.concat([Buffer.from([0x80 | opcode, ...size, 0, 0, 0, 0]), payload]);
}

/** Counts complete frames of a server in chunks of any size. Source: RFC 6455 5.2. */
class FrameCounter {
  /** Bytes of the current payload that have not arrived yet. */
  #missing = 0;
  /** The start of an incomplete header. */
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

/** The start and length of a frame's payload; undefined while its header is incomplete. */
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
