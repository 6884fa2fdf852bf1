// A session against a model of it: whatever happens to its connections, its client receives every
// event once, in order, and with its number.
import { intentMask, Opcode } from "@antechamber/contract/gateway";
import fc from "fast-check";
import { beforeEach, expect, test } from "vitest";
import { dial, signIn, type GatewayClient } from "../../../testing/clients/gateway-client.ts";
import { aGatewayWorld, tokens, type GatewayWorld } from "../../../testing/worlds/gateway-world.ts";

let world: GatewayWorld;
beforeEach(async () => {
  world = await aGatewayWorld();
});

const framings = [
  "?encoding=json",
  "?compress=zlib-stream",
  "?compress=zstd-stream",
  "?encoding=etf",
];

type Action =
  /** This many messages are sent while the client is connected, or while it is away. */
  | { readonly kind: "say"; readonly count: number }
  /** The connection ends, and the client forgets the newest events, which were lost in transit. */
  | { readonly kind: "leave"; readonly code: number | undefined; readonly lost: number }
  | { readonly kind: "resume"; readonly framing: string }
  /** Resumes on another connection while the first is open. */
  | { readonly kind: "move"; readonly framing: string };

const anyFraming = fc.constantFrom(...framings);
const anyAction: fc.Arbitrary<Action> = fc.oneof(
  fc.record({ kind: fc.constant("say" as const), count: fc.integer({ min: 1, max: 8 }) }),
  fc.record({
    kind: fc.constant("leave" as const),
    code: fc.constantFrom(undefined, 4000, 4200, 4901, 4999, 3020, 3024),
    lost: fc.integer({ min: 0, max: 5 }),
  }),
  fc.record({ kind: fc.constant("resume" as const), framing: anyFraming }),
  fc.record({ kind: fc.constant("move" as const), framing: anyFraming }),
);

/** The client's state: all events by number, however often and wherever they arrived. */
class Listener {
  readonly received = new Map<number, string>();
  readonly sessionId: string;
  client: GatewayClient | undefined;
  #taken = 0;

  constructor(client: GatewayClient, sessionId: string) {
    this.client = client;
    this.sessionId = sessionId;
  }

  get newest(): number {
    return Math.max(1, ...this.received.keys());
  }

  /** Processes everything that arrives before a heartbeat is acknowledged. */
  async listen(): Promise<void> {
    if (this.client === undefined) return;
    this.client.send(Opcode.Heartbeat, this.newest);
    await this.client.nextOp(Opcode.HeartbeatAck);
    for (const { s, t, d } of this.client.frames.slice(this.#taken)) {
      if (s === null || t === null) continue;
      const { content = "" } = d as { content?: string };
      const event = t === "MESSAGE_CREATE" ? content : t;
      if ((this.received.get(s) ?? event) !== event) throw new Error(`event ${s} came as another`);
      this.received.set(s, event);
    }
    this.#taken = this.client.frames.length;
  }

  forgetNewest(count: number): void {
    const numbers = [...this.received.keys()].toSorted((a, b) => b - a);
    for (const s of numbers.slice(0, count)) if (s > 1) this.received.delete(s);
  }

  async resume(framing: string): Promise<void> {
    const before = this.client;
    this.client = await dial(world.url, framing);
    this.#taken = 0;
    const { sessionId: session_id } = this;
    this.client.send(Opcode.Resume, { token: tokens.watcher, session_id, seq: this.newest });
    await this.client.nextEvent("RESUMED");
    const closed = await before?.closed;
    if ((closed?.code ?? 4000) !== 4000) throw new Error(`closed with ${closed?.code}`);
    await this.listen();
  }

  async leave(code: number | undefined): Promise<void> {
    const { client } = this;
    this.client = undefined;
    if (code === undefined) client?.ws.terminate();
    else client?.ws.close(code);
    await client?.closed;
  }
}

async function perform(action: Action, listener: Listener, contents: string[]): Promise<void> {
  switch (action.kind) {
    case "say":
      for (let i = 0; i < action.count; i += 1) {
        const content = `${contents.length}`;
        contents.push(content);
        await world.say(content);
      }
      return listener.listen();
    case "leave":
      await listener.leave(action.code);
      return listener.forgetNewest(action.lost);
    case "resume":
      return listener.client === undefined ? listener.resume(action.framing) : undefined;
    case "move":
      return listener.client === undefined ? undefined : listener.resume(action.framing);
  }
}

test("a client receives every event once and in order, whatever happens to its connections", async () => {
  const intents = intentMask("GUILD_MESSAGES", "MESSAGE_CONTENT");
  await fc.assert(
    fc.asyncProperty(fc.array(anyAction, { maxLength: 12 }), async (actions) => {
      const { client, ready } = await signIn(world.url, { token: tokens.watcher, intents });
      const { session_id: sessionId } = ready.d as { session_id: string };
      const listener = new Listener(client, sessionId);
      await listener.listen();
      const contents: string[] = [];
      for (const action of actions) await perform(action, listener, contents);
      if (listener.client === undefined) await listener.resume("?encoding=json");
      const numbers = [...listener.received.keys()].toSorted((a, b) => a - b);
      expect(numbers).toEqual(numbers.map((_, i) => i + 1));
      const events = numbers.map((s) => listener.received.get(s) ?? "");
      expect(events[0]).toBe("READY");
      expect(events.filter((each) => each !== "READY" && each !== "RESUMED")).toEqual(contents);
      await listener.leave(1000);
    }),
    { numRuns: 25 },
  );
});
