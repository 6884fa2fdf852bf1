// A client of the gateway that does only what a test tells it to, and remembers what it was told.
import { Opcode } from "@antechamber/contract";
import { createInflate, constants } from "node:zlib";
import { WebSocket } from "ws";

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

export class GatewayClient {
  readonly ws: WebSocket;
  /** Everything that came, in order. */
  readonly frames: ServerFrame[] = [];
  readonly closed: Promise<Closed>;
  #taken = 0;
  readonly #arrived: (() => void)[] = [];

  constructor(url: string) {
    this.ws = new WebSocket(url);
    this.closed = new Promise((resolve) => {
      this.ws.on("close", (code, reason) => {
        resolve({ code, reason: reason.toString() });
        this.#wake();
      });
    });
    this.ws.on("error", () => undefined);
    const take = new URL(url).searchParams.has("compress") ? this.#inflating() : this.#reading();
    this.ws.on("message", take);
  }

  #reading() {
    return (bytes: Buffer, isBinary: boolean) => {
      if (isBinary) throw new Error("plain JSON came in a binary frame");
      this.#add(bytes.toString());
    };
  }

  /** Reads as clients do: one inflater for the life of the connection, a flush after each message. */
  #inflating() {
    const inflate = createInflate();
    let text = "";
    inflate.on("data", (chunk: Buffer) => {
      text += chunk.toString();
    });
    return (bytes: Buffer, isBinary: boolean) => {
      if (!isBinary) throw new Error("a compressed frame came as text");
      if (bytes.subarray(-4).toString("hex") !== "0000ffff") throw new Error("no flush at the end");
      inflate.write(bytes);
      inflate.flush(constants.Z_SYNC_FLUSH, () => {
        this.#add(text);
        text = "";
      });
    };
  }

  #add(text: string): void {
    this.frames.push(JSON.parse(text) as ServerFrame);
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
    this.ws.send(JSON.stringify({ op, d }));
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

/** Dials, and waits for HELLO. */
export async function dial(url: string, query = "?v=10&encoding=json"): Promise<GatewayClient> {
  const client = new GatewayClient(url + query);
  await client.nextOp(Opcode.Hello);
  return client;
}

export interface SignedIn {
  readonly client: GatewayClient;
  readonly ready: ServerFrame;
}

/** Dials and identifies. */
export async function signIn(
  url: string,
  identify: Readonly<Record<string, unknown>>,
  query?: string,
): Promise<SignedIn> {
  const client = await dial(url, query);
  client.send(Opcode.Identify, { properties: {}, ...identify });
  const ready = await client.nextEvent("READY");
  return { client, ready };
}
