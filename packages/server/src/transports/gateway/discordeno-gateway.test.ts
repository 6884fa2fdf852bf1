// Another unmodified library. With zstd-stream, it (21.0.0) loses its first message, and reads each
// other message only when the next one arrives, whatever the server.
import { DiscordenoShard, TransportCompression } from "@discordeno/gateway";
import { intentMask } from "@antechamber/contract/gateway";
import { describe, expect, onTestFinished, test } from "vitest";
import {
  aGatewayWorld,
  ids,
  tokens,
  type GatewayWorld,
} from "../../testing/worlds/gateway-world.ts";

const quiet = () => undefined;
const logger = { debug: quiet, info: quiet, warn: quiet, error: quiet, fatal: quiet };

interface Packet {
  readonly t: string | null;
  readonly d: { readonly content?: string } | null;
}

async function aRun(more: { compress?: boolean; transportCompression?: TransportCompression }) {
  const world = await aGatewayWorld();
  const { shard, events, until } = shardIn(world, more);
  onTestFinished(() => shard.shutdown());
  await shard.identify();
  await until(() => events.some(({ t }) => t === "GUILD_CREATE"));
  return { world, shard, events, until };
}

function shardIn(world: GatewayWorld, more: Parameters<typeof aRun>[0]) {
  const events: Packet[] = [];
  let wake: () => void = quiet;
  const until = async (isSo: () => boolean) => {
    while (!isSo()) {
      await new Promise<void>((resolve) => {
        wake = resolve;
      });
    }
  };
  const shard = new DiscordenoShard({
    id: 0,
    connection: {
      compress: false,
      transportCompression: null,
      intents: intentMask("GUILDS", "GUILD_MEMBERS", "GUILD_MESSAGES", "MESSAGE_CONTENT"),
      properties: { os: "linux", browser: "tests", device: "tests" },
      token: tokens.watcher,
      url: world.url,
      version: 10,
      totalShards: 1,
      ...more,
    },
    events: {
      message(_shard, payload) {
        events.push(payload as unknown as Packet);
        wake();
      },
    },
    logger,
  });
  return { shard, events, until };
}

describe.each([
  ["plain", {}],
  ["payload compression", { compress: true }],
  ["zlib-stream", { transportCompression: TransportCompression.zlib }],
])("@discordeno/gateway over %s", (_name, options) => {
  test("identifies, receives events, and resumes after a lost connection without a gap", async () => {
    const { world, events, until } = await aRun(options);
    const contentsSent: string[] = [];
    const contents = () => events.flatMap(({ t, d }) => (t === "MESSAGE_CREATE" ? d?.content : []));
    for (let round = 0; round < 3; round += 1) {
      for (let n = 0; n < 5; n += 1) {
        contentsSent.push(`${contentsSent.length} ${"and more ".repeat(n * 200)}`);
        await world.say(contentsSent.at(-1) ?? "");
      }
      await until(() => contents().length === contentsSent.length);
      world.cutAll();
      contentsSent.push(`${contentsSent.length} while it was away`);
      await world.say(contentsSent.at(-1) ?? "");
      await until(() => contents().length === contentsSent.length);
    }
    expect(contents()).toEqual(contentsSent);
    expect(events.filter(({ t }) => t === "READY")).toHaveLength(1);
  });

  test("requests members", async () => {
    const { shard, events, until } = await aRun(options);
    await shard.send({
      op: 8,
      d: { guild_id: ids.firstGuild, query: "", limit: 0, nonce: "n" },
    });
    await until(() => events.some(({ t }) => t === "GUILD_MEMBERS_CHUNK"));
    expect(events.at(-1)?.d).toMatchObject({ nonce: "n", chunkCount: 1 });
  });
});
