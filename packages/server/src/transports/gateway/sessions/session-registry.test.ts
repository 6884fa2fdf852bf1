import { limits } from "@antechamber/contract";
import { intentMask, Opcode } from "@antechamber/contract/gateway";
import { describe, expect, test } from "vitest";
import {
  dial,
  signIn,
  type GatewayClient,
  type ServerFrame,
} from "../../../testing/clients/gateway-client.ts";
import { aGatewayWorld, tokens, type GatewayWorld } from "../../../testing/worlds/gateway-world.ts";

const watcher = {
  token: tokens.watcher,
  intents: intentMask("GUILD_MESSAGES", "MESSAGE_CONTENT"),
};

interface Begun {
  readonly client: GatewayClient;
  readonly session: { readonly token: string; readonly session_id: string };
}

/** A session of Watcher's bot, with the number 1 on READY and no guild. */
async function aSession(world: GatewayWorld): Promise<Begun> {
  const { client, ready } = await signIn(world.url, watcher);
  const { session_id } = ready.d as { session_id: string };
  return { client, session: { token: tokens.watcher, session_id } };
}

/** Cuts a client's connection without a close frame, and waits until the gateway has noticed. */
async function cut(world: GatewayWorld, { client }: Begun): Promise<void> {
  const { waitingSessions } = world.gateway.stats();
  client.ws.terminate();
  await until(() => world.gateway.stats().waitingSessions === waitingSessions + 1);
}

async function until(isSo: () => boolean): Promise<void> {
  const deadline = performance.now() + 10_000;
  while (!isSo()) {
    if (performance.now() > deadline) throw new Error("it never came to be so");
    await new Promise((resolve) => {
      setTimeout(resolve, 1);
    });
  }
}

async function resume(world: GatewayWorld, d: object): Promise<GatewayClient> {
  const client = await dial(world.url);
  client.send(Opcode.Resume, d);
  return client;
}

/** The numbers and contents of messages, up to RESUMED. */
async function replayed(client: GatewayClient) {
  const resumed = await client.nextEvent("RESUMED");
  const events = client.readReceived(({ s, t, d }) => [s, t === "MESSAGE_CREATE" ? wordOf(d) : t]);
  return { resumed, events };
}

function wordOf(d: unknown): string {
  return (d as { content: string }).content;
}

const invalidSession: ServerFrame = { op: 9, d: false, s: null, t: null };

describe("a resumed session", () => {
  test("receives missed events in order, then RESUMED, then new events", async () => {
    const world = await aGatewayWorld();
    const begun = await aSession(world);
    await world.say("heard");
    await begun.client.nextEvent("MESSAGE_CREATE");
    await cut(world, begun);
    for (const word of ["one", "two", "three"]) await world.say(word);
    const client = await resume(world, { ...begun.session, seq: 2 });
    const { resumed, events } = await replayed(client);
    expect(events).toEqual([
      [3, "one"],
      [4, "two"],
      [5, "three"],
      [6, "RESUMED"],
    ]);
    expect(resumed).toEqual({ op: 0, t: "RESUMED", s: 6, d: { _trace: [] } });
    await world.say("four");
    expect(await client.nextEvent("MESSAGE_CREATE")).toMatchObject({
      s: 7,
      d: { content: "four" },
    });
  });

  test("receives events again when its sequence number is lower", async () => {
    const world = await aGatewayWorld();
    const begun = await aSession(world);
    for (const word of ["one", "two"]) await world.say(word);
    await cut(world, begun);
    const { events } = await replayed(await resume(world, { ...begun.session, seq: 1 }));
    expect(events).toEqual([
      [2, "one"],
      [3, "two"],
      [4, "RESUMED"],
    ]);
  });

  test("may be resumed with a prefixed token, after a refused IDENTIFY, and repeatedly", async () => {
    const world = await aGatewayWorld();
    const begun = await aSession(world);
    await cut(world, begun);
    const token = `Bot ${tokens.watcher}`;
    const second = await resume(world, { ...begun.session, token, seq: 1 });
    expect((await second.nextEvent("RESUMED")).s).toBe(2);
    await cut(world, { ...begun, client: second });
    const third = await resume(world, { ...begun.session, seq: 2 });
    expect((await third.nextEvent("RESUMED")).s).toBe(3);
  });

  test("is taken over from a living connection, which is closed with 4000", async () => {
    const world = await aGatewayWorld();
    const begun = await aSession(world);
    const client = await resume(world, { ...begun.session, seq: 1 });
    await client.nextEvent("RESUMED");
    expect(await begun.client.closed).toMatchObject({ code: 4000 });
    await world.say("to the new one");
    expect((await client.nextEvent("MESSAGE_CREATE")).s).toBe(3);
    expect(begun.client.frames.filter(({ t }) => t === "MESSAGE_CREATE")).toEqual([]);
    expect(world.gateway.stats()).toEqual({ connections: 1, sessions: 1, waitingSessions: 0 });
  });

  test.each([4200, 4000, 4901, 4999, 3020, 3024])("survives a close with %i", async (code) => {
    const world = await aGatewayWorld();
    const begun = await aSession(world);
    await begun.client.leave(code);
    const client = await resume(world, { ...begun.session, seq: 1 });
    expect((await client.nextEvent("RESUMED")).s).toBe(2);
  });

  test("survives a close by the service", async () => {
    const world = await aGatewayWorld();
    const begun = await aSession(world);
    begun.client.send(99, {});
    expect(await begun.client.closed).toMatchObject({ code: 4001 });
    const client = await resume(world, { ...begun.session, seq: 1 });
    expect((await client.nextEvent("RESUMED")).s).toBe(2);
  });
});

