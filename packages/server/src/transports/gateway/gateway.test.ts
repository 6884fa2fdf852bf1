import { connect } from "node:net";
import { once } from "node:events";
import { limits } from "@antechamber/contract";
import { intentMask, Opcode } from "@antechamber/contract/gateway";
import { snowflakeKey } from "@antechamber/contract/schema";
import { describe, expect, test } from "vitest";
import { WebSocket } from "ws";
import { applications } from "../../domains/applications/application.ts";
import { members, roles } from "../../domains/guilds/guild.ts";
import { dial, GatewayClient, signIn } from "../../testing/clients/gateway-client.ts";
import {
  aGatewayWorld,
  ids,
  tokens,
  type GatewayWorld,
} from "../../testing/worlds/gateway-world.ts";
import { aMember, aRole } from "../../testing/records.ts";

const guildsIntent = intentMask("GUILDS");
const concierge = { token: tokens.concierge, intents: guildsIntent };

/** Dials without waiting for HELLO, and returns how the connection is closed. */
async function closedWith(world: GatewayWorld, query: string) {
  return new GatewayClient(world.url + query).closed;
}

describe("the gateway URL", () => {
  test.each([
    "/gateway",
    "/gateway/",
    "/gateway//?v=9",
    "/",
    "/?v=10",
    "//?v=10",
    "/gateway/?encoding=json&v=9",
  ])("accepts an upgrade at %s", async (path) => {
    const { url } = await aGatewayWorld();
    const client = new GatewayClient(new URL(url).origin + path);
    expect(await client.next()).toEqual({
      op: 10,
      d: { heartbeat_interval: 41_250, _trace: [] },
      s: null,
      t: null,
    });
  });

  test("answers an upgrade elsewhere with 404", async () => {
    const { url } = await aGatewayWorld();
    const ws = new WebSocket(new URL("/api/v10/gateway", url));
    const [error] = (await once(ws, "error")) as [Error];
    expect(error.message).toContain("404");
  });

  test.each(["?v=8", "?v=11", "?v=", "?v=ten"])("closes %s with 4012", async (query) => {
    expect(await closedWith(await aGatewayWorld(), query)).toMatchObject({ code: 4012 });
  });

  test.each(["?encoding=xml", "?encoding=ETF", "?compress=gzip", "?compress=zstd"])(
    "closes %s with 4002 and names the supported encodings",
    async (query) => {
      const { code, reason } = await closedWith(await aGatewayWorld(), query);
      expect(code).toBe(4002);
      expect(reason).toMatch(/^Unsupported (encoding|compress): this gateway speaks /);
    },
  );

  test("survives bytes that are not a WebSocket handshake", async () => {
    const world = await aGatewayWorld();
    const { port, hostname } = new URL(world.url);
    const socket = connect(Number(port), hostname);
    socket.write(
      "GET /gateway/ HTTP/1.1\r\nHost: localhost\r\nConnection: Upgrade\r\nUpgrade: h2c\r\n\r\n",
    );
    const [answer] = (await once(socket, "data")) as [Buffer];
    expect(answer.toString()).toMatch(/^HTTP\/1\.1 4/);
    socket.destroy();
    expect((await dial(world.url)).frames).toHaveLength(1);
  });
});

