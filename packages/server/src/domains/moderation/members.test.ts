import { limits } from "@antechamber/contract";
import { addMember, editMember, kickMember } from "@antechamber/contract/guilds";
import { timestamp } from "@antechamber/contract/schema";
import { describe, expect, test } from "vitest";
import { inVoice } from "../../testing/calls/guild-calls.ts";
import { codeOf, leavesOf } from "../../testing/calls/message-calls.ts";
import {
  aModerationScene,
  asBot,
  asUser,
  ids,
  inGuild,
} from "../../testing/calls/moderation-calls.ts";
import { aRole } from "../../testing/records.ts";
import { secretDigest } from "../../platform/crypto.ts";
import { guildInstalls } from "../applications/installs.ts";
import { accessTokens } from "../applications/tokens.ts";
import { bans } from "../guilds/members/bans.ts";
import { members, roles } from "../guilds/guild.ts";
import { permissionContextOf } from "../guilds/operations.ts";
import { basePermissions } from "../guilds/permissions.ts";
import { voiceStates } from "../guilds/voice/voice-state.ts";

type MemberScene = Awaited<ReturnType<typeof aModerationScene>>;

const at = (user_id: string) => ({ ...inGuild, user_id });
const edit = ({ call }: MemberScene, user: string, body: object, as = asBot) =>
  call(editMember, { as, params: at(user), body });
const kick = ({ call }: MemberScene, user: string, as = asBot) =>
  call(kickMember, { as, params: at(user), reason: "rude" });

describe("editing a member", () => {
  test("changes the nickname and removes it, with events and audit log entries", async () => {
    const scene = await aModerationScene(["MANAGE_NICKNAMES"]);
    const { status, body } = await edit(scene, ids.bob, { nick: "Bobby" });
    expect([status, body]).toMatchObject([200, { nick: "Bobby", user: { id: ids.bob } }]);
    expect((await edit(scene, ids.bob, { nick: "" })).body.nick).toBeNull();
    expect((await edit(scene, ids.bob, { nick: null })).body.nick).toBeNull();
    expect(await scene.news()).toMatchObject([
      { name: "GUILD_MEMBER_UPDATE", payload: { nick: "Bobby" } },
      { name: "GUILD_MEMBER_UPDATE", payload: { nick: null } },
    ]);
    expect(await scene.logged()).toMatchObject([
      { action_type: 24, target_id: ids.bob, changes: [{ key: "nick", new_value: "Bobby" }] },
      { action_type: 24, changes: [{ key: "nick", old_value: "Bobby" }] },
    ]);
  });

  test("requires a different permission for one's own nickname", async () => {
    const scene = await aModerationScene(["CHANGE_NICKNAME"]);
    expect((await edit(scene, ids.bot, { nick: "Botty" })).status).toBe(200);
    expect(codeOf(await edit(scene, ids.bob, { nick: "Bobby" }))).toBe(50013);
  });

  test("replaces all roles, each of which must be below one's own", async () => {
    const scene = await aModerationScene(["MANAGE_ROLES"]);
    const { body } = await edit(scene, ids.erin, { roles: [ids.middle, ids.middle] });
    expect(body.roles).toEqual([ids.middle]);
    expect(await scene.logged()).toMatchObject([
      { action_type: 25, changes: [{ key: "$add" }, { key: "$remove" }] },
    ]);
    expect(codeOf(await edit(scene, ids.erin, { roles: [ids.high] }))).toBe(50013);
    expect(codeOf(await edit(scene, ids.dave, { roles: [] }))).toBe(50013);
    expect(codeOf(await edit(scene, ids.bob, { roles: ["1"] }))).toBe(10011);
    expect((await edit(scene, ids.dave, { roles: [ids.high, ids.low] })).status).toBe(200);
    const withNull = await edit(scene, ids.erin, { roles: [null, ids.middle] });
    expect(withNull.body.roles).toEqual([ids.middle]);
  });

  test.each([
    ["nick", "MANAGE_NICKNAMES", { nick: "x" }],
    ["roles", "MANAGE_ROLES", { roles: [] }],
    ["mute", "MUTE_MEMBERS", { mute: true }],
    ["deaf", "DEAFEN_MEMBERS", { deaf: true }],
    ["channel_id", "MOVE_MEMBERS", { channel_id: null }],
    ["time-out", "MODERATE_MEMBERS", { communication_disabled_until: null }],
    ["flags", "MANAGE_GUILD", { flags: 4 }],
  ] as const)("requires a permission for each field: %s, %s", async (_, permission, body) => {
    const without = await aModerationScene();
    await without.seed((tx) => tx.put(voiceStates, inVoice(ids.erin, ids.voice)));
    expect(codeOf(await edit(without, ids.erin, body))).toBe(50013);
    const scene = await aModerationScene([permission]);
    await scene.seed((tx) => tx.put(voiceStates, inVoice(ids.erin, ids.voice)));
    expect((await edit(scene, ids.erin, body)).status).toBe(200);
  });

  test("is refused for members with an equal or higher role, and for the owner", async () => {
    const scene = await aModerationScene(["MANAGE_NICKNAMES", "MODERATE_MEMBERS", "KICK_MEMBERS"]);
    for (const user of [ids.dave, ids.alice]) {
      expect(codeOf(await edit(scene, user, { nick: "x" }))).toBe(50013);
      const until = { communication_disabled_until: null };
      expect(codeOf(await edit(scene, user, until))).toBe(50013);
      expect(codeOf(await kick(scene, user))).toBe(50013);
    }
    expect((await edit(scene, ids.dave, { nick: "x" }, asUser(ids.alice))).status).toBe(200);
  });

  test("changes only the flag that bypasses verification", async () => {
    const scene = await aModerationScene(["MANAGE_GUILD"]);
    expect((await edit(scene, ids.bob, { flags: 7 })).body.flags).toBe(4);
    expect((await edit(scene, ids.bob, { flags: 0 })).body.flags).toBe(0);
  });

  test("changes nothing if a part is refused", async () => {
    const scene = await aModerationScene(["MANAGE_NICKNAMES"]);
    expect(codeOf(await edit(scene, ids.bob, { nick: "x", mute: true }))).toBe(50013);
    expect([await scene.news(), await scene.logged()]).toEqual([[], []]);
  });

  test("requires an existing member", async () => {
    const scene = await aModerationScene(["MANAGE_NICKNAMES"]);
    expect(codeOf(await edit(scene, ids.carol, { nick: "x" }))).toBe(10007);
  });
});