describe("a session that cannot be resumed", () => {
  test.each([1000, 1001])("was closed by its client with %i", async (code) => {
    const world = await aGatewayWorld();
    const begun = await aSession(world);
    await begun.client.leave(code);
    const client = await resume(world, { ...begun.session, seq: 1 });
    expect(await client.next()).toEqual(invalidSession);
    expect(world.gateway.stats().sessions).toBe(0);
  });

  test.each([
    ["an unknown id", { session_id: "0".repeat(32), seq: 1 }],
    ["no id", { session_id: null, seq: 1 }],
    ["the number 0", { seq: 0 }],
    ["no number", { seq: null }],
    ["another's token", { token: tokens.concierge, seq: 1 }],
    ["its user's token", { token: tokens.alice, seq: 1 }],
  ])("gets op 9 for %s, after which the same socket may identify", async (_what, d) => {
    const world = await aGatewayWorld();
    const begun = await aSession(world);
    await cut(world, begun);
    const client = await resume(world, { ...begun.session, ...d });
    expect(await client.next()).toEqual(invalidSession);
    client.send(Opcode.Identify, watcher);
    expect(await client.nextEvent("READY")).toMatchObject({ s: 1 });
  });

  test("is closed with 4004 for an unknown token", async () => {
    const world = await aGatewayWorld();
    const begun = await aSession(world);
    const client = await resume(world, { ...begun.session, token: "nonsense", seq: 1 });
    expect(await client.closed).toMatchObject({ code: 4004 });
  });

  test.each([2, -1])(
    "is closed with 4007 for the future sequence number %i, and ends",
    async (seq) => {
      const world = await aGatewayWorld();
      const begun = await aSession(world);
      await cut(world, begun);
      const client = await resume(world, { ...begun.session, seq });
      expect(await client.closed).toMatchObject({ code: 4007 });
      const again = await resume(world, { ...begun.session, seq: 1 });
      expect(await again.next()).toEqual(invalidSession);
    },
  );

  test("has missed more events than are kept", async () => {
    const world = await aGatewayWorld();
    const begun = await aSession(world);
    const session = await aSession(world);
    await cut(world, begun);
    await cut(world, session);
    const posts = Array.from({ length: limits.replayedEvents.value }, (_, i) => world.say(`${i}`));
    await Promise.all(posts);
    const last = await resume(world, { ...session.session, seq: 1 });
    expect((await last.nextEvent("RESUMED")).s).toBe(limits.replayedEvents.value + 2);
    await world.say("one too many");
    const client = await resume(world, { ...begun.session, seq: 1 });
    expect(await client.next()).toEqual(invalidSession);
  });

  test("lost its client five minutes ago on the service's clock", async () => {
    const world = await aGatewayWorld();
    world.clock.freeze();
    const [early, late] = [await aSession(world), await aSession(world)];
    await cut(world, early);
    await cut(world, late);
    const retention = limits.sessionRetention.value;
    await world.clock.moveTo(world.clock.now() + retention - 1);
    const client = await resume(world, { ...early.session, seq: 1 });
    expect((await client.nextEvent("RESUMED")).s).toBe(2);
    await world.clock.moveTo(world.clock.now() + 1);
    expect(world.gateway.stats()).toMatchObject({ sessions: 1, waitingSessions: 0 });
    const tooLate = await resume(world, { ...late.session, seq: 1 });
    expect(await tooLate.next()).toEqual(invalidSession);
  });

  test("belongs to a replaced world, whose connected clients must identify again", async () => {
    const world = await aGatewayWorld();
    const [there, gone] = [await aSession(world), await aSession(world)];
    const idle = await dial(world.url);
    await cut(world, gone);
    world.gateway.invalidateAll();
    expect(await there.client.next()).toEqual(invalidSession);
    const client = await resume(world, { ...gone.session, seq: 1 });
    expect(await client.next()).toEqual(invalidSession);
    for (const each of [there.client, idle]) {
      each.send(Opcode.Identify, watcher);
      expect((await each.nextEvent("READY")).s).toBe(1);
    }
    expect(idle.frames.filter(({ op }) => op === Opcode.InvalidSession)).toEqual([]);
  });
});

