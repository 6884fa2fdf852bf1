// The events that are sent when entities of a running world are edited, each with its cause, over
// real sockets.
import { IntentBit, intentMask, type IntentName } from "@antechamber/contract/gateway";
import { describe, expect, test } from "vitest";
import type { GatewayClient } from "../../testing/clients/gateway-client.ts";
import { aHall, hallIds, newsOf } from "../../testing/worlds/hall-world.ts";

const everyIntent = intentMask(...(Object.keys(IntentBit) as IntentName[]));
const { guild: G, watcher, porter, alice, bob, carol, mods, general, hidden, category } = hallIds;

const names = async (client: GatewayClient) => (await newsOf(client)).map(({ t }) => t);
const newEvents = async (client: GatewayClient) => (await newsOf(client)).map(({ t, d }) => [t, d]);

const part = (fields: object): unknown => expect.objectContaining(fields);

interface Cause {
  readonly name: string;
  readonly calls: readonly (readonly [route: string, body?: object])[];
  readonly events: readonly (readonly [name: string, payload: unknown])[];
}

const causes: readonly Cause[] = [
  {
    name: "a guild changes",
    calls: [[`PATCH /guilds/${G}`, { name: "Great Hall" }]],
    events: [["GUILD_UPDATE", part({ id: G, name: "Great Hall", owner_id: alice })]],
  },
  {
    name: "a guild is deleted",
    calls: [[`DELETE /guilds/${G}`]],
    events: [["GUILD_DELETE", { id: G }]],
  },
  {
    name: "a role comes, changes and goes",
    calls: [
      ["POST /roles", { guild: "Hall", id: "300000000000000012", name: "staff" }],
      ["PATCH /roles/300000000000000012", { permissions: ["MANAGE_ROLES"], color: 255 }],
      ["DELETE /roles/300000000000000012"],
    ],
    events: [
      ["GUILD_ROLE_CREATE", { guild_id: G, role: part({ name: "staff", permissions: "0" }) }],
      ["GUILD_ROLE_UPDATE", { guild_id: G, role: part({ permissions: "268435456", color: 255 }) }],
      ["GUILD_ROLE_DELETE", { guild_id: G, role_id: "300000000000000012" }],
    ],
  },
  {
    name: "a role goes that members have",
    calls: [[`DELETE /roles/${mods}`]],
    events: [
      ["GUILD_MEMBER_UPDATE", part({ guild_id: G, user: part({ id: bob }), roles: [] })],
      ["GUILD_ROLE_DELETE", { guild_id: G, role_id: mods }],
      ["GUILD_ROLE_UPDATE", part({ role: part({ name: "Watcher", position: 1 }) })],
    ],
  },
  {
    name: "a channel comes, changes and goes",
    calls: [
      ["POST /channels", { guild: G, id: "300000000000000031", name: "den" }],
      ["PATCH /channels/300000000000000031", { topic: "Sit" }],
      ["DELETE /channels/300000000000000031"],
    ],
    events: [
      ["CHANNEL_CREATE", part({ name: "den", guild_id: G, topic: null })],
      ["CHANNEL_UPDATE", part({ name: "den", topic: "Sit" })],
      ["CHANNEL_DELETE", part({ name: "den", guild_id: G, topic: "Sit" })],
    ],
  },
  {
    name: "a category goes",
    calls: [[`DELETE /channels/${category}`]],
    events: [
      ["CHANNEL_UPDATE", part({ name: "in rooms", parent_id: null })],
      ["CHANNEL_DELETE", part({ id: category })],
    ],
  },
  {
    name: "a channel goes that the guild names",
    calls: [
      [`PATCH /guilds/${G}`, { system_channel_id: general }],
      [`DELETE /channels/${general}`],
    ],
    events: [
      ["GUILD_UPDATE", part({ system_channel_id: general })],
      ["CHANNEL_DELETE", part({ id: general })],
      ["GUILD_UPDATE", part({ system_channel_id: null })],
    ],
  },
  {
    name: "a thread comes, changes and goes",
    calls: [
      ["POST /channels", { guild: G, id: "300000000000000032", type: 11, parent_id: general }],
      ["PATCH /channels/300000000000000032", { name: "talk" }],
      ["DELETE /channels/300000000000000032"],
    ],
    events: [
      ["THREAD_CREATE", part({ id: "300000000000000032", newly_created: true })],
      ["THREAD_MEMBERS_UPDATE", part({ id: "300000000000000032", member_count: 1 })],
      ["THREAD_UPDATE", part({ name: "talk" })],
      ["THREAD_DELETE", { id: "300000000000000032", guild_id: G, parent_id: general, type: 11 }],
    ],
  },
  {
    name: "a member comes, changes and goes",
    calls: [
      ["POST /members", { guild: G, user: "carol" }],
      [`PATCH /members/${G}/${carol}`, { nick: "c", roles: ["mods"] }],
      [`DELETE /members/${G}/${carol}`],
    ],
    events: [
      ["GUILD_MEMBER_ADD", part({ guild_id: G, user: part({ id: carol }), roles: [] })],
      ["GUILD_MEMBER_UPDATE", part({ guild_id: G, nick: "c", roles: [mods] })],
      ["GUILD_MEMBER_REMOVE", { guild_id: G, user: part({ id: carol }) }],
    ],
  },
  {
    name: "a member's user changes, and goes",
    calls: [["PATCH /users/bob", { global_name: "Bob" }], ["DELETE /users/bob"]],
    events: [
      ["GUILD_MEMBER_UPDATE", part({ guild_id: G, user: part({ global_name: "Bob" }) })],
      ["GUILD_MEMBER_REMOVE", { guild_id: G, user: part({ id: bob }) }],
    ],
  },
  {
    name: "another application comes, changes and goes",
    calls: [
      ["POST /installs", { guild: G, application: "Porter", permissions: "8" }],
      [`PATCH /installs/${G}/${porter}`, { permissions: "16" }],
      [`PATCH /applications/${porter}`, { description: "Opens doors" }],
      [`DELETE /installs/${G}/${porter}`],
    ],
    events: [
      ["GUILD_ROLE_CREATE", part({ role: part({ permissions: "8", managed: true }) })],
      ["GUILD_MEMBER_ADD", part({ user: part({ id: porter, bot: true }) })],
      ["INTEGRATION_CREATE", part({ guild_id: G, application: part({ id: porter }) })],
      ["GUILD_INTEGRATIONS_UPDATE", { guild_id: G }],
      ["GUILD_ROLE_UPDATE", part({ role: part({ permissions: "16" }) })],
      ["INTEGRATION_UPDATE", part({ id: porter, type: "discord", enabled: true })],
      ["GUILD_INTEGRATIONS_UPDATE", { guild_id: G }],
      ["INTEGRATION_UPDATE", part({ application: part({ description: "Opens doors" }) })],
      ["GUILD_INTEGRATIONS_UPDATE", { guild_id: G }],
      ["INTEGRATION_DELETE", { id: porter, guild_id: G, application_id: porter }],
      ["GUILD_INTEGRATIONS_UPDATE", { guild_id: G }],
      ["GUILD_MEMBER_REMOVE", { guild_id: G, user: part({ id: porter }) }],
      ["GUILD_ROLE_DELETE", part({ guild_id: G })],
    ],
  },
  {
    name: "the session's own user changes",
    calls: [[`PATCH /applications/${watcher}`, { bot: { global_name: "W" } }]],
    events: [
      ["USER_UPDATE", part({ id: watcher, global_name: "W", mfa_enabled: false })],
      ["GUILD_MEMBER_UPDATE", part({ user: part({ id: watcher, global_name: "W" }) })],
    ],
  },
];

