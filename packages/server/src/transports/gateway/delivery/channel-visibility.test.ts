// The channels and threads of a guild that sessions receive while the user's view of it changes.
import { events as declaredEvents } from "@antechamber/contract";
import { intentMask } from "@antechamber/contract/gateway";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import type { GatewayClient } from "../../../testing/clients/gateway-client.ts";
import { aHall, hallIds, newsOf } from "../../../testing/worlds/hall-world.ts";
import { TimeSlicer } from "../../../platform/time/time-slicer.ts";
import { aChannel, aGuild, aMember, aRole } from "../../../testing/records.ts";
import { ChannelVisibility } from "./channel-visibility.ts";
import { Dispatch } from "./dispatch.ts";
import { Session } from "../sessions/session.ts";

const { guild: G, watcher, bob, mods, general, hidden, voice, category } = hallIds;
const thread = "300000000000000033";

const nothing: readonly string[] = [];
const everything = ["VIEW_CHANNEL", "SEND_MESSAGES"];
const denied = (id: string, type = 0) => ({ id, type, deny: ["VIEW_CHANNEL"] });
const allowed = (id: string, type = 0) => ({ id, type, allow: ["VIEW_CHANNEL"] });

/** Events received, each with the last digits of the ids of its channels. */
async function shortEvents(client: GatewayClient): Promise<string[]> {
  const short = (id: string) => id.slice(-2);
  return (await newsOf(client)).map(({ t, d }) => {
    const {
      id,
      channel_ids: ids,
      threads,
    } = d as {
      readonly id?: string;
      readonly channel_ids?: readonly string[];
      readonly threads?: readonly { readonly id: string }[];
    };
    if (ids === undefined) return `${t} ${short(id ?? "")}`.trim();
    return `${t} ${ids.map(short).join(",")}: ${(threads ?? []).map((each) => short(each.id)).join(",")}`;
  });
}

const onlyChannels = (events: readonly string[]) =>
  events.filter((each) => /^(CHANNEL|THREAD)_/.test(each));

interface Turn {
  readonly name: string;
  readonly first?: readonly (readonly [route: string, body?: object])[];
  readonly gains: readonly [route: string, body: object];
  readonly loses: readonly [route: string, body?: object];
}

const turns: readonly Turn[] = [
  {
    name: "the channel's overwrites",
    gains: [`PATCH /channels/${hidden}`, { permission_overwrites: [allowed(bob, 1)] }],
    loses: [`PATCH /channels/${hidden}`, { permission_overwrites: [denied(G)] }],
  },
  {
    name: "what a role of theirs may",
    gains: [`PATCH /roles/${mods}`, { permissions: ["ADMINISTRATOR"] }],
    loses: [`PATCH /roles/${mods}`, { permissions: [] }],
  },
  {
    name: "which roles they have",
    first: [
      [`PATCH /members/${G}/${bob}`, { roles: [] }],
      [`PATCH /channels/${hidden}`, { permission_overwrites: [denied(G), allowed(mods)] }],
    ],
    gains: [`PATCH /members/${G}/${bob}`, { roles: ["mods"] }],
    loses: [`DELETE /roles/${mods}`],
  },
  {
    name: "who owns the guild",
    gains: [`PATCH /guilds/${G}`, { owner: "bob" }],
    loses: [`PATCH /guilds/${G}`, { owner: "alice" }],
  },
];

describe.each(turns)("when $name changes", ({ first = [], gains, loses }) => {
  test("sessions that gain sight of a channel receive its threads, and their events until they lose it", async () => {
    const world = await aHall();
    await world.say("POST /channels", { guild: G, id: thread, type: 11, parent_id: hidden });
    for (const [route, body] of first) await world.say(route, body);
    const client = await world.join("user-token-bob");

    // Deleting a role also deletes the overwrites for it.
    const changing = (route: string) =>
      /^(PATCH .channels|DELETE .roles)/.test(route) ? ["CHANNEL_UPDATE 22"] : [];
    await world.say(...gains);
    const gained = onlyChannels(await shortEvents(client));
    await world.say(`PATCH /channels/${thread}`, { name: "seen" });
    const events = onlyChannels(await shortEvents(client));
    await world.say(...loses);
    const lost = onlyChannels(await shortEvents(client));
    await world.say(`PATCH /channels/${thread}`, { name: "unseen" });
    await world.say(`PATCH /channels/${hidden}`, { topic: "known all the same" });

    expect(gained).toEqual([...changing(gains[0]), "THREAD_LIST_SYNC 22: 33"]);
    expect(events).toEqual(["THREAD_UPDATE 33"]);
    expect(lost).toEqual(changing(loses[0]));
    expect(onlyChannels(await shortEvents(client))).toEqual(["CHANNEL_UPDATE 22"]);
  });
});

