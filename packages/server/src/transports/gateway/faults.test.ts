// Failures around the gateway cost a client its session at worst, and never an event unnoticed.
import { intentMask, Opcode } from "@antechamber/contract/gateway";
import { describe, expect, test } from "vitest";
import { dial, signIn } from "../../testing/clients/gateway-client.ts";
import {
  aGatewayWorld,
  ids,
  tokens,
  type GatewayWorld,
} from "../../testing/worlds/gateway-world.ts";

/** Limits: events held for a READY, events in the queue, bytes waiting for a receiver. */
const HELD_EVENTS_MAX = 10_000;
const WAITING_EVENTS_MAX = 100_000;
const WAITING_MAX_BYTES = 32 * 1024 * 1024;

const watcher = {
  token: tokens.watcher,
  intents: intentMask("GUILD_MESSAGES", "MESSAGE_CONTENT"),
};
const invalidSession = { op: 9, d: false, s: null, t: null };

/** Delays the gateway's reads until it is opened. */
function aGate() {
  const gate = Promise.withResolvers<void>();
  return { before: () => gate.promise, open: () => gate.resolve() };
}

/** Emits `count` events for Watcher's bot in one commit. */
function emitMany(world: GatewayWorld, count: number): Promise<void> {
  const scope = { kind: "user", user_id: ids.watcher } as const;
  return world.work.transaction(async ({ tx, now }) => {
    for (let i = 0; i < count; i += 1) {
      tx.append({ name: "MARK", scope, payload: { word: `${i}` }, at: now });
    }
  });
}

describe("when the store cannot be read", () => {
  test("sessions that may have missed an event are invalidated, others continue", async () => {
    const world = await aGatewayWorld();
    const { client } = await signIn(world.url, watcher);
    const other = await signIn(world.url, { token: tokens.concierge, intents: 0, shard: [1, 2] });
    world.reads.before = async () => {
      throw new Error("the store is gone");
    };
    await world.say("lost");
    expect(await client.next()).toEqual(invalidSession);
    world.reads.before = async () => undefined;
    client.send(Opcode.Identify, watcher);
    await client.nextEvent("READY");
    await world.say("found");
    expect((await client.nextEvent("MESSAGE_CREATE")).d).toMatchObject({ content: "found" });
    expect(other.client.frames.map(({ op }) => op)).toEqual([10, 0]);
  });

  test("a client that identifies is closed with 4000 and may retry", async () => {
    const world = await aGatewayWorld();
    const client = await dial(world.url);
    world.reads.before = async () => {
      throw new Error("the store is gone");
    };
    client.send(Opcode.Identify, watcher);
    expect(await client.closed).toMatchObject({ code: 4000 });
    world.reads.before = async () => undefined;
    expect((await signIn(world.url, watcher)).ready.s).toBe(1);
  });
});

describe("while a client waits for its session", () => {
  test("its heartbeats are answered, and a second IDENTIFY closes the connection", async () => {
    const world = await aGatewayWorld();
    const client = await dial(world.url);
    const gate = aGate();
    world.reads.before = gate.before;
    client.send(Opcode.Identify, watcher);
    client.send(Opcode.Heartbeat, null);
    expect((await client.next()).op).toBe(Opcode.HeartbeatAck);
    client.send(Opcode.Identify, watcher);
    expect(await client.closed).toMatchObject({ code: 4005 });
    gate.open();
    await world.say("to nobody");
    expect(world.gateway.stats()).toMatchObject({ sessions: 0, waitingSessions: 0 });
  });

  test("a replaced world requires it to identify again", async () => {
    const world = await aGatewayWorld();
    const client = await dial(world.url);
    const gate = aGate();
    world.reads.before = gate.before;
    client.send(Opcode.Identify, watcher);
    client.send(Opcode.Heartbeat, null);
    await client.next();
    world.gateway.invalidateAll();
    expect(await client.next()).toEqual(invalidSession);
    gate.open();
    await signIn(world.url, watcher);
    expect(world.gateway.stats().sessions).toBe(1);
    client.send(Opcode.Identify, watcher);
    expect((await client.next()).t).toBe("READY");
    expect(world.gateway.stats().sessions).toBe(2);
  });

  /** A client whose READY is only read after `count` events were emitted. */
  async function greetedAfter(count: number) {
    const world = await aGatewayWorld();
    const client = await dial(world.url);
    const [forToken, forGreeting] = [aGate(), aGate()];
    const queue = [forToken, forGreeting];
    world.reads.before = () => (queue.shift() ?? forGreeting).before();
    client.send(Opcode.Identify, watcher);
    client.send(Opcode.Heartbeat, null);
    await client.next();
    forToken.open();
    while (queue.length > 0) await new Promise((resolve) => setImmediate(resolve));
    await emitMany(world, count);
    forGreeting.open();
    return client;
  }

  test("events follow READY in order", async () => {
    const client = await greetedAfter(HELD_EVENTS_MAX);
    expect((await client.next()).t).toBe("READY");
    const words: unknown[] = [];
    for (let i = 0; i < HELD_EVENTS_MAX; i += 1) words.push((await client.next()).d);
    expect(words).toEqual(words.map((_, i) => ({ word: `${i}` })));
  });

  test("too many events require it to identify again", async () => {
    const client = await greetedAfter(HELD_EVENTS_MAX + 1);
    expect(await client.next()).toEqual(invalidSession);
    client.send(Opcode.Identify, watcher);
    expect((await client.next()).t).toBe("READY");
  });
});

describe("a receiver", () => {
  test("that does not read is disconnected, and resumes", async () => {
    const world = await aGatewayWorld();
    const { client, ready } = await signIn(world.url, watcher);
    client.ws.pause();
    const megabyte = "x".repeat(1024 * 1024);
    for (let sent = 0; sent < WAITING_MAX_BYTES * 2; sent += megabyte.length) {
      await world.say(megabyte);
      if (world.gateway.stats().waitingSessions > 0) break;
    }
    while (world.gateway.stats().waitingSessions === 0) {
      await new Promise((resolve) => setImmediate(resolve));
    }
    const back = await dial(world.url);
    const { session_id } = ready.d as { session_id: string };
    back.send(Opcode.Resume, { token: tokens.watcher, session_id, seq: 1 });
    expect((await back.next()).s).toBe(2);
    client.ws.terminate();
  });
});

test("events that arrive faster than they can be sent end sessions, not the service", async () => {
  const world = await aGatewayWorld();
  const { client } = await signIn(world.url, watcher);
  const gate = aGate();
  world.reads.before = gate.before;
  await world.say("waits for the store");
  await emitMany(world, WAITING_EVENTS_MAX + 1);
  await emitMany(world, 1);
  world.reads.before = async () => undefined;
  gate.open();
  await client.nextOp(Opcode.InvalidSession);
  client.send(Opcode.Identify, watcher);
  expect((await client.nextEvent("READY")).s).toBe(1);
  await world.say("heard again");
  expect((await client.nextEvent("MESSAGE_CREATE")).d).toMatchObject({ content: "heard again" });
});
