// Limits on what hostile clients can occupy: connections, sessions, bytes, token lookups.
import { once } from "node:events";
import { connect, type Socket } from "node:net";
import { limits } from "@antechamber/contract";
import { intentMask, Opcode } from "@antechamber/contract/gateway";
import { describe, expect, test } from "vitest";
import { WebSocket } from "ws";
import { dial, GatewayClient, signIn } from "../../testing/clients/gateway-client.ts";
import { aGatewayWorld, tokens, type GatewayWorld } from "../../testing/worlds/gateway-world.ts";

/** Clients connect through a proxy that forwards their addresses. */
const trustedProxies = ["127.0.0.1"];
const from = (address: string) => [undefined, { "X-Forwarded-For": address }] as const;
const here = "192.0.2.1";
const elsewhere = "192.0.2.2";

const asAlice = { token: tokens.alice };
const intents = intentMask("GUILD_MESSAGES", "MESSAGE_CONTENT");
const watcher = { token: tokens.watcher, intents };

/** Resolves once the gateway has processed everything that the client sent. */
async function settled(client: GatewayClient): Promise<void> {
  client.send(Opcode.Heartbeat, null);
  await client.nextOp(Opcode.HeartbeatAck);
}

describe("connections of one address", () => {
  test("are limited, and not affected by those of other addresses", async () => {
    const world = await aGatewayWorld({ trustedProxies, bounds: { connectionsPerAddress: 3 } });
    const clients = [];
    for (let i = 0; i < 3; i += 1) clients.push(await dial(world.url, ...from(here)));
    const refused = new WebSocket(world.url, { headers: from(here)[1] });
    const [error] = (await once(refused, "error")) as [Error];
    expect(error.message).toContain("429");
    await dial(world.url, ...from(elsewhere));
    await clients[0]?.leave(1000);
    await dial(world.url, ...from(here));
  });

  test("without a token displace each other, never one that has shown a valid token", async () => {
    const world = await aGatewayWorld({ trustedProxies, bounds: { unidentifiedConnections: 3 } });
    const { client: known } = await signIn(world.url, asAlice, ...from(here));
    const silent = [];
    for (let i = 0; i < 9; i += 1) silent.push(await dial(world.url, ...from(here)));
    for (const each of silent.slice(0, 6)) expect(await each.closed).toMatchObject({ code: 1006 });
    // Among the maximum number of unidentified clients, clients with a token still get in.
    const { client: newcomer } = await signIn(world.url, asAlice, ...from(here));
    await Promise.all([...silent.slice(7), known, newcomer].map(settled));
    expect(world.gateway.stats().connections).toBe(4);
  });

  test("that wait for their turn to identify no longer count as unauthenticated", async () => {
    const world = await aGatewayWorld({ limited: true, bounds: { unidentifiedConnections: 1 } });
    world.clock.freeze();
    const concierge = { token: tokens.concierge, intents: 0 };
    await signIn(world.url, concierge);
    const waiting = await dial(world.url);
    waiting.send(Opcode.Identify, concierge);
    await settled(waiting);
    for (let i = 0; i < 5; i += 1) await dial(world.url);
    await world.clock.moveTo(world.clock.now() + limits.concurrentIdentifies.windowMs);
    expect(await waiting.next()).toMatchObject({ t: "READY" });
  });
});

/** A client that upgrades, sends nothing, and does not answer a close. */
async function aSilentSocket(world: GatewayWorld): Promise<Socket> {
  const { port, hostname } = new URL(world.url);
  const socket = connect(Number(port), hostname);
  socket.write(
    "GET /gateway/ HTTP/1.1\r\nHost: localhost\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n" +
      "Sec-WebSocket-Version: 13\r\nSec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n\r\n",
  );
  let received = "";
  while (!received.includes("heartbeat_interval")) {
    const [bytes] = (await once(socket, "data")) as [Buffer];
    received += bytes.toString("latin1");
  }
  socket.resume();
  return socket;
}

