import { limits } from "@antechamber/contract";
import {
  getInvite,
  listChannelInvites,
  listGuildInvites,
  revokeInvite,
} from "@antechamber/contract/guilds";
import { describe, expect, test } from "vitest";
import { anInviteScene, asBot, asUser, ids } from "../../testing/calls/invite-calls.ts";
import { codeOf, leavesOf } from "../../testing/calls/message-calls.ts";
import { aChannel, aMember } from "../../testing/records.ts";
import { channels, guilds, members } from "../guilds/guild.ts";
import {
  scheduledEvents,
  type ScheduledEventRecord,
} from "../guilds/scheduled-events/scheduled-event.ts";
import { voiceStates } from "../guilds/voice/voice-state.ts";
import { createInvite } from "./operations.ts";

const inviting = "CREATE_INSTANT_INVITE";
const day = limits.inviteMaxAgeDefault.value * 1000;

test("an invite expires after a day with any number of uses by default", async () => {
  const { invite, clock } = await anInviteScene(inviting);
  const { status, body } = await invite();
  expect(status).toBe(200);
  expect(body).toMatchObject({
    type: 0,
    guild_id: ids.guild,
    guild: { id: ids.guild },
    channel: { id: ids.general, type: 0 },
    inviter: { id: ids.bot },
    max_age: 86_400,
    max_uses: 0,
    uses: 0,
    temporary: false,
  });
  expect(body.code).toMatch(/^[A-Za-z0-9]{8}$/);
  expect(Date.parse(body.expires_at ?? "")).toBe(clock.now() + day);
  const endless = await invite({ max_age: 0, max_uses: 3, temporary: true });
  expect(endless.body).toMatchObject({ expires_at: null, max_uses: 3, temporary: true });
});

test.each([
  [{ max_age: -1 }, "max_age: NUMBER_TYPE_MIN"],
  [{ max_age: limits.inviteMaxAge.value + 1 }, "max_age: NUMBER_TYPE_MAX"],
  [{ max_uses: limits.inviteMaxUses.value + 1 }, "max_uses: NUMBER_TYPE_MAX"],
  [{ target_type: 3 }, "target_type: BASE_TYPE_CHOICES"],
  [{ role_ids: ["x"] }, "role_ids.0: NUMBER_TYPE_COERCE"],
  [{ role_ids: [ids.low, ids.low] }, "role_ids.1: BASE_TYPE_CHOICES"],
])("an invite with %j is refused", async (body, leaf) => {
  const { invite } = await anInviteScene(inviting);
  expect(leavesOf(await invite(body))).toEqual([leaf]);
});

test("creating an invite requires CREATE_INSTANT_INVITE", async () => {
  const { invite } = await anInviteScene();
  expect(codeOf(await invite())).toBe(50013);
  expect(codeOf(await invite({}, { as: asUser(ids.carol) }))).toBe(50001);
  expect((await invite({}, { as: asUser(ids.alice) })).status).toBe(200);
});

test.each([ids.category, ids.thread])("an invite to channel %s is refused", async (channel) => {
  const { invite } = await anInviteScene(inviting);
  expect(codeOf(await invite({}, { channel }))).toBe(50024);
});

test("the same invite is returned again, unless it is unique or for a list of users", async () => {
  const { invite } = await anInviteScene(inviting, "MANAGE_GUILD");
  const listed = await invite({ target_user_ids: [ids.carol] });
  const first = await invite();
  expect(first.body.code).not.toBe(listed.body.code);
  expect((await invite()).body.code).toBe(first.body.code);
  expect((await invite({ unique: true })).body.code).not.toBe(first.body.code);
  expect((await invite({ max_uses: 1 })).body.code).not.toBe(first.body.code);
  const others = await invite({}, { as: asUser(ids.alice) });
  expect(others.body.code).not.toBe(first.body.code);
});

test("a guild has a limit of invites", async () => {
  const { invite, work } = await anInviteScene(inviting);
  await work.transaction(async (ctx) => {
    for (let i = 0; i < limits.invitesPerGuild.value; i++) {
      await createInvite(ctx, { guild_id: ids.guild, channel_id: ids.general });
    }
  });
  expect((await invite({ unique: true })).body).toEqual({
    code: 30016,
    message: "Maximum number of invites to this server reached.",
  });
});