describe("IDENTIFY", () => {
  test.each([tokens.concierge, `Bot ${tokens.concierge}`])("takes %s from a bot", async (token) => {
    const world = await aGatewayWorld();
    const { ready } = await signIn(world.url, { ...concierge, token });
    const { user, guilds, session_id, application, ...rest } = ready.d as Record<string, unknown>;
    expect(ready).toMatchObject({ op: 0, s: 1, t: "READY" });
    expect(session_id).toMatch(/^[0-9a-f]{32}$/);
    expect(application).toEqual({ id: ids.concierge, flags: 0, flags_new: "0" });
    expect(user).toMatchObject({ id: ids.concierge, bot: true, discriminator: "0", email: null });
    expect(guilds).toEqual([
      { id: ids.firstGuild, unavailable: true },
      { id: ids.secondGuild, unavailable: true },
    ]);
    expect(rest).toMatchObject({
      v: 10,
      resume_gateway_url: world.url,
      private_channels: [],
      session_type: "normal",
      relationships: [],
      presences: [],
      user_settings: {},
      guild_join_requests: [],
      game_relationships: [],
      geo_ordered_rtc_regions: [],
      auth: {},
      _trace: [],
    });
    expect(rest).not.toHaveProperty("shard");
  });

  test("takes a user's bare token, and sends their guilds without intents", async () => {
    const world = await aGatewayWorld();
    const { client, ready } = await signIn(world.url, { token: tokens.alice }, "?v=9");
    expect(ready.d).toMatchObject({ v: 9, user: { id: ids.alice, email: "a@example.org" } });
    expect(ready.d).not.toHaveProperty("application");
    const guild = await client.next();
    expect(guild).toMatchObject({ t: "GUILD_CREATE", s: 2, d: { id: ids.firstGuild } });
    const channelIds = (guild.d as { channels: { id: string }[] }).channels.map(({ id }) => id);
    expect(channelIds).toEqual([ids.general, ids.hidden]);
  });

  test("sends an application with a bearer token its user, but none of the user's guilds", async () => {
    const { url } = await aGatewayWorld();
    const token = `Bearer ${tokens.social}`;
    const { ready } = await signIn(url, { token, capabilities: 65_584, client_state: {} }, "?v=9");
    expect(ready.d).toMatchObject({
      v: 9,
      user: { id: ids.alice },
      application: { id: ids.concierge, name: `application-${ids.concierge}` },
      scopes: expect.arrayContaining(["gateway.connect", "identify", "openid"]) as unknown,
      feature_flags: { disabled_functions: [], disabled_gateway_events: [] },
      user_application_profiles: {},
      session_type: "oauth",
    });
    expect((ready.d as { guilds: unknown }).guilds).toEqual([]);
    expect((ready.d as { user: object }).user).not.toHaveProperty("email");
  });

  test.each([
    ["follows READY for a client that wants two parts", (1 << 4) | (1 << 5), 1],
    ["is not sent to a client that wants users in their places", 1 << 5, 0],
    ["is not sent to a client that wants READY whole", 1 << 4, 0],
  ])("a second part %s", async (_, capabilities, parts) => {
    const { url } = await aGatewayWorld();
    const token = `Bearer ${tokens.social}`;
    const { client } = await signIn(url, { token, capabilities });
    client.send(Opcode.Heartbeat, null);
    await client.nextOp(Opcode.HeartbeatAck);
    expect(client.readReceived(({ t, s }) => [t, s])).toEqual(
      Array.from({ length: parts }, () => ["READY_SUPPLEMENTAL", 2]),
    );
  });

  test.each([
    "nonsense",
    "Bot nonsense",
    `Bot ${tokens.alice}`,
    `Bearer ${tokens.concierge}`,
    `Bearer ${tokens.identifyOnly}`,
    tokens.social,
  ])("refuses %s with 4004", async (token) => {
    const client = await dial((await aGatewayWorld()).url);
    client.send(Opcode.Identify, { token, intents: 0 });
    expect(await client.closed).toMatchObject({ code: 4004 });
  });

  test("refuses a disallowed intent with 4014 and an unknown one with 4013", async () => {
    const { url } = await aGatewayWorld();
    for (const [intents, code] of [
      [intentMask("MESSAGE_CONTENT"), 4014],
      [1 << 30, 4013],
      [undefined, 4013],
    ]) {
      const client = await dial(url);
      client.send(Opcode.Identify, { token: tokens.concierge, intents });
      expect(await client.closed).toMatchObject({ code });
    }
  });

  test("may be 4096 bytes long from a bot, 15360 from a user", async () => {
    const { url } = await aGatewayWorld();
    const sized = (token: string, bytes: number) => {
      const empty = JSON.stringify({ op: 2, d: { token, intents: 0, fill: "" } }).length;
      return JSON.stringify({ op: 2, d: { token, intents: 0, fill: "x".repeat(bytes - empty) } });
    };
    for (const [token, bytes] of [
      [tokens.concierge, 4096],
      [tokens.alice, 15_360],
    ] as const) {
      const accepted = await dial(url);
      accepted.ws.send(sized(token, bytes));
      expect((await accepted.next()).t).toBe("READY");
      const refused = await dial(url);
      refused.ws.send(sized(token, bytes + 1));
      expect(await refused.closed).toMatchObject({ code: 4002 });
    }
  });

  test("takes a binary frame, and ids in it as bare integers", async () => {
    const client = await dial((await aGatewayWorld()).url);
    client.ws.send(Buffer.from(JSON.stringify({ op: 2, d: concierge })));
    expect((await client.nextEvent("READY")).s).toBe(1);
    client.ws.send(Buffer.from(`{"op":8,"d":{"guild_id":${ids.firstGuild},"user_ids":[1]}}`));
    client.send(Opcode.Heartbeat, 1);
    expect((await client.nextOp(Opcode.HeartbeatAck)).d).toBeNull();
  });
});

