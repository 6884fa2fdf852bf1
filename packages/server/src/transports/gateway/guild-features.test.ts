import { expect, test } from "vitest";
import { aHall, hallIds, newsOf } from "../../testing/worlds/hall-world.ts";

const { general, guild, hidden, voice, watcher } = hallIds;
const GUILDS = 1;
const INVITES = 1 << 6;
const asAlice = "user-token-alice";

test("events of invites require their intent and permission to manage the channel", async () => {
  const world = await aHall();
  const [bot, bob, alice] = await Promise.all([
    world.join("watcher", GUILDS | INVITES),
    world.join("user-token-bob"),
    world.join(asAlice),
  ]);
  const make = (channel: string) =>
    world.service.asUser(asAlice, `POST /channels/${channel}/invites`, { unique: true });
  const names = async (client: typeof bot) =>
    (await newsOf(client)).map(({ t }) => t).filter((t) => t?.startsWith("INVITE_"));
  await make(general);
  expect(await names(bot)).toEqual([]);
  const manages = { permissions: ["VIEW_CHANNEL", "MANAGE_CHANNELS"] };
  await world.say(`PATCH /roles/${guild}`, manages);
  const { body } = await make(general);
  await make(hidden);
  await world.service.asUser(asAlice, `DELETE /invites/${(body as { code: string }).code}`);
  expect(await names(bot)).toEqual(["INVITE_CREATE", "INVITE_DELETE"]);
  expect(await names(bob)).toEqual(["INVITE_CREATE", "INVITE_DELETE"]);
  expect(await names(alice)).toHaveLength(4);
});

test("a user who joins by an invite receives GUILD_CREATE", async () => {
  const world = await aHall();
  const carol = await world.join("user-token-carol");
  const made = await world.service.asUser(asAlice, `POST /channels/${general}/invites`, {});
  const code = String(made.at("code"));
  await world.service.asUser("user-token-carol", `POST /invites/${code}`, {});
  const event = await carol.nextEvent("GUILD_CREATE");
  expect(event.d).toMatchObject({ id: guild, member_count: 4 });
});

test("scheduled events and emojis are part of GUILD_CREATE, and their events require their intents", async () => {
  const world = await aHall();
  const session = await world.join("watcher", GUILDS | (1 << 3) | (1 << 16));
  const deaf = await world.join("watcher", GUILDS, { shard: [0, 1] });
  const { service } = world;
  const start = new Date(service.clock.now() + 3_600_000).toISOString();
  const planned = { name: "Quiz", privacy_level: 2, scheduled_start_time: start };
  const event = { ...planned, entity_type: 2, channel_id: voice };
  const image = "data:image/png;base64,iVBORw0KGgo=";
  await service.asUser(asAlice, `POST /guilds/${guild}/scheduled-events`, event);
  await service.asUser(asAlice, `POST /guilds/${guild}/emojis`, { name: "smile", image });
  expect((await newsOf(session)).map(({ t }) => t)).toEqual([
    "GUILD_SCHEDULED_EVENT_CREATE",
    "GUILD_EMOJIS_UPDATE",
  ]);
  expect(await newsOf(deaf)).toEqual([]);
  const late = await world.join(asAlice);
  const guildCreate = late.frames.find(({ t }) => t === "GUILD_CREATE");
  expect(guildCreate?.d).toMatchObject({
    emojis: [{ name: "smile" }],
    guild_scheduled_events: [{ name: "Quiz" }],
  });
});

const stage = "300000000000000031";
const lounge = "300000000000000032";
const HIDDEN = [{ id: guild, deny: ["VIEW_CHANNEL"] }];

/** A guild with a stage and a voice channel, and requests of its owner there. */
async function aGuildThatMeets(permission_overwrites: object[]) {
  const world = await aHall();
  const { service } = world;
  for (const [id, type] of [
    [stage, 13],
    [lounge, 2],
  ]) {
    await world.say("POST /channels", { guild, id, name: id, type, permission_overwrites });
  }
  const act = (route: string, body?: object) => service.asUser(asAlice, route, body);
  const now = service.clock.now();
  const at = (hours: number) => new Date(now + hours * 3_600_000).toISOString();
  const plan = async (place: object) => {
    const quiz = { name: "Quiz", privacy_level: 2, scheduled_start_time: at(1), ...place };
    const planned = await act(`POST /guilds/${guild}/scheduled-events`, quiz);
    return `/guilds/${guild}/scheduled-events/${String(planned.at("id"))}`;
  };
  const meetings = async (client: Parameters<typeof newsOf>[0]) =>
    (await newsOf(client)).map(({ t }) => t ?? "").filter((t) => /SCHEDULED|STAGE_/.test(t));
  return { world, act, at, plan, meetings };
}