test("an invite's creation and deletion are announced to those who manage the channel", async () => {
  const { invite, call, news } = await anInviteScene(inviting, "MANAGE_CHANNELS");
  const { body } = await invite({ max_uses: 2 });
  await call(revokeInvite, { as: asBot, params: { code: body.code } });
  const scope = { kind: "channel", guild_id: ids.guild, channel_id: ids.general };
  const place = { code: body.code, channel_id: ids.general, guild_id: ids.guild };
  expect(await news()).toMatchObject([
    {
      name: "INVITE_CREATE",
      scope,
      payload: { ...place, max_uses: 2, uses: 0, inviter: { id: ids.bot } },
    },
    { name: "INVITE_DELETE", scope, payload: place },
  ]);
});

test("listing invites requires MANAGE_CHANNELS or, for a guild, MANAGE_GUILD or VIEW_AUDIT_LOG", async () => {
  const inChannel = (scene: Awaited<ReturnType<typeof anInviteScene>>) =>
    scene.call(listChannelInvites, { as: asBot, params: { channel_id: ids.general } });
  const inGuild = (scene: Awaited<ReturnType<typeof anInviteScene>>) =>
    scene.call(listGuildInvites, { as: asBot, params: { guild_id: ids.guild } });
  const poor = await anInviteScene(inviting);
  expect([codeOf(await inChannel(poor)), codeOf(await inGuild(poor))]).toEqual([50013, 50013]);
  const auditor = await anInviteScene(inviting, "VIEW_AUDIT_LOG");
  const { uses, max_uses, max_age, temporary, created_at, ...plain } = (await auditor.invite())
    .body;
  const use = [uses, max_uses, max_age, temporary, created_at];
  expect(use).toEqual([0, 0, 86_400, false, expect.any(String)]);
  expect((await inGuild(auditor)).body).toEqual([plain]);
  const rich = await anInviteScene(inviting, "MANAGE_CHANNELS", "MANAGE_GUILD");
  const { body } = await rich.invite();
  expect((await inChannel(rich)).body).toEqual([body]);
  expect((await inGuild(rich)).body).toEqual([body]);
});

test("everyone can read an invite by its code, without its uses", async () => {
  const { invite, call } = await anInviteScene(inviting);
  const { body } = await invite();
  const as = { kind: "nobody" } as const;
  const plain = await call(getInvite, { as, params: { code: body.code } });
  expect(plain.body).toMatchObject({ code: body.code, expires_at: body.expires_at });
  for (const field of ["uses", "max_uses", "approximate_member_count"]) {
    expect(plain.body).not.toHaveProperty(field);
  }
  const query = { with_counts: true };
  const counted = await call(getInvite, { as, params: { code: body.code }, query });
  expect(counted.body.approximate_member_count).toBe(3);
  expect(codeOf(await call(getInvite, { as, params: { code: "nothing" } }))).toBe(10006);
});

const quiz: ScheduledEventRecord = {
  id: "400000000000000001",
  guild_id: ids.guild,
  name: "Quiz",
  description: null,
  channel_id: null,
  creator_id: ids.alice,
  image: null,
  scheduled_start_time: "2099-01-01T00:00:00.000000+00:00",
  scheduled_end_time: "2099-01-01T01:00:00.000000+00:00",
  status: 1,
  entity_type: 3,
  entity_id: null,
  entity_metadata: { location: "Quay" },
  privacy_level: 2,
};