describe("the clock", () => {
  test("asks each client for one heartbeat when advanced, however far, and drops none that answers", async () => {
    const world = await aGatewayWorld();
    world.clock.freeze();
    const begun = await aSession(world);
    begun.client.ws.on("message", (bytes: Buffer) => {
      const { op } = JSON.parse(bytes.toString()) as ServerFrame;
      if (op === Opcode.Heartbeat) begun.client.send(1, 1);
    });
    await world.clock.moveTo(world.clock.now() + 86_400_000);
    const heartbeats = begun.client.frames.filter(({ op }) => op === Opcode.Heartbeat);
    expect(heartbeats).toEqual([{ op: 1, d: null, s: null, t: null }]);
    expect(world.gateway.stats()).toEqual({ connections: 1, sessions: 1, waitingSessions: 0 });
    await world.say("still here");
    expect((await begun.client.nextEvent("MESSAGE_CREATE")).s).toBe(2);
  });

  test("asks all clients at once when advanced, closes those silent for a real second, and keeps their sessions", async () => {
    const world = await aGatewayWorld();
    world.clock.freeze();
    const begun = await aSession(world);
    await world.clock.moveTo(world.clock.now() + 1);
    const other = await aSession(world);
    let askedBy: unknown;
    begun.client.ws.on("close", () => {
      askedBy = [begun, other].map(({ client }) => client.frames.at(-1)?.op);
    });
    world.pace.speed = 10;
    const from = performance.now();
    await world.clock.moveTo(world.clock.now() + 62_000);
    expect(performance.now() - from).toBeGreaterThan(90);
    expect(await begun.client.closed).toMatchObject({ code: 4009 });
    expect(askedBy).toEqual([Opcode.Heartbeat, Opcode.Heartbeat]);
    expect(await other.client.closed).toMatchObject({ code: 4009 });
    expect(begun.client.frames.at(-1)?.op).toBe(Opcode.Heartbeat);
    const client = await resume(world, { ...begun.session, seq: 1 });
    expect((await client.nextEvent("RESUMED")).s).toBe(2);
  });

  test("closes clients that do not identify in real time while it is frozen", async () => {
    const world = await aGatewayWorld();
    world.clock.freeze();
    world.pace.speed = 200;
    const client = await dial(world.url);
    expect(await client.closed).toMatchObject({ code: 4003 });
  });

  test("ends the time to identify when advanced", async () => {
    const world = await aGatewayWorld();
    world.clock.freeze();
    const client = await dial(world.url);
    await world.clock.moveTo(world.clock.now() + limits.identifyWait.value);
    expect(await client.closed).toMatchObject({ code: 4003 });
  });
});
