import { limits, permissionSet } from "@antechamber/contract";
import { intentMask, type IntentName } from "@antechamber/contract/gateway";
import { describe, expect, test } from "vitest";
import { channels, members, roles } from "../../../domains/guilds/guild.ts";
import { guildSounds } from "../../../domains/guilds/soundboard/sound.ts";
import { voiceChannels } from "../../../domains/guilds/voice/voice-state.ts";
import { users } from "../../../domains/users/user.ts";
import { signIn, type GatewayClient } from "../../../testing/clients/gateway-client.ts";
import {
  aGatewayWorld,
  ids,
  tokens,
  type GatewayWorld,
} from "../../../testing/worlds/gateway-world.ts";
import { aChannel, aMember, aRole, aUser } from "../../../testing/records.ts";

async function aSession(world: GatewayWorld, token: string, ...intents: readonly IntentName[]) {
  const { client, ready } = await signIn(world.url, { token, intents: intentMask(...intents) });
  const { session_id: id } = ready.d as { session_id: string };
  return { client, id };
}

async function aWatcher(world: GatewayWorld, ...intents: readonly IntentName[]) {
  return (await aSession(world, tokens.watcher, ...intents)).client;
}

const part = (fields: object): unknown => expect.objectContaining(fields);
const guild_id = ids.firstGuild;
const nextChunk = async (client: GatewayClient) =>
  (await client.nextEvent("GUILD_MEMBERS_CHUNK")).d as {
    members: { user: { id: string } }[];
    chunk_index: number;
    chunk_count: number;
  };
const idsIn = ({ members: found }: { members: { user: { id: string } }[] }) =>
  found.map(({ user }) => user.id);

