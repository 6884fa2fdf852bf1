import { inflateSync } from "node:zlib";
import {
  editWidgetSettings,
  getWidget,
  getWidgetPicture,
  getWidgetSettings,
  widgetStyles,
} from "@antechamber/contract/guilds";
import { expect, test } from "vitest";
import { aSettingsScene } from "../../../testing/calls/guild-settings-calls.ts";
import { codeOf, leavesOf } from "../../../testing/calls/message-calls.ts";
import { asBot, asUser, ids, inGuild } from "../../../testing/calls/moderation-calls.ts";
import { aUser } from "../../../testing/records.ts";
import { voiceStates } from "../../guilds/voice/voice-state.ts";
import { invites } from "../../invites/invite.ts";
import { users } from "../../users/user.ts";
import { sealedAvatar } from "./avatars.ts";

const nobody = { as: { kind: "nobody" }, params: inGuild } as const;
const presence = (status: string, name?: string) => ({
  status,
  activities: name === undefined ? [] : [{ name }],
});

test("changed settings are stored, announced and logged as those of the guild", async () => {
  const { call, news, logged } = await aSettingsScene({}, "MANAGE_GUILD");
  const at = { as: asBot, params: inGuild };
  expect((await call(getWidgetSettings, at)).body).toEqual({ enabled: false, channel_id: null });
  const body = { enabled: true, channel_id: ids.general };
  expect((await call(editWidgetSettings, { ...at, body })).body).toEqual(body);
  expect(await news()).toMatchObject([
    { name: "GUILD_UPDATE", payload: { widget_enabled: true, widget_channel_id: ids.general } },
  ]);
  expect(await logged()).toMatchObject([
    { action_type: 1, changes: [{ key: "widget_enabled" }, { key: "widget_channel_id" }] },
  ]);
  const off = await call(editWidgetSettings, { ...at, body: { enabled: null, channel_id: null } });
  expect(off.body).toEqual({ enabled: false, channel_id: null });
});

test("the settings require MANAGE_GUILD, and a channel of the guild", async () => {
  const { call } = await aSettingsScene({}, "MANAGE_GUILD");
  const bob = { as: asUser(ids.bob), params: inGuild };
  expect(codeOf(await call(getWidgetSettings, bob))).toBe(50013);
  expect(codeOf(await call(editWidgetSettings, { ...bob, body: {} }))).toBe(50013);
  const body = { channel_id: "300000000000000099" };
  expect(leavesOf(await call(editWidgetSettings, { as: asBot, params: inGuild, body }))).toEqual([
    "channel_id: CHANNEL_INVALID",
  ]);
});

test("a disabled widget is refused, as is an unknown guild", async () => {
  const { call } = await aSettingsScene();
  const elsewhere = { ...nobody, params: { guild_id: "300000000000000099" } };
  for (const endpoint of [getWidget, getWidgetPicture]) {
    expect(codeOf(await call(endpoint, nobody))).toBe(50004);
    expect(codeOf(await call(endpoint, elsewhere))).toBe(10004);
  }
});

test("everyone sees public channels and online members, without their user IDs", async () => {
  const { call, seed, online } = await aSettingsScene({ widget_enabled: true });
  const inVoice = (user_id: string, channel_id: string) => ({
    ...inGuild,
    user_id,
    channel_id,
    session_id: "s",
    self_mute: true,
    self_deaf: false,
    self_video: false,
    suppress: false,
  });
  await seed((tx) => {
    tx.put(users, { ...aUser(ids.bob), username: "bob", avatar: "abc" });
    tx.put(users, { ...aUser(ids.erin), username: "erin" });
    tx.put(voiceStates, inVoice(ids.bob, ids.voice));
    tx.put(voiceStates, inVoice(ids.erin, ids.hidden));
  });
  online.set(ids.bob, presence("dnd", "Chess"));
  online.set(ids.erin, presence("online"));
  const { status, body } = await call(getWidget, nobody);
  expect([status, body]).toMatchObject([
    200,
    {
      id: ids.guild,
      instant_invite: null,
      channels: [{ id: ids.voice }],
      members: [
        {
          id: "0",
          username: "bob",
          discriminator: "0000",
          avatar: null,
          status: "dnd",
          activity: { name: "Chess" },
          channel_id: ids.voice,
          self_mute: true,
          mute: false,
        },
        { id: "1", status: "online" },
      ],
      presence_count: 2,
    },
  ]);
  expect(body.channels).toHaveLength(1);
  expect(body.members[1]).not.toHaveProperty("channel_id");
  const text = JSON.stringify(body);
  for (const secret of [ids.bob, ids.erin, "abc"]) expect(text).not.toContain(secret);
});