describe("the event in an invite", () => {
  async function read(event: Partial<ScheduledEventRecord>, denied = false) {
    const { invite, call, seed } = await anInviteScene(inviting);
    const { code } = (await invite()).body;
    await seed((tx) => {
      tx.put(scheduledEvents, { ...quiz, ...event });
      const overwrite = { id: ids.guild, type: 0, allow: "0", deny: "1024" } as const;
      const permission_overwrites = denied ? [overwrite] : [];
      const { guild: guild_id } = ids;
      tx.put(channels, aChannel(ids.voice, { guild_id, type: 2, permission_overwrites }));
    });
    const ask = async (query: object) =>
      (await call(getInvite, { as: { kind: "nobody" }, params: { code }, query })).body;
    return { ask, event: { guild_scheduled_event_id: quiz.id } };
  }

  test("is shown in full, with counts on request", async () => {
    const { ask, event } = await read({ channel_id: ids.voice, entity_type: 2 });
    const { guild_scheduled_event: scheduledEvent } = await ask(event);
    expect(scheduledEvent).toMatchObject({
      id: quiz.id,
      channel_id: ids.voice,
      creator: { id: ids.alice },
      guild_scheduled_event_exceptions: [],
    });
    expect(scheduledEvent).not.toHaveProperty("user_count");
    const counted = await ask({ ...event, with_counts: true });
    expect(counted.guild_scheduled_event?.user_count).toBe(0);
  });

  test.each([
    ["nobody has planned", {}, false, { guild_scheduled_event_id: "400000000000000002" }],
    ["another guild has planned", { guild_id: "5" }, false, {}],
    ["takes place where not everyone is", { channel_id: ids.voice, entity_type: 2 }, true, {}],
  ])("is omitted if it is one that %s", async (_what, fields, isHidden, other) => {
    const { ask, event } = await read(fields, isHidden);
    expect(await ask({ ...event, ...other })).not.toHaveProperty("guild_scheduled_event");
  });

  test("is omitted if it is not requested", async () => {
    const { ask } = await read({});
    expect(await ask({})).not.toHaveProperty("guild_scheduled_event");
  });
});

test("deleting an invite requires MANAGE_CHANNELS, and makes it unknown", async () => {
  const poor = await anInviteScene(inviting);
  const ownInvite = await poor.invite();
  const refused = await poor.call(revokeInvite, {
    as: asBot,
    params: { code: ownInvite.body.code },
  });
  expect(codeOf(refused)).toBe(50013);
  const { invite, call } = await anInviteScene(inviting, "MANAGE_CHANNELS");
  const params = { code: (await invite()).body.code };
  expect((await call(revokeInvite, { as: asBot, params })).status).toBe(200);
  expect(codeOf(await call(revokeInvite, { as: asBot, params }))).toBe(10006);
});

test("MANAGE_GUILD allows deleting invites to hidden channels", async () => {
  const hide = { id: ids.guild, type: 0, allow: "0", deny: "1024" } as const;
  const revoke = async (permission: "MANAGE_CHANNELS" | "MANAGE_GUILD") => {
    const { invite, call, seed } = await anInviteScene(inviting, permission);
    const { code } = (await invite()).body;
    const hidden = aChannel(ids.general, { guild_id: ids.guild });
    await seed((tx) => tx.put(channels, { ...hidden, permission_overwrites: [hide] }));
    return call(revokeInvite, { as: asBot, params: { code } });
  };
  expect((await revoke("MANAGE_GUILD")).status).toBe(200);
  expect(codeOf(await revoke("MANAGE_CHANNELS"))).toBe(50001);
});

test("an invite expires on time, with an event", async () => {
  const { invite, use, advance, news } = await anInviteScene(inviting);
  const { code } = (await invite({ max_age: 60 })).body;
  await advance(59_999);
  expect((await use(code, ids.dave)).status).toBe(200);
  await news();
  await advance(1);
  expect(codeOf(await use(code))).toBe(10006);
  expect(await news()).toMatchObject([{ name: "INVITE_DELETE", payload: { code } }]);
});

test("a hidden invite is not listed and cannot be deleted", async () => {
  const { call, work } = await anInviteScene(inviting, "MANAGE_CHANNELS", "MANAGE_GUILD");
  const { code } = await work.transaction((ctx) =>
    createInvite(ctx, { guild_id: ids.guild, channel_id: ids.general, hidden: true }),
  );
  const lists = [
    await call(listChannelInvites, { as: asBot, params: { channel_id: ids.general } }),
    await call(listGuildInvites, { as: asBot, params: { guild_id: ids.guild } }),
  ];
  expect(lists.map(({ body }) => body)).toEqual([[], []]);
  expect(codeOf(await call(revokeInvite, { as: asBot, params: { code } }))).toBe(50013);
});

