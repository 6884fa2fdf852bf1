// A client that resumes its session at any process, and records everything it receives.
import { CloseCode, Opcode } from "@antechamber/contract/gateway";
import { dial, signIn, type GatewayClient, type ServerFrame } from "./gateway-client.ts";

/** The gateway URL of a process. */
export function gatewayOf({ url }: { readonly url: string }): string {
  return `${url.replace("http", "ws")}/gateway/`;
}

/** How long a client retries to resume, in real milliseconds. */
const GO_ON_MS = 30_000;

/** True for Invalid Session with `d: true`: the client may retry to resume. */
function mayAskAgain({ op, d }: ServerFrame): boolean {
  return op === Opcode.InvalidSession && d === true;
}

export class WanderingClient {
  readonly #identify: { readonly token: string; readonly intents: number };
  readonly #connections: GatewayClient[] = [];
  sessionId = "";
  /** Real milliseconds from its latest Resume to the first frame in response. */
  answeredAfterMs = 0;

  constructor(identify: { readonly token: string; readonly intents: number }) {
    this.#identify = identify;
  }

  async begin(url: string): Promise<void> {
    const { client, ready } = await signIn(url, this.#identify);
    this.#connections.push(client);
    this.sessionId = (ready.d as { readonly session_id: string }).session_id;
  }

  /** Its latest connection. */
  get client(): GatewayClient {
    const client = this.#connections.at(-1);
    if (client === undefined) throw new Error("it has not begun");
    return client;
  }

  /** Drops its connection, or leaves it half open. */
  leave(how: "lost" | "half open" = "lost"): void {
    if (how === "lost") this.client.ws.terminate();
  }

  /**
   * Sends Resume, and returns the first response.
   *
   * @param seq the last sequence number it received
   */
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

  /** Sends Resume, and retries as long as the response allows it. */
  async goOn(url: string): Promise<ServerFrame> {
    const until = performance.now() + GO_ON_MS;
    for (;;) {
      const answer = await this.resume(url);
      if (!mayAskAgain(answer) || performance.now() > until) return answer;
    }
  }

  /** Closes all connections, which ends its session. */
  end(): void {
    for (const { ws } of this.#connections) ws.close(CloseCode.Normal);
  }

  /** The newest sequence number that it received. */
  get sequence(): number {
    const last = this.#connections.map(({ frames }) => frames.findLast(({ s }) => s !== null));
    return last.reduce((newest, frame) => Math.max(newest, frame?.s ?? 0), 0);
  }

  /** Every event that it has received. */
  #events(): readonly ServerFrame[] {
    return this.#connections.flatMap(({ frames }) => frames).filter(({ s }) => s !== null);
  }

  /**
   * The session's events from sequence number 1.
   *
   * @throws Error if a number is missing or ambiguous
   */
  numbered(): readonly { readonly t: string | null; readonly d: unknown }[] {
    const received = new Map<number, ServerFrame>();
    for (const frame of this.#events()) {
      const number = frame.s ?? 0;
      const before = received.get(number) ?? frame;
      if (before.t !== frame.t || JSON.stringify(before.d) !== JSON.stringify(frame.d)) {
        throw new Error(`${number} is ${JSON.stringify(before)} and ${JSON.stringify(frame)}`);
      }
      received.set(number, frame);
    }
    return Array.from({ length: received.size }, (_, i) => {
      const frame = received.get(i + 1);
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
