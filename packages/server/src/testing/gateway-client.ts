// A client of the gateway that does only what a test says, and remembers what it received.
import { Opcode } from "@antechamber/contract/gateway";
import { constants, createInflate, createZstdDecompress, inflateSync } from "node:zlib";
import { WebSocket } from "ws";
import { encodeTerm } from "../transports/gateway/wire/etf.ts";
import { decodeTerm } from "../transports/gateway/wire/etf-reader.ts";

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

/** Real time after which a test has waited in vain. */
const PATIENCE_MS = 10_000;

/** Headers of an upgrade. */
type Headers = Readonly<Record<string, string>>;

export class GatewayClient {
  readonly ws: WebSocket;
  /** Everything that came, in order. */
  readonly frames: ServerFrame[] = [];
  /** The WebSocket is open, or was refused. */
  readonly opened: Promise<void>;
  readonly closed: Promise<Closed>;
  /** Messages that came compressed by themselves. */
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
        // What came before the close may still be unpacked.
        this.#unpacked(() => {
          resolve({ code, reason: reason.toString() });
          this.#wake();
        });
      });
    });
    this.ws.on("error", () => undefined);
    const asked = new URL(url).searchParams;
    this.#isEtf = asked.get("encoding") === "etf";
    const compress = asked.get("compress");
    this.ws.on("message", compress === null ? this.#reading() : this.#unpacking(compress));
  }

  #reading() {
    return (bytes: Buffer, isBinary: boolean) => {
      if (this.#isEtf || !isBinary) return this.#add(bytes);
      // Without a stream, clients take binary frames for payloads that were compressed alone.
      this.packedPayloads += 1;
      return this.#add(inflateSync(bytes));
    };
  }

  /** Reads as clients do: one stream for the life of the connection, flushed after each message. */
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

  /** The next frame, or the next that is of this kind; what came before it is passed over. */
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

  /** What `read` makes of the events after READY and the guilds, as far as they were taken. */
  heard<T>(read: (frame: ServerFrame) => T): readonly T[] {
    return this.frames
      .slice(0, this.#taken)
      .filter(({ t }) => t !== null && t !== "READY" && t !== "GUILD_CREATE")
      .map(read);
  }

  /** Leaves with a close code. */
  async leave(code: number): Promise<void> {
    this.ws.close(code);
    await this.closed;
  }
}

const defaultQuery = "?v=10&encoding=json";

/** Dials, and waits for HELLO. */
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

/** Dials and identifies, without waiting until HELLO comes by itself. */
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
