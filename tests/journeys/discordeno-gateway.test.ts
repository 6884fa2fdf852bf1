// The gateway layer of discordeno on its own: each transport compression, and a cut connection.
import {
  createGatewayManager,
  ShardSocketCloseCodes,
  TransportCompression,
} from "@discordeno/gateway";
import { GatewayIntentBits, type APIInteraction } from "discord-api-types/v10";
import { afterEach, describe, expect, test } from "vitest";
import {
  aService,
  demo,
  type TestService,
} from "../../packages/server/src/testing/start-service.ts";

const cleanups: (() => unknown)[] = [];

afterEach(async () => {
  for (const cleanup of cleanups.splice(0).toReversed()) await cleanup();
});

interface Packet {
  readonly t: string | null;
  readonly d: unknown;
}

interface Bot {
  /** The names of the dispatches received so far. */
  readonly eventNames: readonly string[];
  /** Settles when the connection is lost for the first time. */
  readonly lost: Promise<void>;
  /** The first dispatch with that name, including one received before. */
  first(name: string): Promise<unknown>;
}

/** Collects the dispatches, and responds to every command with pong. */
function listenerOf(service: TestService) {
  const eventNames: string[] = [];
  const firsts = new Map<string, PromiseWithResolvers<unknown>>();
  function firstOf(name: string): PromiseWithResolvers<unknown> {
    const first = firsts.get(name) ?? Promise.withResolvers<unknown>();
    firsts.set(name, first);
    return first;
  }
  function hear({ t, d }: Packet): void {
    if (t === null) return;
    eventNames.push(t);
    firstOf(t).resolve(d);
    if (t !== "INTERACTION_CREATE") return;
    const { id, token } = d as APIInteraction;
    const body = { type: 4, data: { content: "pong" } };
    void service.call(`POST /interactions/${id}/${token}/callback`, { body });
  }
  return { eventNames, hear, first: (name: string) => firstOf(name).promise };
}

/** A bot that is ready. */
async function aBot(
  service: TestService,
  transportCompression: TransportCompression | null,
): Promise<Bot> {
  const { body } = await service.asBot("GET /gateway/bot");
  const { hear, ...bot } = listenerOf(service);
  const lost = Promise.withResolvers<void>();
  const silent = () => undefined;
  const gateway = createGatewayManager({
    token: demo.botToken,
    intents: GatewayIntentBits.Guilds,
    url: (body as { readonly url: string }).url,
    transportCompression,
    preferSnakeCase: true,
    spawnShardDelay: 0,
    resharding: { enabled: false, shardsFullPercentage: 80, checkInterval: -1 },
    logger: { debug: silent, info: silent, warn: silent, error: silent, fatal: silent },
    events: { message: (_shard, packet) => hear(packet), disconnected: () => lost.resolve() },
  });
  cleanups.push(() => gateway.shutdown(ShardSocketCloseCodes.TestingFinished, "done"));
  await gateway.spawnShards();
  return { ...bot, lost: lost.promise };
}

async function aServiceWithPing(): Promise<TestService> {
  const service = await aService();
  cleanups.push(() => service.stop());
  const ping = { name: "ping", description: "Answers pong" };
  await service.asBot(`POST /applications/${demo.applicationId}/commands`, ping);
  return service;
}

const invocation = {
  application: "Concierge",
  channel: demo.generalId,
  command: "ping",
  wait: 10_000,
};
const replied = { outcome: "replied", messages: [{ content: "pong" }] };

describe.each([
  ["plain", null],
  ["zlib-stream", TransportCompression.zlib],
  ["zstd-stream", TransportCompression.zstd],
])("a gateway connection with the compression %s", (_name, compression) => {
  test("delivers READY, the guild and a command", async () => {
    const service = await aServiceWithPing();
    const bot = await aBot(service, compression);
    expect(await bot.first("READY")).toMatchObject({
      user: { id: demo.applicationId, bot: true },
      application: { id: demo.applicationId },
      guilds: [{ id: demo.guildId, unavailable: true }],
      shard: [0, 1],
    });
    expect(await bot.first("GUILD_CREATE")).toMatchObject({
      id: demo.guildId,
      name: "Test Guild",
    });

    const outcome = await service.control("POST /users/alice/invoke", invocation);

    expect(outcome.body).toMatchObject(replied);
    expect(await bot.first("INTERACTION_CREATE")).toMatchObject({
      channel_id: demo.generalId,
      data: { name: "ping" },
      member: { user: { id: demo.aliceId } },
    });
    expect(bot.eventNames).toEqual(["READY", "GUILD_CREATE", "INTERACTION_CREATE"]);
  });

  test("resumes after a lost connection, and delivers the next command", async () => {
    const service = await aServiceWithPing();
    const bot = await aBot(service, compression);
    await bot.first("GUILD_CREATE");

    service.dropConnections();
    // The test's own idle connections are cut too, and have time to notice it.
    await bot.lost;
    const outcome = await service.control("POST /users/alice/invoke", invocation);

    expect(outcome.body).toMatchObject(replied);
    await bot.first("RESUMED");
    expect(bot.eventNames.slice(0, 2)).toEqual(["READY", "GUILD_CREATE"]);
    // The library reconnects so soon that the command may arrive before or after RESUMED.
    expect(bot.eventNames.slice(2).toSorted()).toEqual(["INTERACTION_CREATE", "RESUMED"]);
  });
});
