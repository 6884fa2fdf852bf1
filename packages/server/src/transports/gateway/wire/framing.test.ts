// Every encoding and compression carries the same events.
import { limits } from "@antechamber/contract";
import { intentMask, Opcode } from "@antechamber/contract/gateway";
import { describe, expect, test } from "vitest";
import { dial, signIn, type GatewayClient } from "../../../testing/clients/gateway-client.ts";
import {
  aGatewayWorld,
  ids,
  tokens,
  type GatewayWorld,
} from "../../../testing/worlds/gateway-world.ts";

const intents = intentMask("GUILDS", "GUILD_MESSAGES", "MESSAGE_CONTENT");
const watcher = { token: tokens.watcher, intents };

const framings = [
  "?encoding=json",
  "?encoding=json&compress=zlib-stream",
  "?encoding=json&compress=zstd-stream",
  "?encoding=etf",
  "?encoding=etf&compress=zlib-stream",
  "?encoding=etf&compress=zstd-stream",
];

describe.each(framings)("%s", (query) => {
  test("carries the same payloads as every other", async () => {
    const world = await aGatewayWorld();
    const plain = await signIn(world.url, watcher);
    const { client } = await signIn(world.url, watcher, query);
    const contents = ["one", "é".repeat(2000), "x".repeat(70_000), "last"];
    for (const content of contents) await world.say(content);
    const heardBy = async (each: GatewayClient) => {
      await each.next(({ d }) => (d as { content?: string } | null)?.content === "last");
      return each.frames.slice(2);
    };
    const contentsReceived = await heardBy(client);
    expect(contentsReceived).toEqual(await heardBy(plain.client));
    expect(contentsReceived.slice(1).map(({ d }) => (d as { content: string }).content)).toEqual(
      contents,
    );
  });

  test("resumes a session on a connection with the same or another framing", async () => {
    const world = await aGatewayWorld();
    const { client, ready } = await signIn(world.url, watcher, query);
    await client.nextEvent("GUILD_CREATE");
    client.ws.terminate();
    await client.closed;
    await world.say("missed");
    const { session_id } = ready.d as { session_id: string };
    for (const [seq, next] of [query, "?encoding=etf", "?encoding=json"].entries()) {
      const back = await dial(world.url, next);
      back.send(Opcode.Resume, { token: tokens.watcher, session_id, seq: seq === 0 ? 2 : 3 + seq });
      const frames = [await back.next(), seq === 0 ? await back.next() : undefined];
      expect(frames.map((frame) => [frame?.t, frame?.s])).toEqual(
        seq === 0
          ? [
              ["MESSAGE_CREATE", 3],
              ["RESUMED", 4],
            ]
          : [
              ["RESUMED", 4 + seq],
              [undefined, undefined],
            ],
      );
    }
  });

  test("answers the frames before a close, then closes", async () => {
    const world = await aGatewayWorld();
    const { client } = await signIn(world.url, watcher, query);
    // IDENTIFY was one frame, and the frame that closes is another.
    const count = limits.framesPerConnection.value - 2;
    for (let i = 0; i < count; i += 1) client.send(1, null);
    client.send(99, null);
    expect(await client.closed).toMatchObject({ code: 4001 });
    const beats = client.frames.filter(({ op }) => op === Opcode.HeartbeatAck);
    expect(beats).toHaveLength(count);
  });
});

describe("the Erlang term format", () => {
  test("accepts ids as integers and as text", async () => {
    const { client } = await signIn((await aGatewayWorld()).url, watcher, "?encoding=etf");
    for (const guild_id of [ids.firstGuild, BigInt(ids.firstGuild)]) {
      client.send(8, { guild_id, user_ids: [BigInt(ids.alice)] });
      const { d } = await client.nextEvent("GUILD_MEMBERS_CHUNK");
      expect(d).toMatchObject({ guild_id: ids.firstGuild, members: [{ user: { id: ids.alice } }] });
    }
  });

  test.each([
    ["atoms for keys", Buffer.from([131, 116, 0, 0, 0, 1, 115, 2, 0x6f, 0x70, 97, 1])],
    ["text", Buffer.from('{"op":1,"d":null}')],
  ])("is closed with 4002 by %s", async (_what, frame) => {
    const client = await dial((await aGatewayWorld()).url, "?encoding=etf");
    client.ws.send(frame);
    expect(await client.closed).toMatchObject({ code: 4002 });
  });
});

describe("payload compression", () => {
  const asking = { ...watcher, compress: true };

  test("compresses only long messages, also on the session's later connections", async () => {
    const world = await aGatewayWorld();
    const { client, ready } = await signIn(world.url, asking);
    await client.nextEvent("GUILD_CREATE");
    expect(client.packedPayloads).toBeGreaterThan(0);
    const packed = client.packedPayloads;
    client.send(1, null);
    await client.nextOp(Opcode.HeartbeatAck);
    expect(client.packedPayloads).toBe(packed);
    const { session_id } = ready.d as { session_id: string };
    const back = await dial(world.url);
    back.send(Opcode.Resume, { token: tokens.watcher, session_id, seq: 1 });
    await back.nextEvent("GUILD_CREATE");
    expect(back.packedPayloads).toBe(1);
  });

  test.each(["zlib-stream", "zstd-stream"])("is overridden by %s", async (compress) => {
    const query = `?compress=${compress}`;
    const { client } = await signIn((await aGatewayWorld()).url, asking, query);
    expect((await client.nextEvent("GUILD_CREATE")).s).toBe(2);
    expect(client.packedPayloads).toBe(0);
  });
});

describe("windows of zstd-stream", () => {
  const query = "?compress=zstd-stream";
  const long = "again and again ".repeat(100);

  /** How many bytes a session is sent for a message that compresses well. */
  async function bytesToldTo(world: GatewayWorld): Promise<number> {
    const { client } = await signIn(world.url, watcher, query);
    let bytes = 0;
    client.ws.on("message", (frame: Buffer) => {
      bytes = frame.length;
    });
    await world.say(long);
    const { d } = await client.nextEvent("MESSAGE_CREATE");
    expect(d).toMatchObject({ content: long });
    return bytes;
  }

  test("are used by sessions only, however many unauthenticated connections request the stream", async () => {
    const world = await aGatewayWorld({ bounds: { zstdConnections: 1 } });
    for (let i = 0; i < 5; i += 1) await dial(world.url, query);
    expect(await bytesToldTo(world)).toBeLessThan(long.length);
  });

  test("are bounded: further streams are uncompressed, and a close frees a window", async () => {
    const world = await aGatewayWorld({ bounds: { zstdConnections: 1 } });
    const { client } = await signIn(world.url, watcher, query);
    expect(await bytesToldTo(world)).toBeGreaterThan(long.length);
    await client.leave(1000);
    expect(await bytesToldTo(world)).toBeLessThan(long.length);
  });
});