describe("Request Guild Members", () => {
  const everyone = [ids.alice, ids.bob, ids.concierge, ids.watcher];

  test("returns all members with the intent", async () => {
    const client = await aWatcher(await aGatewayWorld(), "GUILD_MEMBERS");
    client.send(8, { guild_id, query: "", limit: 0, nonce: "n" });
    const chunk = await nextChunk(client);
    expect(chunk).toEqual({
      guild_id,
      members: expect.any(Array) as unknown,
      chunk_index: 0,
      chunk_count: 1,
      nonce: "n",
    });
    expect(idsIn(chunk)).toEqual(everyone);
  });

  test("returns one empty chunk without the intent or for a foreign guild", async () => {
    const client = await aWatcher(await aGatewayWorld(), "GUILDS");
    for (const guild of [guild_id, ids.secondGuild, "5"]) {
      client.send(8, { guild_id: guild, query: "", limit: 0 });
      const nobody = { guild_id: guild, members: [], chunk_index: 0, chunk_count: 1 };
      expect(await nextChunk(client)).toEqual(nobody);
    }
    client.send(8, { guild_id, query: "", limit: 2 });
    expect((await nextChunk(client)).members).toEqual([]);
  });

  test("returns the first members without a prefix, with the intent", async () => {
    const client = await aWatcher(await aGatewayWorld(), "GUILD_MEMBERS");
    client.send(8, { guild_id, query: "", limit: 2 });
    expect(idsIn(await nextChunk(client))).toEqual([ids.alice, ids.bob]);
  });

  test("finds members by the beginning of their username or nickname", async () => {
    const world = await aGatewayWorld();
    await world.work.transaction(async ({ tx }) => {
      tx.put(users, aUser(ids.alice, { username: "alice", global_name: "Wombat" }));
      tx.put(members, aMember({ guild_id, user_id: ids.bob }, { nick: "Alimony" }));
    });
    const client = await aWatcher(world, "GUILDS");
    const found = async (query: string, limit?: number) => {
      client.send(8, { guild_id, query, limit });
      return idsIn(await nextChunk(client));
    };
    expect(await found("ALIC")).toEqual([ids.alice]);
    expect(await found("ali")).toEqual([ids.alice, ids.bob]);
    expect(await found("ali", 1)).toHaveLength(1);
    // The global name is not searched.
    expect(await found("wo")).toEqual([]);
    expect(await found("nobody")).toEqual([]);
  });

  test("finds members by id, and lists ids that were not found", async () => {
    const client = await aWatcher(await aGatewayWorld());
    const userIds = [ids.alice, "100000000000000099", "7"];
    client.ws.send(
      `{"op":8,"d":{"guild_id":${guild_id},"user_ids":[${userIds.join(",")}],"nonce":"${"x".repeat(33)}"}}`,
    );
    const chunk = await nextChunk(client);
    expect(chunk).toEqual(part({ not_found: ["100000000000000099", 7], chunk_count: 1 }));
    expect(chunk).not.toHaveProperty("nonce");
    expect(idsIn(chunk)).toEqual([ids.alice]);
    client.send(8, { guild_id, user_ids: [ids.alice] });
    expect(await nextChunk(client)).toEqual(part({ not_found: [] }));
  });

  test("answers in chunks of a thousand", async () => {
    const world = await aGatewayWorld();
    await world.work.transaction(async ({ tx }) => {
      for (let i = 0; i < 2000; i += 1) {
        const user_id = `${BigInt(ids.alice) + 1000n + BigInt(i)}`;
        tx.put(users, aUser(user_id));
        tx.put(members, aMember({ guild_id, user_id }));
      }
    });
    const client = await aWatcher(world, "GUILD_MEMBERS");
    client.send(8, { guild_id, query: "", limit: 0 });
    const chunks = [await nextChunk(client), await nextChunk(client), await nextChunk(client)];
    expect(chunks.map((each) => [each.chunk_index, each.chunk_count, each.members.length])).toEqual(
      [
        [0, 3, 1000],
        [1, 3, 1000],
        [2, 3, 4],
      ],
    );
  });

  test("is limited per user and guild when it searches by name", async () => {
    const world = await aGatewayWorld({ limited: true });
    world.clock.freeze();
    const client = await aWatcher(world, "GUILD_MEMBERS");
    const ask = (nonce: string) => client.send(8, { guild_id, query: "a", limit: 1, nonce });
    for (let nth = 0; nth < limits.memberSearches.value; nth += 1) {
      ask(`${nth}`);
      expect(await nextChunk(client)).toEqual(part({ nonce: `${nth}` }));
    }
    ask("more");
    expect((await client.nextEvent("RATE_LIMITED")).d).toEqual({
      opcode: 8,
      retry_after: limits.memberSearches.windowMs / 1000,
      meta: { guild_id, nonce: "more" },
    });
    await world.clock.moveTo(world.clock.now() + limits.memberSearches.windowMs);
    ask("again");
    expect(await nextChunk(client)).toEqual(part({ nonce: "again" }));
  });

  // Proves requirement 6 "RATE_LIMITED"
  // Proves requirement 8 "Request Guild Members"
  test("is answered once per 30 seconds for all members, per guild and bot", async () => {
    const world = await aGatewayWorld({ limited: true });
    world.clock.freeze();
    const client = await aWatcher(world, "GUILD_MEMBERS");
    const ask = (more: object) => client.send(8, { guild_id, query: "", limit: 0, ...more });
    ask({ nonce: "one" });
    expect(await nextChunk(client)).toEqual(part({ nonce: "one" }));
    await world.clock.moveTo(world.clock.now() + 10_000);
    ask({ nonce: "two" });
    expect((await client.nextEvent("RATE_LIMITED")).d).toEqual({
      opcode: 8,
      retry_after: 20,
      meta: { guild_id, nonce: "two" },
    });
    // Other requests do not count, and are not limited.
    for (const more of [{ query: "a" }, { user_ids: [ids.bob] }, { guild_id: "5" }]) {
      ask({ nonce: "other", ...more });
      expect(await nextChunk(client)).toEqual(part({ nonce: "other" }));
    }
    await world.clock.moveTo(world.clock.now() + 20_000);
    ask({ nonce: "three" });
    expect(await nextChunk(client)).toEqual(part({ nonce: "three" }));
    await world.clock.moveTo(world.clock.now() + 1000);
    ask({ nonce: "four" });
    expect((await client.nextEvent("RATE_LIMITED")).d).toMatchObject({ retry_after: 29 });
  });

  test("is refused without a query or users", async () => {
    const client = await aWatcher(await aGatewayWorld());
    client.send(8, { guild_id });
    expect(await client.closed).toMatchObject({ code: 4002 });
  });

  test("returns presences with the presences intent", async () => {
    const world = await aGatewayWorld();
    await aSession(world, tokens.concierge);
    const [knowing, other] = [await aWatcher(world, "GUILD_PRESENCES"), await aWatcher(world)];
    for (const client of [knowing, other]) {
      client.send(8, { guild_id, user_ids: [ids.concierge, ids.bob], presences: true });
    }
    const online = {
      user: { id: ids.concierge },
      status: "online",
      activities: [],
      client_status: { web: "online" },
    };
    expect(await nextChunk(knowing)).toEqual(part({ presences: [online] }));
    expect(await nextChunk(other)).not.toHaveProperty("presences");
  });
});

