import {
  getGuildPreview,
  getInvite,
  getNewMemberWelcome,
  getVanityUrl,
  revokeInvite,
  useInvite,
} from "@antechamber/contract/guilds";
import { deleteChannel } from "@antechamber/contract/channels";
import { expect, test } from "vitest";
import { aSettingsScene } from "../../testing/calls/guild-settings-calls.ts";
import { codeOf } from "../../testing/calls/message-calls.ts";
import { asBot, asUser, ids, inGuild } from "../../testing/calls/moderation-calls.ts";
import { aChannel } from "../../testing/records.ts";
import { channels } from "../guilds/guild.ts";
import { memberOf } from "../guilds/operations.ts";
import { vanityUrls } from "../invites/vanity-url.ts";
import { newMemberWelcomes, type NewMemberWelcomeRecord } from "./new-member-welcome.ts";

const bot = { as: asBot, params: inGuild };
const carol = { as: asUser(ids.carol), params: inGuild };

test("the preview counts members and online users, and requires membership", async () => {
  const { call, online } = await aSettingsScene({ name: "Harbor", description: "Ships" });
  online.set(ids.bob, { status: "online", activities: [] });
  const { status, body } = await call(getGuildPreview, bot);
  expect([status, body]).toEqual([
    200,
    {
      id: ids.guild,
      name: "Harbor",
      icon: null,
      description: "Ships",
      home_header: null,
      splash: null,
      discovery_splash: null,
      features: [],
      approximate_member_count: 5,
      approximate_presence_count: 1,
      emojis: [],
      stickers: [],
    },
  ]);
  expect(codeOf(await call(getGuildPreview, carol))).toBe(10004);
  const nowhere = { as: asBot, params: { guild_id: "300000000000000099" } };
  expect(codeOf(await call(getGuildPreview, nowhere))).toBe(10004);
});

test("the preview of a discoverable guild is available to everyone", async () => {
  const { call } = await aSettingsScene({ features: ["DISCOVERABLE"] });
  expect((await call(getGuildPreview, carol)).status).toBe(200);
});

test("the vanity invite leads to the system channel, and counts its uses", async () => {
  const { call, seed, work } = await aSettingsScene(
    { vanity_url_code: "harbor", system_channel_id: ids.general },
    "MANAGE_GUILD",
  );
  expect((await call(getVanityUrl, bot)).body).toEqual({ code: null, uses: 0 });
  await seed((tx) => tx.put(vanityUrls, { code: "harbor", guild_id: ids.guild, uses: 3 }));
  const params = { code: "harbor" };
  expect((await call(getInvite, { as: { kind: "nobody" }, params })).body).toMatchObject({
    code: "harbor",
    guild_id: ids.guild,
    channel: { id: ids.general },
    expires_at: null,
  });
  const join = () => call(useInvite, { as: asUser(ids.carol), params, body: {} });
  expect((await join()).body).toMatchObject({ new_member: true });
  expect((await join()).body).toMatchObject({ new_member: false });
  expect((await call(getVanityUrl, bot)).body).toEqual({ code: "harbor", uses: 4 });
  const member = await work.read((ctx) => memberOf(ctx, ids.guild, ids.carol));
  expect(member).toMatchObject({ join_source_type: 6, source_invite_code: "harbor" });
});

test("the vanity invite leads to the first channel for everyone if no system channel is set", async () => {
  const { call, seed } = await aSettingsScene({ vanity_url_code: "harbor" });
  await seed((tx) => tx.put(vanityUrls, { code: "harbor", guild_id: ids.guild, uses: 0 }));
  const there = async () => {
    const params = { code: "harbor" };
    return (await call(getInvite, { as: { kind: "nobody" }, params })).body.channel?.id;
  };
  expect(await there()).toBe(ids.general);
  const [first, second] = ["300000000000000048", "300000000000000049"];
  const hidden = { id: ids.guild, type: 0, allow: "0", deny: "1024" } as const;
  await seed((tx) => {
    tx.put(channels, aChannel(ids.general, { ...inGuild, position: 3 }));
    tx.put(channels, aChannel(ids.voice, { ...inGuild, type: 2, position: 4 }));
    tx.put(channels, aChannel(second, { ...inGuild, position: 2 }));
    const permission_overwrites = [hidden];
    tx.put(channels, aChannel(first, { ...inGuild, position: 1, permission_overwrites }));
  });
  expect(await there()).toBe(second);
});

test("the vanity invite cannot be revoked, and its uses require MANAGE_GUILD", async () => {
  const { call, seed } = await aSettingsScene({ vanity_url_code: "harbor" }, "MANAGE_GUILD");
  await seed((tx) => tx.put(vanityUrls, { code: "harbor", guild_id: ids.guild, uses: 0 }));
  const params = { code: "harbor" };
  expect(codeOf(await call(revokeInvite, { as: asUser(ids.alice), params }))).toBe(50013);
  expect(codeOf(await call(getVanityUrl, { as: asUser(ids.bob), params: inGuild }))).toBe(50013);
});

const guide: NewMemberWelcomeRecord = {
  guild_id: ids.guild,
  enabled: true,
  welcome_message: { author_ids: [ids.alice], message: "Ahoy" },
  new_member_actions: [
    { channel_id: ids.general, action_type: 1, title: "Talk", description: "Say hello" },
  ],
  resource_channels: [
    {
      channel_id: ids.voice,
      title: "Listen",
      description: "",
      emoji: { id: null, name: "👂", animated: false },
    },
  ],
};

test("the guide is available to members once it is enabled, and empty if there is none", async () => {
  const { call, seed } = await aSettingsScene({}, "MANAGE_GUILD");
  const bob = { as: asUser(ids.bob), params: inGuild };
  expect((await call(getNewMemberWelcome, bot)).status).toBe(204);
  expect(codeOf(await call(getNewMemberWelcome, bob))).toBe(50013);
  await seed((tx) => tx.put(newMemberWelcomes, { ...guide, enabled: false }));
  expect(codeOf(await call(getNewMemberWelcome, bob))).toBe(50013);
  await seed((tx) => tx.put(newMemberWelcomes, guide));
  expect((await call(getNewMemberWelcome, bob)).body).toEqual(guide);
});

test("a deleted channel is removed from the guide", async () => {
  const { call, seed } = await aSettingsScene({});
  await seed((tx) => tx.put(newMemberWelcomes, guide));
  const alice = asUser(ids.alice);
  await call(deleteChannel, { as: alice, params: { channel_id: ids.voice } });
  const { body } = await call(getNewMemberWelcome, { as: alice, params: inGuild });
  expect([body.new_member_actions.length, body.resource_channels]).toEqual([1, []]);
});