test.each([
  { sight: "see", overwrites: [], isHeard: true },
  { sight: "do not see", overwrites: HIDDEN, isHeard: false },
])(
  "visibility decides on scheduled events in a channel, for sessions that $sight it",
  async ({ overwrites, isHeard }) => {
    const { world, act, at, plan, meetings } = await aGuildThatMeets(overwrites);
    const others = await Promise.all([
      world.join("watcher", GUILDS | (1 << 16)),
      world.join("user-token-bob"),
    ]);
    const alice = await world.join(asAlice);
    const event = await plan({ entity_type: 2, channel_id: lounge });
    await act(`PATCH ${event}`, { recurrence_rule: { start: at(1), frequency: 3 } });
    const later = { original_scheduled_start_time: at(25), is_canceled: true };
    await act(`POST ${event}/exceptions`, later);
    await act(`PATCH ${event}`, { recurrence_rule: null });
    const interest = { guild, event: "Quiz" };
    await world.say("POST /users/alice/interest", interest);
    await world.say("POST /users/alice/interest", { ...interest, remove: true });
    await act(`DELETE ${event}`);
    await act("POST /stage-instances", { channel_id: stage, topic: "Ships" });
    await act(`PATCH /stage-instances/${stage}`, { topic: "Boats" });
    await act(`DELETE /stage-instances/${stage}`);
    // Deleting a channel also deletes its stage instance and scheduled event.
    await act("POST /stage-instances", { channel_id: stage, topic: "Ships" });
    await plan({ entity_type: 1, channel_id: stage });
    await act(`DELETE /channels/${stage}`);
    const received = await meetings(alice);
    expect(received).toEqual([
      "GUILD_SCHEDULED_EVENT_CREATE",
      "GUILD_SCHEDULED_EVENT_UPDATE",
      "GUILD_SCHEDULED_EVENT_EXCEPTION_CREATE",
      "GUILD_SCHEDULED_EVENT_EXCEPTIONS_DELETE",
      "GUILD_SCHEDULED_EVENT_UPDATE",
      "GUILD_SCHEDULED_EVENT_USER_ADD",
      "GUILD_SCHEDULED_EVENT_USER_REMOVE",
      "GUILD_SCHEDULED_EVENT_DELETE",
      "STAGE_INSTANCE_CREATE",
      "STAGE_INSTANCE_UPDATE",
      "STAGE_INSTANCE_DELETE",
      "STAGE_INSTANCE_CREATE",
      "GUILD_SCHEDULED_EVENT_CREATE",
      "STAGE_INSTANCE_DELETE",
      "GUILD_SCHEDULED_EVENT_DELETE",
    ]);
    for (const client of others) expect(await meetings(client)).toEqual(isHeard ? received : []);
  },
);

test("external scheduled events are dispatched to the whole guild", async () => {
  const { world, act, at, plan, meetings } = await aGuildThatMeets(HIDDEN);
  const bot = await world.join("watcher", GUILDS | (1 << 16));
  const entity_metadata = { location: "The quay" };
  const event = await plan({ entity_type: 3, entity_metadata, scheduled_end_time: at(2) });
  await act(`DELETE ${event}`);
  expect(await meetings(bot)).toEqual([
    "GUILD_SCHEDULED_EVENT_CREATE",
    "GUILD_SCHEDULED_EVENT_DELETE",
  ]);
});

test("GUILD_CREATE has the live stages that the receiver can view, and of scheduled events what their own events show", async () => {
  const { world, act, plan } = await aGuildThatMeets(HIDDEN);
  const alice = await world.join(asAlice);
  await plan({ entity_type: 2, channel_id: lounge });
  await act("POST /stage-instances", { channel_id: stage, topic: "Ships" });
  const events = await newsOf(alice);
  const shownBy = (name: string) => events.find(({ t }) => t === name)?.d;
  const guildOf = async (token: string, intents?: number) => {
    const { frames } = await world.join(token, intents);
    return frames.find(({ t }) => t === "GUILD_CREATE")?.d;
  };
  expect(await guildOf(asAlice)).toMatchObject({
    guild_scheduled_events: [shownBy("GUILD_SCHEDULED_EVENT_CREATE")],
    stage_instances: [shownBy("STAGE_INSTANCE_CREATE")],
  });
  const guildCreate = (await guildOf(asAlice)) as Record<string, object[]>;
  expect(Object.keys(guildCreate["stage_instances"]?.[0] ?? {})).toEqual(
    Object.keys(shownBy("STAGE_INSTANCE_CREATE") ?? {}),
  );
  expect(Object.keys(guildCreate["guild_scheduled_events"]?.[0] ?? {})).toEqual(
    Object.keys(shownBy("GUILD_SCHEDULED_EVENT_CREATE") ?? {}),
  );
  for (const token of ["watcher", "user-token-bob"]) {
    const of = await guildOf(token, token === "watcher" ? GUILDS : undefined);
    expect(of).toMatchObject({ guild_scheduled_events: [], stage_instances: [] });
  }
});