describe("what follows from one event is sent at once while threads are read", () => {
  const owner = {
    kind: "bot",
    userId: bob,
    applicationId: bob,
    scopes: new Set<string>(),
  } as const;
  const start = {
    intents: undefined,
    shard: undefined,
    guildIds: [G],
    largeThreshold: 50,
    compress: false,
    accessToken: undefined,
  };
  const scope = { kind: "guild", guild_id: G } as const;

  /**
   * Sessions that cannot view the hidden channel, and a read that the test completes. Each look at
   * the clock takes a millisecond.
   */
  function aView(userIds: readonly string[] = [bob]) {
    const sessions = userIds.map((userId, i) => {
      const session = new Session(
        { id: "a".repeat(32), number: i + 1 },
        { ...owner, userId },
        start,
      );
      session.hidden.set(G, new Set([hidden]));
      return session;
    });
    const [session] = sessions as [Session, ...Session[]];
    const state = { now: 0, turns: 0 };
    const all = [
      aChannel(hidden, { guild_id: G }),
      aChannel(thread, { guild_id: G, type: 11, parent_id: hidden }),
    ];
    const read = Promise.withResolvers<unknown>();
    const visibility = new ChannelVisibility({
      work: { read: <R>() => read.promise as Promise<R> },
      slicer: new TimeSlicer({
        real: () => (state.now += 1),
        after: (_ms, turn) => {
          state.turns += 1;
          setImmediate(turn);
          return () => undefined;
        },
      }),
      sessions: {
        inGuild: () => new Set(sessions),
        ofUser: (userId) => new Set(sessions.filter((each) => each.owner.userId === userId)),
        has: () => true,
      },
    });
    const guild = aGuild(G, { owner_id: watcher });
    const roles = [aRole({ guild_id: G, id: G }, "VIEW_CHANNEL")];
    const viewers = userIds.map((user_id) => {
      const member = aMember({ guild_id: G, user_id });
      return { guild, member, roles, time: { now: 0 } };
    });
    const isRead = () => read.resolve({ channels: all, viewers });
    return { session, sessions, visibility, isRead, turnsTaken: () => state.turns };
  }

  function dispatchOf(name: string, payload: object): Dispatch {
    const declaration = declaredEvents.find((each) => each.name === name);
    if (declaration === undefined) throw new Error("there is no such event");
    return new Dispatch({ name, scope, payload }, { declaration, project: (each) => each }, "1");
  }

  test("a channel that becomes visible, with its threads", async () => {
    const { session, visibility, isRead } = aView();
    const channel = { id: hidden, type: 0, permission_overwrites: [] };
    const dispatch = dispatchOf("CHANNEL_UPDATE", channel);
    const views = new Map([[bob, true]]);
    const sending = visibility.send({
      dispatch,
      guildId: G,
      channel,
      listeners: [session],
      views,
    });
    expect([session.sequence, session.hidden.has(G, hidden)]).toEqual([0, true]);
    isRead();
    await sending;
    expect([session.sequence, session.hidden.has(G, hidden)]).toEqual([2, false]);
  });

  test("a role that reveals a channel, with its threads", async () => {
    const { session, visibility, isRead } = aView();
    const reviewed = visibility.review(dispatchOf("GUILD_ROLE_UPDATE", {}));
    isRead();
    const bringUpToDate = await reviewed;
    expect([session.sequence, session.hidden.has(G, hidden)]).toEqual([0, true]);
    bringUpToDate?.();
    expect([session.sequence, session.hidden.has(G, hidden)]).toEqual([1, false]);
  });

  test("a role that concerns many users yields to other work between them", async () => {
    const many = Array.from({ length: 50 }, (_, i) => String(100_000_000_000_000_100n + BigInt(i)));
    const { sessions, visibility, isRead, turnsTaken } = aView(many);
    const reviewed = visibility.review(dispatchOf("GUILD_ROLE_UPDATE", {}));
    isRead();
    const bringUpToDate = await reviewed;
    expect(turnsTaken()).toBeGreaterThan(3);
    bringUpToDate?.();
    expect(sessions.filter((each) => each.hidden.has(G, hidden))).toEqual([]);
  });
});

describe("a bot", () => {
  test("receives threads without the members intent, but nothing without the guilds intent", async () => {
    const world = await aHall();
    const bot = await world.join("watcher", intentMask("GUILDS"));
    const deaf = await world.join("watcher", intentMask("GUILD_MEMBERS"));
    await world.say(`PATCH /channels/${hidden}`, {
      permission_overwrites: [denied(G), allowed(mods)],
    });
    await world.say(`PATCH /members/${G}/${watcher}`, { roles: ["mods"] });
    expect(onlyChannels(await shortEvents(bot))).toEqual([
      "CHANNEL_UPDATE 22",
      "THREAD_LIST_SYNC 22: ",
    ]);
    expect(onlyChannels(await shortEvents(deaf))).toEqual([]);
  });

  test("that is disconnected receives them when it resumes", async () => {
    const world = await aHall();
    const bot = await world.join("watcher", intentMask("GUILDS"));
    bot.ws.terminate();
    await bot.closed;
    await world.say(`PATCH /channels/${hidden}`, { permission_overwrites: [] });
    const ready = bot.frames.find(({ t }) => t === "READY");
    const { session_id } = (ready?.d ?? {}) as { session_id: string };
    const again = await world.resume("watcher", session_id, 2);
    expect([(await again.next()).t, (await again.next()).t]).toEqual([
      "CHANNEL_UPDATE",
      "THREAD_LIST_SYNC",
    ]);
  });

  test("receives every channel of its guild's list, visible or not", async () => {
    const world = await aHall();
    const bot = await world.join("watcher", intentMask("GUILDS"));
    const { body } = await world.service.call(`GET /guilds/${G}/channels`, {
      auth: "Bot watcher",
    });
    const created = bot.frames.find(({ t }) => t === "GUILD_CREATE");
    const { channels } = (created?.d ?? {}) as { channels: object[] };
    expect(channels).toEqual(body);
    expect(channels).toContainEqual(expect.objectContaining({ id: hidden, name: "hidden" }));
  });
});

