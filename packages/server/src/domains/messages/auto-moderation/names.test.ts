import {
  changeOwnMember,
  createAutoModerationRule,
  deleteAutoModerationRule,
  editMember,
} from "@antechamber/contract/guilds";
import { expect, test } from "vitest";
import {
  asAlice,
  asBob,
  aMessageScene,
  codeOf,
  ids,
} from "../../../testing/calls/message-calls.ts";
import { aChannel } from "../../../testing/records.ts";
import { compoundKey } from "../../../platform/records/compound-keys.ts";
import { guildFeatureHandlers } from "../../guilds/feature-handlers.ts";
import { channels, members } from "../../guilds/guild.ts";
import { joinGuild } from "../../guilds/members/joining.ts";
import { emitUserChange } from "../../guilds/members/user-changes.ts";
import { moderationHandlers } from "../../moderation/handlers.ts";
import { removeMember } from "../../oauth/installs/uninstall.ts";
import { users } from "../../users/user.ts";
import { blockedNames } from "../../guilds/auto-moderation/rule.ts";

const alerts = "300000000000000041";
const BLOCKED = 1 << 7;
const quarantine = { type: 4, metadata: {} };
const alert = { type: 2, metadata: { channel_id: alerts } };

/** The scene with a rule about names. */
async function aScene(rule: object = {}) {
  const scene = await aMessageScene({
    granted: ["VIEW_CHANNEL", "SEND_MESSAGES", "CHANGE_NICKNAME"],
    handlers: [...guildFeatureHandlers, ...moderationHandlers],
  });
  await scene.seed((tx) => tx.put(channels, aChannel(alerts, { guild_id: ids.guild })));
  const guild = { guild_id: ids.guild };
  const { body: made } = await scene.call(createAutoModerationRule, {
    as: asAlice,
    params: guild,
    body: {
      name: "Names",
      event_type: 2,
      trigger_type: 6,
      trigger_metadata: { keyword_filter: ["*villain*"] },
      actions: [quarantine, alert],
      enabled: true,
      ...rule,
    },
  });
  await scene.news();
  await scene.logged();
  const flags = async (userId: string = ids.bob) =>
    (await scene.store.read((tx) => tx.get(members, compoundKey(ids.guild, userId))))?.flags;
  const rename = (nick: string | null, as = asBob) =>
    scene.call(changeOwnMember, { as, params: guild, body: { nick } });
  const say = () => scene.send({ content: "hello" }, { as: asBob });
  return { ...scene, made, flags, rename, say, guild };
}

test("a nickname that matches a rule restricts its member until it is changed", async () => {
  const { rename, flags, say, news, logged } = await aScene();
  await rename("SuperVillain");
  expect(await flags()).toBe(BLOCKED);
  expect((await news()).map(({ name }) => name)).toEqual([
    "GUILD_MEMBER_UPDATE",
    "GUILD_MEMBER_UPDATE",
    "AUTO_MODERATION_ACTION_EXECUTION",
    "MESSAGE_CREATE",
    "AUTO_MODERATION_ACTION_EXECUTION",
  ]);
  expect(await logged()).toMatchObject([
    { action_type: 24 },
    { action_type: 146, target_id: ids.bob },
    { action_type: 144 },
  ]);
  expect(codeOf(await say())).toBe(50_013);
  await rename("Hero");
  expect(await flags()).toBe(0);
  expect(codeOf(await say())).toBeUndefined();
});

test("the same name is not reported again", async () => {
  const { rename, call, news, guild } = await aScene();
  await rename("villain");
  await news();
  const params = { ...guild, user_id: ids.bob };
  await call(editMember, { as: asAlice, params, body: { flags: 4 } });
  expect((await news()).map(({ name }) => name)).toEqual(["GUILD_MEMBER_UPDATE"]);
  await rename("villainous");
  const eventNames = (await news()).map(({ name }) => name);
  expect(eventNames).toContain("AUTO_MODERATION_ACTION_EXECUTION");
});

test("names of users are checked in every guild, and when they join", async () => {
  const { work, flags, store } = await aScene();
  const key = (id: string) => id.padStart(20, "0");
  await work.transaction(async (ctx) => {
    const bob = await ctx.tx.get(users, key(ids.bob));
    if (bob === undefined) throw new Error("bob is gone");
    const renamed = { ...bob, global_name: "Villain" };
    ctx.tx.put(users, renamed);
    await emitUserChange(ctx, bob, renamed);
    const carol = await ctx.tx.get(users, key(ids.carol));
    if (carol !== undefined) ctx.tx.put(users, { ...carol, username: "villain.two" });
  });
  await work.transaction((ctx) =>
    joinGuild(ctx, { guild_id: ids.guild, user_id: ids.carol, roles: [] }),
  );
  expect([await flags(), await flags(ids.carol)]).toEqual([BLOCKED, BLOCKED]);
  const carol = { guild_id: ids.guild, user_id: ids.carol };
  await work.transaction(async (ctx) => {
    const member = await ctx.tx.get(members, compoundKey(ids.guild, ids.carol));
    if (member !== undefined) await removeMember(ctx, member);
  });
  const known = await store.read((tx) =>
    tx.get(blockedNames, compoundKey(carol.guild_id, carol.user_id)),
  );
  expect(known).toBeUndefined();
});

test("deleting a rule lifts the restrictions of members with matching names", async () => {
  const { rename, flags, call, made, guild } = await aScene();
  await rename("villain");
  const params = { ...guild, rule_id: made.id };
  await call(deleteAutoModerationRule, { as: asAlice, params });
  expect(await flags()).toBe(0);
});

test("a rule that only alerts does not restrict the member", async () => {
  const { rename, flags, news } = await aScene({ actions: [alert] });
  await rename("villain");
  expect(await flags()).toBe(0);
  expect((await news()).map(({ name }) => name)).toContain("AUTO_MODERATION_ACTION_EXECUTION");
  await rename("villain", asAlice);
  expect(await flags(ids.alice)).toBe(0);
});
