import { createSocket } from "node:dgram";
import { EventEmitter } from "node:events";
import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { VoiceOpcode } from "@antechamber/contract/gateway";
import { limits } from "@antechamber/contract";
import { afterEach, describe, expect, test } from "vitest";
import { WebSocket } from "ws";
import type { Journal } from "../../platform/journal.ts";
import type { EventRecord } from "../../platform/store.ts";
import { GatewayClient } from "../../testing/clients/gateway-client.ts";
import { seededRandom } from "../../testing/seeded-random.ts";
import { VoiceConnection, type ConnectionHost } from "./voice-connection.ts";
import { VoiceServer } from "./voice-server.ts";

const guild = "300000000000000001";
const [room, otherRoom] = ["300000000000000022", "300000000000000023"];
const [alice, bob] = ["100000000000000001", "100000000000000002"];

interface Noted {
  readonly name: string;
  readonly actor: string | undefined;
  readonly payload: unknown;
}

const open: (() => unknown)[] = [];
afterEach(async () => {
  for (const close of open.splice(0).toReversed()) await close();
});

/** A voice server on real sockets, with a real time that the test moves. */
async function aVoiceServer() {
  const time = { now: 0, due: [] as { at: number; task: () => void }[] };
  const noted: Noted[] = [];
  let tell: (facts: readonly EventRecord[]) => void = () => undefined;
  const journal = {
    note: ({ name, actor }: Noted, { payload }: Noted) => void noted.push({ name, actor, payload }),
  } as unknown as Journal;
  const voice = new VoiceServer({
    clock: {
      real: () => time.now,
      after(ms, task) {
        const due = { at: time.now + ms, task };
        time.due.push(due);
        return () => void (time.due = time.due.filter((each) => each !== due));
      },
    },
    random: seededRandom("voice"),
    journal,
    events: {
      follow(listener) {
        tell = listener;
        return () => undefined;
      },
    },
  });
  const server: Server = createServer();
  server.on("upgrade", (request, socket, head) => {
    if (!voice.upgrade(request, socket, head)) socket.destroy();
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  open.push(
    () => server.close(),
    () => voice.stop(),
  );
  const { port } = server.address() as AddressInfo;
  const connect = (address = "?v=8", host = "voice.discord.media") => {
    const client = new GatewayClient(`ws://127.0.0.1:${port}/${address}`, { host });
    open.push(() => client.ws.terminate());
    return client;
  };
  return {
    voice,
    noted,
    connect,
    moved: (user_id: string, channel_id: string | null) => {
      const payload = { guild_id: guild, user_id, channel_id };
      tell([{ name: "VOICE_STATE_UPDATE", payload } as unknown as EventRecord]);
    },
    wait(ms: number) {
      time.now += ms;
      const due = time.due.filter(({ at }) => at <= time.now);
      time.due = time.due.filter(({ at }) => at > time.now);
      for (const { task } of due) task();
    },
    /** Expects a user who joined, and returns the credentials. */
    join(userId: string, channelId = room) {
      const [sessionId, token] = [`s-${userId}`, `t-${userId}`];
      voice.expect({ guildId: guild, channelId, userId, sessionId, token });
      return { server_id: guild, user_id: userId, session_id: sessionId, token };
    },
  };
}

type Voice = Awaited<ReturnType<typeof aVoiceServer>>;
const frame = (op: number) => (each: { readonly op: number }) => each.op === op;
const choice = (mode: string, protocol = "udp") => ({
  protocol,
  data: { address: "127.0.0.1", port: 1, mode },
});
const GCM = "aead_aes256_gcm_rtpsize";

interface Ready {
  readonly ssrc: number;
  readonly ip: string;
  readonly port: number;
  readonly modes: readonly string[];
}

/** A user whose sound is counted. */
async function connected(server: Voice, userId: string, channelId = room) {
  const client = server.connect();
  const proof = server.join(userId, channelId);
  await client.next(frame(VoiceOpcode.Hello));
  client.send(VoiceOpcode.Identify, proof);
  const ready = (await client.next(frame(VoiceOpcode.Ready))).d as Ready;
  client.send(VoiceOpcode.SelectProtocol, choice(GCM));
  await client.next(frame(VoiceOpcode.SessionDescription));
  return { client, proof, ready };
}

describe("a voice client", () => {
  test("is taken from Hello to Session Description", async () => {
    const server = await aVoiceServer();
    const client = server.connect();
    const hello = await client.next();
    expect(hello).toMatchObject({ op: 8, d: { v: 8, heartbeat_interval: 13_750 } });
    client.send(VoiceOpcode.Identify, { ...server.join(alice), max_dave_protocol_version: 1 });
    const ready = (await client.next()).d as Ready;
    expect(ready).toMatchObject({ ssrc: 1, ip: "127.0.0.1" });
    expect(ready.modes).toEqual([GCM, "aead_xchacha20_poly1305_rtpsize"]);
    client.send(VoiceOpcode.SelectProtocol, choice(ready.modes[1] ?? ""));
    const { d } = await client.next();
    expect(d).toMatchObject({ mode: ready.modes[1], dave_protocol_version: 0 });
    expect((d as { secret_key: number[] }).secret_key).toHaveLength(32);
  });

  test.each(["", "/", "/?v=8", "?v=8&v=%zz"])("may connect at the path /%s", async (address) => {
    const client = (await aVoiceServer()).connect(address);
    expect(await client.next()).toMatchObject({ op: VoiceOpcode.Hello });
  });

  test.each([
    { address: "", interval: 13_750 },
    { address: "?v=4", interval: undefined },
    { address: "?v=8", interval: undefined },
  ])("receives its heartbeat interval in Ready at /$address", async ({ address, interval }) => {
    const server = await aVoiceServer();
    const client = server.connect(address);
    expect(await client.next()).toMatchObject({ d: { v: Number(address.slice(3) || 4) } });
    client.send(VoiceOpcode.Identify, server.join(alice));
    const { d } = await client.next(frame(VoiceOpcode.Ready));
    expect(d).toHaveProperty("ssrc");
    expect((d as { heartbeat_interval?: number }).heartbeat_interval).toBe(interval);
  });

  test("has its heartbeats acknowledged, in older versions by their nonce", async () => {
    const client = (await aVoiceServer()).connect();
    await client.next();
    client.send(VoiceOpcode.Heartbeat, { t: 17, seq_ack: 3 });
    expect(await client.next()).toMatchObject({ op: 6, d: { t: 17 } });
    client.send(VoiceOpcode.Heartbeat, 18);
    expect(await client.next()).toMatchObject({ op: 6, d: 18 });
  });

  test("has heartbeats acknowledged without an invalid nonce", async () => {
    const client = (await aVoiceServer()).connect();
    await client.next();
    const deep = "[".repeat(7000) + "]".repeat(7000);
    client.ws.send(`{"op":3,"d":{"t":${deep}}}`);
    expect(await client.next()).toMatchObject({ op: 6, d: { t: null } });
    client.ws.send(`{"op":3,"d":${deep}}`);
    expect(await client.next()).toMatchObject({ op: 6, d: null });
  });

  test("discovers its address, keeps it, and has its packets counted until it stops speaking", async () => {
    const server = await aVoiceServer();
    const { client, ready } = await connected(server, alice);
    const socket = createSocket("udp4");
    open.push(() => socket.close());
    const answers: Buffer[] = [];
    socket.on("message", (answer) => answers.push(answer));
    const send = (packet: Buffer) => socket.send(packet, ready.port, ready.ip);
    const discovery = Buffer.alloc(74);
    discovery.writeUInt16BE(1, 0);
    discovery.writeUInt16BE(70, 2);
    discovery.writeUInt32BE(ready.ssrc, 4);
    send(discovery);
    await expect.poll(() => answers.length).toBe(1);
    const [found = Buffer.alloc(0)] = answers;
    expect(found.toString("latin1", 8, 17)).toBe("127.0.0.1");
    expect(found.readUInt16BE(72)).toBe(socket.address().port);
    const sound = Buffer.alloc(60);
    sound.writeUInt8(0x80, 0);
    sound.writeUInt32BE(ready.ssrc, 8);
    const strange = Buffer.from(sound);
    strange.writeUInt32BE(99, 8);
    for (const packet of [sound, sound, strange, Buffer.from("noise")]) send(packet);
    send(Buffer.from("12345678"));
    await expect.poll(() => answers.length).toBe(2);
    expect(answers[1]?.toString()).toBe("12345678");
    client.send(VoiceOpcode.Speaking, { speaking: 0, delay: 0, ssrc: ready.ssrc });
    const payload = { guild_id: guild, channel_id: room, packets: 2, bytes: 120 };
    const entry = { name: "VOICE_SOUND", actor: alice, payload };
    await expect.poll(() => server.noted).toEqual([entry]);
  });

  test("has no more packets counted per second than a session may send", async () => {
    const server = await aVoiceServer();
    const session = server.voice.begin({
      guildId: guild,
      sessionId: `s-${alice}`,
      token: `t-${alice}`,
      sequence: -1,
      userId: server.join(alice).user_id,
    });
    if (typeof session === "number") throw new Error("not admitted");
    session.received(1);
    session.isReady = true;
    for (let i = 0; i < 2 * limits.voicePackets.value; i += 1) session.received(1);
    session.noteSound();
    const counted = limits.voicePackets.value - 1;
    expect(server.noted).toMatchObject([{ payload: { packets: counted, bytes: counted } }]);
  });
});

describe("the clients of one voice channel", () => {
  test("receive each other's joining, speaking and leaving, and nothing of other channels", async () => {
    const server = await aVoiceServer();
    const one = await connected(server, alice);
    const far = await connected(server, "100000000000000003", otherRoom);
    const two = await connected(server, bob);
    const comes = { op: VoiceOpcode.ClientsConnect, d: { user_ids: [bob] } };
    expect(await one.client.next()).toMatchObject(comes);
    const there = { op: VoiceOpcode.ClientsConnect, d: { user_ids: [alice] } };
    expect(await two.client.next()).toMatchObject(there);
    two.client.send(VoiceOpcode.Speaking, { speaking: 1, delay: 0, ssrc: two.ready.ssrc });
    const speaks = { user_id: bob, ssrc: two.ready.ssrc, speaking: 1 };
    expect(await one.client.next()).toMatchObject({ op: VoiceOpcode.Speaking, d: speaks });
    server.moved(bob, null);
    expect(await two.client.closed).toMatchObject({ code: 4014 });
    const goes = { op: VoiceOpcode.ClientDisconnect, d: { user_id: bob } };
    expect(await one.client.next()).toMatchObject(goes);
    expect(far.client.frames.map(({ op }) => op)).toEqual([8, 2, 4]);
  });
});

describe("a lost voice connection", () => {
  test("resumes with the messages that it missed", async () => {
    const server = await aVoiceServer();
    const { client, proof } = await connected(server, alice);
    client.ws.terminate();
    await client.closed;
    await connected(server, bob);
    const again = server.connect();
    await again.next(frame(VoiceOpcode.Hello));
    again.send(VoiceOpcode.Resume, { ...proof, seq_ack: 1 });
    const missed = { op: VoiceOpcode.ClientsConnect, d: { user_ids: [bob] }, seq: 2 };
    expect(await again.next()).toMatchObject(missed);
    expect(await again.next()).toMatchObject({ op: VoiceOpcode.Resumed });
  });

  test("expires after a while", async () => {
    const server = await aVoiceServer();
    const { client, proof } = await connected(server, alice);
    client.ws.close(4000);
    await client.closed;
    await expect
      .poll(() => {
        server.wait(limits.voiceRetention.value);
        return server.voice.resume({
          guildId: guild,
          sessionId: proof.session_id,
          token: proof.token,
          userId: undefined,
          sequence: -1,
        });
      })
      .toBe(4006);
  });
});

describe("a misbehaving voice client", () => {
  test("is ignored once its connection was closed", async () => {
    const server = await aVoiceServer();
    const listener = await connected(server, bob);
    const { client } = await connected(server, alice);
    client.send(99, {});
    client.send(VoiceOpcode.Speaking, { speaking: 1 });
    await client.closed;
    listener.client.send(VoiceOpcode.Heartbeat, { t: 1 });
    await listener.client.next(frame(VoiceOpcode.HeartbeatAck));
    expect(listener.client.frames.filter(frame(VoiceOpcode.Speaking))).toEqual([]);
  });

  test("loses its first connection when it opens a second with the same token", async () => {
    const server = await aVoiceServer();
    const { client, proof } = await connected(server, alice);
    const second = server.connect();
    await second.next(frame(VoiceOpcode.Hello));
    second.send(VoiceOpcode.Identify, proof);
    await second.next(frame(VoiceOpcode.Ready));
    expect(await client.closed).toMatchObject({ code: 4006 });
  });

  test("gets no more time to identify by heartbeats", async () => {
    const server = await aVoiceServer();
    const client = server.connect();
    await client.next(frame(VoiceOpcode.Hello));
    server.wait(limits.voiceSilence.value - 1);
    client.send(VoiceOpcode.Heartbeat, { t: 1 });
    await client.next(frame(VoiceOpcode.HeartbeatAck));
    server.wait(1);
    expect(await client.closed).toMatchObject({ code: 4009 });
  });

  test("is disconnected when its backlog grows too large", () => {
    const readyState: number = WebSocket.OPEN;
    const socket = Object.assign(new EventEmitter(), {
      OPEN: WebSocket.OPEN,
      readyState,
      bufferedAmount: 0,
      send(text: string) {
        this.bufferedAmount += text.length;
      },
      terminate() {
        this.readyState = WebSocket.CLOSED;
      },
    });
    const clock = { real: () => 0, after: () => () => undefined };
    const host = { clock } as unknown as ConnectionHost;
    const connection = new VoiceConnection(socket as unknown as WebSocket, 8, host);
    connection.send("x".repeat(limits.outboxSize.value - socket.bufferedAmount));
    expect(socket.readyState).toBe(WebSocket.OPEN);
    connection.send("x");
    expect(socket.readyState).toBe(WebSocket.CLOSED);
  });

  test("is disconnected when the server stops, even before it identified", async () => {
    const server = await aVoiceServer();
    const client = server.connect();
    await client.next(frame(VoiceOpcode.Hello));
    await server.voice.stop();
    expect(await client.closed).toMatchObject({ code: 4014 });
  });
});

describe("a voice connection is closed", () => {
  type Does = (client: GatewayClient, server: Voice) => void | Promise<void>;
  const identify =
    (change: object): Does =>
    (client, server) =>
      client.send(VoiceOpcode.Identify, { ...server.join(alice), ...change });
  const inside =
    (op: number, d: unknown): Does =>
    async (client, server) => {
      client.send(VoiceOpcode.Identify, server.join(alice));
      await client.next(frame(VoiceOpcode.Ready));
      client.send(op, d);
    };

  test.each<[string, number, Does]>([
    ["for an invalid frame", 4002, (client) => client.ws.send("{")],
    ["before it identified", 4003, (client) => client.send(VoiceOpcode.Speaking, {})],
    ["for a body that lacks its proof", 4002, identify({ token: undefined })],
    ["for another's token", 4004, identify({ token: `t-${bob}` })],
    ["for another user", 4004, identify({ user_id: bob })],
    ["for another session", 4006, identify({ session_id: "other" })],
    ["for a guild without voice", 4011, identify({ server_id: "1" })],
    ["for identifying twice", 4005, inside(VoiceOpcode.Identify, {})],
    ["for an unknown opcode", 4001, inside(99, {})],
    ["for another protocol", 4012, inside(VoiceOpcode.SelectProtocol, choice(GCM, "webrtc"))],
    ["for an unknown encryption", 4016, inside(VoiceOpcode.SelectProtocol, choice("plain"))],
    ["for a choice without data", 4002, inside(VoiceOpcode.SelectProtocol, { protocol: "udp" })],
    ["for speaking as nothing", 4002, inside(VoiceOpcode.Speaking, { speaking: "loudly" })],
    [
      "for too many frames",
      4021,
      (client) => {
        const { value } = limits.voiceFrames;
        for (let i = 0; i <= value; i += 1) client.send(VoiceOpcode.Heartbeat, i);
      },
    ],
    ["for its silence", 4009, (_, server) => server.wait(limits.voiceSilence.value)],
  ])("%s: %i", async (_, code, does) => {
    const server = await aVoiceServer();
    const client = server.connect();
    await client.next(frame(VoiceOpcode.Hello));
    await does(client, server);
    expect(await client.closed).toMatchObject({ code });
  });

  test.each(["?v=3", "?v=9", "?v=x"])("for the version of %s", async (version) => {
    const client = (await aVoiceServer()).connect(version);
    expect(await client.closed).toMatchObject({ code: 4020 });
  });

  test("when another replaces it, and other paths are not served", async () => {
    const server = await aVoiceServer();
    const { client } = await connected(server, alice);
    await connected(server, alice);
    expect(await client.closed).toMatchObject({ code: 4014 });
    expect(await server.connect("?v=8", "gateway.discord.gg").closed).toMatchObject({ code: 1006 });
  });
});
