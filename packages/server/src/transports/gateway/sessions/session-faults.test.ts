// Planned session faults: their effect on the wire, and that an unmodified client library gets
// through each of them without a lost or duplicate event.
import { intentMask, Opcode } from "@antechamber/contract/gateway";
import { WebSocketManager, WebSocketShardEvents } from "@discordjs/ws";
import { GatewayDispatchEvents, type GatewayDispatchPayload } from "discord-api-types/v10";
import { describe, expect, onTestFinished, test } from "vitest";
import type { GatewayFault, Target } from "../../../platform/faults/fault-injection.ts";
import { dial, signIn, type GatewayClient } from "../../../testing/clients/gateway-client.ts";
import { gatewayRest } from "../../../testing/clients/discordjs-rest.ts";
import {
  aGatewayWorld,
  ids,
  tokens,
  type GatewayWorld,
} from "../../../testing/worlds/gateway-world.ts";

const everyone: Target = { applicationId: undefined, userId: undefined, endpointIds: undefined };
const intents = intentMask("GUILDS", "GUILD_MESSAGES", "MESSAGE_CONTENT");
const watcher = { token: tokens.watcher, intents };
let planned = 0;

function plan(
  { faults }: GatewayWorld,
  gateway: GatewayFault,
  { count = 1, ...target }: Partial<Target> & { readonly count?: number } = {},
): void {
  planned += 1;
  const form = { match: { count }, gateway };
  faults.add({ id: String(planned), target: { ...everyone, ...target }, form });
}

const message = ({ frames }: GatewayClient) =>
  frames.flatMap(({ t, s }) => (t === "MESSAGE_CREATE" ? [s] : []));

async function resume(world: GatewayWorld, client: GatewayClient, sessionId: unknown) {
  client.send(Opcode.Resume, { token: tokens.watcher, session_id: sessionId, seq: 2 });
  const resumed = await client.nextEvent("RESUMED");
  await world.say("after");
  return [resumed.s, (await client.nextEvent("MESSAGE_CREATE")).s];
}

async function signInAgain(world: GatewayWorld, client: GatewayClient) {
  client.send(Opcode.Identify, { properties: {}, ...watcher });
  const ready = await client.nextEvent("READY");
  await world.say("after");
  return [ready.s, (await client.nextEvent("MESSAGE_CREATE")).s];
}

const sessionIdOf = ({ d }: { readonly d: unknown }) =>
  (d as { readonly session_id: string }).session_id;

describe("an injected fault of a living session, at once,", () => {
  test.each([4000, 4009, 1012])(
    "closes it with %i, after which it may be resumed",
    async (code) => {
      const world = await aGatewayWorld();
      const { client, ready } = await signIn(world.url, watcher);
      await client.nextEvent("GUILD_CREATE");
      plan(world, { close_code: code });
      expect(await client.closed).toEqual({ code, reason: "An injected fault." });
      expect(await resume(world, await dial(world.url), sessionIdOf(ready))).toEqual([3, 4]);
    },
  );

  test("asks it to reconnect", async () => {
    const world = await aGatewayWorld();
    const { client } = await signIn(world.url, watcher);
    plan(world, { reconnect: true });
    expect(await client.nextOp(Opcode.Reconnect)).toEqual({ op: 7, d: null, s: null, t: null });
  });

  test("sends op 9 with true, after which it may be resumed on the same connection", async () => {
    const world = await aGatewayWorld();
    const { client, ready } = await signIn(world.url, watcher);
    await client.nextEvent("GUILD_CREATE");
    plan(world, { invalid_session: true });
    expect(await client.nextOp(Opcode.InvalidSession)).toMatchObject({ d: true });
    expect(world.gateway.stats()).toMatchObject({ sessions: 1, waitingSessions: 1 });
    expect(await resume(world, client, sessionIdOf(ready))).toEqual([3, 4]);
  });

  test("sends op 9 with false, after which the same connection may identify", async () => {
    const world = await aGatewayWorld();
    const { client } = await signIn(world.url, watcher);
    plan(world, { invalid_session: false });
    expect(await client.nextOp(Opcode.InvalidSession)).toMatchObject({ d: false });
    expect(world.gateway.stats().sessions).toBe(0);
    client.send(Opcode.Identify, { properties: {}, ...watcher });
    expect((await client.nextEvent("READY")).s).toBe(1);
  });

  test("drops its connection", async () => {
    const world = await aGatewayWorld();
    const { client } = await signIn(world.url, watcher);
    plan(world, { drop: true });
    expect((await client.closed).code).toBe(1006);
  });

  test("leaves its heartbeats unanswered, and nothing else", async () => {
    const world = await aGatewayWorld();
    const { client } = await signIn(world.url, watcher);
    plan(world, { silent: true });
    client.send(Opcode.Heartbeat, null);
    await world.say("still here");
    await client.nextEvent("MESSAGE_CREATE");
    expect(client.frames.map(({ op }) => op)).not.toContain(Opcode.HeartbeatAck);
  });

  test("duplicates an event with its sequence number", async () => {
    const world = await aGatewayWorld();
    const { client } = await signIn(world.url, watcher);
    plan(world, { duplicate: true });
    await world.say("one");
    await world.say("two");
    for (let i = 0; i < 3; i += 1) await client.nextEvent("MESSAGE_CREATE");
    expect(message(client)).toEqual([3, 3, 4]);
  });

  test.each([true, false])(
    "invalidates it (%s to resume), and delayed events are not sent to the next session",
    async (mayResume) => {
      const world = await aGatewayWorld();
      const { client, ready } = await signIn(world.url, watcher);
      await client.nextEvent("GUILD_CREATE");
      plan(world, { delay_ms: 30_000 });
      await world.say("one");
      await world.say("two");
      plan(world, { invalid_session: mayResume });
      await client.nextOp(Opcode.InvalidSession);
      const again = mayResume
        ? resume(world, client, sessionIdOf(ready))
        : signInAgain(world, client);
      expect(await again).toEqual(mayResume ? [5, 6] : [1, 3]);
      world.faults.clear();
      await world.say("last");
      await client.nextEvent("MESSAGE_CREATE");
      expect(client.frames.flatMap(({ s }) => s ?? [])).toEqual(
        mayResume ? [1, 2, 3, 4, 5, 6, 7] : [1, 2, 1, 2, 3, 4],
      );
    },
  );

  test("delays an event and those after it while heartbeats are answered", async () => {
    const world = await aGatewayWorld();
    const { client } = await signIn(world.url, watcher);
    await client.nextEvent("GUILD_CREATE");
    plan(world, { delay_ms: 30_000 });
    await world.say("one");
    await world.say("two");
    client.send(Opcode.Heartbeat, null);
    await client.nextOp(Opcode.HeartbeatAck);
    expect(message(client)).toEqual([]);
    world.faults.clear();
    expect((await client.nextEvent("MESSAGE_CREATE")).s).toBe(3);
    expect((await client.nextEvent("MESSAGE_CREATE")).s).toBe(4);
  });
});