interface EventPayload {
  readonly id: string;
  readonly channels?: readonly { readonly id: string }[];
  readonly threads?: readonly { readonly id: string }[];
}

/** The channels and threads in a client's cache, and events that are inconsistent with it. */
function cacheOf({ frames }: GatewayClient) {
  const channels = new Map<string, object>();
  const threads = new Set<string>();
  const misfits: string[] = [];
  const takes: Readonly<Record<string, (id: string, check: EventPayload) => void>> = {
    GUILD_CREATE: (_id, guild) => {
      for (const each of guild.channels ?? []) channels.set(each.id, each);
      for (const each of guild.threads ?? []) threads.add(each.id);
    },
    CHANNEL_CREATE: (id, channel) => {
      if (channels.has(id)) misfits.push(`${id} is new`);
      channels.set(id, channel);
    },
    CHANNEL_UPDATE: (id, channel) => {
      if (!channels.has(id)) misfits.push(`${id} is unknown`);
      channels.set(id, channel);
    },
    CHANNEL_DELETE: (id) => channels.delete(id),
    THREAD_LIST_SYNC: (_id, synced) => {
      for (const each of synced.threads ?? []) threads.add(each.id);
    },
  };
  for (const { t, d } of frames) takes[t ?? ""]?.((d as EventPayload).id, d as EventPayload);
  return { channels, threads, misfits };
}

const place = fc.constantFrom(general, hidden, voice, category);
const permissions = fc.constantFrom(nothing, everything, ["ADMINISTRATOR"]);
const overwrite = fc
  .record({
    id: fc.constantFrom(
      [G, 0] as const,
      [mods, 0] as const,
      [watcher, 1] as const,
      [bob, 1] as const,
    ),
    isAllowed: fc.boolean(),
  })
  .map(({ id: [id, type], isAllowed }) => (isAllowed ? allowed : denied)(id, type));
const overwrites = fc.uniqueArray(overwrite, { selector: ({ id }) => id, maxLength: 3 });

const change: fc.Arbitrary<readonly [string, object?]> = fc.oneof(
  fc
    .tuple(place, overwrites)
    .map(([id, list]) => [`PATCH /channels/${id}`, { permission_overwrites: list }] as const),
  fc
    .tuple(fc.constantFrom(G, mods), permissions)
    .map(([id, granted]) => [`PATCH /roles/${id}`, { permissions: granted }] as const),
  fc
    .tuple(fc.constantFrom(watcher, bob), fc.boolean())
    .map(([id, isMod]) => [`PATCH /members/${G}/${id}`, { roles: isMod ? ["mods"] : [] }] as const),
  fc.constantFrom("alice", "bob").map((owner) => [`PATCH /guilds/${G}`, { owner }] as const),
  overwrites.map(
    (list) => ["POST /channels", { guild: G, name: "new", permission_overwrites: list }] as const,
  ),
);

test("a session that receives every change ends with what a new session receives", async () => {
  const world = await aHall();
  await world.say("POST /channels", { guild: G, id: thread, type: 11, parent_id: hidden });
  const intents = intentMask("GUILDS");
  const joined = () => Promise.all([world.join("watcher", intents), world.join("user-token-bob")]);
  const run = async (changes: readonly (readonly [string, object?])[]) => {
    const clients = await joined();
    await Promise.all(changes.map(([route, body]) => world.say(route, body)));
    await Promise.all(clients.map(newsOf));
    const fresh = await joined();
    for (const [i, client] of clients.entries()) {
      const [old, now] = [cacheOf(client), cacheOf(fresh[i] ?? client)];
      expect(old).toMatchObject({ channels: now.channels, misfits: [] });
      // A user who loses a channel receives no event: its threads only disappear with the next
      // READY.
      expect([...now.threads].filter((id) => !old.threads.has(id))).toEqual([]);
    }
    for (const { ws } of [...clients, ...fresh]) ws.terminate();
  };
  const property = fc.asyncProperty(fc.array(change, { minLength: 1, maxLength: 8 }), run);
  await fc.assert(property, { numRuns: 15 });
});
