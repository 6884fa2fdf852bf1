import { limits, permissionSet } from "@antechamber/contract";
import {
  createChannelInvite,
  createRole,
  deleteRole,
  editRole,
  getRole,
  kickMember,
  moveRoles,
} from "@antechamber/contract/guilds";
import { describe, expect, test } from "vitest";
import { aPicture } from "../../testing/calls/guild-calls.ts";
import { codeOf, leavesOf } from "../../testing/calls/message-calls.ts";
import {
  aModerationScene,
  asBot,
  asUser,
  ids,
  inGuild,
} from "../../testing/calls/moderation-calls.ts";
import { aChannel, aGuild, aMember, aRole } from "../../testing/records.ts";
import { invites } from "../invites/invite.ts";
import { channels, guilds, members, roles } from "../guilds/guild.ts";
import { memberOf, rolesOf } from "../guilds/operations.ts";

const anEmoji = {
  id: "300000000000000091",
  name: "smile",
  require_colons: true,
  managed: false,
  animated: false,
  available: true,
};

type RoleScene = Awaited<ReturnType<typeof aModerationScene>>;

const create = ({ call }: RoleScene, body: object = {}, as = asBot) =>
  call(createRole, { as, params: inGuild, body });
const at = (role_id: string) => ({ ...inGuild, role_id });
const edit = ({ call }: RoleScene, role_id: string, body: object, as = asBot) =>
  call(editRole, { as, params: at(role_id), body });
const remove = ({ call }: RoleScene, role_id: string, as = asBot) =>
  call(deleteRole, { as, params: at(role_id) });
const move = ({ call }: RoleScene, body: object, as = asBot) =>
  call(moveRoles, { as, params: inGuild, body });

/** The ids of all roles but @everyone, lowest first. */
async function order({ store }: RoleScene): Promise<readonly string[]> {
  const all = await store.read((tx) => rolesOf({ tx } as never, ids.guild));
  return all
    .filter(({ id }) => id !== ids.guild)
    .toSorted((a, b) => a.position - b.position)
    .map(({ id }) => id);
}

describe("a new role", () => {
  test("has the lowest position, and the permissions of everyone", async () => {
    const scene = await aModerationScene(["MANAGE_ROLES"]);
    const { status, body } = await create(scene, {}, asUser(ids.alice));
    expect([status, body]).toMatchObject([
      200,
      {
        name: "new role",
        position: 1,
        permissions: permissionSet("VIEW_CHANNEL", "CONNECT").toString(),
        hoist: false,
        mentionable: false,
        managed: false,
      },
    ]);
    expect(await order(scene)).toEqual([body.id, ids.low, ids.middle, ids.own, ids.high]);
    const names = (await scene.news()).map(({ name }) => name);
    expect(names).toEqual([
      "GUILD_ROLE_CREATE",
      ...Array.from({ length: 4 }, () => "GUILD_ROLE_UPDATE"),
    ]);
    expect((await scene.call(getRole, { as: asBot, params: at(body.id) })).body).toEqual(body);
  });

  test("has the given fields, and is logged with the reason", async () => {
    const scene = await aModerationScene(["MANAGE_ROLES"]);
    const body = { name: "Crew", permissions: "0", color: 255, hoist: true, mentionable: true };
    const made = await scene.call(createRole, { as: asBot, params: inGuild, body, reason: "new" });
    expect(made.body).toMatchObject({ ...body, colors: { primary_color: 255 } });
    const [entry] = await scene.logged();
    expect(entry).toMatchObject({
      action_type: 30,
      user_id: ids.bot,
      target_id: made.body.id,
      reason: "new",
    });
    expect(entry).toHaveProperty(
      "changes",
      expect.arrayContaining([{ key: "name", new_value: "Crew" }]),
    );
  });

  test("cannot grant permissions that its creator lacks", async () => {
    const scene = await aModerationScene(["MANAGE_ROLES", "KICK_MEMBERS"]);
    const kick = permissionSet("KICK_MEMBERS").toString();
    const ban = permissionSet("BAN_MEMBERS").toString();
    expect((await create(scene, { permissions: kick })).status).toBe(200);
    expect(codeOf(await create(scene, { permissions: ban }))).toBe(50013);
    expect((await create(scene, { permissions: ban }, asUser(ids.alice))).status).toBe(200);
  });

  test("requires MANAGE_ROLES", async () => {
    const scene = await aModerationScene();
    expect(codeOf(await create(scene))).toBe(50013);
    expect(codeOf(await create(scene, {}, asUser(ids.carol)))).toBe(50001);
  });

  test("is refused with an error for each invalid field", async () => {
    const scene = await aModerationScene(["MANAGE_ROLES"]);
    const body = { name: "", color: 0x1_00_00_00, permissions: "all", icon: "x" };
    expect(leavesOf(await create(scene, body)).map((leaf) => leaf.split(":")[0])).toEqual([
      "name",
      "permissions",
      "color",
      "icon",
    ]);
  });

  test("is refused beyond the limit of 250", async () => {
    const scene = await aModerationScene(["MANAGE_ROLES"]);
    await scene.seed((tx) => {
      for (let i = 5; i < limits.roles.value; i += 1) {
        tx.put(roles, aRole({ ...inGuild, id: `3000000000000001${String(i).padStart(3, "0")}` }));
      }
    });
    expect((await create(scene)).body).toEqual({
      code: 30005,
      message: "Maximum number of server roles reached (250)",
    });
  });

  test("can have an icon and a gradient only with the features of the guild", async () => {
    const scene = await aModerationScene(["MANAGE_ROLES", "VIEW_CHANNEL", "CONNECT"]);
    const icon = aPicture();
    const colors = { primary_color: 1, secondary_color: 2 };
    for (const body of [{ icon }, { unicode_emoji: "🚢" }, { colors }]) {
      expect(codeOf(await create(scene, body))).toBe(50101);
    }
    const features = ["ROLE_ICONS", "ENHANCED_ROLE_COLORS"];
    await scene.seed((tx) => tx.put(guilds, aGuild(ids.guild, { owner_id: ids.alice, features })));
    const { body } = await create(scene, { icon, colors, unicode_emoji: "🚢" });
    expect(body).toMatchObject({
      icon: expect.stringMatching(/^[0-9a-f]{32}$/) as string,
      unicode_emoji: "🚢",
    });
    expect([body.color, body.colors]).toEqual([1, { ...colors, tertiary_color: null }]);
    const holographic = await edit(scene, body.id, { colors: { tertiary_color: 3 }, icon: null });
    expect(holographic.body).toMatchObject({ icon: null, colors: { tertiary_color: 16_761_760 } });
  });
});