test.each([
  [{ target_user_id: ids.bob }, "target_type: GUILD_INVITE_INVALID_TARGET_USER_TYPE"],
  [{ target_application_id: ids.bot }, "target_type: GUILD_INVITE_INVALID_TARGET_TYPE"],
  [{ target_type: 1 }, "target_user_id: BASE_TYPE_REQUIRED"],
  [{ target_type: 2 }, "target_application_id: BASE_TYPE_REQUIRED"],
  [
    { target_type: 1, target_user_id: ids.bob },
    "target_user_id: GUILD_INVITE_INVALID_STREAMER_CHANNEL",
  ],
])("the target %j is refused", async (body, leaf) => {
  const { invite } = await anInviteScene(inviting);
  expect(leavesOf(await invite(body, { channel: ids.voice }))).toEqual([leaf]);
});

test("an invite can lead to a user in voice or to an activity", async () => {
  const { invite, seed } = await anInviteScene(inviting);
  const state = { session_id: "s", self_mute: false, self_deaf: false, self_video: false };
  const place = { guild_id: ids.guild, channel_id: ids.voice, user_id: ids.bob, suppress: false };
  await seed((tx) => tx.put(voiceStates, { ...place, ...state }));
  const channel = ids.voice;
  const stream = await invite({ target_type: 1, target_user_id: ids.bob }, { channel });
  expect(stream.body).toMatchObject({ target_type: 1, target_user: { id: ids.bob } });
  const form = { target_type: 2, target_application_id: ids.bot };
  expect((await invite(form, { channel })).body.target_application?.id).toBe(ids.bot);
  const inText = await invite(form);
  expect(leavesOf(inText)).toEqual([
    "target_application_id: GUILD_INVITE_INVALID_TARGET_APPLICATION",
  ]);
  const nobody = { target_type: 1, target_user_id: "1" };
  expect(codeOf(await invite(nobody, { channel }))).toBe(10013);
});

test("accepting an invite makes a user a member, with an event", async () => {
  const { invite, use, memberOf, news } = await anInviteScene(inviting);
  const { code } = (await invite()).body;
  await news();
  const joined = await use(code);
  expect(joined.body).toMatchObject({ code, guild_id: ids.guild, new_member: true });
  expect(await memberOf(ids.carol)).toMatchObject({
    roles: [],
    join_source_type: 5,
    source_invite_code: code,
  });
  expect(await news()).toMatchObject([
    { name: "GUILD_MEMBER_ADD", payload: { guild_id: ids.guild, user: { id: ids.carol } } },
  ]);
});

test("an invite with one use is deleted after it, and members do not use it up", async () => {
  const { invite, use, news } = await anInviteScene(inviting);
  const { code } = (await invite({ max_uses: 1 })).body;
  expect((await use(code, ids.bob)).body.new_member).toBe(false);
  expect((await use(code)).status).toBe(200);
  expect((await news()).at(-1)).toMatchObject({ name: "INVITE_DELETE", payload: { code } });
  expect(codeOf(await use(code, ids.dave))).toBe(10006);
});

test("an invite for one user refuses others, and sets the join source", async () => {
  const { use, work, memberOf } = await anInviteScene();
  const place = { guild_id: ids.guild, channel_id: ids.general };
  const { code } = await work.transaction((ctx) =>
    createInvite(ctx, { ...place, target_type: 5, only_user_id: ids.carol, max_uses: 1 }),
  );
  expect(codeOf(await use(code, ids.dave))).toBe(40110);
  expect((await use(code)).status).toBe(200);
  expect(await memberOf(ids.carol)).toMatchObject({ join_source_type: 8 });
});

test("a guild with paused invites refuses to let users in", async () => {
  const { invite, use, seed, store } = await anInviteScene(inviting);
  const { code } = (await invite()).body;
  const guild = await store.read(async (tx) => (await tx.find(guilds))[0]);
  if (guild === undefined) throw new Error("no guild");
  await seed((tx) => tx.put(guilds, { ...guild, features: ["INVITES_DISABLED"] }));
  expect(codeOf(await use(code))).toBe(40110);
});

test("a user cannot join more guilds than the limit", async () => {
  const { invite, use, seed } = await anInviteScene(inviting);
  const { code } = (await invite()).body;
  await seed((tx) => {
    for (let i = 0; i < limits.guildsPerUser.value; i++) {
      tx.put(members, aMember({ guild_id: `40000000000000${1000 + i}`, user_id: ids.carol }));
    }
  });
  expect(codeOf(await use(code))).toBe(30001);
});