test("THREAD_MEMBERS_UPDATE about oneself requires the guilds intent, about others the members intent", async () => {
  const world = await aHall();
  const heardBy = async (intents: number) => {
    const bot = await world.join("watcher", intents);
    const act = (route: string, body?: object) => world.service.asUser("Bot watcher", route, body);
    await world.say(`PATCH /roles/${guild}`, { permissions: ["ADMINISTRATOR"] });
    const made = await act(`POST /channels/${general}/threads`, { name: "Talk", type: 11 });
    const thread = `/channels/${String(made.at("id"))}/thread-members`;
    await act(`PUT ${thread}/${hallIds.bob}`);
    await act(`DELETE ${thread}/${hallIds.bob}`);
    await act(`DELETE ${thread}/@me`);
    const frames = (await newsOf(bot)).filter(({ t }) => t === "THREAD_MEMBERS_UPDATE");
    bot.ws.terminate();
    return frames.map(({ d }) => {
      const { added_members: added, removed_member_ids: removed } = d as {
        readonly added_members: readonly { readonly user_id: string }[];
        readonly removed_member_ids: readonly string[];
      };
      return [...added.map(({ user_id: id }) => `+${id}`), ...removed.map((id) => `-${id}`)].join();
    });
  };
  const own = [`+${watcher}`, `-${watcher}`];
  const all = [`+${watcher}`, `+${hallIds.bob}`, `-${hallIds.bob}`, `-${watcher}`];
  const MEMBERS = 1 << 1;
  expect(await heardBy(GUILDS)).toEqual(own);
  expect(await heardBy(MEMBERS)).toEqual(all);
  expect(await heardBy(GUILDS | MEMBERS)).toEqual(all);
  expect(await heardBy(1 << 9)).toEqual([]);
  expect(await heardBy(0)).toEqual([]);
});

test("a bot that reaches many users needs a review of its privileged intents", async () => {
  const world = await aHall();
  const MEMBERS = 1 << 1;
  await world.join("watcher", GUILDS | MEMBERS);
  // Alice and Bob are in the bot's guild, which is more people than this.
  await world.say(`PATCH /applications/${watcher}`, { accessible_users_max: 1 });
  await expect(world.join("watcher", GUILDS | MEMBERS)).rejects.toThrow("closed with 4014");
  await world.join("watcher", GUILDS);
  const intents_reviewed_at = new Date(world.service.clock.now()).toISOString();
  await world.say(`PATCH /applications/${watcher}`, { intents_reviewed_at });
  await world.join("watcher", GUILDS | MEMBERS);
  await world.service.control("PATCH /clock", { frozen: true, advance: "P366D" });
  await expect(world.join("watcher", GUILDS | MEMBERS)).rejects.toThrow("closed with 4014");
});

// Proves requirement 6 "Voice Channel Status Update"
test("the status of a voice channel is dispatched and can be requested", async () => {
  const world = await aHall();
  const bot = await world.join("watcher", GUILDS);
  const path = `PUT /channels/${voice}/voice-status`;
  await world.service.asUser(asAlice, path, { status: "Quiz" });
  const event = await bot.nextEvent("VOICE_CHANNEL_STATUS_UPDATE");
  expect(event.d).toEqual({ id: voice, guild_id: guild, status: "Quiz" });
  bot.send(43, { guild_id: guild, fields: ["status"] });
  const info = await bot.nextEvent("CHANNEL_INFO");
  expect(info.d).toEqual({ guild_id: guild, channels: [{ id: voice, status: "Quiz" }] });
});

test("entries of the audit log are dispatched with their intent to those who may read it", async () => {
  const world = await aHall();
  const MODERATION = 1 << 2;
  const [bot, deaf, alice] = await Promise.all([
    world.join("watcher", MODERATION),
    world.join("watcher", GUILDS, { shard: [0, 1] }),
    world.join(asAlice),
  ]);
  const rename = (topic: string) =>
    world.service.asUser(asAlice, `PATCH /channels/${general}`, { topic });
  const written = async (client: typeof bot) =>
    (await newsOf(client)).filter(({ t }) => t === "GUILD_AUDIT_LOG_ENTRY_CREATE");
  await rename("first");
  expect(await written(bot)).toEqual([]);
  expect(await written(alice)).toHaveLength(1);
  await world.say(`PATCH /roles/${guild}`, { permissions: ["VIEW_CHANNEL", "VIEW_AUDIT_LOG"] });
  await rename("second");
  expect(await written(bot)).toMatchObject([
    { d: { guild_id: guild, action_type: 11, target_id: general, changes: [{ key: "topic" }] } },
  ]);
  expect(await written(deaf)).toEqual([]);
});

test.each(["BAN_MEMBERS", "VIEW_AUDIT_LOG"])(
  "bans are dispatched with their intent to members with %s",
  async (permission) => {
    const world = await aHall();
    const [bot, alice] = await Promise.all([world.join("watcher", 1 << 2), world.join(asAlice)]);
    const act = (method: string) =>
      world.service.asUser(asAlice, `${method} /guilds/${guild}/bans/${hallIds.carol}`);
    const names = async (client: typeof bot) =>
      (await newsOf(client)).map(({ t }) => t).filter((t) => t?.startsWith("GUILD_BAN"));
    await act("PUT");
    expect(await names(bot)).toEqual([]);
    expect(await names(alice)).toEqual(["GUILD_BAN_ADD"]);
    await world.say(`PATCH /roles/${guild}`, { permissions: ["VIEW_CHANNEL", permission] });
    await act("DELETE");
    expect(await names(bot)).toEqual(["GUILD_BAN_REMOVE"]);
  },
);