describe("editing a role", () => {
  test("sends an event, and is logged with old and new values", async () => {
    const scene = await aModerationScene(["MANAGE_ROLES"]);
    const { status, body } = await edit(scene, ids.low, { name: "Deck", hoist: true });
    expect([status, body]).toMatchObject([200, { id: ids.low, name: "Deck", hoist: true }]);
    expect(await scene.news()).toMatchObject([
      { name: "GUILD_ROLE_UPDATE", payload: { guild_id: ids.guild, role: { name: "Deck" } } },
    ]);
    expect(await scene.logged()).toMatchObject([
      {
        action_type: 31,
        changes: [
          { key: "name", old_value: "role 1", new_value: "Deck" },
          { key: "hoist", old_value: false, new_value: true },
        ],
      },
    ]);
  });

  test("without a change sends no event", async () => {
    const scene = await aModerationScene(["MANAGE_ROLES"]);
    expect((await edit(scene, ids.low, { name: "role 1" })).status).toBe(200);
    expect([await scene.news(), await scene.logged()]).toEqual([[], []]);
  });

  test.each([
    ["its own", ids.own, 50028],
    ["a higher one", ids.high, 50013],
  ])("is refused for %s, as is deleting it", async (_, id, deleting) => {
    const scene = await aModerationScene(["MANAGE_ROLES"]);
    expect(codeOf(await edit(scene, id, { name: "mine" }))).toBe(50013);
    expect(codeOf(await remove(scene, id))).toBe(deleting);
    expect((await edit(scene, id, { name: "theirs" }, asUser(ids.alice))).status).toBe(200);
  });

  test("can keep or remove permissions that the editor lacks, but not add them", async () => {
    const scene = await aModerationScene(["MANAGE_ROLES"]);
    const [ban, both] = [
      permissionSet("BAN_MEMBERS").toString(),
      permissionSet("BAN_MEMBERS", "KICK_MEMBERS").toString(),
    ];
    await scene.seed((tx) => {
      tx.put(roles, { ...aRole({ ...inGuild, id: ids.low }, "BAN_MEMBERS"), position: 1 });
    });
    expect((await edit(scene, ids.low, { permissions: ban })).status).toBe(200);
    expect(codeOf(await edit(scene, ids.low, { permissions: both }))).toBe(50013);
    expect((await edit(scene, ids.low, { permissions: "0" })).body.permissions).toBe("0");
  });

  test("changes only the permissions of the everyone role", async () => {
    const scene = await aModerationScene(["MANAGE_ROLES"]);
    const { body } = await edit(scene, ids.guild, { permissions: "1024", name: "all", color: 5 });
    expect(body).toMatchObject({ permissions: "1024", color: 0 });
    expect(body.name).not.toBe("all");
  });

  test("requires an existing role", async () => {
    const scene = await aModerationScene(["MANAGE_ROLES"]);
    expect(codeOf(await edit(scene, "1", {}))).toBe(10011);
    expect(codeOf(await scene.call(getRole, { as: asBot, params: at("1") }))).toBe(10011);
  });
});

