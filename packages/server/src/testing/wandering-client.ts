// A client that goes on with its session at whatever process a test wants, and keeps everything that
// it ever received.
import { CloseCode, Opcode } from "@antechamber/contract/gateway";
import { dial, signIn, type GatewayClient, type ServerFrame } from "./gateway-client.ts";

/** Where the gateway of a process is. */
export function gatewayOf({ url }: { readonly url: string }): string {
  return `${url.replace("http", "ws")}/gateway/`;
}

/** For how long a client asks again. */
const GO_ON_MS = 30_000;

/** It cannot be known yet whether the session goes on. */
function mayAskAgain({ op, d }: ServerFrame): boolean {
  return op === Opcode.InvalidSession && d === true;
}

export class WanderingClient {
  readonly #identify: { readonly token: string; readonly intents: number };
  readonly #connections: GatewayClient[] = [];
  sessionId = "";
  /** Real milliseconds from its newest request to go on to the first answer. */
  answeredAfterMs = 0;

  constructor(identify: { readonly token: string; readonly intents: number }) {
    this.#identify = identify;
  }

  async begin(url: string): Promise<void> {
    const { client, ready } = await signIn(url, this.#identify);
    this.#connections.push(client);
    this.sessionId = (ready.d as { readonly session_id: string }).session_id;
  }

  /** Its newest connection. */
  get client(): GatewayClient {
    const client = this.#connections.at(-1);
    if (client === undefined) throw new Error("it has not begun");
    return client;
  }

  /** Loses its connection, or leaves it half open. */
  leave(how: "lost" | "half open" = "lost"): void {
    if (how === "lost") this.client.ws.terminate();
  }

  /** Asks to go on, and gives the first answer. @param seq the last event that it received */
  async resume(url: string, seq = this.sequence): Promise<ServerFrame> {
    const { token } = this.#identify;
    const client = await dial(url);
    this.#connections.push(client);
    const askedAt = performance.now();
    client.send(Opcode.Resume, { token, session_id: this.sessionId, seq });
    const answer = await client.next();
    this.answeredAfterMs = performance.now() - askedAt;
    return answer;
  }

  /** Asks to go on, again whenever it is said that this cannot be known yet. */
  async goOn(url: string): Promise<ServerFrame> {
    const until = performance.now() + GO_ON_MS;
    for (;;) {
      const answer = await this.resume(url);
      if (!mayAskAgain(answer) || performance.now() > until) return answer;
    }
  }

  /** Its session is over. */
  end(): void {
    for (const { ws } of this.#connections) ws.close(CloseCode.Normal);
  }

  /** The number of the newest event that it received. */
  get sequence(): number {
    const last = this.#connections.map(({ frames }) => frames.findLast(({ s }) => s !== null));
    return last.reduce((newest, frame) => Math.max(newest, frame?.s ?? 0), 0);
  }

  /** Every event that it ever received. */
  #events(): readonly ServerFrame[] {
    return this.#connections.flatMap(({ frames }) => frames).filter(({ s }) => s !== null);
  }

  /** What its session was sent, from 1 on. @throws where a number is left out, or means two events */
  numbered(): readonly { readonly t: string | null; readonly d: unknown }[] {
    const told = new Map<number, ServerFrame>();
    for (const frame of this.#events()) {
      const number = frame.s ?? 0;
      const before = told.get(number) ?? frame;
      if (before.t !== frame.t || JSON.stringify(before.d) !== JSON.stringify(frame.d)) {
        throw new Error(`${number} is ${JSON.stringify(before)} and ${JSON.stringify(frame)}`);
      }
      told.set(number, frame);
    }
    return Array.from({ length: told.size }, (_, i) => {
      const frame = told.get(i + 1);
      if (frame === undefined) throw new Error(`there is no event ${i + 1}`);
      return frame;
    });
  }

  /** The contents of messages, in the order of their events. */
  contents(): readonly string[] {
    return this.numbered().flatMap(({ t, d }) =>
      t === "MESSAGE_CREATE" ? [(d as { readonly content: string }).content] : [],
    );
  }
}
