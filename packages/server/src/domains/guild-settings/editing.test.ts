import type { PermissionName } from "@antechamber/contract";
import { countPrune, editGuild } from "@antechamber/contract/guilds";
import { expect, test } from "vitest";
import { aPicture } from "../../testing/calls/guild-calls.ts";
import { aSettingsScene, community } from "../../testing/calls/guild-settings-calls.ts";
import { codeOf, leavesOf } from "../../testing/calls/message-calls.ts";
import { asBot, asUser, ids, inGuild } from "../../testing/calls/moderation-calls.ts";
import { aChannel, aMember, aUser } from "../../testing/records.ts";
import { channels, members, type GuildRecord } from "../guilds/guild.ts";
import { users } from "../users/user.ts";

const NEWS = "300000000000000025";
const STAGE = "300000000000000026";

async function aGuildOf(fields: Partial<GuildRecord>, ...granted: readonly PermissionName[]) {
  const scene = await aSettingsScene(fields, ...granted);
  await scene.seed((tx) => {
    tx.put(channels, aChannel(NEWS, { ...inGuild, type: 5 }));
    tx.put(channels, aChannel(STAGE, { ...inGuild, type: 13 }));
  });
  const edit = (body: object, as = asBot) =>
    scene.call(editGuild, { as, params: inGuild, body, reason: "tidying" });
  return { ...scene, edit };
}

test("every field is stored, announced once and logged with its changes and the reason", async () => {
  const { edit, news, logged, stored } = await aGuildOf({}, "MANAGE_GUILD");
  const change = {
    name: "  Harbor ",
    description: "Ships",
    region: "japan",
    verification_level: 2,
    default_message_notifications: 1,
    explicit_content_filter: 2,
    preferred_locale: "de",
    afk_timeout: 60,
    afk_channel_id: ids.voice,
    system_channel_id: ids.general,
    system_channel_flags: 5,
    rules_channel_id: NEWS,
    public_updates_channel_id: ids.general,
    safety_alerts_channel_id: ids.general,
    premium_progress_bar_enabled: true,
  };
  const { status, body } = await edit(change);
  expect([status, body]).toMatchObject([200, { ...change, name: "Harbor" }]);
  expect(await stored()).toMatchObject({ ...change, name: "Harbor" });
  const events = await news();
  expect(events).toMatchObject([{ name: "GUILD_UPDATE", payload: { ...change, name: "Harbor" } }]);
  const [entry] = await logged();
  expect(entry).toMatchObject({
    action_type: 1,
    user_id: ids.bot,
    target_id: ids.guild,
    reason: "tidying",
  });
  const { changes } = entry as { changes: readonly { key: string; new_value: unknown }[] };
  expect(changes.find(({ key }) => key === "verification_level")).toEqual({
    key: "verification_level",
    old_value: 0,
    new_value: 2,
  });
  expect(changes.map(({ key }) => key).toSorted()).toEqual(Object.keys(change).toSorted());
});

test("unchanged fields cause neither an event nor an audit log entry", async () => {
  const { edit, news, logged } = await aGuildOf({ name: "Harbor" }, "MANAGE_GUILD");
  expect((await edit({ name: "Harbor", afk_timeout: 300 })).status).toBe(200);
  expect([await news(), await logged()]).toEqual([[], []]);
});

test("null clears channels, pictures and texts, and resets levels to their defaults", async () => {
  const { edit } = await aGuildOf(
    {
      description: "Ships",
      icon: "abc",
      afk_timeout: 60,
      verification_level: 4,
      system_channel_id: ids.general,
    },
    "MANAGE_GUILD",
  );
  const nothing = {
    description: null,
    icon: null,
    afk_timeout: null,
    verification_level: null,
    system_channel_id: null,
  };
  expect((await edit(nothing)).body).toMatchObject({
    ...nothing,
    afk_timeout: 300,
    verification_level: 0,
  });
});

test("errors are reported at their fields", async () => {
  const { edit } = await aGuildOf({}, "MANAGE_GUILD");
  const faulty = {
    afk_channel_id: ids.general,
    system_channel_id: "300000000000000099",
    safety_alerts_channel_id: STAGE,
    name: " a ",
    region: "moon",
    features: ["PARTNERED", "INVITES_DISABLED"],
  };
  expect(leavesOf(await edit(faulty))).toEqual([
    "name: BASE_TYPE_BAD_LENGTH",
    "region: BASE_TYPE_CHOICES",
    "afk_channel_id: CHANNEL_INVALID_TYPE",
    "system_channel_id: CHANNEL_INVALID",
    "safety_alerts_channel_id: CHANNEL_INVALID_TYPE",
  ]);
  expect(leavesOf(await edit({ features: faulty.features }))).toEqual([
    "features.0: BASE_TYPE_CHOICES",
  ]);
});

test("editing a guild requires MANAGE_GUILD", async () => {
  const { edit } = await aGuildOf({});
  expect(codeOf(await edit({ name: "Mine" }))).toBe(50013);
  expect(codeOf(await edit({ name: "Mine" }, asUser(ids.carol)))).toBe(50001);
  expect((await edit({ name: "Mine" }, asUser(ids.alice))).status).toBe(200);
});