test("an unauthenticated client that ignores a close is disconnected soon after it", async () => {
  const world = await aGatewayWorld();
  const socket = await aSilentSocket(world);
  const ended = once(socket, "close");
  const since = performance.now();
  await world.clock.moveTo(world.clock.now() + limits.identifyWait.value);
  await ended;
  expect(performance.now() - since).toBeLessThan(limits.closeWait.value + 2000);
});

describe("sessions of one user", () => {
  const max = limits.sessionsPerUser.value;

  test("are limited, and those without a connection give way first", async () => {
    const world = await aGatewayWorld({ limited: true });
    const clients: GatewayClient[] = [];
    for (let i = 0; i < max; i += 1) clients.push((await signIn(world.url, asAlice)).client);
    const refused = await dial(world.url);
    refused.send(Opcode.Identify, asAlice);
    expect(await refused.closed).toMatchObject({ code: 4015 });
    // An application that acts for her has sessions of its own.
    await signIn(world.url, { token: `Bearer ${tokens.social}` });
    clients[7]?.ws.terminate();
    await clients[7]?.closed;
    await signIn(world.url, asAlice);
    expect(world.gateway.stats()).toMatchObject({ sessions: max + 1, waitingSessions: 0 });
  });

  test("are limited to a number of starts per minute", async () => {
    const world = await aGatewayWorld({ limited: true });
    for (let i = 0; i < limits.userIdentifies.value; i += 1) {
      const { client } = await signIn(world.url, asAlice);
      await client.leave(1000);
    }
    const refused = await dial(world.url);
    refused.send(Opcode.Identify, asAlice);
    expect(await refused.closed).toMatchObject({ code: 4008 });
    await world.clock.moveTo(world.clock.now() + limits.userIdentifies.windowMs);
    await signIn(world.url, asAlice);
  });
});

describe("wrong tokens", () => {
  /** Tries a token, and returns the close code. */
  async function tried(world: GatewayWorld, token: string): Promise<number> {
    const client = new GatewayClient(world.url, from(here)[1]);
    await client.opened;
    client.send(Opcode.Identify, { token });
    return (await client.closed).code;
  }

  async function afterTooMany(): Promise<GatewayWorld> {
    const world = await aGatewayWorld({ trustedProxies, limited: true });
    await signIn(world.url, { token: `Bearer ${tokens.social}` }, ...from(here));
    for (let i = 0; i < limits.wrongIdentifies.value; i += 1) {
      expect(await tried(world, `guess-${i}`)).toBe(4004);
    }
    return world;
  }

  test("are looked up slowly after too many from one address, and finally not at all", async () => {
    const world = await afterTooMany();
    world.pace.speed = 4;
    const since = world.clock.real();
    const places = limits.tokenLookupWait.value / limits.tokenLookupPause.value;
    const guesses = Array.from({ length: places * 3 }, (_, i) => tried(world, `more-${i}`));
    // Those above the limit of waiting lookups are refused at once; the others wait for their turn.
    const codes = await Promise.all(guesses);
    const lookedUp = codes.filter((code) => code === 4004).length;
    expect(codes.filter((code) => code === 4008)).toHaveLength(codes.length - lookedUp);
    expect(lookedUp).toBeLessThan(codes.length);
    const took = world.clock.real() - since;
    expect(lookedUp).toBeLessThan(took / limits.tokenLookupPause.value + 2);
  });

  test("lock nobody out: known tokens do not wait, new ones wait briefly, other addresses are unaffected", async () => {
    const world = await afterTooMany();
    // The guesses occupy the next turns.
    const guesses = Array.from({ length: 10 }, (_, i) => tried(world, `more-${i}`));
    const known = await signIn(world.url, { token: `Bearer ${tokens.social}` }, ...from(here));
    const stranger = await signIn(world.url, watcher, ...from(elsewhere));
    expect([known.ready.s, stranger.ready.s]).toEqual([1, 1]);
    world.pace.speed = 20;
    expect((await signIn(world.url, asAlice, ...from(here))).ready.s).toBe(1);
    await Promise.all(guesses);
    await world.clock.moveTo(world.clock.now() + limits.wrongIdentifies.windowMs);
    expect(await tried(world, "guess")).toBe(4004);
  });

  test.each([true, false])("count in RESUME as well, with limits %s", async (limited) => {
    const world = await aGatewayWorld({ trustedProxies, limited });
    for (let i = 0; i < limits.wrongIdentifies.value; i += 1) {
      const client = new GatewayClient(world.url, from(here)[1]);
      await client.opened;
      client.send(Opcode.Resume, { token: `guess-${i}`, session_id: "abc", seq: 1 });
      expect((await client.closed).code).toBe(4004);
    }
    world.pace.speed = 0.5;
    const since = world.clock.real();
    for (let i = 0; i < 3; i += 1) expect(await tried(world, "guess")).toBe(4004);
    expect(world.clock.real() - since >= 2 * limits.tokenLookupPause.value).toBe(limited);
  });
});

