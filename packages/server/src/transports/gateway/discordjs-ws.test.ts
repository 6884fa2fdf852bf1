// An unmodified client library, which keeps its session through every kind of failure.
import { intentMask } from "@antechamber/contract/gateway";
import {
  CompressionMethod,
  WebSocketManager,
  WebSocketShardEvents,
  WebSocketShardStatus,
} from "@discordjs/ws";
import { GatewayDispatchEvents, type GatewayDispatchPayload } from "discord-api-types/v10";
import { describe, expect, onTestFinished, test } from "vitest";
import { gatewayRest } from "../../testing/clients/discordjs-rest.ts";
import { aGatewayWorld, tokens, type GatewayWorld } from "../../testing/worlds/gateway-world.ts";

interface Library {
  readonly manager: WebSocketManager;
  /** Every event in order, with its number. */
  readonly dispatches: GatewayDispatchPayload[];
  resumed(times: number): Promise<void>;
  /** Waits until a message with this content arrived. */
  message(content: string): Promise<void>;
}

async function aLibrary(world: GatewayWorld, compression: CompressionMethod | null) {
  const dispatches: GatewayDispatchPayload[] = [];
  let resumes = 0;
  const waiting = new Set<() => void>();
  const manager = new WebSocketManager({
    token: tokens.watcher,
    intents: intentMask("GUILDS", "GUILD_MESSAGES", "MESSAGE_CONTENT"),
    rest: gatewayRest(world),
    // Skips the library's own wait of five seconds between sessions.
    buildIdentifyThrottler: async () => ({ waitForIdentify: async () => undefined }),
    compression,
  });
  manager.on(WebSocketShardEvents.Error, () => undefined);
  const changed = () => {
    for (const wake of waiting) wake();
  };
  manager.on(WebSocketShardEvents.Dispatch, (payload) => {
    dispatches.push(payload);
    changed();
  });
  manager.on(WebSocketShardEvents.Resumed, () => {
    resumes += 1;
    changed();
  });
  const until = async (isSo: () => boolean) => {
    while (!isSo()) {
      await new Promise<void>((resolve) => {
        waiting.add(resolve);
      });
    }
  };
  onTestFinished(() => manager.destroy());
  await manager.connect();
  const library: Library = {
    manager,
    dispatches,
    resumed: (times) => until(() => resumes >= times),
    message: (content) => until(() => dispatches.some((each) => contentOf(each) === content)),
  };
  return library;
}

function contentOf(payload: GatewayDispatchPayload): string | undefined {
  return payload.t === GatewayDispatchEvents.MessageCreate ? payload.d.content : undefined;
}

describe.each([
  ["plain", null],
  ["zlib-stream", CompressionMethod.ZlibNative],
])("@discordjs/ws over %s", (_name, compression) => {
  async function aRun() {
    const world = await aGatewayWorld();
    return { world, library: await aLibrary(world, compression) };
  }

  test("identifies, receives its guild and then events", async () => {
    const { world, library } = await aRun();
    await world.say("hello");
    await library.message("hello");
    expect(library.dispatches.map(({ t, s }) => [t, s])).toEqual([
      ["READY", 1],
      ["GUILD_CREATE", 2],
      ["MESSAGE_CREATE", 3],
    ]);
    expect([...(await library.manager.fetchStatus()).values()]).toEqual([
      WebSocketShardStatus.Ready,
    ]);
  });

  test("resumes after a lost connection and after a close without a gap", async () => {
    const { world, library } = await aRun();
    const texts: string[] = [];
    const say = async () => {
      texts.push(`message ${texts.length}`);
      await world.say(texts.at(-1) ?? "");
    };
    await say();
    await library.message("message 0");
    const troubles = [
      async () => world.cutAll(),
      async () => library.manager.send(0, { op: 99 } as never),
      async () => world.cutAll(),
    ];
    for (const [i, trouble] of troubles.entries()) {
      await trouble();
      for (let n = 0; n < 5; n += 1) await say();
      await library.resumed(i + 1);
    }
    await say();
    await library.message(texts.at(-1) ?? "");
    const contents = library.dispatches.flatMap((each) => contentOf(each) ?? []);
    expect(contents).toEqual(texts);
    expect(library.dispatches.filter(({ t }) => t === GatewayDispatchEvents.Ready)).toHaveLength(1);
    expect(library.dispatches.map(({ s }) => s)).toEqual(library.dispatches.map((_, i) => i + 1));
  });

  test("identifies again when its session has expired", async () => {
    const { world, library } = await aRun();
    world.gateway.invalidateAll();
    await new Promise<void>((resolve) => {
      library.manager.once(WebSocketShardEvents.Ready, () => resolve());
    });
    await world.say("again");
    await library.message("again");
    expect(library.dispatches.filter(({ t }) => t === GatewayDispatchEvents.Ready)).toHaveLength(2);
  });

  test("answers heartbeat requests while the clock is advanced by an hour", async () => {
    const { world, library } = await aRun();
    world.clock.freeze();
    await world.clock.moveTo(world.clock.now() + 3_600_000);
    await world.say("still here");
    await library.message("still here");
    expect(library.dispatches.map(({ s }) => s)).toEqual([1, 2, 3]);
  });
});