describe("a time-out", () => {
  const DAY = 24 * 3_600_000;

  async function aTimeout(scene: MemberScene, ms: number) {
    const until = timestamp(scene.clock.now() + ms);
    return edit(scene, ids.erin, { communication_disabled_until: until });
  }

  test("leaves only the permissions for reading, and expires by the clock", async () => {
    const scene = await aModerationScene(["MODERATE_MEMBERS"]);
    const may = () =>
      scene.work.read(async (ctx) => {
        const permissionContext = await permissionContextOf(ctx, ids.guild, ids.erin);
        return permissionContext && basePermissions(permissionContext);
      });
    const before = await may();
    expect((await aTimeout(scene, DAY)).status).toBe(200);
    expect(await may()).toBe(1n << 10n);
    await scene.clock.moveTo(scene.clock.now() + DAY);
    expect(await may()).toBe(before);
  });

  test("lasts at most 28 days", async () => {
    const scene = await aModerationScene(["MODERATE_MEMBERS"]);
    expect((await aTimeout(scene, limits.timeout.value)).status).toBe(200);
    const tooLong = await aTimeout(scene, limits.timeout.value + 1000);
    expect(leavesOf(tooLong)).toEqual([
      "communication_disabled_until: INVALID_COMMUNICATION_DISABLED_TIMESTAMP",
    ]);
  });

  test("is refused for administrators, but can be removed from them", async () => {
    const scene = await aModerationScene(["MODERATE_MEMBERS"]);
    await scene.seed((tx) => {
      tx.put(roles, { ...aRole({ ...inGuild, id: ids.low }, "ADMINISTRATOR"), position: 1 });
    });
    expect(codeOf(await aTimeout(scene, DAY))).toBe(50013);
    const over = { communication_disabled_until: null };
    expect((await edit(scene, ids.erin, over)).status).toBe(200);
  });
});

describe("editing a member in a voice channel", () => {
  async function aVoiceScene() {
    const granted = ["MUTE_MEMBERS", "DEAFEN_MEMBERS", "MOVE_MEMBERS"] as const;
    const scene = await aModerationScene(granted);
    await scene.seed((tx) => tx.put(voiceStates, inVoice(ids.erin, ids.voice)));
    return scene;
  }

  test("mutes and deafens the member", async () => {
    const scene = await aVoiceScene();
    const { body } = await edit(scene, ids.erin, { mute: true, deaf: true });
    expect(body).toMatchObject({ mute: true, deaf: true });
    expect(await scene.news()).toMatchObject([
      { name: "GUILD_MEMBER_UPDATE" },
      { name: "VOICE_STATE_UPDATE", payload: { mute: true, deaf: true, channel_id: ids.voice } },
    ]);
  });

  test("moves the member to another channel, which is logged", async () => {
    const scene = await aVoiceScene();
    expect(codeOf(await edit(scene, ids.erin, { channel_id: ids.general }))).toBe(50024);
    expect(codeOf(await edit(scene, ids.erin, { channel_id: "1" }))).toBe(10003);
    expect(codeOf(await edit(scene, ids.erin, { channel_id: ids.hidden }))).toBe(50013);
    const owner = asUser(ids.alice);
    expect((await edit(scene, ids.erin, { channel_id: ids.hidden }, owner)).status).toBe(200);
    expect((await scene.news()).map(({ name, payload }) => [name, payload])).toMatchObject([
      ["VOICE_STATE_UPDATE", { channel_id: ids.hidden, user_id: ids.erin }],
      ["VOICE_CHANNEL_START_TIME_UPDATE", { id: ids.hidden }],
    ]);
    expect(await scene.logged()).toMatchObject([
      { action_type: 26, options: { channel_id: ids.hidden, count: "1" } },
    ]);
  });

  test("disconnects the member", async () => {
    const scene = await aVoiceScene();
    expect((await edit(scene, ids.erin, { channel_id: null })).status).toBe(200);
    expect(await scene.news()).toMatchObject([
      { name: "VOICE_STATE_UPDATE", payload: { channel_id: null } },
    ]);
    expect(await scene.logged()).toMatchObject([{ action_type: 27, options: { count: "1" } }]);
    expect(codeOf(await edit(scene, ids.erin, { mute: true }))).toBe(40032);
  });
});