describe("a client that does not read", () => {
  const bounds = { outboxSize: 1_000_000, outboxesTotal: 1_000_000_000 };
  const piece = "x".repeat(400_000);

  async function flood(world: GatewayWorld, isEnough: () => boolean): Promise<void> {
    for (let i = 0; i < 200 && !isEnough(); i += 1) await world.say(piece);
    expect(isEnough()).toBe(true);
  }

  /** How many sessions have lost their connection. */
  const cutIn = (world: GatewayWorld) => world.gateway.stats().waitingSessions;

  test.each(["", "&compress=zlib-stream", "&compress=zstd-stream", "&encoding=etf"])(
    "is disconnected while others receive everything, and may resume: ?v=10%s",
    async (framing) => {
      const world = await aGatewayWorld({ bounds });
      const noise = framing.includes("compress");
      const reader = await signIn(world.url, watcher, `?v=10${framing}`);
      const stuck = await signIn(world.url, watcher, `?v=10${framing}`);
      stuck.client.ws.pause();
      for (let i = 0; i < 100 && cutIn(world) === 0; i += 1) {
        const content = noise ? incompressible(i) : `${i}${piece}`;
        await world.say(content);
        const { d } = await reader.client.nextEvent("MESSAGE_CREATE");
        expect((d as { content: string }).content === content).toBe(true);
      }
      expect(cutIn(world)).toBe(1);
      const { session_id } = stuck.ready.d as { session_id: string };
      const back = await dial(world.url, `?v=10${framing}`);
      back.send(Opcode.Resume, { token: tokens.watcher, session_id, seq: 1 });
      // The missed events exceed the limit, and are sent all the same.
      await back.nextEvent("RESUMED");
      stuck.client.ws.terminate();
    },
  );

  test("with the largest backlog is disconnected first when the total backlog is too large", async () => {
    const world = await aGatewayWorld({
      bounds: { outboxSize: 1_000_000_000, outboxesTotal: 20_000_000 },
    });
    const first = await signIn(world.url, watcher);
    first.client.ws.pause();
    for (let i = 0; i < 30; i += 1) await world.say(piece);
    const second = await signIn(world.url, watcher);
    second.client.ws.pause();
    await flood(world, () => cutIn(world) > 0);
    const back = await dial(world.url);
    const { session_id } = first.ready.d as { session_id: string };
    back.send(Opcode.Resume, { token: tokens.watcher, session_id, seq: 0 });
    // The session without a client was this one.
    await back.nextOp(Opcode.InvalidSession);
    expect(world.gateway.stats()).toMatchObject({ sessions: 1, waitingSessions: 0 });
    for (const { client } of [first, second]) client.ws.terminate();
  });
});

/** Text that compresses to no less than three quarters of its length. */
function incompressible(seed: number): string {
  let state = seed * 7919 + 1;
  const bytes = Buffer.alloc(400_000);
  for (let i = 0; i < bytes.length; i += 1) {
    state = (state * 1_103_515_245 + 12_345) % 2_147_483_648;
    bytes[i] = state >> 16;
  }
  return bytes.toString("base64");
}