/** The intent that an event needs; absent: none. */
const intentOf = (name: string): IntentName | undefined => {
  if (name === "USER_UPDATE") return undefined;
  if (/^(GUILD_MEMBER|THREAD_MEMBERS)_/.test(name)) return "GUILD_MEMBERS";
  return name.includes("INTEGRATION") ? "GUILD_INTEGRATIONS" : "GUILDS";
};

describe.each(causes)("when $name", ({ calls, events }) => {
  test("a bot in the guild receives the event, by its intents", async () => {
    const world = await aHall();
    const wanted = ["GUILDS", "GUILD_MEMBERS", "GUILD_INTEGRATIONS"] as const;
    const [all, deaf, by] = await Promise.all([
      world.join("watcher", everyIntent),
      world.join("watcher", 0),
      Promise.all(wanted.map((name) => world.join("watcher", intentMask(name)))),
    ]);
    await Promise.all([...by, deaf, all].map(newsOf));
    for (const [route, body] of calls) await world.say(route, body);
    expect(await newEvents(all)).toEqual(events);
    const isOwn = (payload: unknown) => JSON.stringify(payload).includes(`"id":"${watcher}"`);
    for (const [i, intent] of wanted.entries()) {
      const expected = events.filter(([name, payload]) => {
        const needed = intentOf(name);
        const isAboutItself = name === "GUILD_MEMBER_UPDATE" && isOwn(sampleOf(payload));
        return needed === undefined || needed === intent || isAboutItself;
      });
      expect(await names(by[i] as GatewayClient)).toEqual(expected.map(([name]) => name));
    }
    const always = events.filter(
      ([name, payload]) =>
        intentOf(name) === undefined ||
        (name === "GUILD_MEMBER_UPDATE" && isOwn(sampleOf(payload))),
    );
    expect(await names(deaf)).toEqual(always.map(([name]) => name));
  });

  test("a bot outside the guild receives nothing", async () => {
    const world = await aHall();
    const elsewhere = await world.join("porter", intentMask("GUILDS", "GUILD_INTEGRATIONS"));
    const isInstalled = calls.some(([route]) => route === "POST /installs");
    for (const [route, body] of calls) await world.say(route, body);
    const received = await names(elsewhere);
    const own = isInstalled ? ["GUILD_CREATE", "GUILD_DELETE"] : [];
    expect([received[0], received.at(-1)]).toEqual([own[0], own.at(-1)]);
  });
});