describe("removing a member", () => {
  test("sends an event, and is logged with the reason", async () => {
    const scene = await aModerationScene(["KICK_MEMBERS"]);
    expect((await kick(scene, ids.erin)).status).toBe(204);
    expect(await scene.news()).toMatchObject([
      { name: "GUILD_MEMBER_REMOVE", payload: { user: { id: ids.erin } } },
    ]);
    expect(await scene.logged()).toMatchObject([
      { action_type: 20, user_id: ids.bot, target_id: ids.erin, reason: "rude" },
    ]);
    expect(codeOf(await kick(scene, ids.erin))).toBe(10007);
  });

  test("who is a bot removes its application, too", async () => {
    const scene = await aModerationScene();
    expect((await kick(scene, ids.bot, asUser(ids.alice))).status).toBe(204);
    const remaining = await scene.store.read(async (tx) => ({
      installs: await tx.find(guildInstalls),
      roles: (await tx.find(roles)).filter(({ id }) => id === ids.own),
    }));
    expect(remaining).toEqual({ installs: [], roles: [] });
  });

  test("requires KICK_MEMBERS", async () => {
    const scene = await aModerationScene();
    expect(codeOf(await kick(scene, ids.erin))).toBe(50013);
  });
});

describe("adding a user by an access token", () => {
  const token = "token-of-carol";

  async function aJoinScene(
    granted: Parameters<typeof aModerationScene>[0] = ["CREATE_INSTANT_INVITE"],
    more: {
      readonly scopes?: readonly string[];
      readonly application_id?: string;
      readonly expiresAt?: number;
    } = {},
  ) {
    const scene = await aModerationScene(granted);
    await scene.seed((tx) => {
      tx.put(accessTokens, {
        digest: secretDigest(token),
        application_id: ids.bot,
        user_id: ids.carol,
        scopes: ["guilds.join"],
        expiresAt: scene.clock.now() + 1000,
        ...more,
      });
    });
    const add = (body: object = {}, user = ids.carol as string) =>
      scene.call(addMember, {
        as: asBot,
        params: at(user),
        body: { access_token: token, ...body },
      });
    return { ...scene, add };
  }

  test("makes them a member, and changes nothing the second time", async () => {
    const { add, news } = await aJoinScene();
    const { status, body } = await add();
    expect([status, body]).toMatchObject([201, { user: { id: ids.carol }, roles: [], nick: null }]);
    expect(await news()).toMatchObject([{ name: "GUILD_MEMBER_ADD" }]);
    expect((await add()).status).toBe(204);
    expect(await news()).toEqual([]);
  });

  test("sets the fields that the bot has permission for", async () => {
    const wish = { nick: "Cee", roles: [ids.low], mute: true, deaf: true, flags: 4 };
    const refused = await aJoinScene();
    for (const [field, value] of Object.entries(wish)) {
      expect([field, codeOf(await refused.add({ [field]: value }))]).toEqual([field, 50013]);
    }
    const { add } = await aJoinScene([
      "CREATE_INSTANT_INVITE",
      "MANAGE_NICKNAMES",
      "MANAGE_ROLES",
      "MUTE_MEMBERS",
      "DEAFEN_MEMBERS",
      "MANAGE_GUILD",
    ]);
    expect((await add(wish)).body).toMatchObject(wish);
  });

  test.each([
    ["is of another user", {}, ids.bob],
    ["lacks the scope", { scopes: ["identify"] }, ids.carol],
    ["is of another application", { application_id: "1" }, ids.carol],
    ["has expired", { expiresAt: 1 }, ids.carol],
  ])("is refused if the token %s", async (_, more, user) => {
    const { add } = await aJoinScene(undefined, more);
    expect(codeOf(await add({}, user))).toBe(50025);
  });

  test("is refused without the permission, and for a banned user", async () => {
    expect(codeOf(await (await aJoinScene([])).add())).toBe(50013);
    const scene = await aJoinScene();
    await scene.seed((tx) => tx.put(bans, { ...inGuild, user_id: ids.carol, reason: null }));
    expect(codeOf(await scene.add())).toBe(40007);
    const found = await scene.store.read((tx) => tx.find(members));
    expect(found.some(({ user_id }) => user_id === ids.carol)).toBe(false);
  });
});