describe("the guilds of a session", () => {
  test("are those of its shard, each sent in GUILD_CREATE right after READY", async () => {
    const { url } = await aGatewayWorld();
    for (const [shard, guildId] of [
      [[0, 2], ids.firstGuild],
      [[1, 2], ids.secondGuild],
    ] as const) {
      const { client, ready } = await signIn(url, { ...concierge, shard });
      expect(ready.d).toMatchObject({ shard, guilds: [{ id: guildId, unavailable: true }] });
      expect(await client.next()).toMatchObject({ t: "GUILD_CREATE", s: 2, d: { id: guildId } });
      await client.leave(1000);
    }
  });

  test("have roles, all channels and the bot's own member", async () => {
    const { client } = await signIn((await aGatewayWorld()).url, concierge);
    const { d } = await client.nextEvent("GUILD_CREATE");
    expect(d).toMatchObject({
      id: ids.firstGuild,
      owner_id: ids.alice,
      member_count: 4,
      large: false,
      unavailable: false,
      roles: [{ id: ids.firstGuild, colors: { primary_color: 0 }, permissions: "1024" }],
      channels: [
        { id: ids.general, type: 0, name: expect.any(String) as string, parent_id: null },
        { id: ids.hidden },
      ],
      members: [{ user: { id: ids.concierge }, roles: [], flags: 0 }],
      threads: [],
      presences: [],
      voice_states: [],
      stage_instances: [],
      guild_scheduled_events: [],
      soundboard_sounds: [],
    });
    const { channels } = d as { channels: { id: string }[] };
    expect(channels.map(({ id }) => id)).toEqual([ids.general, ids.hidden]);
  });

  test("have the threads of channels that the session's user can view", async () => {
    const { client } = await signIn((await aGatewayWorld()).url, { token: tokens.alice });
    const { d } = await client.nextEvent("GUILD_CREATE");
    expect(d).toMatchObject({ threads: [{ id: ids.hiddenThread }] });
  });

  test("have all members up to large_threshold for sessions with the presences intent", async () => {
    const world = await aGatewayWorld();
    const intents = guildsIntent | intentMask("GUILD_PRESENCES");
    const shownTo = async () => {
      const { client } = await signIn(world.url, { token: tokens.watcher, intents });
      const { d } = await client.nextEvent("GUILD_CREATE");
      await client.leave(1000);
      return d as { members: unknown[]; large: boolean; member_count: number };
    };
    expect((await shownTo()).members).toHaveLength(4);
    await world.work.transaction(async ({ tx }) => {
      for (let i = 0; i < 47; i += 1) {
        const user_id = (500000000000000000n + BigInt(i)).toString();
        tx.put(members, aMember({ guild_id: ids.firstGuild, user_id }));
      }
    });
    const large = await shownTo();
    expect(large).toMatchObject({ large: true, member_count: 51 });
    expect(large.members).toMatchObject([{ user: { id: ids.watcher } }]);
  });

  test("are not sent in GUILD_CREATE without the GUILDS intent", async () => {
    const { client, ready } = await signIn((await aGatewayWorld()).url, {
      ...concierge,
      intents: 0,
    });
    expect((ready.d as { guilds: unknown[] }).guilds).toHaveLength(2);
    client.send(Opcode.Heartbeat, null);
    expect((await client.next()).op).toBe(Opcode.HeartbeatAck);
  });

  test("are at most 2500 on one shard; more require sharding", async () => {
    const world = await aGatewayWorld();
    await world.work.transaction(async ({ tx }) => {
      for (let i = 0; i < 2499; i += 1) {
        const guild_id = (600000000000000000n + BigInt(i)).toString();
        tx.put(members, aMember({ guild_id, user_id: ids.concierge }));
        tx.put(roles, aRole({ guild_id, id: guild_id }));
      }
    });
    const client = await dial(world.url);
    client.send(Opcode.Identify, { ...concierge, intents: 0 });
    expect(await client.closed).toMatchObject({ code: 4011 });
    const { ready } = await signIn(world.url, { ...concierge, intents: 0, shard: [0, 2] });
    expect((ready.d as { guilds: unknown[] }).guilds).toHaveLength(2500);
  });
});