test("the URL of an avatar leads to the picture, and stays the same", async () => {
  const { call, seed, online, work } = await aSettingsScene({ widget_enabled: true });
  await seed((tx) => tx.put(users, { ...aUser(ids.bob), avatar: "abc" }));
  online.set(ids.bob, presence("online"));
  const address = async () => (await call(getWidget, nobody)).body.members[0]?.avatar_url ?? "";
  const first = await address();
  expect(await address()).toBe(first);
  const sealed = /widget-avatars\/(.+)\.png$/.exec(first)?.[1] ?? "";
  await work.read(async ({ settings }) => {
    expect(sealedAvatar(settings, sealed)).toBe("abc");
    expect(sealedAvatar(settings, `${sealed}x`.slice(3))).toBeUndefined();
    for (const more of ['"', "\n", " ", "!", "é", "="]) {
      expect(sealedAvatar(settings, sealed.slice(0, 4) + more + sealed.slice(4))).toBeUndefined();
      expect(sealedAvatar(settings, sealed + more)).toBeUndefined();
    }
  });
});

test("the widget creates one invite to its channel, and a new one after that has expired", async () => {
  const widget = { widget_enabled: true, widget_channel_id: ids.general };
  const { call, news, store, clock } = await aSettingsScene(widget);
  const invited = async () => (await call(getWidget, nobody)).body.instant_invite ?? "";
  const first = await invited();
  expect(first).toMatch(/^http:\/\/127\.0\.0\.1:8010\/invite\/\w{8}$/);
  expect(await news()).toMatchObject([
    { name: "INVITE_CREATE", payload: { channel_id: ids.general, max_age: 86_400 } },
  ]);
  expect(await invited()).toBe(first);
  await clock.moveTo(clock.now() + 86_400_000);
  expect(await invited()).not.toBe(first);
  expect(await store.read((tx) => tx.find(invites))).toHaveLength(1);
});

test("the widget creates no invite while invites are paused", async () => {
  const { call } = await aSettingsScene({
    widget_enabled: true,
    widget_channel_id: ids.general,
    features: ["INVITES_DISABLED"],
  });
  expect((await call(getWidget, nobody)).body.instant_invite).toBeNull();
});

/** The width, height and pixels of a PNG with a palette. */
function decoded(png: Buffer) {
  const [width, height] = [png.readUInt32BE(16), png.readUInt32BE(20)];
  const at = png.indexOf("IDAT");
  const rows = inflateSync(png.subarray(at + 4, at + 4 + png.readUInt32BE(at - 4)));
  return { width, height, rows };
}

test.each(widgetStyles)(
  "the picture in the style %s is a PNG that shows the number of online members",
  async (style) => {
    const { call, online } = await aSettingsScene({ widget_enabled: true, name: "Häfen 3" });
    const picture = async () => {
      const { body } = await call(getWidgetPicture, { ...nobody, query: { style } });
      return Buffer.from(body);
    };
    const empty = await picture();
    expect(empty.subarray(0, 8).toString("hex")).toBe("89504e470d0a1a0a");
    const { width, height, rows } = decoded(empty);
    expect(rows).toHaveLength(height * (width + 1));
    online.set(ids.bob, presence("online"));
    const one = decoded(await picture());
    expect([one.width, one.height]).toEqual([width, height]);
    expect(one.rows.equals(rows)).toBe(false);
  },
);

test("an unknown style is refused", async () => {
  const { call } = await aSettingsScene({ widget_enabled: true });
  const answer = await call(getWidgetPicture, { ...nobody, query: { style: "poster" } });
  expect(leavesOf(answer)).toEqual(["style: BASE_TYPE_CHOICES"]);
});