describe("a presence", () => {
  const presenceOf = (status: string, activities: object[] = []) => ({
    guild_id,
    user: { id: ids.concierge },
    status,
    activities,
    client_status: status === "offline" ? {} : { web: status },
  });

  test("is dispatched to others in the guild with the intent when it begins, changes and ends", async () => {
    const world = await aGatewayWorld();
    world.clock.freeze();
    const watcher = await aWatcher(world, "GUILD_PRESENCES");
    const deaf = await aWatcher(world, "GUILDS");
    const next = async () => (await watcher.nextEvent("PRESENCE_UPDATE")).d;
    const { client } = await aSession(world, tokens.concierge, "GUILDS");
    expect(await next()).toEqual(presenceOf("online"));
    const game = { name: "chess", type: 0 };
    client.send(3, { status: "dnd", activities: [game], since: null, afk: false });
    expect(await next()).toEqual(presenceOf("dnd", [{ ...game, created_at: world.clock.now() }]));
    client.send(3, { status: "dnd", activities: [game], since: null, afk: false });
    client.send(3, { status: "invisible", activities: [game] });
    expect(await next()).toEqual({ ...presenceOf("offline") });
    client.send(3, { status: "idle" });
    expect(await next()).toEqual(presenceOf("idle"));
    await client.leave(1000);
    expect(await next()).toEqual(presenceOf("offline"));
    deaf.send(31, { guild_ids: [guild_id] });
    await deaf.nextEvent("SOUNDBOARD_SOUNDS");
    expect(deaf.readReceived(({ t }) => t)).toEqual(["SOUNDBOARD_SOUNDS"]);
    expect(client.frames.filter(({ t }) => t === "PRESENCE_UPDATE")).toEqual([]);
  });

  test("has the created_at of each activity from the service, not from the client", async () => {
    const world = await aGatewayWorld();
    world.clock.freeze();
    const watcher = await aWatcher(world, "GUILD_PRESENCES");
    const next = async () => {
      const { d } = await watcher.nextEvent("PRESENCE_UPDATE");
      return (d as { readonly activities: readonly object[] }).activities;
    };
    const { client } = await aSession(world, tokens.concierge);
    await next();
    const [chess, go] = [
      { name: "chess", type: 0 },
      { name: "go", type: 0 },
    ];
    const first = world.clock.now();
    client.send(3, { status: "online", activities: [{ ...chess, created_at: 5 }] });
    expect(await next()).toEqual([{ ...chess, created_at: first }]);
    await world.clock.moveTo(first + 1000);
    client.send(3, { status: "online", activities: [go, chess] });
    expect(await next()).toEqual([
      { ...go, created_at: first + 1000 },
      { ...chess, created_at: first },
    ]);
  });

  test.each([
    ["a bot", tokens.concierge, {}],
    ["a person", tokens.bob, { details: "an opening", flags: 1 }],
  ])("of %s has the activity fields that they may set", async (_who, token, more) => {
    const world = await aGatewayWorld();
    const watcher = await aWatcher(world, "GUILD_PRESENCES");
    const { client } = await aSession(world, token);
    await watcher.nextEvent("PRESENCE_UPDATE");
    const shared = { name: "chess", state: "thinking", type: 1, url: "https://twitch.tv/chess" };
    const activities = [{ ...shared, details: "an opening", flags: 1 }];
    client.send(3, { status: "online", activities });
    const { d } = await watcher.nextEvent("PRESENCE_UPDATE");
    const created_at = expect.any(Number) as unknown;
    expect(d).toMatchObject({ activities: [{ ...shared, ...more, created_at }] });
    const [activity] = (d as { readonly activities: readonly object[] }).activities;
    expect(Object.keys(activity ?? {})).toHaveLength(5 + Object.keys(more).length);
  });

  test("is taken from IDENTIFY and part of GUILD_CREATE", async () => {
    const world = await aGatewayWorld();
    const intents = intentMask("GUILDS");
    const presence = { status: "idle", activities: [], afk: false, since: null };
    await signIn(world.url, { token: tokens.concierge, intents, presence });
    const asking = intentMask("GUILDS", "GUILD_PRESENCES");
    const { client } = await signIn(world.url, { token: tokens.watcher, intents: asking });
    const { d } = await client.nextEvent("GUILD_CREATE");
    const { guild_id: _, ...presenceOfBot } = presenceOf("idle");
    expect(d).toEqual(part({ presences: [presenceOfBot] }));
    expect((d as { members: object[] }).members).toHaveLength(4);
  });

  test("lasts while another session of the user lives", async () => {
    const world = await aGatewayWorld();
    const watcher = await aWatcher(world, "GUILD_PRESENCES");
    const [one, two] = [
      (await aSession(world, tokens.concierge)).client,
      (await aSession(world, tokens.concierge)).client,
    ];
    await one.leave(1000);
    two.send(3, { status: "idle" });
    const statuses = [
      await watcher.nextEvent("PRESENCE_UPDATE"),
      await watcher.nextEvent("PRESENCE_UPDATE"),
    ].map(({ d }) => (d as { status: string }).status);
    expect(statuses).toEqual(["online", "idle"]);
  });

  test("is that of the previous session once the newest ends", async () => {
    const world = await aGatewayWorld();
    const watcher = await aWatcher(world, "GUILD_PRESENCES");
    await aSession(world, tokens.concierge);
    const { client: newest } = await aSession(world, tokens.concierge);
    newest.send(3, { status: "dnd" });
    const next = async () => (await watcher.nextEvent("PRESENCE_UPDATE")).d;
    expect([await next(), await next()]).toEqual([presenceOf("online"), presenceOf("dnd")]);
    await newest.leave(1000);
    expect(await next()).toEqual(presenceOf("online"));
  });

  test("that changes too often is stored but not dispatched", async () => {
    const world = await aGatewayWorld({ limited: true });
    world.clock.freeze();
    const watcher = await aWatcher(world, "GUILD_PRESENCES");
    const { client } = await aSession(world, tokens.concierge);
    for (let i = 0; i < 20; i += 1) client.send(3, { status: i % 2 === 0 ? "idle" : "dnd" });
    client.send(31, { guild_ids: [guild_id] });
    await client.nextEvent("SOUNDBOARD_SOUNDS");
    watcher.send(8, { guild_id, user_ids: [ids.concierge], presences: true });
    expect(await nextChunk(watcher)).toEqual(part({ presences: [part({ status: "dnd" })] }));
    const updates = watcher.readReceived(({ t }) => t).filter((t) => t === "PRESENCE_UPDATE");
    // The initial presence does not count as an update.
    expect(updates).toHaveLength(1 + limits.presenceUpdates.value);
  });

  test("that changes often is dispatched each time where limits are off", async () => {
    const world = await aGatewayWorld();
    world.clock.freeze();
    const watcher = await aWatcher(world, "GUILD_PRESENCES");
    const { client } = await aSession(world, tokens.concierge);
    const statuses = Array.from({ length: 20 }, (_, i) => (i % 2 === 0 ? "idle" : "dnd"));
    for (const status of statuses) client.send(3, { status });
    const next = async () => (await watcher.nextEvent("PRESENCE_UPDATE")).d;
    expect(await next()).toEqual(presenceOf("online"));
    for (const status of statuses) expect(await next()).toEqual(presenceOf(status));
  });

  /** Updates a presence more often than it is sent, the last time to `last`. */
  async function aHurry(last: string) {
    const world = await aGatewayWorld({ limited: true });
    world.clock.freeze();
    const watcher = await aWatcher(world, "GUILD_PRESENCES");
    const { client } = await aSession(world, tokens.concierge);
    const { value, windowMs } = limits.presenceUpdates;
    for (let i = 0; i < value; i += 1) client.send(3, { status: i % 2 === 0 ? "dnd" : "idle" });
    client.send(3, { status: last });
    client.send(31, { guild_ids: [guild_id] });
    await client.nextEvent("SOUNDBOARD_SOUNDS");
    const updates = [];
    for (let i = 0; i <= value; i += 1)
      updates.push((await watcher.nextEvent("PRESENCE_UPDATE")).d);
    expect(updates.at(-1)).toEqual(presenceOf("dnd"));
    const next = async () => (await watcher.nextEvent("PRESENCE_UPDATE")).d;
    const later = () => world.clock.moveTo(world.clock.now() + windowMs);
    return { client, next, later };
  }

  test.each(["idle", "invisible"])(
    "that changed to %s too often is dispatched when it is set again later",
    async (status) => {
      const { client, next, later } = await aHurry(status);
      await later();
      client.send(3, { status });
      expect(await next()).toEqual(presenceOf(status === "invisible" ? "offline" : status));
    },
  );

  test("that others already have is not dispatched again", async () => {
    const { client, next, later } = await aHurry("idle");
    await later();
    client.send(3, { status: "dnd" });
    client.send(3, { status: "online" });
    expect(await next()).toEqual(presenceOf("online"));
  });

  test.each(["idle", "invisible"])(
    "that changed to %s too often ends with its session",
    async (status) => {
      const { client, next } = await aHurry(status);
      await client.leave(1000);
      expect(await next()).toEqual(presenceOf("offline"));
    },
  );
});

