// A gateway client that only does what a test says, and records what it receives.
import { Opcode } from "@antechamber/contract/gateway";
import { constants, createInflate, createZstdDecompress, inflateSync } from "node:zlib";
import { WebSocket } from "ws";
import { encodeTerm } from "../../transports/gateway/wire/etf.ts";
import { decodeTerm } from "../../transports/gateway/wire/etf-reader.ts";

export interface ServerFrame {
  readonly op: number;
  readonly s: number | null;
  readonly t: string | null;
  readonly d: unknown;
}

export interface Closed {
  readonly code: number;
  readonly reason: string;
}

/** How long a test waits for a frame, in real milliseconds. */
const PATIENCE_MS = 10_000;

/** Headers of the upgrade request. */
type Headers = Readonly<Record<string, string>>;

export class GatewayClient {
  readonly ws: WebSocket;
  /** Every frame received, in order. */
  readonly frames: ServerFrame[] = [];
  /** Resolves when the WebSocket is open, or was refused. */
  readonly opened: Promise<void>;
  readonly closed: Promise<Closed>;
  /** The number of payloads that were compressed by themselves (payload compression). */
  packedPayloads = 0;
  readonly #isEtf: boolean;
  #unpacked: (then: () => void) => void = (then) => then();
  #taken = 0;
  readonly #arrived: (() => void)[] = [];

  constructor(url: string, headers: Headers = {}) {
    this.ws = new WebSocket(url, { headers });
    this.opened = new Promise((resolve) => {
      this.ws.once("open", () => resolve());
      this.ws.once("close", () => resolve());
    });
    this.closed = new Promise((resolve) => {
      this.ws.on("close", (code, reason) => {
        // Frames that arrived before the close may still be decompressing.
        this.#unpacked(() => {
          resolve({ code, reason: reason.toString() });
          this.#wake();
        });
      });
    });
    this.ws.on("error", () => undefined);
    const params = new URL(url).searchParams;
    this.#isEtf = params.get("encoding") === "etf";
    const compress = params.get("compress");
    this.ws.on("message", compress === null ? this.#reading() : this.#unpacking(compress));
  }

  #reading() {
    return (bytes: Buffer, isBinary: boolean) => {
      if (this.#isEtf || !isBinary) return this.#add(bytes);
      // Without transport compression, a binary frame is a payload compressed by itself.
      this.packedPayloads += 1;
      return this.#add(inflateSync(bytes));
    };
  }

  /** Decompresses as clients do: one stream for the whole connection, flushed after each message. */
  #unpacking(compress: string) {
    const isZlib = compress === "zlib-stream";
    const stream = isZlib ? createInflate() : createZstdDecompress();
    const flush = isZlib ? constants.Z_SYNC_FLUSH : constants.ZSTD_e_flush;
    let parts: Buffer[] = [];
    stream.on("data", (chunk: Buffer) => parts.push(chunk));
    this.#unpacked = (then) => stream.flush(flush, then);
    return (bytes: Buffer, isBinary: boolean) => {
      if (!isBinary) throw new Error("a compressed frame came as text");
      const isFlushed = !isZlib || bytes.subarray(-4).toString("hex") === "0000ffff";
      if (!isFlushed) throw new Error("no flush at the end");
      stream.write(bytes);
      stream.flush(flush, () => {
        this.#add(Buffer.concat(parts));
        parts = [];
      });
    };
  }

  #add(bytes: Buffer): void {
    const frame: unknown = this.#isEtf ? decodeTerm(bytes) : JSON.parse(bytes.toString());
    this.frames.push(frame as ServerFrame);
    this.#wake();
  }

  #wake(): void {
    for (const arrived of this.#arrived.splice(0)) arrived();
  }

  /** The next frame, or the next that matches; skips the frames before it. */
  async next(isWanted: (frame: ServerFrame) => boolean = () => true): Promise<ServerFrame> {
    const until = performance.now() + PATIENCE_MS;
    for (;;) {
      const frame = this.frames[this.#taken];
      if (frame === undefined) await this.#arrival(until);
      else {
        this.#taken += 1;
        if (isWanted(frame)) return frame;
      }
    }
  }

  nextEvent(name: string): Promise<ServerFrame> {
    return this.next((frame) => frame.t === name);
  }

  nextOp(op: number): Promise<ServerFrame> {
    return this.next((frame) => frame.op === op);
  }

  async #arrival(until: number): Promise<void> {
    if (performance.now() > until) throw new Error("the frame that was waited for did not come");
    if (this.ws.readyState === WebSocket.CLOSED) {
      const { code, reason } = await this.closed;
      if (this.frames[this.#taken] !== undefined) return;
      throw new Error(`closed with ${code}: ${reason}`);
    }
    await new Promise<void>((resolve) => {
      const timer = setTimeout(resolve, PATIENCE_MS);
      this.#arrived.push(() => {
        clearTimeout(timer);
        resolve();
      });
    });
  }

  send(op: number, d: unknown): void {
    this.ws.send(this.#isEtf ? encodeTerm({ op, d }) : JSON.stringify({ op, d }));
  }

  /** Maps the frames taken so far after READY and the guilds, by `read`. */
  readReceived<T>(read: (frame: ServerFrame) => T): readonly T[] {
    return this.frames
      .slice(0, this.#taken)
      .filter(({ t }) => t !== null && t !== "READY" && t !== "GUILD_CREATE")
      .map(read);
  }

  /** Disconnects with a close code. */
  async leave(code: number): Promise<void> {
    this.ws.close(code);
    await this.closed;
  }
}

const defaultQuery = "?v=10&encoding=json";

/** Connects, and waits for HELLO. */
export async function dial(
  url: string,
  query = defaultQuery,
  headers: Headers = {},
): Promise<GatewayClient> {
  const client = new GatewayClient(url + query, headers);
  await client.nextOp(Opcode.Hello);
  return client;
}

export interface SignedIn {
  readonly client: GatewayClient;
  readonly ready: ServerFrame;
}

/** Connects and identifies, without waiting for HELLO first. */
export async function signIn(
  url: string,
  identify: Readonly<Record<string, unknown>>,
  query = defaultQuery,
  headers: Headers = {},
): Promise<SignedIn> {
  const client = new GatewayClient(url + query, headers);
  await client.opened;
  client.send(Opcode.Identify, { properties: {}, ...identify });
  const ready = await client.nextEvent("READY");
  return { client, ready };
}