/** The content of an expected payload, with asymmetric matchers unwrapped. */
function sampleOf(payload: unknown): unknown {
  if (typeof payload !== "object" || payload === null) return payload;
  const opened = "sample" in payload ? (payload as { sample: object }).sample : payload;
  if (typeof opened !== "object") return opened;
  return Object.fromEntries(Object.entries(opened).map(([key, each]) => [key, sampleOf(each)]));
}

describe("a bot that is installed", () => {
  test("receives GUILD_CREATE with its own member, then its integration", async () => {
    const world = await aHall();
    const bot = await world.join("porter", intentMask("GUILDS", "GUILD_INTEGRATIONS"));
    await world.say("POST /installs", { guild: G, application: "Porter" });
    const [created, ...others] = await newEvents(bot);
    expect(created).toEqual([
      "GUILD_CREATE",
      part({ id: G, member_count: 4, members: [part({ user: part({ id: porter }) })] }),
    ]);
    const { channels } = (created?.[1] ?? {}) as { channels: { id: string }[] };
    expect(channels.map(({ id }) => id)).toEqual(expect.arrayContaining([general, hidden]));
    expect(others.map(([name]) => name)).toEqual([
      "INTEGRATION_CREATE",
      "GUILD_INTEGRATIONS_UPDATE",
    ]);
    await world.say(`PATCH /guilds/${G}`, { name: "Joined" });
    expect(await names(bot)).toEqual(["GUILD_UPDATE"]);
  });

  test("receives GUILD_DELETE when it is removed, and no more events", async () => {
    const world = await aHall();
    const bot = await world.join("watcher", intentMask("GUILDS", "GUILD_MEMBERS"));
    await world.say(`DELETE /installs/${G}/${watcher}`);
    expect(await newEvents(bot)).toEqual([["GUILD_DELETE", { id: G }]]);
    await world.say(`PATCH /guilds/${G}`, { name: "Left" });
    expect(await names(bot)).toEqual([]);
  });

  test("may be installed again", async () => {
    const world = await aHall();
    const bot = await world.join("watcher", intentMask("GUILDS"));
    await world.say(`DELETE /installs/${G}/${watcher}`);
    await world.say("POST /installs", { guild: G, application: "Watcher" });
    expect(await names(bot)).toEqual(["GUILD_DELETE", "GUILD_CREATE"]);
  });
});