const voice = "400000000000000011";
const locked = "400000000000000012";
const small = "400000000000000013";

async function aVoiceWorld(): Promise<GatewayWorld> {
  const world = await aGatewayWorld();
  await world.work.transaction(async ({ tx }) => {
    const deny = permissionSet("CONNECT").toString();
    tx.put(roles, aRole({ guild_id, id: guild_id }, "VIEW_CHANNEL", "CONNECT"));
    tx.put(channels, aChannel(voice, { guild_id, type: 2 }));
    tx.put(channels, aChannel(small, { guild_id, type: 2, user_limit: 1 }));
    tx.put(
      channels,
      aChannel(locked, {
        guild_id,
        type: 2,
        permission_overwrites: [{ id: guild_id, type: 0, allow: "0", deny }],
      }),
    );
  });
  return world;
}

const at = (channel_id: string | null, more: object = {}) => ({
  guild_id,
  channel_id,
  self_mute: false,
  self_deaf: false,
  ...more,
});

describe("voice", () => {
  const started = Math.floor(1_800_000_000_000 / 1000);

  async function aFrozenWorld() {
    const world = await aVoiceWorld();
    world.clock.freeze();
    await world.clock.moveTo(started * 1000);
    return world;
  }

  // Proves requirement 9 "encrypted calls"
  test("is joined, changed and left with answers to the requester and the user", async () => {
    const world = await aFrozenWorld();
    const watcher = await aWatcher(world, "GUILDS", "GUILD_VOICE_STATES");
    const { client, id } = await aSession(world, tokens.concierge);
    client.send(4, at(voice));
    const state = part({ guild_id, channel_id: voice, user_id: ids.concierge, session_id: id });
    expect((await client.nextEvent("VOICE_STATE_UPDATE")).d).toEqual(state);
    expect((await client.nextEvent("VOICE_SERVER_UPDATE")).d).toEqual({
      guild_id,
      endpoint: null,
      token: expect.stringMatching(/^[0-9a-f]{16}$/) as unknown,
    });
    client.send(4, at(voice, { self_mute: true }));
    expect((await client.nextEvent("VOICE_STATE_UPDATE")).d).toEqual(part({ self_mute: true }));
    client.send(4, at(null));
    expect((await client.nextEvent("VOICE_STATE_UPDATE")).d).toEqual(part({ channel_id: null }));
    const events = [];
    for (let i = 0; i < 5; i += 1)
      events.push(await watcher.next(({ t }) => t?.startsWith("VOICE") ?? false));
    const member = part({ user: part({ id: ids.concierge }) });
    expect(events.map(({ t, d }) => [t, d])).toEqual([
      ["VOICE_STATE_UPDATE", part({ channel_id: voice, member })],
      ["VOICE_CHANNEL_START_TIME_UPDATE", { id: voice, guild_id, voice_start_time: started }],
      ["VOICE_STATE_UPDATE", part({ channel_id: voice, self_mute: true })],
      ["VOICE_STATE_UPDATE", part({ channel_id: null })],
      ["VOICE_CHANNEL_START_TIME_UPDATE", { id: voice, guild_id, voice_start_time: null }],
    ]);
    expect(client.frames.filter(({ t }) => t === "VOICE_SERVER_UPDATE")).toHaveLength(1);
  });

  test("is left when the session ends, and kept through a resume", async () => {
    const world = await aFrozenWorld();
    const watcher = await aWatcher(world, "GUILD_VOICE_STATES");
    watcher.ws.on("message", (bytes: Buffer) => {
      if (bytes.includes('"op":1,')) watcher.send(1, null);
    });
    const { client } = await aSession(world, tokens.concierge);
    client.send(4, at(voice));
    await client.nextEvent("VOICE_SERVER_UPDATE");
    client.ws.terminate();
    await client.closed;
    const fresh = await signIn(world.url, { token: tokens.watcher, intents: intentMask("GUILDS") });
    expect((await fresh.client.nextEvent("GUILD_CREATE")).d).toEqual(
      part({ voice_states: [part({ channel_id: voice, user_id: ids.concierge })] }),
    );
    await fresh.client.leave(1000);
    // The session waits five minutes for its client, and then ends.
    await world.clock.moveTo(world.clock.now() + 5 * 60_000);
    const channelOf = ({ d }: { d: unknown }) => (d as { channel_id: string | null }).channel_id;
    const events = [
      await watcher.nextEvent("VOICE_STATE_UPDATE"),
      await watcher.nextEvent("VOICE_STATE_UPDATE"),
    ];
    expect(events.map(channelOf)).toEqual([voice, null]);
  });

  test("is refused silently without permission to connect", async () => {
    const world = await aFrozenWorld();
    const { client } = await aSession(world, tokens.concierge);
    const alice = (await signIn(world.url, { token: tokens.alice })).client;
    alice.send(4, at(small));
    await alice.nextEvent("VOICE_SERVER_UPDATE");
    const elsewhere = { ...at(ids.elsewhere), guild_id: ids.secondGuild };
    for (const move of [
      at(locked),
      at(ids.hidden),
      at(ids.general),
      at("5"),
      at(small),
      elsewhere,
    ]) {
      client.send(4, move);
    }
    client.send(4, {});
    client.send(31, { guild_ids: [guild_id] });
    await client.nextEvent("SOUNDBOARD_SOUNDS");
    expect(client.readReceived(({ t }) => t)).toEqual(["SOUNDBOARD_SOUNDS"]);
  });

  // Proves requirement 6 "Channel Info"
  test("answers its start time and status for the channels that have the requested field", async () => {
    const world = await aFrozenWorld();
    const { client } = await aSession(world, tokens.concierge);
    await world.work.transaction(async ({ tx }) => {
      tx.put(voiceChannels, { id: small, guild_id, status: "calm", voice_start_time: null });
      tx.put(voiceChannels, { id: ids.hidden, guild_id, status: "x", voice_start_time: 5 });
    });
    client.send(4, at(voice));
    await client.nextEvent("VOICE_SERVER_UPDATE");
    const info = async (op: number, d: object) => {
      client.send(op, { guild_id, ...d });
      return (await client.nextEvent("CHANNEL_INFO")).d;
    };
    expect(await info(43, { fields: ["voice_start_time"], nonce: "n" })).toEqual({
      guild_id,
      channels: [{ id: voice, voice_start_time: started }],
    });
    expect(await info(43, { fields: ["status", "voice_start_time"] })).toEqual({
      guild_id,
      channels: [
        { id: voice, voice_start_time: started },
        { id: small, status: "calm" },
      ],
    });
    expect(await info(36, {})).toEqual({ guild_id, channels: [{ id: small, status: "calm" }] });
    client.send(43, { guild_id: "5", fields: ["status"] });
    client.send(43, { guild_id, fields: [] });
    expect(await info(36, {})).toBeDefined();
  });
});