describe("an injected fault of sessions applies to", () => {
  test("as many sessions as its count, each once", async () => {
    const world = await aGatewayWorld();
    const clients = [];
    for (let i = 0; i < 3; i += 1) clients.push((await signIn(world.url, watcher)).client);
    plan(world, { close_code: 4000 }, { count: 2 });
    await Promise.all(clients.slice(0, 2).map((client) => client.closed));
    expect(world.gateway.stats()).toMatchObject({ sessions: 3, waitingSessions: 2 });
    expect(world.faults.list()).toEqual([]);
  });

  test("sessions of the user or the application that it names", async () => {
    const world = await aGatewayWorld();
    const { client: bot } = await signIn(world.url, watcher);
    const { client: user } = await signIn(world.url, { token: tokens.alice });
    plan(world, { reconnect: true }, { userId: ids.alice });
    plan(world, { invalid_session: false }, { applicationId: ids.watcher });
    await user.nextOp(Opcode.Reconnect);
    await bot.nextOp(Opcode.InvalidSession);
    expect(bot.frames.map(({ op }) => op)).not.toContain(Opcode.Reconnect);
    expect(user.frames.map(({ op }) => op)).not.toContain(Opcode.InvalidSession);
  });

  test("new sessions while its count lasts, after READY", async () => {
    const world = await aGatewayWorld();
    plan(world, { close_code: 4000 }, { count: 2 });
    const { client, ready } = await signIn(world.url, watcher);
    await client.nextEvent("GUILD_CREATE");
    expect((await client.closed).code).toBe(4000);
    await world.say("meanwhile");
    const again = await dial(world.url);
    again.send(Opcode.Resume, {
      token: tokens.watcher,
      session_id: sessionIdOf(ready),
      seq: 2,
    });
    expect((await again.nextEvent("MESSAGE_CREATE")).s).toBe(3);
    await again.nextEvent("RESUMED");
    expect((await again.closed).code).toBe(4000);
    expect(world.faults.list()).toEqual([]);
  });

  test("no event of READY and its guilds", async () => {
    const world = await aGatewayWorld();
    plan(world, { duplicate: true });
    const { client } = await signIn(world.url, watcher);
    await world.say("one");
    await client.nextEvent("MESSAGE_CREATE");
    await client.nextEvent("MESSAGE_CREATE");
    expect(client.frames.flatMap(({ s }) => s ?? [])).toEqual([1, 2, 3, 3]);
  });
});

