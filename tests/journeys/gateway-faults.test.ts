// Unmodified client libraries through every kind of failure of a gateway session: each recovers in
// its own way, and no message is lost or duplicated except those sent while it had no session.
import { createGatewayManager, ShardSocketCloseCodes } from "@discordeno/gateway";
import { REST } from "@discordjs/rest";
import { WebSocketManager, WebSocketShardEvents } from "@discordjs/ws";
import { Client as DiscordClient, Events, GatewayDispatchEvents } from "discord.js";
import { Client as OceanicClient } from "oceanic.js";
import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { intentMask } from "@antechamber/contract/gateway";
import { userView } from "../../packages/server/src/domains/users/user.ts";
import type { GatewayFault } from "../../packages/server/src/platform/faults/fault-injection.ts";
import {
  aGatewayWorld,
  ids,
  tokens,
  type GatewayWorld,
} from "../../packages/server/src/testing/worlds/gateway-world.ts";
import { aMessage, aUser } from "../../packages/server/src/testing/records.ts";

const cleanups: (() => unknown)[] = [];

beforeEach(() => {
  // Some libraries wait from one to five seconds at random before they reconnect.
  const random = Math.random.bind(Math);
  vi.spyOn(Math, "random").mockImplementation(() => random() / 100);
});

afterEach(async () => {
  for (const cleanup of cleanups.splice(0).toReversed()) await cleanup();
  vi.restoreAllMocks();
});

const intents = intentMask("GUILDS", "GUILD_MESSAGES", "MESSAGE_CONTENT");

/** The events that a library emits. */
class Ears {
  /** Names of events, in the order of their arrival. */
  readonly names: string[] = [];
  /** Contents of messages, as the library reports them. */
  readonly contents: string[] = [];
  #changed = Promise.withResolvers<void>();

  name(name: string | null): void {
    if (name !== null) this.names.push(name);
    this.#change();
  }

  content(content: string): void {
    this.contents.push(content);
    this.#change();
  }

  #change(): void {
    this.#changed.resolve();
    this.#changed = Promise.withResolvers();
  }

  async until(isSo: () => boolean): Promise<void> {
    while (!isSo()) await this.#changed.promise;
  }

  count(name: string): number {
    return this.names.filter((each) => each === name).length;
  }
}

/** The response of GET /gateway/bot, for libraries that request it. */
const botAnswer = ({ url, starts }: GatewayWorld) => ({
  url,
  shards: 1,
  session_start_limit: starts.report(ids.watcher),
});

const makeRequest = (world: GatewayWorld) => async () => Response.json(botAnswer(world));

/** Replaces the library's wait of five seconds between sessions. */
const buildIdentifyThrottler = async () => ({ waitForIdentify: async () => undefined });

async function withDiscordJs(world: GatewayWorld, ears: Ears): Promise<void> {
  const client = new DiscordClient({
    intents,
    rest: { makeRequest: makeRequest(world) },
    ws: { buildIdentifyThrottler },
  });
  cleanups.push(() => client.destroy());
  client.on(Events.Raw, ({ t }: { t: string | null }) => ears.name(t));
  client.on(Events.MessageCreate, ({ content }) => ears.content(content));
  client.on(Events.Error, () => undefined);
  await client.login(tokens.watcher);
}

async function withDiscordJsWs(world: GatewayWorld, ears: Ears): Promise<void> {
  const rest = new REST({ makeRequest: makeRequest(world) }).setToken(tokens.watcher);
  const manager = new WebSocketManager({
    token: tokens.watcher,
    intents,
    rest,
    buildIdentifyThrottler,
  });
  cleanups.push(() => manager.destroy());
  manager.on(WebSocketShardEvents.Error, () => undefined);
  manager.on(WebSocketShardEvents.Dispatch, ({ t, d }) => {
    if (t === GatewayDispatchEvents.MessageCreate) ears.content(d.content);
    ears.name(t);
  });
  await manager.connect();
}

async function withOceanic(world: GatewayWorld, ears: Ears): Promise<void> {
  const { url, shards, session_start_limit: starts } = botAnswer(world);
  const sessionStartLimit = {
    total: starts.total,
    remaining: starts.remaining,
    resetAfter: starts.reset_after,
    maxConcurrency: starts.max_concurrency,
  };
  const client = new OceanicClient({
    auth: `Bot ${tokens.watcher}`,
    gateway: {
      intents,
      override: {
        appendQuery: true,
        gatewayURLIsResumeURL: false,
        getBot: async () => ({ url, shards, sessionStartLimit }),
        timeBetweenShardConnects: 0,
      },
    },
  });
  cleanups.push(() => client.disconnect(false));
  client.on("error", () => undefined);
  client.on("packet", ({ t }) => ears.name(t));
  client.on("messageCreate", ({ content }) => ears.content(content));
  await client.connect();
}

async function withDiscordeno(world: GatewayWorld, ears: Ears): Promise<void> {
  const silent = () => undefined;
  const gateway = createGatewayManager({
    token: tokens.watcher,
    intents,
    url: world.url,
    preferSnakeCase: true,
    spawnShardDelay: 0,
    resharding: { enabled: false, shardsFullPercentage: 80, checkInterval: -1 },
    logger: { debug: silent, info: silent, warn: silent, error: silent, fatal: silent },
    events: {
      message(_shard, { t, d }) {
        if (t === "MESSAGE_CREATE") ears.content((d as { content: string }).content);
        ears.name(t ?? null);
      },
    },
  });
  cleanups.push(() => gateway.shutdown(ShardSocketCloseCodes.TestingFinished, "done"));
  await gateway.spawnShards();
}