test("a soundboard has the sounds of its guild", async () => {
  const world = await aGatewayWorld();
  const horn = {
    sound_id: "7",
    guild_id: ids.secondGuild,
    name: "horn",
    volume: 0.5,
    emoji_id: null,
    emoji_name: null,
    available: true,
  };
  const record = { ...horn, user_id: ids.alice, sound: "a hash" };
  await world.work.transaction(async ({ tx }) => tx.put(guildSounds, record));
  const { client } = await aSession(world, tokens.concierge);
  client.send(31, { guild_ids: [ids.secondGuild] });
  const { d } = await client.nextEvent("SOUNDBOARD_SOUNDS");
  expect(d).toEqual({ guild_id: ids.secondGuild, soundboard_sounds: [horn] });
});

test("a request for sounds is answered with an empty list for each guild of the session", async () => {
  const { client } = await aSession(await aGatewayWorld(), tokens.concierge);
  client.send(31, { guild_ids: [ids.secondGuild, ids.firstGuild, "5"] });
  for (const guild of [ids.secondGuild, ids.firstGuild]) {
    expect((await client.nextEvent("SOUNDBOARD_SOUNDS")).d).toEqual({
      guild_id: guild,
      soundboard_sounds: [],
    });
  }
});

test("a request that fails in the store closes the connection, which may resume", async () => {
  const world = await aGatewayWorld();
  const { client } = await aSession(world, tokens.concierge);
  world.reads.before = () => Promise.reject(new Error("the store is gone"));
  client.send(8, { guild_id, user_ids: [ids.alice] });
  expect(await client.closed).toMatchObject({ code: 4000 });
});