async function aLibrary(world: GatewayWorld) {
  const payloads: GatewayDispatchPayload[] = [];
  let resumes = 0;
  let changed = Promise.withResolvers<void>();
  const change = () => {
    changed.resolve();
    changed = Promise.withResolvers();
  };
  const manager = new WebSocketManager({
    token: tokens.watcher,
    intents,
    rest: gatewayRest(world),
    // Skips the library's own wait of five seconds between sessions.
    buildIdentifyThrottler: async () => ({ waitForIdentify: async () => undefined }),
  });
  manager.on(WebSocketShardEvents.Error, () => undefined);
  manager.on(WebSocketShardEvents.Dispatch, (payload) => {
    payloads.push(payload);
    change();
  });
  manager.on(WebSocketShardEvents.Resumed, () => {
    resumes += 1;
    change();
  });
  onTestFinished(() => manager.destroy());
  await manager.connect();
  const until = async (isSo: () => boolean) => {
    while (!isSo()) await changed.promise;
  };
  const contents = () =>
    payloads.flatMap((each) =>
      each.t === GatewayDispatchEvents.MessageCreate ? each.d.content : [],
    );
  return {
    payloads,
    contents,
    resumed: (times: number) => until(() => resumes >= times),
    greeted: (times: number) =>
      until(
        () => payloads.filter(({ t }) => t === GatewayDispatchEvents.GuildCreate).length >= times,
      ),
    message: (content: string) => until(() => contents().includes(content)),
  };
}

/** Sends this many messages, and returns their contents. */
async function sayMany(world: GatewayWorld, count: number, from: number): Promise<string[]> {
  const contents = Array.from({ length: count }, (_, i) => `message ${from + i}`);
  for (const content of contents) await world.say(content);
  return contents;
}

describe("@discordjs/ws comes through", () => {
  test.each<[string, GatewayFault]>([
    ["a close that keeps the session", { close_code: 4000 }],
    ["a close because of a timeout", { close_code: 4009 }],
    ["a request to reconnect", { reconnect: true }],
    ["an invalid session that may be resumed", { invalid_session: true }],
    ["a cut connection", { drop: true }],
  ])("%s, twice, without losing or duplicating events", async (_fault, gateway) => {
    const world = await aGatewayWorld();
    const library = await aLibrary(world);
    await library.greeted(1);
    const contents: string[] = [];
    for (let round = 1; round <= 2; round += 1) {
      contents.push(...(await sayMany(world, 5, contents.length)));
      // The library resumes on the same connection, from before an event that it still processes.
      if (gateway.invalid_session === true) await library.message(contents.at(-1) ?? "");
      plan(world, gateway);
      contents.push(...(await sayMany(world, 5, contents.length)));
      await library.resumed(round);
    }
    contents.push(...(await sayMany(world, 1, contents.length)));
    await library.message(contents.at(-1) ?? "");
    expect(library.contents()).toEqual(contents);
    expect(library.payloads.map(({ s }) => s)).toEqual(library.payloads.map((_, i) => i + 1));
  });

  test("unanswered heartbeats: it reconnects without losing or duplicating events", async () => {
    const world = await aGatewayWorld({ heartbeatIntervalMs: 100 });
    const library = await aLibrary(world);
    await library.greeted(1);
    const contents = await sayMany(world, 5, 0);
    plan(world, { silent: true });
    contents.push(...(await sayMany(world, 5, contents.length)));
    await library.resumed(1);
    contents.push(...(await sayMany(world, 5, contents.length)));
    await library.message(contents.at(-1) ?? "");
    expect(library.contents()).toEqual(contents);
    expect(library.payloads.map(({ s }) => s)).toEqual(library.payloads.map((_, i) => i + 1));
  });

  test("an invalid session: it identifies again and receives its guilds", async () => {
    const world = await aGatewayWorld();
    const library = await aLibrary(world);
    await library.greeted(1);
    const contents = await sayMany(world, 5, 0);
    await library.message("message 4");
    plan(world, { invalid_session: false });
    await library.greeted(2);
    contents.push(...(await sayMany(world, 5, contents.length)));
    await library.message(contents.at(-1) ?? "");
    expect(library.contents()).toEqual(contents);
    const readies = library.payloads.filter(({ t }) => t === GatewayDispatchEvents.Ready);
    expect(readies).toHaveLength(2);
  });

  test("delayed events: they arrive in order, once", async () => {
    const world = await aGatewayWorld();
    const library = await aLibrary(world);
    await library.greeted(1);
    plan(world, { delay_ms: 20 }, { count: 3 });
    const contents = await sayMany(world, 10, 0);
    await library.message("message 9");
    expect(library.contents()).toEqual(contents);
  });

  test("delayed events and a lost connection meanwhile: the resume replays them once", async () => {
    const world = await aGatewayWorld();
    const library = await aLibrary(world);
    await library.greeted(1);
    plan(world, { delay_ms: 30_000 });
    const contents = await sayMany(world, 10, 0);
    plan(world, { drop: true });
    await library.message("message 9");
    expect(library.contents()).toEqual(contents);
  });

  test("duplicated events: as many as planned, each with a known sequence number", async () => {
    const world = await aGatewayWorld();
    const library = await aLibrary(world);
    await library.greeted(1);
    plan(world, { duplicate: true }, { count: 3 });
    const contents = await sayMany(world, 10, 0);
    await library.message("message 9");
    expect(library.contents()).toHaveLength(13);
    expect([...new Set(library.contents())]).toEqual(contents);
    expect(new Set(library.payloads.map(({ s }) => s)).size).toBe(library.payloads.length - 3);
  });
});
