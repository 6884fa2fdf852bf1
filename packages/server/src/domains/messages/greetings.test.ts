import { SystemChannelFlag } from "@antechamber/contract/guilds";
import { expect, test } from "vitest";
import { aMessageScene, ids } from "../../testing/calls/message-calls.ts";
import { aGuild } from "../../testing/records.ts";
import { emitMemberChange } from "../guilds/events.ts";
import { guilds, members, type GuildRecord, type MemberRecord } from "../guilds/guild.ts";
import { joinGuild } from "../guilds/members/joining.ts";
import { memberOf } from "../guilds/operations.ts";

const carol = { guild_id: ids.guild, user_id: ids.carol };

/** The scene, whose guild posts notices of new members in its first channel. */
async function aScene(guild: Partial<GuildRecord> = {}) {
  const scene = await aMessageScene();
  const owned = { owner_id: ids.alice, system_channel_id: ids.general, ...guild };
  await scene.seed((tx) => tx.put(guilds, aGuild(ids.guild, owned)));
  const join = (profile: Partial<MemberRecord> = {}) =>
    scene.work.transaction((ctx) => joinGuild(ctx, { ...carol, roles: [], profile }));
  const change = (fields: Partial<MemberRecord>) =>
    scene.work.transaction(async (ctx) => {
      const member = await memberOf(ctx, ids.guild, ids.carol);
      if (member === undefined) throw new Error("carol is no member");
      ctx.tx.put(members, { ...member, ...fields });
      await emitMemberChange(ctx, { ...member, ...fields });
    });
  const eventNames = async () => (await scene.news()).map(({ name }) => name);
  await eventNames();
  return { ...scene, join, change, eventNames };
}

test("a new member is greeted in the system channel, after the member event", async () => {
  const { join, news } = await aScene();
  await join();
  expect(await news()).toMatchObject([
    { name: "GUILD_MEMBER_ADD" },
    {
      name: "MESSAGE_CREATE",
      payload: {
        type: 7,
        channel_id: ids.general,
        guild_id: ids.guild,
        content: "",
        author: { id: ids.carol },
        mentions: [],
      },
    },
  ]);
});

test.each([
  ["that wants no such messages", { system_channel_flags: 0b0001 }],
  ["without a system channel", { system_channel_id: null }],
  ["whose system channel is gone", { system_channel_id: "300000000000000099" }],
])("a guild %s sends no greeting", async (_which, guild) => {
  const { join, eventNames } = await aScene(guild);
  await join();
  expect(await eventNames()).toEqual(["GUILD_MEMBER_ADD"]);
});

test("suppressing other notices does not suppress greetings", async () => {
  const { join, eventNames } = await aScene({
    system_channel_flags: SystemChannelFlag.SUPPRESS_PREMIUM_SUBSCRIPTIONS,
  });
  await join();
  expect(await eventNames()).toEqual(["GUILD_MEMBER_ADD", "MESSAGE_CREATE"]);
});

test("a pending member is greeted once, when the pending state ends", async () => {
  const { join, change, eventNames } = await aScene();
  await join({ pending: true });
  expect(await eventNames()).toEqual(["GUILD_MEMBER_ADD"]);
  await change({ nick: "Caz" });
  expect(await eventNames()).toEqual(["GUILD_MEMBER_UPDATE"]);
  await change({ pending: false });
  expect(await eventNames()).toEqual(["GUILD_MEMBER_UPDATE", "MESSAGE_CREATE"]);
  await change({ pending: true });
  await change({ pending: false });
  expect(await eventNames()).toEqual(["GUILD_MEMBER_UPDATE", "GUILD_MEMBER_UPDATE"]);
});