interface Library {
  readonly name: string;
  readonly start: (world: GatewayWorld, ears: Ears) => Promise<void>;
  /** Close codes after which the library starts a new session; after all others it resumes. */
  readonly newSessionAfter: readonly number[];
  /** The heartbeat interval for tests of heartbeats, in milliseconds. */
  readonly beatEveryMs: number;
}

const libraries: readonly Library[] = [
  { name: "discord.js", start: withDiscordJs, newSessionAfter: [4007], beatEveryMs: 200 },
  { name: "@discordjs/ws", start: withDiscordJsWs, newSessionAfter: [4007], beatEveryMs: 200 },
  { name: "oceanic.js", start: withOceanic, newSessionAfter: [4007], beatEveryMs: 200 },
  {
    name: "@discordeno/gateway",
    start: withDiscordeno,
    newSessionAfter: [4007, 4009],
    // It reserves so many of its 120 frames a minute for heartbeats that a shorter interval leaves
    // none for RESUME.
    beatEveryMs: 1200,
  },
];

let planned = 0;

function plan({ faults }: GatewayWorld, gateway: GatewayFault, count = 1): void {
  planned += 1;
  faults.add({
    id: `fault ${planned}`,
    target: { applicationId: ids.watcher, userId: undefined, endpointIds: undefined },
    form: { match: { count }, gateway },
  });
}

const scope = { kind: "channel", channel_id: ids.general, guild_id: ids.firstGuild } as const;

/** A message of Bob with every field that libraries read. */
const message = (content: string, number: number) => ({
  ...aMessage(String(500_000_000_000_000_000n + BigInt(number)), {
    content,
    author: userView(aUser(ids.bob)),
    channel_id: ids.general,
  }),
  guild_id: ids.firstGuild,
});

/** Sends numbered messages, and checks that all of them arrived. */
function conversation(world: GatewayWorld, ears: Ears) {
  const contents: string[] = [];
  return {
    contents,
    say: async (count: number): Promise<void> => {
      for (let n = 0; n < count; n += 1) {
        const content = `message ${contents.length}`;
        contents.push(content);
        await world.emit("MESSAGE_CREATE", scope, message(content, contents.length));
      }
    },
    heardAll: () => ears.until(() => ears.contents.includes(contents.at(-1) ?? "")),
  };
}

async function aRun({ start }: Library, heartbeatIntervalMs?: number) {
  const world = await aGatewayWorld(
    heartbeatIntervalMs === undefined ? {} : { heartbeatIntervalMs },
  );
  const ears = new Ears();
  await start(world, ears);
  await ears.until(() => ears.names.includes("GUILD_CREATE"));
  return { world, ears, ...conversation(world, ears) };
}

const losing = (fault: GatewayFault, { newSessionAfter }: Library) =>
  fault.invalid_session === false || newSessionAfter.includes(fault.close_code ?? 0);

const troubles: readonly GatewayFault[] = [
  { close_code: 4000 },
  { close_code: 4007 },
  { close_code: 4009 },
  { reconnect: true },
  { invalid_session: true },
  { invalid_session: false },
  { drop: true },
];

describe.each(libraries)("$name", (library) => {
  test("recovers from every close, lost connection and reconnect request", async () => {
    const { world, ears, contents, say, heardAll } = await aRun(library);
    for (const fault of troubles) {
      await say(2);
      await heardAll();
      const isNew = losing(fault, library);
      const comeback = isNew ? "READY" : "RESUMED";
      const before = ears.count(comeback);
      plan(world, fault);
      // Messages sent while there is no session are not delivered to it.
      if (!isNew) await say(3);
      await ears.until(() => ears.count(comeback) > before);
      await say(1);
      await heardAll();
    }
    expect(ears.contents).toEqual(contents);
    const isLosing = troubles.filter((fault) => losing(fault, library));
    expect(ears.count("READY")).toBe(1 + isLosing.length);
    expect(ears.count("RESUMED")).toBe(troubles.length - isLosing.length);
  });

  test("receives delayed events once and in order, even if the connection is lost meanwhile", async () => {
    const { world, ears, contents, say, heardAll } = await aRun(library);
    plan(world, { delay_ms: 20 }, 3);
    await say(5);
    await heardAll();
    plan(world, { delay_ms: 30_000 });
    await say(5);
    plan(world, { drop: true });
    await heardAll();
    expect(ears.contents).toEqual(contents);
  });

  test("tolerates duplicated events", async () => {
    const { world, ears, contents, say, heardAll } = await aRun(library);
    plan(world, { duplicate: true }, 2);
    await say(5);
    await heardAll();
    expect([...new Set(ears.contents)]).toEqual(contents);
    plan(world, { drop: true });
    await say(2);
    await heardAll();
    expect([...new Set(ears.contents)]).toEqual(contents);
    expect(ears.count("RESUMED")).toBe(1);
  });

  test("detects unanswered heartbeats, and resumes", async () => {
    const { world, ears, contents, say, heardAll } = await aRun(library, library.beatEveryMs);
    plan(world, { silent: true });
    await say(3);
    await ears.until(() => ears.names.includes("RESUMED"));
    await say(1);
    await heardAll();
    expect(ears.contents).toEqual(contents);
    expect(ears.count("READY")).toBe(1);
  });
});