describe("moving roles", () => {
  test("moves one role to a position, and shifts the others", async () => {
    const scene = await aModerationScene(["MANAGE_ROLES"]);
    const { status, body } = await move(scene, [{ id: ids.low, position: 2 }]);
    expect([status, body.length]).toEqual([200, 5]);
    expect(await order(scene)).toEqual([ids.middle, ids.low, ids.own, ids.high]);
    expect(await scene.news()).toMatchObject([
      { name: "GUILD_ROLE_UPDATE", payload: { role: { id: ids.low, position: 2 } } },
      { name: "GUILD_ROLE_UPDATE", payload: { role: { id: ids.middle, position: 1 } } },
    ]);
  });

  test("moves several roles to their positions", async () => {
    const scene = await aModerationScene();
    const wishes = [
      { id: ids.high, position: 1 },
      { id: ids.low, position: 4 },
      { id: ids.middle },
    ];
    await move(scene, wishes, asUser(ids.alice));
    expect(await order(scene)).toEqual([ids.high, ids.middle, ids.own, ids.low]);
  });

  test("never puts roles above one's own, even if several move to the same position", async () => {
    const scene = await aModerationScene(["MANAGE_ROLES"]);
    const created = (await create(scene, { permissions: "0" })).body.id;
    const wishes = [created, ids.low].map((id) => ({ id, position: 3 }));
    expect((await move(scene, wishes)).status).toBe(200);
    expect(await order(scene)).toEqual([ids.middle, created, ids.low, ids.own, ids.high]);
  });

  test("never puts a role above one's own, even if no role has the positions between", async () => {
    const scene = await aModerationScene(["MANAGE_ROLES"]);
    await scene.seed((tx) => {
      tx.put(roles, { ...aRole({ ...inGuild, id: ids.own }, "MANAGE_ROLES"), position: 9 });
      tx.put(roles, { ...aRole({ ...inGuild, id: ids.high }), position: 10 });
    });
    expect((await move(scene, [{ id: ids.low, position: 8 }])).status).toBe(200);
    expect(await order(scene)).toEqual([ids.middle, ids.low, ids.own, ids.high]);
  });

  test("is limited to positions below one's own highest role", async () => {
    const scene = await aModerationScene(["MANAGE_ROLES"]);
    expect(codeOf(await move(scene, [{ id: ids.low, position: 3 }]))).toBe(50013);
    expect(codeOf(await move(scene, [{ id: ids.high, position: 1 }]))).toBe(50013);
    expect(codeOf(await move(scene, [{ id: "1", position: 1 }]))).toBe(10011);
    expect(codeOf(await move(scene, [{ id: ids.guild, position: 1 }]))).toBe(50028);
    expect(await order(scene)).toEqual([ids.low, ids.middle, ids.own, ids.high]);
    expect((await move(scene, [])).status).toBe(200);
  });

  test("takes the younger of two roles at the same position for the lower one", async () => {
    const scene = await aModerationScene(["MANAGE_ROLES", "KICK_MEMBERS"]);
    await scene.seed((tx) => {
      for (const id of [ids.middle, ids.high]) {
        tx.put(roles, { ...aRole({ ...inGuild, id }), position: 3 });
      }
      tx.put(members, aMember({ ...inGuild, user_id: ids.erin }, { roles: [ids.middle] }));
    });
    expect(codeOf(await edit(scene, ids.middle, { name: "mine" }))).toBe(50013);
    expect((await edit(scene, ids.high, { name: "mine" })).status).toBe(200);
    const kick = (user_id: string) =>
      scene.call(kickMember, { as: asBot, params: { ...inGuild, user_id } });
    expect(codeOf(await kick(ids.erin))).toBe(50013);
    expect((await kick(ids.dave)).status).toBe(204);
  });

  test("without a change is accepted", async () => {
    const scene = await aModerationScene(["MANAGE_ROLES"]);
    const moves = [{}, { id: null, position: 1 }, { id: ids.middle, position: null }];
    expect((await move(scene, moves)).status).toBe(200);
    expect(await order(scene)).toEqual([ids.low, ids.middle, ids.own, ids.high]);
  });
});