test("every member with a session receives a new guild, each on its shard", async () => {
  const world = await aHall();
  const id = ((300_000_000_000_000_000n >> 22n) << 22n) + (1n << 22n);
  const shard = Number((id >> 22n) % 2n);
  const intents = intentMask("GUILDS");
  const [on, off] = await Promise.all([
    world.join("watcher", intents, { shard: [shard, 2] }),
    world.join("watcher", intents, { shard: [1 - shard, 2] }),
  ]);
  const person = await world.join("user-token-carol");
  await world.say("POST /guilds", {
    id: id.toString(),
    name: "New",
    owner: "carol",
    applications: [{ application: "Watcher" }],
  });
  const created = [["GUILD_CREATE", part({ id: id.toString(), name: "New", member_count: 2 })]];
  expect(await newEvents(on)).toEqual(created);
  expect(await newEvents(off)).toEqual([]);
  expect(await newEvents(person)).toEqual(created);
});

test.each([
  [
    "are in a new guild",
    ["POST /guilds", { name: "New", owner: "carol", applications: [{ application: watcher }] }],
  ],
  ["come back", ["POST /installs", { guild: G, application: "Watcher" }]],
] as const)("sessions that %s receive the same online members", async (_how, [route, body]) => {
  const world = await aHall();
  const bots = [await world.join("watcher", everyIntent), await world.join("watcher", everyIntent)];
  for (const token of ["user-token-carol", "user-token-bob"]) await world.join(token);
  await world.say(`DELETE /installs/${G}/${watcher}`);
  for (const bot of bots) await newsOf(bot);
  await world.say(route, body);
  const created = (await Promise.all(bots.map(newsOf))).map((news) => news[0]?.d);
  const online = created.map((guild) => {
    const { presences } = guild as { presences: { user: { id: string } }[] };
    return presences.map(({ user }) => user.id).toSorted();
  });
  const person = route === "POST /guilds" ? carol : bob;
  expect(online).toEqual([
    [person, watcher],
    [person, watcher],
  ]);
});

describe("a channel", () => {
  test("is dispatched to everyone in the guild, whether they can view it or not", async () => {
    const world = await aHall();
    const bot = await world.join("watcher", intentMask("GUILDS"));
    const owner = await world.join("user-token-alice");
    await world.say(`PATCH /channels/${hidden}`, { topic: "unseen" });
    await world.say(`PATCH /channels/${hidden}`, { permission_overwrites: [] });
    await world.say(`PATCH /channels/${general}`, {
      permission_overwrites: [{ id: watcher, type: 1, deny: ["VIEW_CHANNEL"] }],
    });
    await world.say(`DELETE /channels/${general}`);
    await world.say(`DELETE /channels/${hidden}`);
    const about = async (client: GatewayClient) =>
      (await newsOf(client)).map(({ t, d }) =>
        [t, (d as { id?: string }).id?.slice(-2)].join(" ").trim(),
      );
    const changes = [
      "CHANNEL_UPDATE 22",
      "CHANNEL_UPDATE 22",
      "CHANNEL_UPDATE 21",
      "CHANNEL_DELETE 21",
      "CHANNEL_DELETE 22",
    ];
    expect(await about(bot)).toEqual(changes.toSpliced(2, 0, "THREAD_LIST_SYNC"));
    expect(await about(owner)).toEqual(changes);
  });

  test("deletes its messages with it", async () => {
    const world = await aHall();
    const bot = `Bot watcher`;
    const path = `/channels/${general}/messages`;
    await world.service.call(`POST ${path}`, { auth: bot, body: { content: "here" } });
    await world.say(`DELETE /channels/${general}`);
    await world.say("POST /channels", { guild: G, id: general, name: "general" });
    expect((await world.service.call(`GET ${path}`, { auth: bot })).body).toEqual([]);
  });
});