describe("a session start over the limit", () => {
  const windowMs = limits.concurrentIdentifies.windowMs;

  test("waits for its turn while its heartbeats are answered", async () => {
    const world = await aGatewayWorld({ limited: true });
    world.clock.freeze();
    await signIn(world.url, concierge);
    const client = await dial(world.url);
    client.send(Opcode.Identify, concierge);
    // Heartbeats are acknowledged while the client waits for its turn.
    for (let i = 0; i < 3; i += 1) {
      client.send(Opcode.Heartbeat, null);
      expect((await client.next()).op).toBe(Opcode.HeartbeatAck);
    }
    await world.clock.moveTo(world.clock.now() + windowMs);
    expect(await client.next()).toMatchObject({ t: "READY", s: 1 });
    expect(world.starts.report(ids.concierge).remaining).toBe(998);
  });

  test("waits no longer than the limit's real time on a frozen clock", async () => {
    const world = await aGatewayWorld({ limited: true });
    world.clock.freeze();
    await signIn(world.url, concierge);
    world.pace.speed = 100;
    expect((await signIn(world.url, concierge)).ready.s).toBe(1);
  });

  test("gets op 9 when too many wait, and may retry on the same socket", async () => {
    const world = await aGatewayWorld({ limited: true });
    world.clock.freeze();
    const identified = async () => {
      const client = await dial(world.url);
      client.send(Opcode.Identify, concierge);
      // The acknowledgement shows that earlier frames were processed.
      client.send(Opcode.Heartbeat, null);
      await client.nextOp(Opcode.HeartbeatAck);
      return client;
    };
    const clients: GatewayClient[] = [];
    for (let i = 0; i <= limits.queuedIdentifies.value; i += 1) clients.push(await identified());
    const last = await identified();
    expect(await last.next()).toEqual({ op: 9, d: false, s: null, t: null });
    await clients[1]?.leave(1000);
    last.send(Opcode.Identify, concierge);
    last.send(Opcode.Heartbeat, null);
    await last.nextOp(Opcode.HeartbeatAck);
    await world.clock.moveTo(world.clock.now() + limits.queuedIdentifies.value * windowMs);
    expect((await last.nextEvent("READY")).s).toBe(1);
  });

  test("is refused when its token was revoked while it waited", async () => {
    const world = await aGatewayWorld({ limited: true });
    world.clock.freeze();
    await signIn(world.url, concierge);
    const client = await dial(world.url);
    client.send(Opcode.Identify, concierge);
    client.send(Opcode.Heartbeat, null);
    await client.nextOp(Opcode.HeartbeatAck);
    await world.work.transaction(async ({ tx }) => {
      const application = await tx.get(applications, snowflakeKey(ids.concierge));
      if (application !== undefined)
        tx.put(applications, { ...application, botTokenDigest: "none" });
    });
    await world.clock.moveTo(world.clock.now() + windowMs);
    expect(await client.closed).toMatchObject({ code: 4004 });
  });

  test("leads to a session, not to a storm, when a client identifies again at once on op 9", async () => {
    const world = await aGatewayWorld({ limited: true });
    world.clock.freeze();
    await signIn(world.url, concierge);
    const client = new GatewayClient(world.url);
    let identifies = 0;
    const identify = () => {
      identifies += 1;
      client.send(Opcode.Identify, concierge);
    };
    client.ws.on("message", (bytes: Buffer) => {
      const { op } = JSON.parse(bytes.toString()) as { op: number };
      if (op === Opcode.Hello || op === Opcode.InvalidSession) identify();
    });
    await client.nextOp(Opcode.Hello);
    world.pace.speed = 50;
    await client.nextEvent("READY");
    expect(identifies).toBe(1);
  });
});

describe("a frame that closes the connection", () => {
  test("is handled after the frames before it were answered", async () => {
    const { client } = await signIn((await aGatewayWorld()).url, { ...concierge, intents: 0 });
    client.send(Opcode.Heartbeat, 1);
    client.send(99, null);
    expect(await client.closed).toMatchObject({ code: 4001, reason: "Unknown opcode." });
    expect(client.frames.at(-1)).toEqual({ op: 11, d: null, s: null, t: null });
  });
});

describe("zlib-stream", () => {
  test("compresses all frames in one stream", async () => {
    const world = await aGatewayWorld();
    const query = "?v=10&encoding=json&compress=zlib-stream";
    const intents = guildsIntent | intentMask("GUILD_MESSAGES");
    const { client } = await signIn(world.url, { ...concierge, intents, compress: true }, query);
    for (const word of ["one", "two", "three"]) await world.say(`<@${ids.concierge}> ${word}`);
    const contents: unknown[] = [];
    for (let i = 0; i < 3; i += 1) {
      const { d } = await client.nextEvent("MESSAGE_CREATE");
      contents.push((d as { content: string }).content.split(" ")[1]);
    }
    expect(contents).toEqual(["one", "two", "three"]);
  });
});

describe("when the service stops", () => {
  test("clients are asked to reconnect, and those that stay are closed", async () => {
    const world = await aGatewayWorld();
    const polite = await signIn(world.url, concierge);
    const stubborn = await signIn(world.url, concierge);
    const idle = await dial(world.url);
    void polite.client.nextOp(Opcode.Reconnect).then(() => polite.client.ws.close(4000));
    world.pace.speed = 5;
    await world.gateway.stop();
    expect(await polite.client.closed).toMatchObject({ code: 4000 });
    expect(stubborn.client.frames.at(-1)).toEqual({ op: 7, d: null, s: null, t: null });
    expect(await stubborn.client.closed).toMatchObject({ code: 1012 });
    expect(await idle.closed).toMatchObject({ code: 1012 });
    expect(world.gateway.stats()).toEqual({ connections: 0, sessions: 0, waitingSessions: 0 });
  });
});