test("pictures are stored under their hashes, some only with a feature of the guild", async () => {
  const { edit, logged } = await aGuildOf({ features: ["BANNER"] }, "MANAGE_GUILD");
  const pictures = { banner: aPicture("gif"), home_header: aPicture() };
  const { body } = await edit({ icon: aPicture(), ...pictures });
  const hashes = ["icon_hash", "banner_hash", "home_header_hash"];
  expect(await logged()).toMatchObject([{ changes: hashes.map((key) => ({ key })) }]);
  expect(body.icon).toMatch(/^[0-9a-f]{32}$/);
  expect(body.banner).toMatch(/^a_[0-9a-f]{32}$/);
  expect(codeOf(await edit({ splash: aPicture() }))).toBe(50101);
  expect((await edit({ splash: null })).status).toBe(200);
});

test("enabling a community requires its channels and an administrator, and adds NEWS", async () => {
  const { edit } = await aGuildOf({ features: ["PARTNERED"] }, "MANAGE_GUILD");
  const alice = asUser(ids.alice);
  const channelsOfIt = { rules_channel_id: NEWS, public_updates_channel_id: ids.general };
  expect(codeOf(await edit({ features: ["COMMUNITY"], ...channelsOfIt }))).toBe(50013);
  expect(codeOf(await edit({ features: ["COMMUNITY"] }, alice))).toBe(40006);
  const { body } = await edit({ features: ["COMMUNITY"], ...channelsOfIt }, alice);
  expect(body.features).toEqual(["PARTNERED", "COMMUNITY", "NEWS"]);
});

test("a community must keep its channels until the feature is removed", async () => {
  const { edit } = await aGuildOf(
    { ...community, features: ["COMMUNITY", "NEWS", "WELCOME_SCREEN_ENABLED", "DISCOVERABLE"] },
    "ADMINISTRATOR",
  );
  expect(leavesOf(await edit({ rules_channel_id: null }))).toEqual([
    "rules_channel_id: BASE_TYPE_REQUIRED",
  ]);
  const { status, body } = await edit({ features: [], rules_channel_id: null });
  expect([status, body.features, body.rules_channel_id]).toEqual([200, [], null]);
});

test("discovery requires a community", async () => {
  const alone = await aGuildOf({}, "ADMINISTRATOR");
  expect(codeOf(await alone.edit({ features: ["DISCOVERABLE"] }))).toBe(40006);
  const open = await aGuildOf(community, "ADMINISTRATOR");
  const features = ["COMMUNITY", "NEWS", "DISCOVERABLE"];
  expect((await open.edit({ features })).body.features).toEqual(features);
});

test("MANAGE_GUILD switches invites and alerts, and switches member screening only off", async () => {
  const { edit } = await aGuildOf(
    { features: ["PARTNERED", "MEMBER_VERIFICATION_GATE_ENABLED"] },
    "MANAGE_GUILD",
  );
  const features = ["INVITES_DISABLED", "RAID_ALERTS_DISABLED"];
  expect((await edit({ features })).body.features).toEqual(["PARTNERED", ...features]);
  expect(leavesOf(await edit({ features: ["MEMBER_VERIFICATION_GATE_ENABLED"] }))).toEqual([
    "features.0: BASE_TYPE_CHOICES",
  ]);
  expect((await edit({ features: null })).body.features).toEqual(["PARTNERED"]);
});

test("the owner can restrict pruning to administrators", async () => {
  const { edit, call } = await aGuildOf({}, "MANAGE_GUILD", "KICK_MEMBERS");
  const features = ["PRUNE_REQUIRES_ADMIN"];
  const count = () => call(countPrune, { as: asBot, params: inGuild });
  expect(codeOf(await edit({ features }))).toBe(50013);
  expect((await count()).status).toBe(200);
  expect((await edit({ features }, asUser(ids.alice))).status).toBe(200);
  expect(codeOf(await count())).toBe(50013);
});

test("only the owner can transfer a guild, to a member who can own one", async () => {
  const { edit, seed, logged } = await aGuildOf({}, "ADMINISTRATOR");
  const pending = "100000000000000009";
  await seed((tx) => {
    tx.put(users, aUser(pending));
    const of = { guild_id: ids.guild, user_id: pending };
    tx.put(members, { ...aMember(of), pending: true });
  });
  const alice = asUser(ids.alice);
  expect(codeOf(await edit({ owner_id: ids.bob }))).toBe(50013);
  expect(codeOf(await edit({ owner_id: ids.carol }, alice))).toBe(10007);
  expect(codeOf(await edit({ owner_id: ids.bot }, alice))).toBe(50132);
  expect(codeOf(await edit({ owner_id: pending }, alice))).toBe(50131);
  expect((await edit({ owner_id: ids.bob }, alice)).body.owner_id).toBe(ids.bob);
  expect(await logged()).toMatchObject([
    { changes: [{ key: "owner_id", old_value: ids.alice, new_value: ids.bob }] },
  ]);
});

test("an unknown guild is refused", async () => {
  const { call } = await aGuildOf({}, "MANAGE_GUILD");
  const params = { guild_id: "300000000000000099" };
  expect(codeOf(await call(editGuild, { as: asBot, params, body: {} }))).toBe(10004);
});
