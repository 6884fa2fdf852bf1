import { deleteChannel } from "@antechamber/contract/channels";
import { editWelcomeScreen, getWelcomeScreen } from "@antechamber/contract/guilds";
import { expect, test } from "vitest";
import { aSettingsScene, community } from "../../testing/calls/guild-settings-calls.ts";
import { codeOf, leavesOf } from "../../testing/calls/message-calls.ts";
import { asBot, asUser, ids, inGuild } from "../../testing/calls/moderation-calls.ts";
import { aRole } from "../../testing/records.ts";
import { roles, type GuildRecord } from "../guilds/guild.ts";

const emoji = {
  id: "300000000000000091",
  name: "ship",
  roles: [],
  require_colons: true,
  managed: false,
  animated: false,
  available: true,
};

async function aScreenScene(fields: Partial<GuildRecord> = community) {
  const scene = await aSettingsScene({ ...fields, emojis: [emoji] }, "MANAGE_GUILD");
  const read = (as = asBot) => scene.call(getWelcomeScreen, { as, params: inGuild });
  const edit = (body: object, as = asBot) =>
    scene.call(editWelcomeScreen, { as, params: inGuild, body });
  return { ...scene, read, edit };
}

const wave = { channel_id: ids.general, description: "Talk", emoji_name: "👋" };
const ship = { channel_id: ids.voice, description: "Sail", emoji_id: emoji.id };

test("the welcome screen does not exist until created, and is hidden while disabled", async () => {
  const { read, edit } = await aScreenScene();
  expect(codeOf(await read())).toBe(10069);
  expect(codeOf(await read(asUser(ids.bob)))).toBe(50013);
  await edit({ description: "Ahoy" });
  expect((await read()).body).toEqual({ description: "Ahoy", welcome_channels: [] });
  expect(codeOf(await read(asUser(ids.bob)))).toBe(50013);
  await edit({ enabled: true });
  expect((await read(asUser(ids.bob))).status).toBe(200);
});

test("the welcome screen keeps its channels with their emojis until they are replaced", async () => {
  const { edit } = await aScreenScene();
  const welcome_channels = [
    { ...wave, emoji_id: null },
    { ...ship, emoji_name: "ship" },
  ];
  expect((await edit({ welcome_channels: [wave, ship] })).body).toEqual({
    description: null,
    welcome_channels,
  });
  expect((await edit({ description: "Ahoy" })).body.welcome_channels).toEqual(welcome_channels);
  expect((await edit({ welcome_channels: null })).body.welcome_channels).toEqual([]);
});

test("enabling the welcome screen changes the guild's features, with event and log entry", async () => {
  const { edit, news, logged, stored } = await aScreenScene();
  await edit({ enabled: true, description: "Ahoy" });
  expect((await stored())?.features).toEqual(["COMMUNITY", "NEWS", "WELCOME_SCREEN_ENABLED"]);
  expect(await news()).toMatchObject([
    {
      name: "GUILD_UPDATE",
      payload: { features: ["COMMUNITY", "NEWS", "WELCOME_SCREEN_ENABLED"] },
    },
  ]);
  expect(await logged()).toMatchObject([{ action_type: 1, changes: [{ key: "features" }] }]);
  await edit({ enabled: true });
  expect(await news()).toEqual([]);
  await edit({ enabled: null });
  expect((await stored())?.features).toEqual(["COMMUNITY", "NEWS"]);
});

test("the welcome screen requires a community, and editing it MANAGE_GUILD", async () => {
  const { edit } = await aScreenScene({});
  expect(codeOf(await edit({ enabled: true }))).toBe(40006);
  expect((await edit({ enabled: false })).status).toBe(200);
  expect(codeOf(await edit({}, asUser(ids.bob)))).toBe(50013);
});

test("the welcome screen accepts only the guild's channels and emojis, and each channel once", async () => {
  const { edit } = await aScreenScene();
  const elsewhere = { ...wave, channel_id: "300000000000000099" };
  expect(codeOf(await edit({ welcome_channels: [elsewhere] }))).toBe(10003);
  const nothing = { ...ship, emoji_id: "300000000000000099" };
  expect(codeOf(await edit({ welcome_channels: [nothing] }))).toBe(10014);
  expect(codeOf(await edit({ welcome_channels: [{ ...wave, emoji_name: "wave" }] }))).toBe(10014);
  expect(leavesOf(await edit({ welcome_channels: [wave, wave, ship, ship] }))).toEqual([
    "welcome_channels.1.channel_id: LIST_ITEM_VALUE_DUPLICATE",
    "welcome_channels.3.channel_id: LIST_ITEM_VALUE_DUPLICATE",
  ]);
  const six = Array.from({ length: 6 }, () => wave);
  expect(leavesOf(await edit({ welcome_channels: six }))).toEqual([
    "welcome_channels: BASE_TYPE_MAX_LENGTH",
  ]);
});

test("a deleted channel is removed from the welcome screen", async () => {
  const { call, edit, read, seed } = await aScreenScene();
  await seed((tx) =>
    tx.put(
      roles,
      aRole({ guild_id: ids.guild, id: ids.guild }, "VIEW_CHANNEL", "MANAGE_CHANNELS", "CONNECT"),
    ),
  );
  await edit({ welcome_channels: [wave, ship] });
  const params = { channel_id: ids.voice };
  expect((await call(deleteChannel, { as: asBot, params })).status).toBe(200);
  expect((await read()).body.welcome_channels).toMatchObject([{ channel_id: ids.general }]);
});