describe("deleting a role", () => {
  test("removes it from members, overwrites and invites, and closes the gap in positions", async () => {
    const scene = await aModerationScene(["MANAGE_ROLES", "CREATE_INSTANT_INVITE"]);
    const overwrite = { id: ids.low, type: 0, allow: "0", deny: "0" } as const;
    await scene.seed((tx) => {
      tx.put(channels, aChannel(ids.general, { ...inGuild, permission_overwrites: [overwrite] }));
    });
    const params = { channel_id: ids.general };
    const made = await scene.call(createChannelInvite, {
      as: asUser(ids.alice),
      params,
      body: { role_ids: [ids.low] },
    });
    await scene.news();
    await scene.logged();
    expect((await remove(scene, ids.low)).status).toBe(204);
    const remaining = await scene.store.read(async (tx) => ({
      erin: await memberOf({ tx } as never, ids.guild, ids.erin),
      channel: (await tx.find(channels)).find(({ id }) => id === ids.general),
      invite: await tx.get(invites, made.body.code),
    }));
    expect(remaining).toMatchObject({
      erin: { roles: [] },
      channel: { permission_overwrites: [] },
      invite: { role_ids: [] },
    });
    const names = (await scene.news()).map(({ name }) => name);
    expect(new Set(names)).toEqual(
      new Set(["GUILD_MEMBER_UPDATE", "CHANNEL_UPDATE", "GUILD_ROLE_DELETE", "GUILD_ROLE_UPDATE"]),
    );
    expect(await scene.logged()).toMatchObject([{ action_type: 32, target_id: ids.low }]);
    const all = await scene.store.read((tx) => tx.find(roles));
    expect(all.find(({ id }) => id === ids.middle)?.position).toBe(1);
  });

  test("also closes the gap if a bot's role is deleted with the bot", async () => {
    const scene = await aModerationScene();
    const kicked = { ...inGuild, user_id: ids.bot };
    const { status } = await scene.call(kickMember, { as: asUser(ids.alice), params: kicked });
    expect(status).toBe(204);
    const moves = (await scene.news()).filter(({ name }) => name === "GUILD_ROLE_UPDATE");
    expect(moves).toMatchObject([{ payload: { role: { id: ids.high, position: 3 } } }]);
    expect(await order(scene)).toEqual([ids.low, ids.middle, ids.high]);
  });

  test("moves no role down to another one that had the same position", async () => {
    const scene = await aModerationScene();
    await scene.seed((tx) => tx.put(roles, { ...aRole({ ...inGuild, id: ids.low }), position: 2 }));
    expect((await remove(scene, ids.low, asUser(ids.alice))).status).toBe(204);
    const { body } = await scene.call(getRole, { as: asBot, params: at(ids.own) });
    expect(body.position).toBe(3);
  });

  test("removes it from emojis, with an event only if there are any", async () => {
    const scene = await aModerationScene(["MANAGE_ROLES"]);
    const emojiFor = (...forRoles: readonly string[]) => ({ ...anEmoji, roles: forRoles });
    await scene.seed((tx) => {
      const emojis = [emojiFor(ids.low), emojiFor(ids.low, ids.middle), emojiFor(ids.middle)];
      tx.put(guilds, aGuild(ids.guild, { owner_id: ids.alice, emojis }));
    });
    await remove(scene, ids.low);
    const updates = (await scene.news()).filter(({ name }) => name === "GUILD_EMOJIS_UPDATE");
    const expectedEmojis = [emojiFor(), emojiFor(ids.middle), emojiFor(ids.middle)];
    expect(updates.map(({ payload }) => payload)).toEqual([
      { guild_id: ids.guild, emojis: expectedEmojis },
    ]);
    const [guild] = await scene.store.read((tx) => tx.find(guilds));
    expect(guild?.emojis).toEqual(expectedEmojis);
  });

  test("is refused for the everyone role and the roles of applications", async () => {
    const scene = await aModerationScene(["MANAGE_ROLES"]);
    for (const id of [ids.guild, ids.own]) {
      const { body } = await remove(scene, id, asUser(ids.alice));
      expect(body).toEqual({ code: 50028, message: "Invalid Role" });
    }
  });
});
